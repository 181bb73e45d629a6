import { type FieldValues, isTable } from '../../../../../model/edit/field.ts';
import { itemsOf } from '../../../../../model/edit/list-steps.ts';
import type { Suggestion } from '../../../../../widgets/form-suggest/suggestions.ts';
import { ANY } from '../../../../../widgets/tensor/spec-shape.ts';
import { symbolText } from './shape-input.ts';

/** Most names of inputs and outputs that are listed for a symbol. */
const MAX_NAMES = 3;

/**
 * What can stand for a dimension, as it is written: the symbols of all inputs and outputs, those that most of them have
 * first, with their names; then any size.
 */
export function symbolsInUse(values: FieldValues): readonly Suggestion[] {
  const users = new Map<string, Set<string>>();
  for (const side of ['input', 'output'])
    for (const [index, spec] of itemsOf(values, side).entries()) {
      const { shape, name } = isTable(spec) ? spec : {};
      for (const size of Array.isArray(shape) ? shape : []) {
        if (typeof size !== 'string' || size === ANY) continue;
        const names = users.get(size) ?? new Set();
        users.set(size, names.add(typeof name === 'string' && name !== '' ? name : `${side} ${index + 1}`));
      }
    }
  const sorted = [...users].sort(([, a], [, b]) => b.size - a.size);
  return [...sorted.map(([symbol, names]) => ({ value: symbolText(symbol), note: noteOf(names) })), ANY_SIZE];
}

const ANY_SIZE: Suggestion = { value: ANY, note: 'any size' };

function noteOf(names: ReadonlySet<string>): string {
  const first = [...names].slice(0, MAX_NAMES).join(', ');
  return names.size > MAX_NAMES ? `${first}, …` : first;
}
