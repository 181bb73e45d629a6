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
  /** How many have another type or shape, another name, or are in one package alone. */
  differing: number;
}

const ORDER: readonly TensorDiffKind[] = ['changed', 'removed', 'added', 'moved', 'unread', 'same'];

/** Which tensors of two packages are versions of each other, and how they differ as far as no value is read. */
export function tensorDiffs(a: Package, b: Package, files: FileDiffs, rules: NameRules = []): TensorDiffs {
  const pairing = pairTensors(a.tensors, b.tensors, { rules, origins: { a: a.origins, b: b.origins } });
  const [ofA, ofB] = [a, b].map(({ tensors }) => new Map(tensors.map((info) => [info.name, info]))) as [
    Map<string, TensorInfo>,
    Map<string, TensorInfo>,
  ];
  const sameFileAs = sameFiles(a, b, files);
  const paired = pairing.pairs.map((pair): TensorDiff => {
    const [one, other] = [ofA.get(pair.a), ofB.get(pair.b)];
    return { diff: kindOf(pair, one, other, sameFileAs), a: one, b: other, pair };
  });
  const alone = [
    ...pairing.onlyA.map((name): TensorDiff => ({ diff: 'removed', a: ofA.get(name) })),
    ...pairing.onlyB.map((name): TensorDiff => ({ diff: 'added', b: ofB.get(name) })),
  ];
  const byKind = groupBy([...paired, ...alone], ({ diff }) => diff);
  const diffs = ORDER.flatMap((kind) => byKind.get(kind) ?? []);
  const differing = diffs.filter(({ diff }) => diff !== 'same' && diff !== 'unread').length;
  return { diffs, differing, prefixes: pairing.prefixes, tied: pairing.tied };
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
function sameFiles(a: Package, b: Package, { diffs, more }: FileDiffs): (path: string) => string | undefined {
  // What is not told may differ.
  if (more > 0) return () => undefined;
  const [alone, other] = a.files.length === 1 && b.files.length === 1 ? [a.files[0], b.files[0]] : [];
  if (alone && other) return (path) => (diffs.length === 0 && path === alone.path ? other.path : undefined);
  const moved = new Map(
    diffs.flatMap(({ diff, before, path }) => (diff === 'moved' && before ? [[before.path, path]] : [])),
  );
  const differ = new Set(diffs.flatMap(({ before }) => (before ? [before.path] : [])));
  return (path) => moved.get(path) ?? (differ.has(path) ? undefined : path);
}
