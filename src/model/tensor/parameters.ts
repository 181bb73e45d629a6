import { formatCount } from '../../base/amounts.ts';
import { elementCount, safeElementCount } from '../../tensor/shape.ts';
import type { Panel, PanelRow, TensorInfo } from '../package.ts';
import { tensorSize } from './tensor-size.ts';

/** Most rows of a panel. A model has some tens of parts; a hostile header has a hundred thousand. */
const MAX_ROWS = 40;

/** A part is shown by its own parts as long as no more rows than this come of it. */
const MAX_OPEN_ROWS = 16;

/** Parts of a name that are looked at. A name may have millions. */
const MAX_DEPTH = 16;

/** The number of one of several blocks with parts of their own: `layers.7.mlp.weight`, not `conv.1.weight`. */
const BLOCK_NUMBER = /\.\d{1,6}(?=\.[^.]+\.)/g;

/** Stands for a block’s number in a name. */
const NUMBER = '\ue000';

/** Stands in a name where a part ends without a dot, for "_". */
export const SOFT_DOT = '\ue001';

/** The next part of a name, with the dot before it. A number belongs to what it numbers. */
const NAME_PART = new RegExp(`[.${SOFT_DOT}]?[^.${SOFT_DOT}]*(?:\\.${NUMBER}(?=\\.))?`, 'y');

/** A tensor with its elements and bytes. Numbers that are safe are not bigints: they add up ten times as fast. */
interface Sized {
  name: string;
  /** The name with `NUMBER` and `SOFT_DOT`. */
  path: string;
  dtype: string;
  count: number | bigint;
  bytes: number | bigint;
}

/** Tensors with one type, or whose names begin alike. Sums are exact: a hostile shape may ask for any number. */
interface Group {
  key: string;
  tensors: readonly Sized[];
  count: bigint;
  bytes: bigint;
}

/** Tensors whose names begin with the same `depth` parts. */
interface Part extends Group {
  depth: number;
}

/** Parameters of a model, in all, by type, and by part: how the tensors' names begin. */
export class Parameters {
  readonly #all: Group;

  /** @param separated the name of a tensor with `SOFT_DOT` where a part ends without a dot */
  constructor(tensors: readonly TensorInfo[], separated = (name: string) => name) {
    const sized = tensors.map((tensor): Sized => {
      const { name, dtype, shape } = tensor;
      const path = separated(name).replace(BLOCK_NUMBER, `.${NUMBER}`);
      const count = safeElementCount(shape) ?? elementCount(shape);
      return { name, path, dtype, count, bytes: tensorSize(tensor) ?? 0 };
    });
    this.#all = groupOf('', sized);
  }

  /** How many there are. */
  get count(): bigint {
    return this.#all.count;
  }

  /** Bytes of their data. */
  get bytes(): bigint {
    return this.#all.bytes;
  }

  /** How many there are, with thousands grouped. */
  get text(): string {
    return formatCount(this.count);
  }

  panels(): Panel[] {
    if (this.count === 0n) return [];
    const panels = [
      this.#panel('Parameters by type', groupsBy(this.#all.tensors, ({ dtype }) => dtype) ?? [], ({ key }) => key),
    ];
    const parts = this.#parts();
    if (parts.length > 1) panels.push(this.#panel('Parameters by part', parts, partLabel));
    return panels;
  }

  #panel(title: string, all: readonly Group[], labelOf: (group: Group) => string): Panel {
    const sorted = [...all].sort((a, b) => (a.count < b.count ? 1 : a.count > b.count ? -1 : 0));
    const rows = sorted.slice(0, MAX_ROWS).map(
      (group): PanelRow => ({
        label: labelOf(group),
        stored: true,
        value: formatCount(group.count),
        bytes: group.bytes,
        share: Number((group.count * 1_000_000n) / this.count) / 1_000_000,
      }),
    );
    return { title, rows, more: sorted.length - rows.length || undefined };
  }

  /**
   * The parts of a model. A part with more than half of all parameters says little, and so does a stack of blocks: its
   * own parts stand in its place. `model` becomes `model.layers.0–31.mlp` and `model.norm`.
   */
  #parts(): readonly Group[] {
    let parts: readonly Part[] = [{ ...this.#all, depth: 0 }];
    for (;;) {
      const large = parts.find((part) => part.depth < MAX_DEPTH && (part.count * 2n > this.count || isStack(part)));
      if (!large || parts.length > MAX_OPEN_ROWS) return parts;
      const depth = large.depth + 1;
      const keyOf = ({ path }: Sized) => {
        NAME_PART.lastIndex = large.key.length;
        NAME_PART.test(path);
        return path.slice(0, NAME_PART.lastIndex);
      };
      // Single tensors are not parts: the Tensors tab lists them.
      const most = Math.min(large.tensors.length - 1, parts.length === 1 ? Infinity : MAX_OPEN_ROWS + 1 - parts.length);
      const own = groupsBy(large.tensors, keyOf, most);
      const instead = own ? own.map((part) => ({ ...part, depth })) : [{ ...large, depth: MAX_DEPTH }];
      parts = parts.flatMap((part) => (part === large ? instead : [part]));
    }
  }
}

function isStack({ key }: Group): boolean {
  return key.endsWith(NUMBER);
}

/** What a part is called: with the numbers of its blocks, `layers.0–31`, or `layers.*` where some are missing. */
function partLabel({ key, tensors }: Group): string {
  const numbers = Array.from(key.matchAll(new RegExp(NUMBER, 'g')), () => new Set<number>());
  if (numbers.length === 0) return key.replaceAll(SOFT_DOT, '_');
  for (const { name } of tensors) {
    let at = 0;
    for (const [found] of name.matchAll(BLOCK_NUMBER)) numbers[at++]?.add(Number(found.slice(1)));
  }
  return numbers
    .reduce((label, all) => label.replace(NUMBER, rangeText([...all].sort((a, b) => a - b))), key)
    .replaceAll(SOFT_DOT, '_');
}

function rangeText(sorted: readonly number[]): string {
  const [first = 0, last = first] = [sorted[0], sorted.at(-1)];
  if (last - first !== sorted.length - 1) return '*';
  return first === last ? String(first) : `${first}–${last}`;
}

/**
 * Tensors by a key of each, in the order of the first of each. Undefined where there are more than `most` keys: then no
 * sums are made of what may be 100,000 parts.
 */
function groupsBy(
  tensors: readonly Sized[],
  keyOf: (tensor: Sized) => string,
  most = Number.POSITIVE_INFINITY,
): Group[] | undefined {
  const groups = new Map<string, Sized[]>();
  let last: { key: string; tensors: Sized[] } | undefined;
  for (const tensor of tensors) {
    const key = keyOf(tensor);
    // A tensor mostly has the key of the one before, and comparing the two takes less than a look-up.
    if (key !== last?.key) {
      last = { key, tensors: groups.get(key) ?? [] };
      groups.set(key, last.tensors);
      if (groups.size > most) return undefined;
    }
    last.tensors.push(tensor);
  }
  return Array.from(groups, ([key, found]) => groupOf(key, found));
}

function groupOf(key: string, tensors: readonly Sized[]): Group {
  return { key, tensors, count: sumOf(tensors, 'count'), bytes: sumOf(tensors, 'bytes') };
}

/** An exact sum. As long as it is a safe number, so were all before it. */
function sumOf(tensors: readonly Sized[], of: 'count' | 'bytes'): bigint {
  let sum = 0;
  for (const tensor of tensors) sum += Number(tensor[of]);
  return Number.isSafeInteger(sum) ? BigInt(sum) : tensors.reduce((total, tensor) => total + BigInt(tensor[of]), 0n);
}
