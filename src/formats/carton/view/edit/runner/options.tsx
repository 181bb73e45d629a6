import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Finding } from '../../../../../base/findings.ts';
import type { FieldStep } from '../../../../../model/edit/edit.ts';
import { type FieldValue, type FieldValues, isTable, valueAt } from '../../../../../model/edit/field.ts';
import { useAppReader } from '../../../../../state/hooks.ts';
import { scalarText } from '../../../../../toml/value-text.ts';
import { RemoveButton } from '../../../../../widgets/form-entries/entry-list.tsx';
import { TextField } from '../../../../../widgets/form-text/text-field.tsx';
import { visibleText } from '../../../../../widgets/name-text.tsx';
import { useEdit, valuesOf } from '../../../../draft-values.ts';
import { useCommittedName, useCommittedText } from '../../../../form/committed-text.ts';
import { type FieldFindings, findingsOf } from '../../../../form/field-findings.ts';
import shared from '../../../../form/form.module.css';
import { useItemKeys } from '../../../../form/list/item-keys.ts';
import { aboutField, FindingTexts } from '../../../../form/notes.tsx';
import { sameProps } from '../../../../form/same-props.ts';
import { useUnfinishedText } from '../../../../form/unfinished.ts';
import { addOption, removeOption, renameOption, setChosen, setWhole } from '../../../core/edit/steps.ts';
import { OPTION_TYPES, type OptionType, optionType } from '../../../core/read/carton-fields.ts';
import { ItemLabel, textOf } from '../field.tsx';
import { Fixes } from '../fixes.tsx';
import { convertOption, isOption, readOption } from './option-value.ts';
import classes from './options.module.css';

/** Most options that get fields. A file can have a hundred thousand, and no runner has fifty. */
const MAX_OPTIONS = 200;

const OPTS = ['runner', 'opts'];

interface Props {
  value: FieldValue | undefined;
  findings: FieldFindings;
}

/** The options of the runner, with their types. */
export const Options = memo(function Options({ value, findings }: Props) {
  const edit = useEdit();
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const options = isTable(value) ? (Object.entries(value) as [string, FieldValue][]) : [];
  const rows = useItemKeys(options.map(([key]) => key));
  const editThenFocus = (make: (values: FieldValues) => FieldStep, index: number) => {
    flushSync(() => edit(make));
    const input = list.current?.children[index]?.querySelector('textarea');
    (input ?? add.current)?.focus();
    input?.select();
  };
  return (
    <fieldset data-field="runner.opts" aria-labelledby="edit-runner-options" className={shared.group}>
      <h3 id="edit-runner-options" className={classes.subtitle}>
        Runner options
      </h3>
      <FindingTexts findings={findingsOf(findings.fields, 'runner.opts')} />
      {value !== undefined && !isTable(value) && <p className={shared.wrong}>opts = {textOf(value)}</p>}
      {options.length > 0 && (
        <ul ref={list} className={classes.options}>
          {options.slice(0, MAX_OPTIONS).map(([key, option], index) => (
            <OptionRow
              key={rows[index]}
              index={index}
              name={key}
              value={option}
              findings={findingsOf(findings.fields, `runner.opts.${key}`)}
              onRemove={() => editThenFocus(() => removeOption(key), Math.min(index, options.length - 2))}
            />
          ))}
        </ul>
      )}
      {options.length > MAX_OPTIONS && (
        <p className={shared.hint}>and {options.length - MAX_OPTIONS} more. Edit those as text.</p>
      )}
      <Button
        ref={add}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => editThenFocus(addOption, options.length)}
      >
        Add runner option
      </Button>
    </fieldset>
  );
}, sameProps);

const NO_TYPE = { value: '', label: 'not an allowed type', disabled: true };

const BOOLEANS = ['true', 'false'];

interface RowProps {
  index: number;
  name: string;
  value: FieldValue;
  findings: readonly Finding[];
  onRemove(): void;
}

function OptionRow({ index, name, value, findings, onRemove }: RowProps) {
  const edit = useEdit();
  const read = useAppReader();
  const isTaken = (text: string) => valueAt(valuesOf(read().draft), [...OPTS, text]) !== undefined;
  const label = `Runner option ${index + 1}`;
  const path = [...OPTS, name];
  const what = `runner option ${visibleText(name).slice(0, 40)}`;
  const { kept, keep, drop } = useUnfinishedText({ label: `${label} value`, field: path });
  const type = (kept?.type as OptionType | undefined) ?? (isOption(value) ? optionType(value) : undefined);
  const key = useCommittedName({
    label: `${label} name`,
    path,
    name,
    refuse(text) {
      if (text === '') return 'The name of the option is missing.';
      return isTaken(text) ? 'Another option has this name.' : undefined;
    },
    onName: (to) => edit((values) => renameOption(values, name, to)),
  });
  return (
    <li className={classes.option} data-field={path.join('.')}>
      <TextField
        label={<ItemLabel item={label}>name</ItemLabel>}
        mono
        {...key.input}
        {...aboutField({ problem: key.said, text: key.text })}
      />
      <NativeSelect
        label={<ItemLabel item={label}>type</ItemLabel>}
        value={type ?? ''}
        onChange={(event) => {
          const to = event.currentTarget.value as OptionType;
          const old = isOption(value) ? value : textOf(value);
          // The text that was typed last, or else the value.
          const next = kept ? readOption(kept.text, to) : convertOption(old, to);
          if (!next.ok) return keep(kept?.text ?? textOf(value), next.reason, to);
          drop();
          edit((values) => setChosen(values, path, `type of ${what}`, next.value));
        }}
        data={type === undefined ? [NO_TYPE, ...OPTION_TYPES] : OPTION_TYPES}
      />
      <OptionValue
        // A new key, because text typed for one type is not text of another.
        key={type}
        {...{ label, path, what, type, value, findings }}
      />
      <RemoveButton label={`Remove ${label.toLowerCase()}`} className={classes.optionRemove} onClick={onRemove} />
    </li>
  );
}

interface ValueProps {
  label: string;
  path: string[];
  what: string;
  type: OptionType | undefined;
  value: FieldValue;
  findings: readonly Finding[];
}

function OptionValue({ label, path, what, type, value, findings }: ValueProps) {
  const edit = useEdit();
  const text = isOption(value) ? scalarText(value) : textOf(value);
  const typed = useCommittedText({
    label: `${label} value`,
    path,
    type,
    value,
    text,
    read: (written) => readOption(written, type ?? 'string'),
    onValue: (to, continues) => edit((values) => setWhole(values, path, what, to, continues)),
  });
  const shown = <ItemLabel item={label}>value</ItemLabel>;
  // Only the type was chosen and nothing typed yet: ask for a value instead of reporting a mistake.
  const isAsked =
    typed.unfinished?.type !== undefined &&
    typed.text === textOf(value) &&
    (!isOption(value) || optionType(value) !== type);
  const wrong = { value: typed.text, label: visibleText(typed.text).slice(0, 40) || 'Choose one' };
  const about = {
    findings: typed.problem === undefined ? findings : [],
    problem: isAsked ? undefined : typed.said,
    children: isAsked && askFor(type, text),
  };
  return (
    <div>
      {type === 'boolean' ? (
        <NativeSelect
          label={shown}
          value={typed.text}
          onChange={(event) => {
            const to = event.currentTarget.value === 'true';
            edit((values) => setWhole(values, path, what, to, false));
          }}
          data={typed.problem === undefined ? BOOLEANS : [{ ...wrong, disabled: true }, ...BOOLEANS]}
          {...aboutField(about)}
        />
      ) : (
        <TextField label={shown} mono {...typed.input} {...aboutField({ ...about, text: typed.text })} />
      )}
      <Fixes findings={findings} />
    </div>
  );
}

/** Most characters of a value in a sentence. */
const MAX_KEPT_SHOWN = 40;

const ASKED: Readonly<Record<OptionType, string>> = {
  string: 'Type some text.',
  integer: 'Type a whole number.',
  float: 'Type a number.',
  boolean: 'Choose true or false.',
};

/** Asks for a value of a type that was just chosen, and says what the draft holds until then. */
function askFor(type: OptionType | undefined, kept: string): string {
  const held = kept === '' ? 'it empty' : visibleText(kept).slice(0, MAX_KEPT_SHOWN);
  return `${ASKED[type ?? 'string']} The draft keeps ${held} until then.`;
}
