import { throwIfAborted } from '../../../base/abort.ts';
import { BadFileError, InternalError } from '../../../base/errors.ts';
import { isWellFormed, quote } from '../../../base/text.ts';
import type { Texts } from '../../../model/draft.ts';
import { applyEdits, type Edit } from '../../../model/edit.ts';
import { inStoredOrder } from '../../../model/entry-order.ts';
import { type FieldValues, isTable, parsedValues } from '../../../model/field.ts';
import type { OpenPackage } from '../../format.ts';
import { editProblem, itemType, plainText } from './edited-value.ts';
import type { GgufFile } from './file.ts';
import { ALIGNMENT_KEY } from './key-value-reader.ts';
import { DEFAULT_ALIGNMENT, MAX_KEY_VALUES, MAX_NAME_UNITS } from './limits.ts';
import { type Entry, parsedEntry, sameEntry, storedEntries } from './stored-entries.ts';
import type { ValueType } from './value-type.ts';
import './findings.ts';

/** The path by which a draft has the text of what is edited. */
export const HEADER_TEXT = 'header';

/** The table of the values that are edited, by their keys. */
export const KEY_VALUES = 'key-values';

/** All key-value pairs of an edited header, in order. */
export type Entries = ReadonlyMap<string, Entry>;

/** The pairs that are stored, and those that drafts ask for. */
export class HeaderDrafts {
  readonly #file: GgufFile;
  #stored: Entries | undefined;

  constructor(file: GgufFile) {
    this.#file = file;
  }

  /** The pairs that are stored. Rejects as the source does. */
  async stored(signal?: AbortSignal): Promise<Entries> {
    this.#stored ??= await storedEntries(this.#file, signal);
    return this.#stored;
  }

  /** The pairs that a draft asks for. Rejects as `edit`. */
  async drafted(texts: Texts, signal?: AbortSignal): Promise<Entries> {
    const stored = await this.stored(signal);
    const text = texts.get(HEADER_TEXT);
    if (text === undefined) return stored;
    const values = parsedValues(text);
    return values ? checkedEntries(values, stored, this.#file) : refuse('The draft of the header is not JSON.');
  }

  /**
   * Is `OpenPackage.edit`. The values are `key-values`, a table of entries by their keys; the text is these values as
   * JSON. Rejects with `gguf/bad-edit` where the file could not be saved with them.
   */
  readonly edit: NonNullable<OpenPackage['edit']> = async ({ texts, edits: given = [] }, signal) => {
    throwIfAborted(signal);
    const stored = await this.stored(signal);
    const text = texts?.get(HEADER_TEXT);
    // The form made them, and it makes edits of no other kind.
    const edits = given as readonly Edit[];
    const before = text === undefined ? valuesOf(stored) : parsedValues(text);
    if (!before) {
      if (edits.length > 0) throw new InternalError('internal/bug', 'Boxcutter tried to edit a text that is no JSON.');
      return { texts: new Map([[HEADER_TEXT, text as string]]) };
    }
    const values = valuesOf(checkedEntries(applyEdits(before, edits), stored, this.#file));
    return { texts: new Map([[HEADER_TEXT, `${JSON.stringify(values, undefined, 1)}\n`]]), values };
  };
}

/** Whether two headers have the same pairs in the same order. */
export function sameEntries(a: Entries, b: Entries): boolean {
  if (a === b) return true;
  const [keys, others] = [[...a.keys()], [...b.keys()]];
  return (
    keys.length === others.length && keys.every((key, at) => key === others[at] && sameEntry(a.get(key), b.get(key)))
  );
}

function valuesOf(entries: Entries): FieldValues {
  return { [KEY_VALUES]: Object.fromEntries(entries) };
}

/** The pairs that values mean. Throws where the file could not be saved with them. */
function checkedEntries(values: FieldValues, stored: Entries, file: GgufFile): Entries {
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
      refuse(`The key ${quote(key)} has ${key.length} characters. Boxcutter reads up to ${MAX_NAME_UNITS}.`);
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
        ? plainText(type as ValueType, value)
        : value.map((item) => plainText(items as ValueType, item)),
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

function refuse(message: string): never {
  throw new BadFileError('gguf/bad-edit', message);
}
