import { dtypeFacts } from '../dtype.ts';
import type { ElementValues } from '../values.ts';
import type { TextWriter } from './text-writer.ts';

/** Writes one element of decoded values. */
export type WriteValue = (writer: TextWriter, values: ElementValues, at: number) => void;

/** Integers of this size are exact as a float64. */
const EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/** How the elements of a type that are numbers are written: as `elementText` has them, a bool as "true" or "false". */
export function numberText(dtype: string): WriteValue {
  const facts = dtypeFacts(dtype);
  const bits = facts?.bits ?? 0;
  if (facts?.kind === 'bool') return (writer, values, at) => writer.ascii(values[at] ? 'true' : 'false');
  if (facts?.kind !== 'int' && facts?.kind !== 'uint') {
    return (writer, values, at) => writer.float(values[at] as number);
  }
  if (bits < 64) return (writer, values, at) => writer.integer(values[at] as number);
  return (writer, values, at) => {
    const value = values[at] as bigint;
    if (value <= EXACT && value >= -EXACT) writer.integer(Number(value));
    else writer.ascii(String(value));
  };
}

/** Whether the elements of a type are read as texts: strings and complex numbers. */
export function isTextDtype(dtype: string): boolean {
  const kind = dtypeFacts(dtype)?.kind;
  return kind === 'string' || kind === 'complex';
}
