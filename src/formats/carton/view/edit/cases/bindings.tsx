import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type FieldValue, isTable } from '../../../../../model/edit/field.ts';
import { useFileDrop } from '../../../../../widgets/files/file-drop.ts';
import { SuggestInput } from '../../../../../widgets/form-suggest/suggest-input.tsx';
import { suggestionsFor } from '../../../../../widgets/form-suggest/suggestions.ts';
import { visibleText } from '../../../../../widgets/name-text.tsx';
import { useEdit } from '../../../../draft-values.ts';
import shared from '../../../../form/form.module.css';
import { useItemFiles } from '../../../../form/list/item-files.ts';
import { useItemKeys } from '../../../../form/list/item-keys.ts';
import { aboutField, FindingTexts } from '../../../../form/notes.tsx';
import { sameProps } from '../../../../form/same-props.ts';
import { useUnfinishedText } from '../../../../form/unfinished.ts';
import { type CaseList, type CaseSide, removeBinding, type SpecSide, setBinding } from '../../../core/edit/steps.ts';
import { type FieldProps, ItemLabel, textOf } from '../field.tsx';
import { findingsBeside, findingsWithin } from '../field-findings.ts';
import { AddMedia } from '../media/add-media.tsx';
import { useCaseMedia } from '../media/case-media.tsx';
import { BindingRow, type Choices, MissingRow } from './binding-row.tsx';
import classes from './bindings.module.css';

interface Props extends Choices, CaseSide, FieldProps {
  /** "Self-test 1". */
  item: string;
}

/** Most values of one side that get fields. A hostile file can have a hundred thousand. */
const MAX_BINDINGS = 100;

const TITLES: Readonly<Record<CaseList, Readonly<Record<SpecSide, string>>>> = {
  self_test: { input: 'Inputs', output: 'Expected outputs' },
  example: { input: 'Inputs', output: 'Sample outputs' },
};

/** The button that adds a value, and the one that adds pictures and sounds. */
const ADD = '[data-add]';
const ADD_MEDIA = '[data-add-media]';

/** The field that asks for the next value. */
const MISSING_VALUE = '[data-missing] input:not([readonly])';

const NOT_ADDED = 'Not added yet. Choose its value.';

/** The values of a self-test or example for the inputs, or for the outputs. */
export const Bindings = memo(function Bindings(props: Props) {
  const { list, index, item, side, path, value, names, references, findings } = props;
  const edit = useEdit();
  const box = useRef<HTMLFieldSetElement>(null);
  const entries = isTable(value) ? (Object.entries(value) as [string, FieldValue][]) : [];
  const isTaken = (name: string) => isTable(value) && Object.hasOwn(value, name);
  const rows = useItemKeys(entries.map(([name]) => name));
  const field = path.join('.');
  const shown = entries.slice(0, MAX_BINDINGS);
  const beside = findingsBeside(
    findings,
    shown.map(([name]) => `${field}.${name}`),
  );
  const find = (selector: string) => box.current?.querySelector<HTMLElement>(selector);
  const focusAfter = (act: () => void, selector = ADD) => {
    flushSync(act);
    find(selector)?.focus();
  };
  const title = TITLES[list][side];
  // A self-test needs every input of the schema: those without a value get a row that asks for one.
  const asksAll = list === 'self_test' && side === 'input' && (value === undefined || isTable(value));
  const missing = asksAll ? names.filter((name) => !isTaken(name.value)).slice(0, MAX_BINDINGS) : [];
  const labelOf = (at: number) => `${item} ${side} ${at + 1}`;
  const newLabel = labelOf(entries.length + missing.length);
  const added = useUnfinishedText({ label: newLabel, field: [...path, ''] });
  /** The input or output that is being added: its value is still to be chosen. */
  const pending = added.kept?.text;
  const setPending = (name: string) => added.keep(name, NOT_ADDED);
  const media = useCaseMedia(
    { list, index, side, names },
    (names) => {
      if (pending !== undefined && names.includes(pending)) added.drop();
    },
    () => find(list === 'example' ? ADD_MEDIA : ADD)?.focus(),
  );
  const takeFiles = (files: readonly File[]) => media.take(files, pending || undefined);
  const drop = useFileDrop(takeFiles);
  useItemFiles(side === 'input', takeFiles);
  return (
    <fieldset
      ref={box}
      data-field={field}
      aria-label={`${item}: ${title}`}
      className={shared.group}
      {...(media.can && drop)}
    >
      <h4 className={classes.bindingsTitle}>{title}</h4>
      <FindingTexts findings={beside} />
      {value !== undefined && !isTable(value) && <p className={shared.wrong}>{textOf(value)}</p>}
      {value === undefined && list === 'self_test' && side === 'output' && pending === undefined && (
        <p className={shared.hint}>None. The self-test passes if the model runs.</p>
      )}
      {shown.map(([name, reference], at) => (
        <BindingRow
          key={rows[at]}
          {...props}
          label={labelOf(at)}
          name={name}
          path={[...path, name]}
          value={reference}
          taken={value as object}
          onFiles={media.can ? (files) => media.take(files, name) : undefined}
          findings={findingsWithin(findings, `${field}.${name}`)}
          onRemove={() => focusAfter(() => edit((values) => removeBinding(values, props, name)))}
        />
      ))}
      {entries.length > MAX_BINDINGS && (
        <p className={shared.hint}>and {entries.length - MAX_BINDINGS} more. Edit those as text.</p>
      )}
      {missing.map(({ value: name, note }, at) => (
        <MissingRow
          key={name}
          {...{ list, names, references, name }}
          label={labelOf(entries.length + at)}
          placeholder={note === undefined ? 'Choose a tensor' : `Choose a tensor (${visibleText(note)})`}
          onPick={(picked) =>
            focusAfter(() => edit((values) => setBinding(values, props, name, picked)), `${MISSING_VALUE}, ${ADD}`)
          }
        />
      ))}
      {pending !== undefined && (
        <MissingRow
          {...{ list, names, references }}
          label={newLabel}
          name={pending}
          nameField={
            <SuggestInput
              label={<ItemLabel item={newLabel}>name</ItemLabel>}
              mono
              autoFocus={pending === ''}
              value={pending}
              suggest={(query) => suggestionsFor(names, names.some(({ value }) => value === query) ? '' : query)}
              onText={setPending}
              onPick={setPending}
              {...aboutField({
                problem:
                  pending === ''
                    ? `The name of the ${side} is missing.`
                    : isTaken(pending)
                      ? `This ${side} already has a value.`
                      : undefined,
              })}
            />
          }
          autoFocus
          placeholder="Choose one"
          note={NOT_ADDED}
          disabled={pending === '' || isTaken(pending)}
          onPick={(picked) =>
            focusAfter(() => {
              edit((values) => setBinding(values, props, pending, picked));
              added.drop();
            })
          }
          onRemove={() => focusAfter(added.drop)}
        />
      )}
      <div className={classes.adds}>
        {pending === undefined && (
          <Button
            data-add
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => {
              const asked = find(MISSING_VALUE);
              if (asked) asked.focus();
              else setPending(names.find((name) => !isTaken(name.value))?.value ?? '');
            }}
          >
            Add {side}
            <span className="visually-hidden"> to {item.toLowerCase()}</span>
          </Button>
        )}
        {list === 'example' && media.can && (
          <AddMedia onFiles={takeFiles}>
            Add picture or sound
            <span className="visually-hidden">
              {' '}
              as {side} of {item.toLowerCase()}
            </span>
          </AddMedia>
        )}
      </div>
      {media.can && media.note}
    </fieldset>
  );
}, sameProps);
