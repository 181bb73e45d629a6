import { grouped } from '../../../../base/amounts.ts';
import { BadFileError } from '../../../../base/errors.ts';
import { isWellFormed, quote } from '../../../../base/text.ts';
import { inStoredOrder } from '../../../../model/edit/entry-order.ts';
import { type FieldValues, isTable } from '../../../../model/edit/field.ts';
import type { GgufFile } from '../file.ts';
import { ALIGNMENT_KEY } from '../header/key-value-reader.ts';
import type { ValueType } from '../header/value-type.ts';
import { DEFAULT_ALIGNMENT, MAX_KEY_VALUES, MAX_NAME_UNITS } from '../limits.ts';
import { canonicalText, editProblem, itemType } from './edited-value.ts';
import { type Entry, parsedEntry, sameEntry } from './stored-entries.ts';

/** The table of the values that are edited, by their keys. */
export const KEY_VALUES = 'key-values';

/** All key-value pairs of an edited header, in order. */
export type Entries = ReadonlyMap<string, Entry>;

/** The values that the form shows. */
export function valuesOf(entries: Entries): FieldValues {
  return { [KEY_VALUES]: Object.fromEntries(entries) };
}

/** The pairs that values mean. Throws `gguf/bad-edit` where the file could not be saved with them. */
export function checkedEntries(values: FieldValues, stored: Entries, file: GgufFile): Entries {
  const unknown = Object.keys(values).find((key) => key !== KEY_VALUES);
  if (unknown !== undefined) refuse(`Nothing of a header is called ${quote(unknown)}.`);
  const table = values[KEY_VALUES] ?? {};
  if (!isTable(table)) refuse(`${KEY_VALUES} is not a table.`);
  const entries = new Map<string, Entry>();
  for (const [key, value] of Object.entries(table)) {
    const entry = parsedEntry(value) ?? refuse(`The value of ${quote(key)} has no type.`);
    const old = stored.get(key);
    entries.set(key, sameEntry(entry, old) ? (old as Entry) : checkedEntry(key, entry, old === undefined));
  }
  if (entries.size > MAX_KEY_VALUES) {
    refuse(`The header would have ${entries.size} pairs. Boxcutter reads up to ${MAX_KEY_VALUES}.`);
  }
  checkAlignment(entries.get(ALIGNMENT_KEY), stored.get(ALIGNMENT_KEY), file.alignment);
  return inStoredOrder(entries, stored.keys());
}

function checkedEntry(key: string, entry: Entry, isNew: boolean): Entry {
  if (isNew) {
    if (key === '') refuse('A key must not be empty.');
    if (!isWellFormed(key)) refuse(`The key ${quote(key)} has half of a character.`);
    if (key.length > MAX_NAME_UNITS) {
      refuse(grouped`The key ${quote(key)} has ${key.length} characters. Boxcutter reads up to ${MAX_NAME_UNITS}.`);
    }
  }
  if ('kept' in entry) refuse(`The value of ${quote(key)} is too long to be edited. It can be kept or removed.`);
  const { type, value } = entry;
  const problem = editProblem(type, value);
  if (problem !== undefined) refuse(`${quote(key)}: ${problem}`);
  const items = itemType(type);
  return {
    type,
    value:
      typeof value === 'string'
        ? canonicalText(type as ValueType, value)
        : value.map((item) => canonicalText(items as ValueType, item)),
  };
}

/** Why the alignment stays. */
export const ALIGNMENT_SENTENCE =
  'Each tensor begins at a multiple of the alignment, and follows the one before at the next one. With another alignment, the data of every tensor would have to move.';

/** Throws where tensors would no longer be where the header says. */
function checkAlignment(entry: Entry | undefined, stored: Entry | undefined, alignment: number): void {
  if (sameEntry(entry, stored)) return;
  const isSame = entry
    ? entry.type === 'uint32' && 'value' in entry && entry.value === String(alignment)
    : alignment === DEFAULT_ALIGNMENT;
  if (!isSame) refuse(`The alignment must stay ${alignment}. ${ALIGNMENT_SENTENCE}`);
}

/** Throws the error of an edit that cannot be made. */
export function refuse(message: string): never {
  throw new BadFileError('gguf/bad-edit', message);
}
