import { countInWords, formatCount, shortCount } from '../../base/amounts.ts';
import { shortened } from '../../base/text.ts';
import { elementCount, safeElementCount } from '../../tensor/shape.ts';
import type { Figure, Panel, PanelRow, TensorInfo } from '../package.ts';
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

/** Tensors with one type, or whose names begin alike. */
interface Group {
  key: string;
  /** Elements and bytes of all. Exact: a hostile shape may ask for any number. */
  count: number | bigint;
  bytes: number | bigint;
}

/** Tensors whose names differ in nothing but the numbers of their blocks. `key` has `NUMBER` and `SOFT_DOT`. */
interface Alike extends Group {
  names: string[];
}

/** Tensors whose names begin with the same `depth` parts. */
interface Part extends Group {
  depth: number;
  alike: readonly Alike[];
  tensors: number;
}

/** Parameters of a model, in all, by type, and by part: how the tensors' names begin. */
export class Parameters {
  readonly #all: Part;
  readonly #types = new Map<string, Group>();

  /** @param separated the name of a tensor with `SOFT_DOT` where a part ends without a dot */
  constructor(tensors: readonly TensorInfo[], separated = (name: string) => name) {
    // A hundred thousand tensors are some tens of names, which is all that is looked at afterwards.
    const alike = new Map<string, Alike>();
    for (const tensor of tensors) {
      const { name, dtype, shape } = tensor;
      const count = safeElementCount(shape) ?? elementCount(shape);
      const bytes = tensorSize(tensor) ?? 0;
      const type = this.#types.get(dtype);
      if (type) add(type, count, bytes);
      else this.#types.set(dtype, { key: dtype, count, bytes });
      const key = separated(name).replace(BLOCK_NUMBER, `.${NUMBER}`);
      const group = alike.get(key);
      if (group) {
        add(group, count, bytes);
        group.names.push(name);
      } else alike.set(key, { key, count, bytes, names: [name] });
    }
    this.#all = partOf('', 0, [...alike.values()]);
  }

  /** How many there are. */
  get count(): bigint {
    return BigInt(this.#all.count);
  }

  /** Bytes of their data. */
  get bytes(): bigint {
    return BigInt(this.#all.bytes);
  }

  /** How many there are, with thousands grouped. */
  get text(): string {
    return formatCount(this.count);
  }

  /** "1.24 billion parameters in bfloat16". */
  get inWords(): string {
    const [most, ...others] = this.#sortedTypes();
    const type = most && shortened(most.key);
    return `${countInWords(this.count)} ${this.count === 1n ? 'parameter' : 'parameters'}${type === undefined ? '' : ` ${others.length > 0 ? 'mostly ' : ''}in ${type}`}`;
  }

  /** The type that has most of the bytes. Undefined where there are none. */
  get mainType(): string | undefined {
    return this.#sortedTypes()[0]?.key;
  }

  /** How many there are. Nothing where there are none. */
  figure(): Figure[] {
    if (this.count === 0n) return [];
    const short = shortCount(this.count);
    return [{ label: 'Parameters', value: short, note: short === this.text ? undefined : this.text }];
  }

  /** The type that has most of the bytes, and what others there are. */
  typeFigure(): Figure[] {
    const [most, ...others] = this.#sortedTypes();
    if (!most) return [];
    const share = Number((BigInt(most.bytes) * 100n) / (this.bytes || 1n));
    const named = others.slice(0, 2).map(({ key }) => shortened(key, 20));
    const more = others.length - named.length;
    const all = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
    return [
      {
        label: 'Type',
        value: shortened(most.key, 40),
        note: others.length > 0 ? `${share}% of the bytes; ${all}` : 'all of them',
      },
    ];
  }

  #sortedTypes(): Group[] {
    return [...this.#types.values()].sort((a, b) => (a.bytes < b.bytes ? 1 : a.bytes > b.bytes ? -1 : 0));
  }

  panels(): Panel[] {
    if (this.count === 0n) return [];
    const panels = [this.#panel('Parameters by type', [...this.#types.values()], ({ key }) => key)];
    const parts = this.#parts();
    if (parts.length > 1) panels.push(this.#panel('Parameters by part', parts, partLabel));
    return panels;
  }

  #panel<G extends Group>(title: string, all: readonly G[], labelOf: (group: G) => string): Panel {
    const sorted = [...all].sort((a, b) => (a.count < b.count ? 1 : a.count > b.count ? -1 : 0));
    const rows = sorted.slice(0, MAX_ROWS).map(
      (group): PanelRow => ({
        label: labelOf(group),
        stored: true,
        value: formatCount(BigInt(group.count)),
        bytes: BigInt(group.bytes),
        share: Number((BigInt(group.count) * 1_000_000n) / this.count) / 1_000_000,
      }),
    );
    return { title, ofParameters: true, rows, more: sorted.length - rows.length || undefined };
  }

  /**
   * The parts of a model. A part with more than half of all parameters says little, and so does a stack of blocks: its
   * own parts stand in its place. `model` becomes `model.layers.0–31.mlp` and `model.norm`.
   */
  #parts(): readonly Part[] {
    let parts: readonly Part[] = [this.#all];
    for (;;) {
      const large = parts.find(
        (part) => part.depth < MAX_DEPTH && (BigInt(part.count) * 2n > this.count || isStack(part)),
      );
      if (!large || parts.length > MAX_OPEN_ROWS) return parts;
      // Single tensors are not parts: the Tensors tab lists them.
      const most = Math.min(large.tensors - 1, parts.length === 1 ? Infinity : MAX_OPEN_ROWS + 1 - parts.length);
      const instead = partsIn(large, most) ?? [{ ...large, depth: MAX_DEPTH }];
      parts = parts.flatMap((part) => (part === large ? instead : [part]));
    }
  }
}

function isStack({ key }: Group): boolean {
  return key.endsWith(NUMBER);
}

/** What a part is called: with the numbers of its blocks, `layers.0–31`, or `layers.*` where some are missing. */
function partLabel({ key, alike }: Part): string {
  const numbers = Array.from(key.matchAll(new RegExp(NUMBER, 'g')), ({ index }) => ({ index, all: new Set<number>() }));
  if (numbers.length === 0) return key.replaceAll(SOFT_DOT, '_');
  for (const name of alike.flatMap(({ names }) => names)) {
    // In the name, each number before takes the place of one character of the key.
    let longer = 0;
    for (const { index, all } of numbers) {
      const start = index + longer;
      const end = name.indexOf('.', start);
      all.add(Number(name.slice(start, end)));
      longer += end - start - 1;
    }
  }
  return numbers
    .reduce((label, { all }) => label.replace(NUMBER, rangeText([...all].sort((a, b) => a - b))), key)
    .replaceAll(SOFT_DOT, '_');
}

function rangeText(sorted: readonly number[]): string {
  const [first = 0, last = first] = [sorted[0], sorted.at(-1)];
  if (last - first !== sorted.length - 1) return '*';
  return first === last ? String(first) : `${first}–${last}`;
}

/**
 * What a part consists of by the next part of the names, in the order of the first of each. Undefined where these are
 * more than `most`: then no sums are made of what may be 100,000 parts.
 */
function partsIn(part: Part, most: number): Part[] | undefined {
  const found = new Map<string, Alike[]>();
  for (const alike of part.alike) {
    NAME_PART.lastIndex = part.key.length;
    NAME_PART.test(alike.key);
    const key = alike.key.slice(0, NAME_PART.lastIndex);
    const known = found.get(key);
    if (known) known.push(alike);
    else found.set(key, [alike]);
    if (found.size > most) return undefined;
  }
  return Array.from(found, ([key, alike]) => partOf(key, part.depth + 1, alike));
}

function partOf(key: string, depth: number, alike: readonly Alike[]): Part {
  const part: Part = { key, depth, alike, tensors: 0, count: 0, bytes: 0 };
  for (const { count, bytes, names } of alike) {
    add(part, count, bytes);
    part.tensors += names.length;
  }
  return part;
}

function add(group: Group, count: number | bigint, bytes: number | bigint): void {
  group.count = sum(group.count, count);
  group.bytes = sum(group.bytes, bytes);
}

/** An exact sum. Safe numbers stay numbers: they add up ten times as fast as bigints. */
function sum(a: number | bigint, b: number | bigint): number | bigint {
  const rounded = Number(a) + Number(b);
  return Number.isSafeInteger(rounded) ? rounded : BigInt(a) + BigInt(b);
}
