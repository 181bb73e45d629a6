import type { FieldValues } from '../../../../../model/edit/field.ts';
import { itemsOf, namesOf } from '../../../../../model/edit/list-steps.ts';
import type { SpecSide } from '../../../core/edit/steps.ts';
import type { ChosenSpec, TakenSpec, UntakenSpec } from '../../../core/edit/taken-specs.ts';
import { chipsOf, withChip } from './shape-chips.ts';
import { formatShapeInput, parseShapeInput } from './shape-input.ts';
import type { SourcePackage } from './source-packages.ts';

/** An input, output or tensor that can be chosen, with what was chosen of it. */
export interface Row {
  /** Tells it from the others: two may have one name. */
  key: string;
  spec: TakenSpec | UntakenSpec;
  sides: Readonly<Record<SpecSide, boolean>>;
  /** Its shape, as it is typed. */
  shape: string;
}

/** What is offered of a package: what it declares, else its tensors. */
export type Offer = 'declared' | 'tensors';

/** The rows of a package. What it declares is chosen, and, for `side`, tensors that are a file each. */
export function rowsOf(source: SourcePackage, offer: Offer, side: SpecSide): Row[] {
  const rowOf = (spec: TakenSpec | UntakenSpec, key: string, of: SpecSide | undefined): Row => ({
    key,
    spec,
    sides: { input: of === 'input' && isTaken(spec), output: of === 'output' && isTaken(spec) },
    shape: isTaken(spec) ? formatShapeInput(spec.shape) : '',
  });
  const { declared, tensors } = source;
  if (offer === 'declared' && declared)
    return (['input', 'output'] as const).flatMap((of) =>
      declared[of].map((spec, index) => rowOf(spec, `${of} ${index}`, of)),
    );
  const chosen = source.areMeant ? side : undefined;
  return tensors.map((spec, index) => rowOf(spec, String(index), chosen));
}

export function isTaken(spec: TakenSpec | UntakenSpec): spec is TakenSpec {
  return 'dtype' in spec;
}

export function isChosen({ sides }: Row): boolean {
  return sides.input || sides.output;
}

/** The rows with another first dimension, where they have one; with undefined, that of the package again. */
export function withFirst(rows: readonly Row[], first: string | undefined): Row[] {
  return rows.map((row) => {
    if (!isTaken(row.spec) || typeof row.spec.shape === 'string' || row.spec.shape.length === 0) return row;
    const own = formatShapeInput(row.spec.shape);
    const [chip] = chipsOf(own);
    const to = first ?? own.slice(chip?.start, chip?.end);
    return chipsOf(row.shape).length === 0 ? row : { ...row, shape: withChip(row.shape, 0, to).text };
  });
}

/** What was chosen, in its order. Undefined where the shape of one cannot be read. */
export function chosenSpecs(rows: readonly Row[]): ChosenSpec[] | undefined {
  const chosen: ChosenSpec[] = [];
  for (const row of rows) {
    if (!isTaken(row.spec) || !isChosen(row)) continue;
    const parsed = parseShapeInput(row.shape);
    if (!parsed.ok) return undefined;
    const { notes: _, ...spec } = row.spec;
    for (const side of ['input', 'output'] as const)
      if (row.sides[side]) chosen.push({ ...spec, shape: parsed.shape, side });
  }
  return chosen;
}

/** Which sides of the schema have an input or output of a row's name already, that would get its type and shape. */
export function sidesThere(values: FieldValues, { spec, sides }: Row): SpecSide[] {
  return (['input', 'output'] as const).filter((side) => sides[side] && namesOf(itemsOf(values, side)).has(spec.name));
}
