import type { FieldValue } from '../../../../model/field.ts';
import { useActions } from '../../../../state/hooks.ts';
import { useFileDrop } from '../../../../widgets/file-drop.ts';
import { SuggestInput } from '../../../../widgets/form-suggest/suggest-input.tsx';
import { suggestionsFor } from '../../../../widgets/form-suggest/suggestions.ts';
import { BINDING_TABLES, renameBinding, setBinding } from '../../core/steps.ts';
import { fitting, Nothing, noSuch, RemoveButton } from './binding-parts.tsx';
import classes from './bindings.module.css';
import type { BindingsProps } from './bindings.tsx';
import { Fixes } from './fixes.tsx';
import { ItemLabel } from './labels.tsx';
import { aboutField } from './notes.tsx';
import { ReferenceValues } from './reference-values.tsx';
import { textOf } from './text-row.tsx';
import { useTypedName } from './typed.ts';
import { unfinishedField, unfinishedKey, useUnfinished } from './unfinished.ts';
import { useEdit } from './use-edit.ts';

interface Props extends BindingsProps {
  label: string;
  name: string;
  reference: FieldValue;
  taken: object;
  /** Takes files that are dropped on it or pasted in it; undefined where its value cannot be a file. */
  onFiles: ((files: File[]) => void) | undefined;
  onRemove(): void;
}

/** One value of a self-test or example: what it is for, and which tensor or file it is. */
export function BindingRow(props: Props) {
  const { list, index, side, label, name, reference, taken, names, references, findings, onFiles, onRemove } = props;
  const drop = useFileDrop((files) => onFiles?.(files));
  const edit = useEdit();
  const path = [list, index, BINDING_TABLES[list][side], name];
  const key = unfinishedKey(path);
  const kept = useUnfinished(key);
  const { setUnfinished } = useActions();
  const typed = useTypedName({
    label: `${label} name`,
    path,
    name,
    refuse(text) {
      if (text === '') return `The name of the ${side} is missing.`;
      return Object.hasOwn(taken, text) ? `This ${side} already has a value.` : undefined;
    },
    onName: (to) => edit((values) => renameBinding(values, list, index, side, name, to)),
  });
  return (
    <div {...(onFiles ? drop : {})}>
      <div className={classes.binding}>
        <SuggestInput
          label={<ItemLabel item={label}>name</ItemLabel>}
          mono
          value={typed.text}
          suggest={(query) => suggestionsFor(names, query === name ? '' : query)}
          onPick={(to) => edit((values) => renameBinding(values, list, index, side, name, to))}
          {...typed.input}
          {...aboutField({ findings: [], problem: typed.said, text: typed.text })}
        />
        <SuggestInput
          label={<ItemLabel item={label}>value</ItemLabel>}
          mono
          value={kept?.text ?? textOf(reference)}
          suggest={(query) => suggestionsFor(fitting(references, name, names), query)}
          nothing={<Nothing list={list} references={references} />}
          Preview={ReferenceValues}
          onPick={(picked) => {
            setUnfinished(key, undefined);
            edit((values) => setBinding(values, list, index, side, name, picked));
          }}
          onLeft={(text) =>
            setUnfinished(
              key,
              unfinishedField({
                label: `${label} value`,
                text,
                problem: noSuch(text, list),
                field: path,
                isName: false,
                of: reference,
              }),
            )
          }
          onKeyDown={(event) => {
            if (event.key === 'Escape') setUnfinished(key, undefined);
          }}
          {...aboutField({
            findings: kept ? [] : findings,
            problem: kept && `${kept.problem} The draft keeps ${textOf(reference)}.`,
          })}
        />
        <RemoveButton label={`Remove ${label.toLowerCase()}`} onClick={onRemove} />
      </div>
      <Fixes findings={findings} />
    </div>
  );
}
