import { grouped } from '../../../base/amounts.ts';
import { BadFileError } from '../../../base/errors.ts';
import { isWellFormed, quote } from '../../../base/text.ts';
import { inStoredOrder } from '../../../model/edit/entry-order.ts';
import { type FieldValue, type FieldValues, isTable } from '../../../model/edit/field.ts';
import type { SafetensorsFile } from './header.ts';
import { METADATA_KEY } from './header.ts';
import { MAX_METADATA_ENTRIES, MAX_METADATA_UNITS, MAX_NAME_UNITS } from './limits.ts';

/** The tables of the values that are edited, by their keys. */
export const RENAME_KEY = 'rename';
export const KEEP_KEY = 'keep';

/** How an edited header differs from the stored one. */
export interface HeaderEdit {
  /**
   * All entries of `__metadata__`: those that are stored in their order, and each new one behind the one that it
   * follows.
   */
  metadata: ReadonlyMap<string, string>;
  /** New names of tensors, by their stored ones. Has only those that change. */
  renamed: ReadonlyMap<string, string>;
  /** Stored names of the tensors that stay, in the header's order. Undefined where all do. */
  kept: ReadonlySet<string> | undefined;
}

/** The header as it is stored, as an edit that changes nothing. */
export function storedEdit({ header }: SafetensorsFile): HeaderEdit {
  return {
    metadata: new Map(header.metadata.entries.map(({ key, value }) => [key, value])),
    renamed: new Map(),
    kept: undefined,
  };
}

/** Why the tensors of a shard stay as they are. */
export const SHARD_SENTENCE =
  'This file is one of several of a model. Its index lists the tensors by name, and would no longer be correct if they changed here.';

/**
 * The values that the form shows: `__metadata__`, a table of texts; `rename`, new names of tensors by their stored ones;
 * and `keep`, where not all tensors stay.
 */
export function valuesOf({ metadata, renamed, kept }: HeaderEdit): FieldValues {
  return {
    [METADATA_KEY]: Object.fromEntries(metadata),
    ...(renamed.size > 0 ? { [RENAME_KEY]: Object.fromEntries(renamed) } : {}),
    ...(kept ? { [KEEP_KEY]: [...kept] } : {}),
  };
}

/**
 * The edit that values mean. Throws `safetensors/bad-edit` where the file could not be saved with it.
 *
 * @param isShard whether an index names the tensors: then only the metadata can be edited
 */
export function checkedEdit(values: FieldValues, file: SafetensorsFile, isShard: boolean): HeaderEdit {
  const unknown = Object.keys(values).find((key) => ![METADATA_KEY, RENAME_KEY, KEEP_KEY].includes(key));
  if (unknown !== undefined) refuse(`A header has no ${quote(unknown)}.`);
  const names = new Set(file.header.tensors.map(({ name }) => name));
  const renamed = checkedNames(textsOf(values[RENAME_KEY], RENAME_KEY), names);
  const kept = keptOf(values[KEEP_KEY], names);
  checkCollisions(names, renamed, kept);
  if (isShard && (renamed.size > 0 || kept)) refuse(SHARD_SENTENCE);
  const stored = file.header.metadata.entries.map(({ key }) => key);
  return { metadata: inStoredOrder(checkedMetadata(values), stored), renamed, kept };
}

function checkedMetadata(values: FieldValues): ReadonlyMap<string, string> {
  const metadata = textsOf(values[METADATA_KEY], METADATA_KEY);
  let units = 0;
  for (const [key, value] of metadata) {
    if (!isWellFormed(key) || !isWellFormed(value)) refuse(`The entry ${quote(key)} contains half of a character.`);
    units += key.length + value.length;
  }
  if (metadata.size > MAX_METADATA_ENTRIES) {
    refuse(grouped`The metadata would have ${metadata.size} entries. Boxcutter reads up to ${MAX_METADATA_ENTRIES}.`);
  }
  if (units > MAX_METADATA_UNITS) {
    refuse(grouped`The metadata would have ${units} characters. Boxcutter reads up to ${MAX_METADATA_UNITS}.`);
  }
  return metadata;
}

function checkedNames(wanted: ReadonlyMap<string, string>, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const [from, to] of wanted) {
    if (!names.has(from)) refuse(`There is no tensor ${quote(from)} to rename.`);
    if (to === METADATA_KEY) refuse(`No tensor can have the name ${METADATA_KEY}.`);
    if (!isWellFormed(to)) refuse(`The new name of ${quote(from)} contains half of a character.`);
    if (to.length > MAX_NAME_UNITS) {
      refuse(
        grouped`The new name of ${quote(from)} has ${to.length} characters. Boxcutter reads up to ${MAX_NAME_UNITS}.`,
      );
    }
    if (to !== from) renamed.set(from, to);
  }
  return renamed;
}

function keptOf(value: FieldValue | undefined, names: ReadonlySet<string>): ReadonlySet<string> | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.some((name) => typeof name !== 'string'))
    refuse(`${KEEP_KEY} must be a list of names.`);
  const wanted = new Set(value as string[]);
  for (const name of wanted) if (!names.has(name)) refuse(`There is no tensor ${quote(name)} to keep.`);
  if (wanted.size === names.size) return undefined;
  return new Set([...names].filter((name) => wanted.has(name)));
}

function checkCollisions(
  names: ReadonlySet<string>,
  renamed: ReadonlyMap<string, string>,
  kept: ReadonlySet<string> | undefined,
): void {
  if (renamed.size === 0) return;
  const taken = new Set<string>();
  for (const name of kept ?? names) {
    const now = renamed.get(name) ?? name;
    if (taken.has(now)) refuse(`Two tensors would have the name ${quote(now)}.`);
    taken.add(now);
  }
}

function textsOf(value: FieldValue | undefined, what: string): ReadonlyMap<string, string> {
  if (value === undefined) return new Map();
  if (!isTable(value)) refuse(`${what} must be a table of texts.`);
  return new Map(
    Object.entries(value).map(([key, text]) => {
      if (typeof text !== 'string') refuse(`The value of ${quote(key)} in ${what} must be text.`);
      return [key, text];
    }),
  );
}

/** Throws the error of an edit that cannot be made. */
export function refuse(message: string): never {
  throw new BadFileError('safetensors/bad-edit', message);
}
