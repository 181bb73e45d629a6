import { elementCount } from '../tensor/shape.ts';
import type { Panel, PanelRow, TensorInfo } from './package.ts';
import { tensorSize } from './tensor-size.ts';

/** Most rows of a panel. A model has some tens of parts; a hostile header has a hundred thousand. */
const MAX_ROWS = 40;

/** A part is shown by its own parts as long as no more rows than this come of it. */
const MAX_OPEN_ROWS = 16;

/** Dots of a name that are looked at. A name may have millions. */
const MAX_DOTS = 16;

/** Elements and bytes of some tensors. Exact: a hostile shape may ask for any number. */
interface Sum {
  name: string;
  count: bigint;
  bytes: bigint;
}

/** A tensor with its elements and bytes. */
interface Sized {
  name: string;
  dtype: string;
  count: bigint;
  bytes: number | bigint;
}

/** Tensors whose names have the same first parts, by dots. */
interface Part extends Sum {
  /** Dots in its name, and one. 0 for all. */
  depth: number;
  tensors: readonly Sized[];
}

/** Parameters of a model, in all, by type, and by part: the first dots of the tensors' names. */
export class Parameters {
  readonly #tensors: readonly Sized[];
  readonly #all: Sum;

  constructor(tensors: readonly TensorInfo[]) {
    this.#tensors = tensors.map((tensor) => {
      const { name, dtype, shape } = tensor;
      return { name, dtype, count: elementCount(shape), bytes: tensorSize(tensor) ?? 0 };
    });
    this.#all = sumOf('', this.#tensors);
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
    return integers.format(this.#all.count);
  }

  panels(): Panel[] {
    if (this.#all.count === 0n) return [];
    const types = groupBy(this.#tensors, ({ dtype }) => dtype);
    const panels = [
      this.#panel(
        'Parameters by type',
        [...types].map(([dtype, of]) => sumOf(dtype, of)),
      ),
    ];
    const parts = partsOf({ depth: 0, tensors: this.#tensors, ...this.#all });
    if (parts.length > 1) panels.push(this.#panel('Parameters by part', parts));
    return panels;
  }

  #panel(title: string, sums: readonly Sum[]): Panel {
    const sorted = [...sums].sort((a, b) => (a.count < b.count ? 1 : a.count > b.count ? -1 : 0));
    const rows = sorted.slice(0, MAX_ROWS).map(
      ({ name, count, bytes }): PanelRow => ({
        label: name,
        stored: true,
        value: integers.format(count),
        bytes,
        share: Number((count * 1_000_000n) / this.#all.count) / 1_000_000,
      }),
    );
    return { title, rows, ...(sorted.length > rows.length ? { more: sorted.length - rows.length } : {}) };
  }
}

/**
 * The parts of a model. A part with more than half of all parameters says little, so its own parts stand in its place:
 * `model` becomes `model.layers` and `model.norm`.
 */
function partsOf(all: Part): readonly Part[] {
  let parts: readonly Part[] = [all];
  for (;;) {
    const large = parts.find(({ count, depth }) => count * 2n > all.count && depth < MAX_DOTS);
    if (!large) return parts;
    const depth = large.depth + 1;
    const groups = groupBy(large.tensors, ({ name }) => firstParts(name, depth));
    // Single tensors are no parts: the Tensors tab lists them.
    if (groups.size === large.tensors.length) return parts;
    if (parts.length > 1 && parts.length - 1 + groups.size > MAX_OPEN_ROWS) return parts;
    const inner = Array.from(groups, ([name, of]): Part => ({ ...sumOf(name, of), depth, tensors: of }));
    parts = parts.flatMap((part) => (part === large ? inner : [part]));
  }
}

/** The name up to a dot: the `count`th, or the end. */
function firstParts(name: string, count: number): string {
  let end = -1;
  for (let dots = 0; dots < count; dots++) {
    end = name.indexOf('.', end + 1);
    if (end < 0) return name;
  }
  return name.slice(0, end);
}

function sumOf(name: string, tensors: readonly Sized[]): Sum {
  const count = new Total();
  const bytes = new Total();
  for (const tensor of tensors) {
    count.add(tensor.count);
    bytes.add(tensor.bytes);
  }
  return { name, count: count.value, bytes: bytes.value };
}

/** The sum of two numbers up to this one is exact. */
const EXACT = 2 ** 52;

/** An exact sum. Small numbers are added as such: each sum of two bigints would be a new one. */
class Total {
  #large = 0n;
  #small = 0;

  add(value: number | bigint): void {
    const number = Number(value);
    if (number > EXACT) this.#large += BigInt(value);
    else this.#small += number;
    if (this.#small <= EXACT) return;
    this.#large += BigInt(this.#small);
    this.#small = 0;
  }

  get value(): bigint {
    return this.#large + BigInt(this.#small);
  }
}

/** Lists of tensors by a key of each, in the order of the first of each list. */
function groupBy(tensors: readonly Sized[], keyOf: (tensor: Sized) => string): Map<string, Sized[]> {
  const groups = new Map<string, Sized[]>();
  for (const tensor of tensors) {
    const key = keyOf(tensor);
    const group = groups.get(key);
    if (group) group.push(tensor);
    else groups.set(key, [tensor]);
  }
  return groups;
}

const integers = new Intl.NumberFormat('en');
