import { TextInput } from '@mantine/core';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { shortened } from '../../../../../base/text.ts';
import { usePackage } from '../../../../../state/hooks.ts';
import { useFileDrop } from '../../../../../widgets/files/file-drop.ts';
import { RemoveButton } from '../../../../../widgets/form-entries/entry-list.tsx';
import { SuggestInput } from '../../../../../widgets/form-suggest/suggest-input.tsx';
import { type Suggestion, suggestionsFor } from '../../../../../widgets/form-suggest/suggestions.ts';
import { visibleText } from '../../../../../widgets/name-text.tsx';
import { useEdit } from '../../../../draft-values.ts';
import { useCommittedName } from '../../../../form/committed-text.ts';
import { aboutField } from '../../../../form/notes.tsx';
import { useUnfinishedText } from '../../../../form/unfinished.ts';
import { type CaseList, type CaseSide, renameBinding, setBinding } from '../../../core/edit/steps.ts';
import { TENSOR_PREFIX } from '../../../core/paths.ts';
import { type FieldProps, ItemLabel, textOf } from '../field.tsx';
import { Fixes } from '../fixes.tsx';
import classes from './bindings.module.css';
import { ReferenceValues } from './reference-values.tsx';

/** Most characters of entered text in a sentence. */
const MAX_SHOWN = 60;

/** Says why a text is not a valid reference. */
function useNoSuch(list: CaseList): (text: string) => string {
  const { tensors } = usePackage();
  return (text) => {
    const shown = `“${visibleText(shortened(text, MAX_SHOWN))}”`;
    const name = text.startsWith(TENSOR_PREFIX) ? text.slice(TENSOR_PREFIX.length) : text;
    const whole = tensors.find(({ inner }) => inner?.includes(name));
    if (whole)
      return `${shown} is a part of the nested tensor “${visibleText(shortened(whole.name, MAX_SHOWN))}”. Choose the whole tensor.`;
    const what = list === 'example' ? 'tensor or file in misc/' : 'tensor';
    return `The package has no ${what} ${shown}. Choose one from the list.`;
  };
}

/**
 * The references, best match first: those with the name of the input or output, then those with its dtype.
 */
function fitting(references: readonly Suggestion[], name: string, names: readonly Suggestion[]): readonly Suggestion[] {
  const wanted = name.toLowerCase();
  const dtype = names.find(({ value }) => value === name)?.note;
  const ranks: [Suggestion[], Suggestion[], Suggestion[]] = [[], [], []];
  for (const reference of references) {
    const called = reference.value.slice(reference.value.lastIndexOf('/') + 1).toLowerCase();
    const hasDtype = dtype !== undefined && reference.note?.startsWith(`${dtype},`) === true;
    ranks[wanted !== '' && called.includes(wanted) ? 0 : hasDtype ? 1 : 2].push(reference);
  }
  return ranks.flat();
}

/** What a value of a self-test or example can be chosen from. */
export interface Choices {
  list: CaseList;
  /** The names that the schema has on this side, with their dtypes. */
  names: readonly Suggestion[];
  references: readonly Suggestion[];
}

interface ReferenceProps extends Choices, Omit<ComponentProps<typeof SuggestInput>, 'label' | 'suggest' | 'list'> {
  /** "Example 1 input 2". */
  label: string;
  /** The input or output. */
  name: string;
}

/** The field for a value: one of the tensors and files of the package. */
function ReferenceInput({ label, list, name, names, references, ...field }: ReferenceProps) {
  const nothing =
    list === 'example' ? 'The package has no tensors, and no files in misc/.' : 'The package has no tensors.';
  return (
    <SuggestInput
      label={<ItemLabel item={label}>value</ItemLabel>}
      mono
      suggest={(query) => suggestionsFor(fitting(references, name, names), query)}
      nothing={references.length > 0 ? 'No match.' : nothing}
      Preview={ReferenceValues}
      {...field}
    />
  );
}

interface Props extends Choices, CaseSide, FieldProps {
  label: string;
  name: string;
  taken: object;
  /** Takes files that are dropped on it or pasted into it. Undefined if its value cannot be a file. */
  onFiles: ((files: File[]) => void) | undefined;
  onRemove(): void;
}

/** One value of a self-test or example: what it is for, and which tensor or file it is. */
export function BindingRow(props: Props) {
  const { list, side, label, name, path, value, taken, names, references, findings, onFiles, onRemove } = props;
  const drop = useFileDrop((files) => onFiles?.(files));
  const edit = useEdit();
  const noSuch = useNoSuch(list);
  const { kept, keep, drop: forget } = useUnfinishedText({ label: `${label} value`, field: path });
  const rename = (to: string) => edit((values) => renameBinding(values, props, name, to));
  const typed = useCommittedName({
    label: `${label} name`,
    path,
    name,
    refuse(text) {
      if (text === '') return `The name of the ${side} is missing.`;
      return Object.hasOwn(taken, text) ? `This ${side} already has a value.` : undefined;
    },
    onName: rename,
  });
  return (
    <div {...(onFiles && drop)}>
      <div className={classes.binding}>
        <SuggestInput
          label={<ItemLabel item={label}>name</ItemLabel>}
          mono
          suggest={(query) => suggestionsFor(names, query === name ? '' : query)}
          onPick={rename}
          {...typed.input}
          {...aboutField({ problem: typed.said, text: typed.text })}
        />
        <ReferenceInput
          {...{ label, list, name, names, references }}
          value={kept?.text ?? textOf(value)}
          onPick={(picked) => {
            forget();
            edit((values) => setBinding(values, props, name, picked));
          }}
          onLeft={(text) => keep(text, noSuch(text))}
          onKeyDown={(event) => {
            if (event.key === 'Escape') forget();
          }}
          {...aboutField({
            findings: kept ? [] : findings,
            problem: kept && `${kept.problem} The draft keeps ${textOf(value)}.`,
          })}
        />
        <RemoveButton label={`Remove ${label.toLowerCase()}`} className={classes.bindingRemove} onClick={onRemove} />
      </div>
      <Fixes findings={findings} />
    </div>
  );
}

interface MissingProps
  extends Choices,
    Pick<ComponentProps<typeof SuggestInput>, 'autoFocus' | 'placeholder' | 'disabled'> {
  label: string;
  name: string;
  /** Where another name can be chosen. */
  nameField?: ReactNode;
  /** Said below the value. */
  note?: string;
  onPick(reference: string): void;
  onRemove?: () => void;
}

/** A row that asks for the value of an input or output that has none yet. */
export function MissingRow({ nameField, note, onRemove, ...field }: MissingProps) {
  /** Text entered that is not a valid reference, and what it was entered for. */
  const [wrong, setWrong] = useState<{ text: string; name: string }>();
  const noSuch = useNoSuch(field.list);
  const { label, name } = field;
  return (
    <div className={classes.binding} data-missing={nameField ? undefined : ''}>
      {nameField ?? (
        <TextInput
          label={<ItemLabel item={label}>name</ItemLabel>}
          classNames={{ input: classes.mono ?? '' }}
          readOnly
          value={visibleText(name)}
        />
      )}
      <ReferenceInput
        {...field}
        value=""
        onLeft={(text) => setWrong({ text, name })}
        {...aboutField({ problem: wrong?.name === name ? noSuch(wrong.text) : undefined, children: note })}
      />
      {onRemove && (
        <RemoveButton
          label={`Do not add ${label.toLowerCase()}`}
          className={classes.bindingRemove}
          onClick={onRemove}
        />
      )}
    </div>
  );
}
