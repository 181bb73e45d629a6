import { formatNumberOf } from '../../../../base/amounts.ts';
import { applyEdits, type Edit, type FieldStep } from '../../../../model/edit/edit.ts';
import { type FieldValue, type FieldValues, isTable, valueAt } from '../../../../model/edit/field.ts';
import { itemsOf, namesOf } from '../../../../model/edit/list-steps.ts';
import type { TensorContents } from '../../../../tensor/contents/contents.ts';
import { DTYPES, isDecodedDtype } from '../../../../tensor/dtype.ts';
import { TENSOR_PREFIX } from '../paths.ts';
import { type CartonDtype, isCartonDtype } from '../read/dtypes.ts';
import { boundValues } from './file-references.ts';
import {
  addItem,
  BINDING_TABLES,
  bindingName,
  CARTON_LISTS,
  CASE_LISTS,
  type CaseList,
  type CaseSide,
} from './steps.ts';

/** A self-test or example. */
export interface CasePlace {
  readonly list: CaseList;
  readonly index: number;
}

const SIDES = ['input', 'output'] as const;

/**
 * The dtype of a carton that has the values of another one, or most of them. Undefined of those that it has itself, and
 * where none is near.
 */
export function nearestDtype(dtype: string): CartonDtype | undefined {
  if (isCartonDtype(dtype) || !isDecodedDtype(dtype)) return undefined;
  const { kind } = DTYPES[dtype];
  if (kind === 'bool') return 'uint8';
  if (kind === 'complex') return dtype === 'complex128' ? 'float64' : 'float32';
  return kind === 'int' ? 'int8' : kind === 'uint' ? 'uint8' : 'float32';
}

/** The type and shape that values are declared with. A nested tensor states the type of its parts. */
export function declarationOf(contents: TensorContents): { dtype: string; shape: FieldValue } {
  if (contents.dtype === 'nested') return { dtype: contents.inner[0]?.dtype ?? 'float32', shape: '*' };
  return { dtype: contents.dtype, shape: [...contents.shape] };
}

/** Values that get an input or output of their own. */
export type Undeclared = Omit<CaseSide, 'list' | 'index'> & { name: string; contents: TensorContents };

/**
 * The edits that declare inputs and outputs with the types and shapes of their values. One that is declared already stays
 * as it is.
 */
export function declareEdits(values: FieldValues, wanted: readonly Undeclared[]): Edit[] {
  const edits: Edit[] = [];
  let now = values;
  for (const { side, name, contents } of wanted) {
    if (namesOf(itemsOf(now, side)).has(name)) continue;
    const step = addItem(now, side, { name, ...declarationOf(contents) });
    edits.push(...step.edits);
    now = applyEdits(now, step.edits);
  }
  return edits;
}

/** What a step that gives values is called: "Add input x to example 1", "Add 3 values to example 1". */
export function givenName(values: FieldValues, given: readonly (CaseSide & { name: string })[]): string {
  const [first] = given;
  if (!first) return '';
  const { list, index, side, name } = first;
  if (given.length > 1)
    return `Add ${formatNumberOf(given.length, 'value')} to ${CARTON_LISTS.itemName(values, list, index)}`;
  const isNew = valueAt(values, [list, index, BINDING_TABLES[list][side], name]) === undefined;
  return `${isNew ? 'Add' : 'Change'} ${bindingName(values, first, name)}`;
}

/** A value that other self-tests and examples have for the same input or output. */
export interface Reusable {
  readonly reference: string;
  /** "self-test “ones”" */
  readonly words: string;
}

/** The references that an input or output has elsewhere, each once. A self-test takes tensors alone. */
export function reusableValues(values: FieldValues, { list, index, side }: CaseSide, name: string): Reusable[] {
  const found = new Map<string, Reusable>();
  for (const bound of boundValues(values)) {
    if (bound.side !== side || bound.name !== name || (bound.list === list && bound.index === index)) continue;
    if (list === 'self_test' && !bound.value.startsWith(TENSOR_PREFIX)) continue;
    const words = CARTON_LISTS.itemName(values, bound.list, bound.index);
    if (!found.has(bound.value)) found.set(bound.value, { reference: bound.value, words });
  }
  return [...found.values()];
}

/** The values of a self-test or example. */
function bindingsOf(values: FieldValues, { list, index }: CasePlace) {
  return SIDES.map((side) => {
    const table = valueAt(values, [list, index, BINDING_TABLES[list][side]]);
    return { side, entries: isTable(table) ? (Object.entries(table) as [string, FieldValue][]) : [] };
  });
}

/** Self-tests whose values an example can take over, and examples for a self-test: those with a value that it can have. */
export function copySources(values: FieldValues, { list }: Pick<CasePlace, 'list'>): (CasePlace & { words: string })[] {
  const other = CASE_LISTS.find((each) => each !== list) as CaseList;
  return itemsOf(values, other).flatMap((_, index) => {
    const place = { list: other, index };
    const has = bindingsOf(values, place).some(({ entries }) => entries.some(([, value]) => canHave(list, value)));
    return has ? [{ ...place, words: CARTON_LISTS.itemName(values, other, index) }] : [];
  });
}

function canHave(list: CaseList, value: FieldValue): boolean {
  return typeof value === 'string' && (list === 'example' || value.startsWith(TENSOR_PREFIX));
}

/** The step that gives a self-test or example the values of another one, beside those that it has. */
export function copyCase(values: FieldValues, to: CasePlace, from: CasePlace): FieldStep {
  const edits = bindingsOf(values, from).flatMap(({ side, entries }): Edit[] => {
    const path = [to.list, to.index, BINDING_TABLES[to.list][side]];
    const has = valueAt(values, path);
    const taken = entries.filter(([, value]) => canHave(to.list, value));
    if (taken.length === 0) return [];
    const value = { ...Object.fromEntries(taken), ...(isTable(has) ? (has as Record<string, FieldValue>) : {}) };
    return [{ kind: 'set', path, value }];
  });
  const { itemName } = CARTON_LISTS;
  const name = `Copy ${itemName(values, from.list, from.index)} to ${itemName(values, to.list, to.index)}`;
  return { name, edits };
}
