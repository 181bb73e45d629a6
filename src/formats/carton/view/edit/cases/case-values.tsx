import { Button } from '@mantine/core';
import { IconCopy, IconPlus } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Finding } from '../../../../../base/findings.ts';
import { type FieldValue, isTable } from '../../../../../model/edit/field.ts';
import { useAppReader, useOpenPackage } from '../../../../../state/hooks.ts';
import { useFileDrop } from '../../../../../widgets/files/file-drop.ts';
import { RemoveButton } from '../../../../../widgets/form-entries/entry-list.tsx';
import { SuggestInput } from '../../../../../widgets/form-suggest/suggest-input.tsx';
import type { Suggestion } from '../../../../../widgets/form-suggest/suggestions.ts';
import { suggestionsFor } from '../../../../../widgets/form-suggest/suggestions.ts';
import { ToneLine } from '../../../../../widgets/severity.tsx';
import { useEdit, valuesOf } from '../../../../draft-values.ts';
import shared from '../../../../form/form.module.css';
import { useItemFiles } from '../../../../form/list/item-files.ts';
import { useItemKeys } from '../../../../form/list/item-keys.ts';
import { aboutField, FindingTexts } from '../../../../form/notes.tsx';
import { sameProps } from '../../../../form/same-props.ts';
import { useUnfinishedText } from '../../../../form/unfinished.ts';
import { copyCase, copySources } from '../../../core/edit/case-steps.ts';
import type { Slot } from '../../../core/edit/place-values.ts';
import { BINDING_TABLES, type CaseList, type SpecSide, setBinding } from '../../../core/edit/steps.ts';
import { ItemLabel, textOf } from '../field.tsx';
import { findingsBeside, findingsWithin } from '../field-findings.ts';
import { AddMedia } from '../media/add-media.tsx';
import { useCaseMedia } from '../media/case-media.tsx';
import { type CaseIntake, useCaseIntake } from './case-intake.ts';
import { useDroppedValues } from './dropped-values.tsx';
import { ReferenceInput, useNoSuch } from './reference-input.tsx';
import { UnplacedValues } from './unplaced-values.tsx';
import { ValueRow } from './value-row.tsx';
import classes from './values.module.css';

/** Most values of one side that get rows. A hostile file can have a hundred thousand. */
const MAX_VALUES = 100;

/** Most self-tests or examples whose values are offered. */
const MAX_SOURCES = 3;

const TITLES: Readonly<Record<CaseList, Readonly<Record<SpecSide, string>>>> = {
  self_test: { input: 'Inputs', output: 'Expected outputs' },
  example: { input: 'Inputs', output: 'Sample outputs' },
};

const SIDES = ['input', 'output'] as const;

interface Props {
  list: CaseList;
  index: number;
  /** "Self-test 1". */
  item: string;
  value: FieldValue;
  findings: readonly Finding[];
  /** Names of the schema's inputs and outputs, with their dtypes. */
  inputs: readonly Suggestion[];
  outputs: readonly Suggestion[];
  /** The references that its values can be. */
  references: readonly Suggestion[];
}

/** The names of one side: those of the schema in its order, then others that have a value. */
function namesOf(declared: readonly Suggestion[], bindings: FieldValue | undefined): string[] {
  const bound = isTable(bindings) ? Object.keys(bindings) : [];
  return [...new Set([...declared.map(({ value }) => value), ...bound])].slice(0, MAX_VALUES);
}

/** The values of a self-test or example: a row for each input and output. Files find theirs by their names. */
export const CaseValues = memo(function CaseValues(props: Props) {
  const { list, index, item, value, inputs, outputs } = props;
  const bindings = (side: SpecSide) => (isTable(value) ? (value[BINDING_TABLES[list][side]] as FieldValue) : undefined);
  const names = { input: namesOf(inputs, bindings('input')), output: namesOf(outputs, bindings('output')) };
  const slots = SIDES.flatMap((side) => names[side].map((name): Slot => ({ side, name })));
  const intake = useCaseIntake({ list, index, slots });
  const { can } = useOpenPackage();
  const box = useRef<HTMLDivElement>(null);
  const focus = () => box.current?.querySelector<HTMLElement>('[data-change], [data-ask], button')?.focus();
  const media = {
    input: useCaseMedia({ index, side: 'input', schema: inputs.map(({ value: name }) => name) }, focus),
    output: useCaseMedia({ index, side: 'output', schema: outputs.map(({ value: name }) => name) }, focus),
  };
  const takesFiles = intake.problem === undefined;
  useItemFiles(takesFiles, intake.give);
  useDroppedValues(list, index, intake.give);
  const hasMedia = list === 'example' && can.files !== undefined;
  const isEmpty = SIDES.every((side) => {
    const table = bindings(side);
    return !isTable(table) || Object.keys(table).length === 0;
  });
  const drop = useFileDrop((files) => intake.give(files));
  return (
    <div ref={box} className={classes.values} {...(takesFiles && drop)}>
      {intake.problem !== undefined && <ToneLine tone="warning">{intake.problem}</ToneLine>}
      {isEmpty && <Copies list={list} index={index} onDone={focus} />}
      <UnplacedValues
        intake={intake}
        slots={slots}
        isUndeclared={inputs.length + outputs.length === 0}
        onKeep={hasMedia ? (file, side) => media[side].take([file]) : undefined}
      />
      {SIDES.map((side) => (
        <Side
          key={side}
          {...props}
          item={item}
          side={side}
          shown={names[side]}
          bindings={bindings(side)}
          names={side === 'input' ? inputs : outputs}
          intake={intake}
          media={hasMedia ? media[side] : undefined}
        />
      ))}
    </div>
  );
}, sameProps);

/** Values of self-tests that an example can begin with, and the other way round. */
function Copies({ list, index, onDone }: { list: CaseList; index: number; onDone(): void }) {
  const edit = useEdit();
  const read = useAppReader();
  const values = valuesOf(read().draft);
  const sources = values ? copySources(values, { list }).slice(0, MAX_SOURCES) : [];
  if (sources.length === 0) return null;
  return (
    <div className={classes.buttons}>
      {sources.map((from) => (
        <Button
          key={from.index}
          size="xs"
          leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
          onClick={() => {
            flushSync(() => edit((now) => copyCase(now, { list, index }, from)));
            onDone();
          }}
        >
          Copy from the {from.words}
        </Button>
      ))}
    </div>
  );
}

interface SideProps extends Props {
  side: SpecSide;
  shown: readonly string[];
  bindings: FieldValue | undefined;
  names: readonly Suggestion[];
  intake: CaseIntake;
  media: ReturnType<typeof useCaseMedia> | undefined;
}

/** The inputs, or the outputs. */
function Side(props: SideProps) {
  const { list, index, item, side, shown, bindings, findings, names, intake, media, references } = props;
  const path = [list, index, BINDING_TABLES[list][side]];
  const field = path.join('.');
  const title = TITLES[list][side];
  const table = isTable(bindings) ? bindings : {};
  const count = Object.keys(table).length;
  const rows = useItemKeys(shown);
  const beside = findingsBeside(
    findingsWithin(findings, field),
    shown.map((name) => `${field}.${name}`),
  );
  return (
    <fieldset data-field={field} aria-label={`${item}: ${title}`} className={shared.group}>
      <h4 className={classes.title}>{title}</h4>
      <FindingTexts findings={beside} />
      {bindings !== undefined && !isTable(bindings) && <p className={shared.wrong}>{textOf(bindings)}</p>}
      {list === 'self_test' && side === 'output' && bindings === undefined && (
        <p className={shared.hint}>None yet. Without them, the self-test passes if the model runs.</p>
      )}
      {shown.length > 0 && (
        <div className={classes.rows}>
          {shown.map((name, at) => (
            <ValueRow
              key={rows[at]}
              {...{ list, index, item, names, references, intake }}
              slot={{ side, name }}
              value={Object.hasOwn(table, name) ? textOf(table[name] as FieldValue) : undefined}
              taken={table}
              findings={findingsWithin(findings, `${field}.${name}`)}
              onKeep={media && ((file) => media.take([file], name))}
            />
          ))}
        </div>
      )}
      {count > MAX_VALUES && <p className={shared.hint}>and {count - MAX_VALUES} more. Edit those as text.</p>}
      <NewValue {...props} path={path} table={table} />
      {media?.can && media.note}
    </fieldset>
  );
}

/** Adds a value under a name that the schema does not have, or a picture or sound. */
function NewValue({ list, index, item, side, names, references, media, path, table }: SideProps & NewProps) {
  const edit = useEdit();
  const noSuch = useNoSuch(list);
  const label = `${item} new ${side}`;
  const added = useUnfinishedText({ label, field: [...path, ''] });
  const name = added.kept?.text;
  const box = useRef<HTMLDivElement>(null);
  const close = (act: () => void) => {
    flushSync(act);
    box.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  const isTaken = name !== undefined && Object.hasOwn(table, name);
  const problem =
    name === '' ? `The name of the ${side} is missing.` : isTaken ? `This ${side} already has a value.` : undefined;
  const free = names.filter(({ value }) => !Object.hasOwn(table, value));
  return (
    <div ref={box}>
      {name !== undefined && (
        <div className={classes.pending}>
          <SuggestInput
            label={<ItemLabel item={label}>name</ItemLabel>}
            mono
            autoFocus={name === ''}
            value={name}
            suggest={(query) => suggestionsFor(free, query)}
            onText={(text) => added.keep(text, NOT_ADDED)}
            onPick={(text) => added.keep(text, NOT_ADDED)}
            {...aboutField({ problem })}
          />
          <ReferenceInput
            {...{ label, list, name, names, references }}
            value=""
            placeholder="Choose one"
            disabled={problem !== undefined}
            onPick={(picked) =>
              close(() => {
                edit((values) => setBinding(values, { list, index, side }, name, picked));
                added.drop();
              })
            }
            onLeft={(text) => added.keep(name, noSuch(text))}
            {...aboutField({ children: added.kept?.problem })}
          />
          <RemoveButton
            label={`Do not add the ${side}`}
            className={classes.pendingRemove}
            onClick={() => close(added.drop)}
          />
        </div>
      )}
      <div className={classes.buttons}>
        {name === undefined && (
          <Button
            data-add
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => added.keep('', NOT_ADDED)}
          >
            Add {side}
            <span className="visually-hidden"> to {item.toLowerCase()}</span>
          </Button>
        )}
        {media?.can && (
          <AddMedia onFiles={media.take}>
            Add picture or sound
            <span className="visually-hidden">
              {' '}
              as {side} of {item.toLowerCase()}
            </span>
          </AddMedia>
        )}
      </div>
    </div>
  );
}

interface NewProps {
  path: readonly (string | number)[];
  table: object;
}

const NOT_ADDED = 'Not added yet. Choose its value.';
