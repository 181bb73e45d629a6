import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Finding } from '../../../../base/findings.ts';
import { type FieldValue, isTable } from '../../../../model/field.ts';
import { useActions } from '../../../../state/hooks.ts';
import { useFileDrop } from '../../../../widgets/file-drop.ts';
import { SuggestInput } from '../../../../widgets/form-suggest/suggest-input.tsx';
import { type Suggestion, suggestionsFor } from '../../../../widgets/form-suggest/suggestions.ts';
import { visibleText } from '../../../../widgets/name-text.tsx';
import { BINDING_TABLES, type CaseList, removeBinding, type SpecSide, setBinding } from '../../core/steps.ts';
import { fitting, Nothing, noSuch, RemoveButton } from './binding-parts.tsx';
import { BindingRow } from './binding-row.tsx';
import classes from './bindings.module.css';
import { findingsBeside, findingsWithin } from './field-findings.ts';
import shared from './form.module.css';
import { useItemKeys } from './item-keys.ts';
import { ItemLabel } from './labels.tsx';
import { AddMedia } from './media/add-media.tsx';
import { useCaseMedia } from './media/case-media.tsx';
import { aboutField, FindingText } from './notes.tsx';
import { ReferenceValues } from './reference-values.tsx';
import { sameProps } from './same-props.ts';
import { textOf } from './text-row.tsx';
import { unfinishedField, unfinishedKey, useUnfinished } from './unfinished.ts';
import { useEdit } from './use-edit.ts';

export interface BindingsProps {
  list: CaseList;
  index: number;
  /** "Self-test 1". */
  item: string;
  side: SpecSide;
  value: FieldValue | undefined;
  names: readonly Suggestion[];
  references: readonly Suggestion[];
  findings: readonly Finding[];
  /** Gives files to them from elsewhere in the item. */
  ref?: Ref<FileTaker>;
}

/** Takes pictures and sounds as values. */
export interface FileTaker {
  take(files: readonly File[]): void;
}

/** Most values of one side that get fields. A hostile file can have a hundred thousand. */
const MAX_BINDINGS = 100;

const TITLES: Readonly<Record<CaseList, Readonly<Record<SpecSide, string>>>> = {
  self_test: { input: 'Inputs', output: 'Expected outputs' },
  example: { input: 'Inputs', output: 'Sample outputs' },
};

/** The values of a self-test or example for the inputs, or for the outputs. */
export const Bindings = memo(function Bindings(props: BindingsProps) {
  const { list, index, item, side, value, names, references, findings } = props;
  const edit = useEdit();
  const box = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<string>(undefined);
  const pendingPath = [list, index, BINDING_TABLES[list][side], ''];
  const pendingKey = unfinishedKey(pendingPath);
  /** The input or output that is being added: its value is still to be chosen. */
  const pending = useUnfinished(pendingKey)?.text;
  /** Text that was entered there and is none of the possible values. */
  const [wrong, setWrong] = useState<string>();
  const { setUnfinished } = useActions();
  const entries = isTable(value) ? Object.entries(value) : [];
  const rows = useItemKeys(entries.map(([name]) => name));
  const path = `${list}.${index}.${BINDING_TABLES[list][side]}`;
  const shown = entries.slice(0, MAX_BINDINGS);
  const beside = findingsBeside(
    findings,
    shown.map(([name]) => `${path}.${name}`),
  );
  useEffect(() => {
    if (wanted.current === undefined) return;
    box.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = undefined;
  });
  const title = TITLES[list][side];
  // A self-test gives all inputs of the schema: those without a value yet have a row that asks for it.
  const asksAll = list === 'self_test' && side === 'input' && (value === undefined || isTable(value));
  const missing = asksAll ? names.filter((name) => !isTaken(value, name.value)).slice(0, MAX_BINDINGS) : NO_NAMES;
  const newLabel = `${item} ${side} ${entries.length + missing.length + 1}`;
  const setPending = (name: string | undefined) => {
    setWrong(undefined);
    const about = { label: newLabel, problem: NOT_ADDED, field: pendingPath, isName: false, of: undefined };
    setUnfinished(pendingKey, name === undefined ? undefined : unfinishedField({ ...about, text: name }));
  };
  const media = useCaseMedia(
    { list, index, side, names },
    (added) => {
      if (pending !== undefined && added.includes(pending)) setPending(undefined);
    },
    () => box.current?.querySelector<HTMLElement>(list === 'example' ? ADD_MEDIA : '[data-add]')?.focus(),
  );
  const drop = useFileDrop((files) => media.take(files, pending || undefined));
  useImperativeHandle(props.ref, () => ({ take: (files) => media.take(files, pending || undefined) }));
  return (
    <fieldset
      ref={box}
      data-field={path}
      aria-label={`${item}: ${title}`}
      className={shared.group}
      {...(media.can ? drop : {})}
    >
      <h4 className={classes.bindingsTitle}>{title}</h4>
      {beside.map((finding, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may say the same.
        <FindingText key={i} finding={finding} />
      ))}
      {value !== undefined && !isTable(value) && <p className={shared.wrong}>{textOf(value)}</p>}
      {value === undefined && list === 'self_test' && side === 'output' && pending === undefined && (
        <p className={shared.hint}>None. The self-test passes if the model runs.</p>
      )}
      {shown.map(([name, reference], at) => (
        <BindingRow
          key={rows[at]}
          {...props}
          label={`${item} ${side} ${at + 1}`}
          name={name}
          reference={reference}
          taken={value as object}
          onFiles={media.can ? (files) => media.take(files, name) : undefined}
          findings={findingsWithin(findings, `${path}.${name}`)}
          onRemove={() => {
            wanted.current = '[data-add]';
            edit((values) => removeBinding(values, list, index, side, name));
          }}
        />
      ))}
      {entries.length > MAX_BINDINGS && (
        <p className={shared.hint}>and {entries.length - MAX_BINDINGS} more. Edit those as text.</p>
      )}
      {missing.map(({ value: name, note }, at) => (
        <MissingRow
          key={name}
          label={`${item} ${side} ${entries.length + at + 1}`}
          list={list}
          name={name}
          dtype={note}
          references={fitting(references, name, names)}
          onPick={(picked) => {
            wanted.current = MISSING_VALUE;
            edit((values) => setBinding(values, list, index, side, name, picked));
          }}
        />
      ))}
      {pending !== undefined && (
        <div className={classes.binding}>
          <SuggestInput
            label={<ItemLabel item={newLabel}>name</ItemLabel>}
            mono
            {...(pending === '' ? { inputRef: focusOnce } : {})}
            value={pending}
            suggest={(query) => suggestionsFor(names, names.some(({ value }) => value === query) ? '' : query)}
            onText={setPending}
            onPick={setPending}
            {...aboutField({
              findings: [],
              problem:
                pending === ''
                  ? `The name of the ${side} is missing.`
                  : isTaken(value, pending)
                    ? `This ${side} already has a value.`
                    : undefined,
            })}
          />
          <SuggestInput
            label={<ItemLabel item={newLabel}>value</ItemLabel>}
            mono
            inputRef={focusOnce}
            value=""
            placeholder="Choose one"
            suggest={(query) => suggestionsFor(fitting(references, pending, names), query)}
            nothing={<Nothing list={list} references={references} />}
            Preview={ReferenceValues}
            onLeft={setWrong}
            {...aboutField({
              findings: [],
              problem: wrong === undefined ? undefined : noSuch(wrong, list),
              children: NOT_ADDED,
            })}
            disabled={pending === '' || isTaken(value, pending)}
            onPick={(picked) => {
              wanted.current = '[data-add]';
              edit((values) => setBinding(values, list, index, side, pending, picked));
              setPending(undefined);
            }}
          />
          <RemoveButton
            label={`Do not add ${newLabel.toLowerCase()}`}
            onClick={() => {
              wanted.current = '[data-add]';
              setPending(undefined);
            }}
          />
        </div>
      )}
      <div className={classes.adds}>
        {pending === undefined && (
          <Button
            data-add
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => {
              const asked = box.current?.querySelector<HTMLElement>('[data-missing] input:not([readonly])');
              if (asked) asked.focus();
              else setPending(names.find((name) => !isTaken(value, name.value))?.value ?? '');
            }}
          >
            Add {side}
            <span className="visually-hidden"> to {item.toLowerCase()}</span>
          </Button>
        )}
        {list === 'example' && media.can && (
          <AddMedia onFiles={(files) => media.take(files, pending || undefined)}>
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

function isTaken(value: FieldValue | undefined, name: string): boolean {
  return isTable(value) && Object.hasOwn(value, name);
}

const ADD_MEDIA = '[data-add-media]';

/** The field that asks for the next value, or the button that adds another. */
const MISSING_VALUE = '[data-missing] input:not([readonly]), [data-add]';

const NO_NAMES: readonly Suggestion[] = [];

interface MissingProps {
  label: string;
  list: CaseList;
  name: string;
  dtype: string | undefined;
  references: readonly Suggestion[];
  onPick(reference: string): void;
}

/** An input of the schema that a self-test has no value for yet. */
function MissingRow({ label, list, name, dtype, references, onPick }: MissingProps) {
  const [wrong, setWrong] = useState<string>();
  return (
    <div className={classes.binding} data-missing>
      <TextInput
        label={<ItemLabel item={label}>name</ItemLabel>}
        classNames={{ input: classes.mono ?? '' }}
        readOnly
        value={visibleText(name)}
      />
      <SuggestInput
        label={<ItemLabel item={label}>value</ItemLabel>}
        mono
        value=""
        placeholder={dtype === undefined ? 'Choose a tensor' : `Choose a tensor (${visibleText(dtype)})`}
        suggest={(query) => suggestionsFor(references, query)}
        nothing={<Nothing list={list} references={references} />}
        Preview={ReferenceValues}
        onPick={onPick}
        onLeft={setWrong}
        {...aboutField({ findings: [], problem: wrong === undefined ? undefined : noSuch(wrong, list) })}
      />
    </div>
  );
}

/** Focuses a field when it first appears: it is to be filled in next. */
function focusOnce(input: HTMLInputElement | null): void {
  if (input && input.dataset.focused === undefined) {
    input.dataset.focused = '';
    input.focus();
  }
}

const NOT_ADDED = 'Not added yet. Choose its value.';
