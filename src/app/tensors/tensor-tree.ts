import { groupBy } from '../../base/group-by.ts';
import type { TensorInfo } from '../../model/package.ts';
import { tensorElements, tensorSize } from '../../model/tensor/tensor-size.ts';

/** Tensors whose names begin with the same parts, as one row of the tree. */
export interface TensorGroup {
  kind: 'group';
  /** The names' beginning, up to and with a dot: "model.layers.0.". */
  path: string;
  /** What it adds to the group around it: "layers.0". */
  label: string;
  depth: number;
  tensors: number;
  /** Sums of all its tensors. Bytes are undefined where those of a tensor are not known. */
  elements: bigint;
  bytes: bigint | undefined;
}

export interface TensorLeaf {
  kind: 'tensor';
  info: TensorInfo;
  /** What its name adds to its group. */
  label: string;
  depth: number;
}

export type TensorTreeRow = TensorGroup | TensorLeaf;

/**
 * The rows of the tree of tensors by the dots of their names that are seen while the groups of these paths are open. A
 * group with a single group inside is one row with it. Looks only into groups that are open.
 */
export function treeRows(tensors: readonly TensorInfo[], open: Pick<ReadonlySet<string>, 'has'>): TensorTreeRow[] {
  return rowsIn(tensors, '', 0, open);
}

/** The groups that are open at first: the top one if there is only one. */
export function firstOpen(tensors: readonly TensorInfo[]): ReadonlySet<string> {
  const [first, ...others] = treeRows(tensors, new Set());
  return new Set(first?.kind === 'group' && others.length === 0 ? [first.path] : []);
}

/** Whether names have parts in common, so that a tree says more than a list. */
export function hasGroups(tensors: readonly TensorInfo[]): boolean {
  const parts = new Set<string>();
  return tensors.some(({ name }) => {
    const part = partOf(name, '');
    return parts.has(part) || !parts.add(part);
  });
}

function rowsIn(
  tensors: readonly TensorInfo[],
  prefix: string,
  depth: number,
  open: Pick<ReadonlySet<string>, 'has'>,
): TensorTreeRow[] {
  return [...groupBy(tensors, ({ name }) => partOf(name, prefix))].flatMap(([part, inside]): TensorTreeRow[] => {
    const [only] = inside;
    if (only && inside.length === 1)
      return [{ kind: 'tensor', info: only, label: only.name.slice(prefix.length), depth }];
    const path = commonPath(inside, part);
    const group = { kind: 'group', path, label: path.slice(prefix.length, -1), depth, ...sumOf(inside) } as const;
    return open.has(path) ? [group, ...rowsIn(inside, path, depth + 1, open)] : [group];
  });
}

/** A name up to and including the first dot after the prefix; the whole name without one. */
function partOf(name: string, prefix: string): string {
  const dot = name.indexOf('.', prefix.length);
  return dot < 0 ? name : name.slice(0, dot + 1);
}

/** The longest beginning with a dot at its end that all names have. */
function commonPath([first, ...others]: readonly TensorInfo[], part: string): string {
  const start = first?.name ?? part;
  let shared = start.length;
  for (const { name } of others) {
    let at = part.length;
    while (at < shared && name.charCodeAt(at) === start.charCodeAt(at)) at++;
    shared = at;
  }
  return start.slice(0, Math.max(part.length, start.lastIndexOf('.', shared - 1) + 1));
}

function sumOf(tensors: readonly TensorInfo[]): Pick<TensorGroup, 'tensors' | 'elements' | 'bytes'> {
  let elements = 0n;
  let bytes: bigint | undefined = 0n;
  for (const tensor of tensors) {
    elements += tensorElements(tensor) ?? 0n;
    const size = tensorSize(tensor);
    bytes = bytes === undefined || size === undefined ? undefined : bytes + BigInt(size);
  }
  return { tensors: tensors.length, elements, bytes };
}
