import { quote } from '../../../../base/text.ts';
import type { FieldStep } from '../../../../model/edit/edit.ts';
import { entrySteps } from '../../../../model/edit/entry-changes.ts';
import { canonicalText, itemType, valueProblem } from '../../core/edit/edited-value.ts';
import { KEY_VALUES } from '../../core/edit/header-edit.ts';
import type { ValueType } from '../../core/header/value-type.ts';

/** Steps of the form. */
export const KEY_STEPS = entrySteps(KEY_VALUES, quote);

/** Gives a value another type. What is not a value of that type becomes 0, false or an empty text; items are left out. */
export function retypeValue(key: string, value: string | readonly string[], to: string): FieldStep {
  const items = itemType(to);
  const of = items ?? (to as ValueType);
  const all = typeof value === 'string' ? (value === '' ? [] : [value]) : value;
  const fitting = all.filter((text) => valueProblem(of, text) === undefined).map((text) => canonicalText(of, text));
  const next = items === undefined ? (fitting[0] ?? EMPTY.get(of) ?? '0') : fitting;
  return { ...KEY_STEPS.add(key, { type: to, value: next }), name: `Change the type of ${quote(key)}` };
}

const EMPTY: ReadonlyMap<ValueType, string> = new Map([
  ['string', ''],
  ['bool', 'false'],
]);

/** The items of a list, one a line. A text is in quotation marks, as in JSON, where it would read as another. */
export function listText(items: readonly string[]): string {
  return items.map((item) => (/^\s*$|^"|[\r\n]/.test(item) ? JSON.stringify(item) : item)).join('\n');
}

/** The items of a list from its lines; empty lines count as none. A sentence where one is not right. */
export function parsedList(type: string, text: string): string[] | { problem: string } {
  const of = itemType(type) ?? 'string';
  const items: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const item = of === 'string' && line.startsWith('"') ? quotedItem(line) : line;
    const problem =
      item === undefined ? 'It begins with a quotation mark, but is not a JSON text.' : valueProblem(of, item);
    if (problem !== undefined) return { problem: `Line ${index + 1}: ${problem}` };
    items.push(canonicalText(of, item as string));
  }
  return items;
}

function quotedItem(line: string): string | undefined {
  try {
    const item: unknown = JSON.parse(line);
    return typeof item === 'string' ? item : undefined;
  } catch {
    return undefined;
  }
}
