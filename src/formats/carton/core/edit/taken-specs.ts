import { formatNumberOf } from '../../../../base/amounts.ts';
import type { Edit, FieldStep } from '../../../../model/edit/edit.ts';
import { type FieldValue, type FieldValues, isTable, sameValue } from '../../../../model/edit/field.ts';
import { freeName, itemsOf, namesOf, shownName } from '../../../../model/edit/list-steps.ts';
import type { Package, TensorInfo, TensorSpec } from '../../../../model/package.ts';
import { dtypeFacts } from '../../../../tensor/dtype.ts';
import type { ShapeSpec } from '../../../../tensor/shape.ts';
import { isShape } from '../read/carton-schema.ts';
import { type CartonDtype, isCartonDtype } from '../read/dtypes.ts';
import type { SpecSide } from './steps.ts';

/** An input, an output or a tensor of another package, as the schema of a carton can have it. */
export interface TakenSpec {
  name: string;
  dtype: CartonDtype;
  shape: ShapeSpec;
  description?: string | undefined;
  internalName?: string | undefined;
  /** Sentences about what the schema says otherwise than the package does. */
  notes: readonly string[];
}

/** One of another package that the schema cannot have, and why: a sentence. */
export interface UntakenSpec {
  name: string;
  problem: string;
}

/** What another package has for a schema. */
export interface SchemaSource {
  /** As it declares them. Undefined where it declares none. */
  declared?: Readonly<Record<SpecSide, readonly (TakenSpec | UntakenSpec)[]>>;
  tensors: readonly (TakenSpec | UntakenSpec)[];
}

/** The schema that a package declares, and its tensors, with types and shapes that a carton can have. */
export function schemaSource({
  inputs,
  outputs,
  tensors,
}: Pick<Package, 'inputs' | 'outputs' | 'tensors'>): SchemaSource {
  const isDeclared = inputs.length + outputs.length > 0;
  return {
    ...(isDeclared && {
      declared: {
        input: inputs.map((spec, index) => takenSpec(spec, `input_${index + 1}`)),
        output: outputs.map((spec, index) => takenSpec(spec, `output_${index + 1}`)),
      },
    }),
    tensors: tensors.map(takenTensor),
  };
}

function takenTensor({ name, dtype, values, shape, inner }: TensorInfo): TakenSpec | UntakenSpec {
  if (inner) return { name, problem: 'It holds other tensors, and has no type or shape of its own.' };
  return takenSpec({ name, dtype, shape }, 'tensor', values);
}

/**
 * @param ownName for one without a name
 * @param values the type of its values, where they are computed from what is stored
 */
function takenSpec(spec: TensorSpec, ownName: string, values?: string): TakenSpec | UntakenSpec {
  const { name = '', dtype, shape, description, internalName } = spec;
  const named = name === '' ? ownName : name;
  const fit = fitDtype(dtype, values);
  if (fit.dtype === undefined) return { name: named, problem: fit.note };
  if (shape !== undefined && !isShape(typeof shape === 'string' ? shape : [...shape]))
    return { name: named, problem: 'Its shape has more or larger dimensions than a carton can have.' };
  const notes = [
    name === '' ? 'It has no name there.' : undefined,
    fit.note,
    shape === undefined ? 'Its shape is not declared: any shape.' : undefined,
  ];
  return {
    name: named,
    dtype: fit.dtype,
    shape: shape ?? '*',
    description: description || undefined,
    internalName,
    notes: notes.filter((note) => note !== undefined),
  };
}

/** The type of a carton that can have all values of a type, and a sentence where it is another one. */
function fitDtype(
  dtype: string | undefined,
  values?: string,
): { dtype: CartonDtype; note?: string } | { dtype?: undefined; note: string } {
  if (dtype === undefined) return { dtype: 'float32', note: 'Its type is not declared: float32.' };
  if (isCartonDtype(dtype)) return { dtype };
  const to = values !== undefined && isCartonDtype(values) ? values : widened(values ?? dtype);
  if (to === undefined) return { note: `A carton has no type for ${shownName(dtype)}.` };
  return { dtype: to, note: `${shownName(dtype)} → ${to}: a carton has no ${shownName(dtype)}.` };
}

/** The smallest type of a carton that has all values of a type that a carton lacks. */
function widened(dtype: string): CartonDtype | undefined {
  switch (dtypeFacts(dtype)?.kind) {
    case 'bool':
    case 'uint':
      return 'uint8';
    case 'int':
      return 'int8';
    case 'float':
      return 'float32';
    default:
      return undefined;
  }
}

/** One that was chosen for a side of the schema. */
export interface ChosenSpec extends Omit<TakenSpec, 'notes'> {
  side: SpecSide;
}

/**
 * Adds inputs and outputs at the ends of their lists, in one step. One that is there by its name gets the type and
 * shape, and keeps all else; of two with one name, the second gets another name. Undefined where nothing would change.
 *
 * @param from what they are taken from, in the step's name
 */
export function takeSpecs(values: FieldValues, chosen: readonly ChosenSpec[], from: string): FieldStep | undefined {
  const edits: Edit[] = [];
  for (const side of ['input', 'output'] as const) {
    const items = itemsOf(values, side);
    const names = new Set(namesOf(items));
    const seen = new Set<string>();
    const added: FieldValue[] = [];
    for (const spec of chosen) {
      if (spec.side !== side) continue;
      const at = seen.has(spec.name) ? -1 : items.findIndex((item) => isTable(item) && item.name === spec.name);
      seen.add(spec.name);
      if (at >= 0) {
        edits.push(...changesOf(items[at] as FieldValue, spec, [side, at]));
        continue;
      }
      const name = names.has(spec.name) ? freeName(spec.name, names) : spec.name;
      names.add(name);
      added.push(specTable({ ...spec, name }));
    }
    if (added.length === 0) continue;
    if (Array.isArray(values[side]))
      edits.push(...added.map((value, i): Edit => ({ kind: 'insert', path: [side], at: items.length + i, value })));
    else edits.push({ kind: 'set', path: [side], value: added });
  }
  if (edits.length === 0) return undefined;
  return { name: `Take ${takenWords(chosen)} from ${shownName(from)}`, edits };
}

function changesOf(item: FieldValue, spec: ChosenSpec, path: [SpecSide, number]): Edit[] {
  const { dtype, shape } = specTable(spec);
  return Object.entries({ dtype, shape }).flatMap(([key, value]): Edit[] =>
    isTable(item) && sameValue(item[key], value) ? [] : [{ kind: 'set', path: [...path, key], value }],
  );
}

function specTable({ name, dtype, shape, description, internalName }: ChosenSpec) {
  return {
    name,
    dtype,
    shape: typeof shape === 'string' ? shape : [...shape],
    ...(description !== undefined && { description }),
    ...(internalName !== undefined && { internal_name: internalName }),
  };
}

/** What was chosen, counted: "2 inputs and 1 output". */
export function takenWords(chosen: readonly Pick<ChosenSpec, 'side'>[]): string {
  return (['input', 'output'] as const)
    .map((side) => [chosen.filter((spec) => spec.side === side).length, side] as const)
    .filter(([count]) => count > 0)
    .map(([count, side]) => formatNumberOf(count, side))
    .join(' and ');
}
