import type { TomlPath } from '../toml.ts';

/** The order of the format document's own example, in which what is new is put in. */

const TOP = [
  'spec_version',
  'model_name',
  'short_description',
  'model_description',
  'license',
  'repository',
  'homepage',
  'required_platforms',
  'input',
  'output',
  'self_test',
  'example',
  'runner',
];
const SPEC = ['name', 'dtype', 'shape', 'description', 'internal_name'];
const ITEMS: Readonly<Record<string, readonly string[]>> = {
  input: SPEC,
  output: SPEC,
  self_test: ['name', 'description', 'inputs', 'expected_out'],
  example: ['name', 'description', 'inputs', 'sample_out'],
};
const RUNNER = ['runner_name', 'required_framework_version', 'runner_compat_version', 'opts'];

/** The known keys of the table at a path, in order. */
export function keyOrder(path: TomlPath): readonly string[] {
  const [first, index] = path;
  if (path.length === 0) return TOP;
  if (path.length === 1 && first === 'runner') return RUNNER;
  if (path.length === 2 && typeof index === 'number' && typeof first === 'string' && Object.hasOwn(ITEMS, first))
    return ITEMS[first] ?? [];
  return [];
}

/** Where among `names` a new one goes: after the nearest that the order has before it, else before the first that it has after it. */
export function placeIn(order: readonly string[], names: readonly string[], name: string): number {
  const rank = order.indexOf(name);
  if (rank < 0) return names.length;
  let best = -1;
  let bestRank = -1;
  for (const [i, other] of names.entries()) {
    const otherRank = order.indexOf(other);
    if (otherRank >= 0 && otherRank <= rank && otherRank >= bestRank) [best, bestRank] = [i, otherRank];
  }
  if (best >= 0) return best + 1;
  const after = names.findIndex((other) => order.indexOf(other) > rank);
  return after < 0 ? names.length : after;
}

/** Entries of a new table: known keys in the format's order, then the others as they come. */
export function inOrder<T>(
  entries: readonly (readonly [string, T])[],
  order: readonly string[],
): (readonly [string, T])[] {
  const rank = (key: string) => {
    const at = order.indexOf(key);
    return at < 0 ? order.length : at;
  };
  return [...entries].sort(([a], [b]) => rank(a) - rank(b));
}
