import type { ListItem } from './key-value.ts';
import type { ValueType } from './value-type.ts';

/**
 * A value as people read it: a float32 with the fewest digits that mean it, as 1e-5 and not 0.000009999999747378752.
 */
export function valueText(type: ValueType, value: ListItem): string {
  if (typeof value === 'object') return `${value.count} × ${value.type}`;
  if (type !== 'float32' || typeof value !== 'number' || !Number.isFinite(value)) {
    return Object.is(value, -0) ? '-0' : String(value);
  }
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
