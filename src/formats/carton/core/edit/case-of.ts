import type { FieldStep } from '../../../../model/edit/edit.ts';
import { type FieldValue, type FieldValues, isTable, valueAt } from '../../../../model/edit/field.ts';
import { TENSOR_PREFIX } from '../paths.ts';
import { addItem, BINDING_TABLES, type CaseList } from './steps.ts';

/**
 * The first item of an empty list of self-tests or examples, made of the first item of the other list: the same values,
 * which are not copied. A self-test can only have tensors, so other values are left out of what it expects. Undefined
 * where the list has items already, where there is nothing to make one of, and where an input is not a tensor.
 */
export function caseOf(values: FieldValues, list: CaseList): FieldStep | undefined {
  const other: CaseList = list === 'example' ? 'self_test' : 'example';
  const from = valueAt(values, [other, 0]);
  if (!isTable(from) || (valueAt(values, [list]) as readonly unknown[] | undefined)?.length) return undefined;
  const [inputs, outputs] = (['input', 'output'] as const).map((side) => entriesOf(from[BINDING_TABLES[other][side]]));
  if (!inputs || inputs.length === 0 || !inputs.every(isTensor)) return undefined;
  const expected = outputs?.filter(isTensor) ?? [];
  // An example without an output says nothing that a self-test does not.
  if (expected.length === 0) return undefined;
  return addItem(values, list, {
    ...(typeof from.name === 'string' && { name: from.name }),
    [BINDING_TABLES[list].input]: Object.fromEntries(inputs),
    [BINDING_TABLES[list].output]: Object.fromEntries(expected),
  });
}

function entriesOf(table: FieldValue | undefined): [string, FieldValue][] {
  return isTable(table) ? Object.entries(table) : [];
}

function isTensor([, reference]: [string, FieldValue]): boolean {
  return typeof reference === 'string' && reference.startsWith(TENSOR_PREFIX);
}
