import { Checkbox } from '@mantine/core';
import { memo, useCallback, useState } from 'react';
import type { FieldValues } from '../../../../../model/edit/field.ts';
import { FilterInput } from '../../../../../widgets/filter-input.tsx';
import { useFirst } from '../../../../../widgets/first.tsx';
import { suggestionsFor } from '../../../../../widgets/form-suggest/suggestions.ts';
import { NameText, visibleText } from '../../../../../widgets/name-text.tsx';
import { ShapeText } from '../../../../../widgets/tensor/shape-text.tsx';
import formClasses from '../../../../form/form.module.css';
import { aboutField } from '../../../../form/notes.tsx';
import type { SpecSide } from '../../../core/edit/steps.ts';
import { isChosen, isTaken, type Row, sidesThere } from './chosen-rows.ts';
import classes from './from-file.module.css';
import { ShapeChipsField } from './shape-chips-field.tsx';
import { parseShapeInput, shapeAside } from './shape-input.ts';
import { symbolsInUse } from './symbols-in-use.ts';

/** Rows shown at first, and with each press on the button below them: weights have thousands. */
const SHOWN = 50;

/** More rows than this can be filtered by their names. */
const FILTERED_FROM = 8;

interface Props {
  rows: readonly Row[];
  values: FieldValues;
  onRows(change: (rows: readonly Row[]) => readonly Row[]): void;
}

/** Inputs, outputs and tensors to choose from, those that are chosen with their shapes as fields. */
export function SpecChoices({ rows, values, onRows }: Props) {
  const [filter, setFilter] = useState('');
  const words = filter.trim().toLowerCase();
  const found = words === '' ? rows : rows.filter(({ spec }) => spec.name.toLowerCase().includes(words));
  const [first, more] = useFirst(found, SHOWN, 'Show more', { step: SHOWN });
  const change = useCallback(
    (row: Row) => onRows((before) => before.map((other) => (other.key === row.key ? row : other))),
    [onRows],
  );
  return (
    <div className={classes.choices}>
      {rows.length > FILTERED_FROM && <FilterInput label="Filter by name" value={filter} onChange={setFilter} />}
      <ul className={classes.list} aria-label="Inputs and outputs to take">
        {first.map((row) => (
          <Choice key={row.key} row={row} values={isChosen(row) ? values : NO_VALUES} onRow={change} />
        ))}
      </ul>
      {found.length === 0 && <p className={formClasses.hint}>Nothing has this in its name.</p>}
      {more}
    </div>
  );
}

const NO_VALUES: FieldValues = {};

interface ChoiceProps {
  row: Row;
  values: FieldValues;
  onRow(row: Row): void;
}

const Choice = memo(function Choice({ row, values, onRow }: ChoiceProps) {
  const { spec, sides } = row;
  const taken = isTaken(spec) ? spec : undefined;
  const box = (side: SpecSide) => (
    <Checkbox
      size="xs"
      label={side === 'input' ? 'Input' : 'Output'}
      aria-label={`${visibleText(spec.name)} as ${side}`}
      disabled={!taken}
      checked={sides[side]}
      onChange={({ currentTarget: { checked } }) => onRow({ ...row, sides: { ...sides, [side]: checked } })}
    />
  );
  return (
    <li className={classes.choice}>
      <div className={classes.head}>
        <span className={classes.name}>
          <NameText mono>{spec.name}</NameText>
          {taken && (
            <span className={classes.type}>
              {taken.dtype} · <ShapeText shape={taken.shape} short />
            </span>
          )}
        </span>
        <span className={classes.sides}>
          {box('input')}
          {box('output')}
        </span>
      </div>
      {isTaken(spec) ? (
        <>
          {spec.notes.length > 0 && <p className={formClasses.hint}>{spec.notes.map(visibleText).join(' ')}</p>}
          {isChosen(row) && <Chosen {...{ row, values, onRow }} />}
        </>
      ) : (
        <p className={formClasses.hint}>{visibleText(spec.problem)}</p>
      )}
    </li>
  );
});

/** The shape of a row that is chosen, and what becomes of an input or output that has its name. */
function Chosen({ row, values, onRow }: ChoiceProps) {
  const { shape, spec } = row;
  const parsed = parseShapeInput(shape);
  const there = sidesThere(values, row);
  return (
    <>
      <ShapeChipsField
        aria-label={`Shape of ${visibleText(spec.name)}`}
        addLabel={`Add dimension to ${visibleText(spec.name)}`}
        value={shape}
        onText={(text) => onRow({ ...row, shape: text })}
        suggest={(query) => suggestionsFor(symbolsInUse(values), query)}
        {...aboutField({
          problem: parsed.ok ? undefined : parsed.reason,
          text: shape,
          children: parsed.ok && <span className="visually-hidden">{shapeAside(parsed.shape)}</span>,
        })}
      />
      {there.length > 0 && (
        <p className={formClasses.hint}>
          The {there.join(' and the ')} of this name gets the type and the shape, and keeps all else.
        </p>
      )}
    </>
  );
}
