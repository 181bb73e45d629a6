import { groupBy } from '../../base/group-by.ts';
import type { Package, TensorInfo } from '../package.ts';
import type { FileDiffs } from './file-diffs.ts';
import type { NameRules } from './name-rules.ts';
import { pairTensors, type TensorPair, type TensorPairing } from './tensor-pairs.ts';

/**
 * How a tensor differs, without its values.
 * - `moved`: it has another name.
 * - `same`: its bytes are those of the same file.
 * - `unread`: nobody has compared its values.
 */
export type TensorDiffKind = 'changed' | 'removed' | 'added' | 'moved' | 'unread' | 'same';

export interface TensorDiff {
  diff: TensorDiffKind;
  /** Undefined where it is added, or removed. */
  a?: TensorInfo | undefined;
  b?: TensorInfo | undefined;
  /** How both found each other. */
  pair?: TensorPair;
}

export interface TensorDiffs extends Pick<TensorPairing, 'prefixes' | 'tied'> {
  /** What differs first. */
  diffs: readonly TensorDiff[];
  /** How many have another type, shape or name, other values as far as they were compared, or are in one package alone. */
  differing: number;
}

const ORDER: readonly TensorDiffKind[] = ['changed', 'removed', 'added', 'moved', 'unread', 'same'];

/** What comparing the values of two tensors has found: how many elements differ, and whether it was a sample. */
export interface ComparedValues {
  differs: number;
  sample?: unknown;
}

/** The differences with what comparing values has found, by the names of tensors in the first package. */
export function withValues(diffs: TensorDiffs, found: ReadonlyMap<string, object>): TensorDiffs {
  if (found.size === 0) return diffs;
  const all = diffs.diffs.map((diff): TensorDiff => {
    const values = diff.a && found.get(diff.a.name);
    if (diff.diff !== 'unread' || !values || !('differs' in values)) return diff;
    const { differs, sample } = values as ComparedValues;
    if (differs > 0) return { ...diff, diff: 'changed' };
    // What was not read of it may differ.
    return sample ? diff : { ...diff, diff: 'same' };
  });
  return { ...diffs, ...inOrder(all) };
}

/**
 * Which tensors of two packages are versions of each other, and how they differ as far as no value is read.
 *
 * @param files how the files differ. Undefined where nobody has compared them: then no tensor is the same
 */
export function tensorDiffs(a: Package, b: Package, files: FileDiffs | undefined, rules: NameRules = []): TensorDiffs {
  const pairing = pairTensors(a.tensors, b.tensors, { rules, origins: { a: a.origins, b: b.origins } });
  // Of two with one name, the first counts.
  const [ofA, ofB] = [a, b].map(({ tensors }) => new Map(tensors.toReversed().map((info) => [info.name, info]))) as [
    Map<string, TensorInfo>,
    Map<string, TensorInfo>,
  ];
  const sameFileAs = sameFiles(a, b, files);
  const paired = pairing.pairs.map((pair): TensorDiff => {
    const [one, other] = [ofA.get(pair.a), ofB.get(pair.b)];
    return { diff: kindOf(pair, one, other, sameFileAs), a: one, b: other, pair };
  });
  const alone = [
    // What was not read of the other package may have it.
    ...pairing.onlyA.map((name): TensorDiff => ({ diff: b.more ? 'unread' : 'removed', a: ofA.get(name) })),
    ...pairing.onlyB.map((name): TensorDiff => ({ diff: a.more ? 'unread' : 'added', b: ofB.get(name) })),
  ];
  return { ...inOrder([...paired, ...alone]), prefixes: pairing.prefixes, tied: pairing.tied };
}

/** What differs first. */
function inOrder(all: readonly TensorDiff[]): Pick<TensorDiffs, 'diffs' | 'differing'> {
  const byKind = groupBy(all, ({ diff }) => diff);
  const diffs = ORDER.flatMap((kind) => byKind.get(kind) ?? []);
  return { diffs, differing: diffs.filter(({ diff }) => diff !== 'same' && diff !== 'unread').length };
}

function kindOf(
  pair: TensorPair,
  a: TensorInfo | undefined,
  b: TensorInfo | undefined,
  sameFileAs: (path: string) => string | undefined,
): TensorDiffKind {
  if (pair.shape !== 'same' || pair.dtype === 'different') return 'changed';
  if (pair.a !== pair.b) return 'moved';
  const [one, other] = [a?.data, b?.data];
  const isSame =
    one && other && sameFileAs(one.path) === other.path && one.start === other.start && one.end === other.end;
  return isSame ? 'same' : 'unread';
}

/** Gives the path in the second package of a file of the first that is known to have the same bytes. */
function sameFiles(a: Package, b: Package, files: FileDiffs | undefined): (path: string) => string | undefined {
  if (!files) return () => undefined;
  const { diffs, more } = files;
  // What is not told may differ. And the same bytes are other values where another file says how they lie.
  const isLaidOut = a.laidOutElsewhere || b.laidOutElsewhere;
  if (more > 0 || (isLaidOut && diffs.length > 0)) return () => undefined;
  const [alone, other] = a.files.length === 1 && b.files.length === 1 ? [a.files[0], b.files[0]] : [];
  if (alone && other) return (path) => (diffs.length === 0 && path === alone.path ? other.path : undefined);
  const moved = new Map(
    diffs.flatMap(({ diff, before, path }) => (diff === 'moved' && before ? [[before.path, path]] : [])),
  );
  const differ = new Set(diffs.flatMap(({ before }) => (before ? [before.path] : [])));
  return (path) => moved.get(path) ?? (differ.has(path) ? undefined : path);
}
