import { elementCount, safeElementCount } from '../../tensor/shape.ts';
import type { Panel, PanelRow, TensorInfo } from '../package.ts';
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
  tensors: number;
  count: bigint;
  bytes: bigint;
}

/** A tensor with its elements and bytes. Numbers that are safe are not bigints: they add up ten times as fast. */
interface Sized {
  name: string;
  dtype: string;
  count: number | bigint;
  bytes: number | bigint;
}

/** Tensors whose names have the same first parts, by dots. */
interface Part extends Sum {
  /** Dots in its name, and one. 0 for all. */
  depth: number;
}

/** Parameters of a model, in all, by type, and by part: the first dots of the tensors' names. */
export class Parameters {
  readonly #tensors: readonly Sized[];
  readonly #all: Sum;

  constructor(tensors: readonly TensorInfo[]) {
    this.#tensors = tensors.map((tensor) => {
      const { name, dtype, shape } = tensor;
      return { name, dtype, count: safeElementCount(shape) ?? elementCount(shape), bytes: tensorSize(tensor) ?? 0 };
    });
    this.#all = sumsBy(this.#tensors, () => '')[0] ?? { name: '', tensors: 0, count: 0n, bytes: 0n };
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
    const types = sumsBy(this.#tensors, ({ dtype }) => dtype);
    const panels = [this.#panel('Parameters by type', types)];
    const parts = partsOf(this.#tensors, this.#all);
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
    return { title, rows, more: sorted.length - rows.length || undefined };
  }
}

/**
 * The parts of a model. A part with more than half of all parameters says little, so its own parts stand in its place:
 * `model` becomes `model.layers` and `model.norm`.
 */
function partsOf(tensors: readonly Sized[], all: Sum): readonly Part[] {
  let parts: readonly Part[] = [{ ...all, depth: 0 }];
  for (;;) {
    const large = parts.find(({ count, depth }) => count * 2n > all.count && depth < MAX_DOTS);
    if (!large) return parts;
    const depth = large.depth + 1;
    const inLarge = tensors.filter(({ name }) => firstParts(name, large.depth) === large.name);
    const inner = sumsBy(inLarge, ({ name }) => firstParts(name, depth)).map((sum): Part => ({ ...sum, depth }));
    // Single tensors are not parts: the Tensors tab lists them.
    if (inner.length === large.tensors) return parts;
    if (parts.length > 1 && parts.length - 1 + inner.length > MAX_OPEN_ROWS) return parts;
    parts = parts.flatMap((part) => (part === large ? inner : [part]));
  }
}

/** The name up to a dot: the `count`th, or the end. */
function firstParts(name: string, count: number): string {
  if (count === 0) return '';
  let end = -1;
  for (let dots = 0; dots < count; dots++) {
    end = name.indexOf('.', end + 1);
    if (end < 0) return name;
  }
  return name.slice(0, end);
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

/** A sum that grows. */
class Totals {
  readonly #count = new Total();
  readonly #bytes = new Total();
  #tensors = 0;

  add({ count, bytes }: Sized): void {
    this.#tensors++;
    this.#count.add(count);
    this.#bytes.add(bytes);
  }

  sum(name: string): Sum {
    return { name, tensors: this.#tensors, count: this.#count.value, bytes: this.#bytes.value };
  }
}

/** Sums of tensors by a key of each, in the order of the first of each. Without lists of them: there may be 100,000. */
function sumsBy(tensors: readonly Sized[], keyOf: (tensor: Sized) => string): Sum[] {
  const totals = new Map<string, Totals>();
  let last: { key: string; totals: Totals } | undefined;
  for (const tensor of tensors) {
    const key = keyOf(tensor);
    // A tensor mostly has the key of the one before, and comparing the two takes less than a look-up.
    if (key !== last?.key) {
      last = { key, totals: totals.get(key) ?? new Totals() };
      totals.set(key, last.totals);
    }
    last.totals.add(tensor);
  }
  return Array.from(totals, ([key, found]) => found.sum(key));
}

const integers = new Intl.NumberFormat('en');
