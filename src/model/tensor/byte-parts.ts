import type { TensorInfo } from '../package.ts';

/** A part with more than this share of all bytes is shown by its own parts. */
const MOST_SHARE = 0.25;

/** Numbered blocks are shown one by one, unless all together have less than this. */
const LEAST_STACK_SHARE = 0.06;

/** Parts of a name that are looked at. A name may have millions. */
const MAX_DEPTH = 16;

/** Times that a part is replaced by its own. A model needs some five; each costs a look at the part's names. */
const MAX_SPLITS = 40;

const BLOCK = /^\d{1,6}$/;

/** Tensors whose names begin alike, and their bytes. */
export interface BytePart {
  label: string;
  bytes: number;
  /** Bytes of each type, most first. */
  types: readonly TypeBytes[];
  tensors: number;
  /** The name of its first tensor. */
  first: string;
}

export interface TypeBytes {
  dtype: string;
  bytes: number;
}

/** Where the bytes of a package’s tensors are. */
export interface ByteParts {
  bytes: number;
  /** Biggest first, and the one that comes first in the file before others of its size. */
  parts: readonly BytePart[];
  /** Bytes of each type, most first. */
  types: readonly TypeBytes[];
}

interface Sized {
  info: TensorInfo;
  bytes: number;
}

interface Group {
  label: string;
  depth: number;
  bytes: number;
  tensors: Sized[];
}

/**
 * Parts by the beginnings of the tensors’ names. Only what a file has a place for counts, and once: a hostile shape asks
 * for any number of bytes, and tensors may share theirs.
 */
export function bytePartsOf(tensors: readonly TensorInfo[]): ByteParts {
  const tensorsWithBytes = placedOnce(tensors);
  const all = groupOf('', 0, tensorsWithBytes);
  const parts = (all.bytes === 0 ? [] : splitParts(all))
    .map(
      ({ label, bytes, tensors: of }): BytePart => ({
        label,
        bytes,
        types: typesOf(of),
        tensors: of.length,
        first: of[0]?.info.name ?? label,
      }),
    )
    .sort((a, b) => b.bytes - a.bytes);
  return { bytes: all.bytes, parts, types: typesOf(tensorsWithBytes) };
}

/** Whether a tensor belongs to the part of this label, by its name. */
export function isInPart(name: string, label: string): boolean {
  return name.startsWith(label) && (name.length === label.length || name[label.length] === '.');
}

/** Each tensor's bytes beyond the furthest end of those that begin before it in its file. */
function placedOnce(tensors: readonly TensorInfo[]): Sized[] {
  const placed = tensors.flatMap((info) => {
    const { data, problem } = info;
    if (problem !== undefined || data?.end === undefined || data.end <= data.start) return [];
    return [{ info, path: data.path, start: data.start, end: data.end, bytes: 0 }];
  });
  const reached = new Map<string, number>();
  for (const one of placed.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(one.start, reached.get(one.path) ?? 0);
    if (one.end <= from) continue;
    one.bytes = one.end - from;
    reached.set(one.path, one.end);
  }
  return placed.filter(({ bytes }) => bytes > 0);
}

function splitParts(all: Group): readonly Group[] {
  let parts: readonly Group[] = [all];
  const whole = new Set<Group>();
  for (let splits = 0; splits < MAX_SPLITS; splits++) {
    const large = parts.find((part) => !whole.has(part) && mayOpen(part, all.bytes));
    if (!large) break;
    const inside = partsIn(large);
    const isStack = inside.length > 1 && inside.every(({ label }) => BLOCK.test(lastPart(label)));
    const [only] = inside;
    if (inside.length === 1 && only && only.depth === large.depth) whole.add(large);
    else if (inside.length > 1 && !isStack && large.bytes <= MOST_SHARE * all.bytes) whole.add(large);
    else parts = parts.flatMap((part) => (part === large ? inside : [part]));
  }
  return parts;
}

function mayOpen({ depth, bytes, tensors }: Group, all: number): boolean {
  return depth < MAX_DEPTH && tensors.length > 1 && bytes > LEAST_STACK_SHARE * all;
}

function lastPart(label: string): string {
  return label.slice(label.lastIndexOf('.') + 1);
}

/** What a group consists of by the next part of its names, in the order of the first of each. */
function partsIn({ label, depth, tensors }: Group): Group[] {
  const start = depth === 0 ? 0 : label.length + 1;
  const found = new Map<string, Sized[]>();
  for (const sized of tensors) {
    const { name } = sized.info;
    const end = start > name.length ? -1 : name.indexOf('.', start);
    const key = end < 0 ? name : name.slice(0, end);
    const known = found.get(key);
    if (known) known.push(sized);
    else found.set(key, [sized]);
  }
  return Array.from(found, ([key, of]) => groupOf(key, key === label && depth > 0 ? depth : depth + 1, of));
}

function groupOf(label: string, depth: number, tensors: Sized[]): Group {
  return { label, depth, tensors, bytes: tensors.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function typesOf(tensors: readonly Sized[]): TypeBytes[] {
  const types = new Map<string, number>();
  for (const { info, bytes } of tensors) types.set(info.dtype, (types.get(info.dtype) ?? 0) + bytes);
  return Array.from(types, ([dtype, bytes]) => ({ dtype, bytes })).sort((a, b) => b.bytes - a.bytes);
}
