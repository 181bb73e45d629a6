import { quote } from '../../../../base/text.ts';
import type { FieldStep } from '../../../../model/edit/edit.ts';
import { entrySteps } from '../../../../model/edit/entry-changes.ts';
import { type FieldValue, type FieldValues, isTable } from '../../../../model/edit/field.ts';
import { METADATA_KEY } from '../../core/header.ts';
import { KEEP_KEY, RENAME_KEY } from '../../core/header-edit.ts';

/** Steps of the form. Names of tensors are those that the file has, and not the new ones. */

export const METADATA_STEPS = entrySteps(METADATA_KEY, (key) => `the metadata ${quote(key)}`);

/** The new names of tensors, by those that the file has. */
export function renamedOf(values: FieldValues | undefined): ReadonlyMap<string, string> {
  const table = values?.[RENAME_KEY];
  return new Map(isTable(table) ? (Object.entries(table) as [string, string][]) : []);
}

/** The tensors that are saved; undefined where all are. */
export function keptOf(values: FieldValues | undefined): ReadonlySet<string> | undefined {
  const list = values?.[KEEP_KEY];
  return Array.isArray(list) ? new Set(list as string[]) : undefined;
}

/** The name that each tensor of the file will have: of those that are saved. */
export function namesOf(all: readonly string[], values: FieldValues | undefined): ReadonlyMap<string, string> {
  const [renamed, kept] = [renamedOf(values), keptOf(values)];
  return new Map(all.filter((name) => !kept || kept.has(name)).map((name) => [name, renamed.get(name) ?? name]));
}

/** Why a tensor cannot have a name; undefined where it can. */
export function refusedName(name: string, taken: ReadonlySet<string>): string | undefined {
  if (name === METADATA_KEY) return `No tensor can be called ${METADATA_KEY}.`;
  return taken.has(name) ? 'Another tensor has this name.' : undefined;
}

export function renameTensor(values: FieldValues, from: string, to: string): FieldStep {
  const renamed = new Map(renamedOf(values));
  if (to === from) renamed.delete(from);
  else renamed.set(from, to);
  return setRenamed(`Rename the tensor ${quote(from)}`, values, renamed);
}

/** What replacing a text in the names of all saved tensors would do. */
export interface NameReplacement {
  /** Tensors whose names would change. */
  count: number;
  /** Why it cannot be done. */
  problem?: string;
  step?: FieldStep;
}

/** Replaces every occurrence of a text in the current names of the saved tensors. */
export function replaceInNames(all: readonly string[], values: FieldValues, find: string, by: string): NameReplacement {
  const renamed = new Map(renamedOf(values));
  const taken = new Set<string>();
  let count = 0;
  let problem: string | undefined;
  for (const [name, now] of namesOf(all, values)) {
    const next = find === '' ? now : now.replaceAll(find, () => by);
    if (next !== now) count++;
    if (next === name) renamed.delete(name);
    else renamed.set(name, next);
    if (taken.has(next)) problem ??= `Two tensors would be called ${quote(next)}.`;
    else problem ??= refusedName(next, NO_NAMES);
    taken.add(next);
  }
  if (count === 0 || problem !== undefined) return { count, problem };
  return { count, step: setRenamed(`Replace ${quote(find)} in the names of tensors`, values, renamed) };
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Replaces the set of tensors that are saved. With all of them, the list of kept tensors is removed. */
export function keepTensors(
  all: readonly string[],
  values: FieldValues,
  names: ReadonlySet<string>,
): FieldStep | undefined {
  if (names.size === all.length) {
    return keptOf(values) && { name: 'Save all tensors', edits: [{ kind: 'remove', path: [KEEP_KEY] }] };
  }
  const value: FieldValue = all.filter((name) => names.has(name));
  return { name: 'Choose the tensors to save', edits: [{ kind: 'set', path: [KEEP_KEY], value }] };
}

function setRenamed(name: string, values: FieldValues, renamed: ReadonlyMap<string, string>): FieldStep {
  if (renamed.size === 0) {
    const edits: FieldStep['edits'] = values[RENAME_KEY] === undefined ? [] : [{ kind: 'remove', path: [RENAME_KEY] }];
    return { name, edits };
  }
  return { name, edits: [{ kind: 'set', path: [RENAME_KEY], value: Object.fromEntries(renamed) }] };
}
