import { formatNumberOf } from '../../base/amounts.ts';
import type { ReadableChoice } from './value-choice.ts';

/** A text as one string, and as one for each line. The line end at the end of the text ends its last line. */
export function plainChoices(text: string): ReadableChoice[] {
  // Of millions of lines, an expression takes ten times as long.
  const lines = text
    .replace(/\r?\n$/, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  const whole: ReadableChoice = stringChoice('text', 'all of it as one string', [], [text]);
  const each = stringChoice(
    'lines',
    `a string for each of ${formatNumberOf(lines.length, 'line')}`,
    [BigInt(lines.length)],
    lines,
  );
  return lines.length > 1 ? [whole, each] : [whole];
}

function stringChoice(
  key: string,
  label: string,
  shape: readonly bigint[],
  strings: readonly string[],
): ReadableChoice {
  return { key, label, dtype: 'string', shape, notes: [], read: async () => ({ dtype: 'string', shape, strings }) };
}
