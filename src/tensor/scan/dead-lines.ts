import { DTYPES, type NumericDtype } from '../dtype.ts';
import { viewElements } from '../elements.ts';
import type { Shape } from '../shape.ts';

/** Wider matrices are not looked at for dead columns: a number is kept for each column that may be one. */
const MOST_COLUMNS = 2 ** 20;

/** A tensor as lines, which follow each other in the order in which it is stored. */
export interface Lines {
  count: number;
  length: number;
  /** Whether lines, and whether places of all lines, are what is looked for. */
  along: boolean;
  across: boolean;
}

/** Rows and columns of a matrix whose elements are all zero, minus zero included: how many, and the first one. */
export interface DeadLines {
  rows: number;
  firstRow?: number;
  columns: number;
  firstColumn?: number;
}

/** What was found in some of the elements, as plain data for another thread. */
export interface DeadPart {
  dead: number;
  first: number;
  /** Zeros that were seen of lines which were not seen whole, where nothing else was. */
  open: ReadonlyMap<number, number>;
  /** The places that were zero in all lines so far. Undefined while these are all. */
  alive: Uint32Array | undefined;
}

/**
 * How a tensor is looked through for dead rows, along its first dimension, and, of a matrix, dead columns. Undefined
 * where it has neither: rows of one element are only zeros.
 */
export function linesOf(shape: Shape, dtype: NumericDtype, isColumnMajor: boolean): Lines | undefined {
  const [rows = 0, ...inner] = shape.map(Number);
  const length = inner.reduce((product, size) => product * size, 1);
  if (inner.length === 0 || rows < 2 || length < 2 || dtype === 'bool' || dtype === 'float8_e8m0fnu') return undefined;
  const isMatrix = inner.length === 1;
  if (!isColumnMajor) return { count: rows, length, along: true, across: isMatrix && length <= MOST_COLUMNS };
  return { count: length, length: rows, along: isMatrix, across: rows <= MOST_COLUMNS };
}

/** Tells which elements are zero, by their index in these bytes. Bytes of several begin at a multiple of eight. */
function zeroTest(dtype: NumericDtype, bytes: Uint8Array): (index: number) => boolean {
  const { kind, bits } = DTYPES[dtype];
  const { byteOffset, length } = bytes;
  const buffer = bytes.buffer as ArrayBuffer;
  const isSigned = kind === 'float' && !dtype.endsWith('fnuz');
  if (bits === 64) {
    const words = new Uint32Array(buffer, byteOffset, length / 4);
    const mask = isSigned ? 0x7fffffff : 0xffffffff;
    return (index) => words[2 * index] === 0 && ((words[2 * index + 1] as number) & mask) === 0;
  }
  if (bits < 8) {
    const values = viewElements(dtype, bytes);
    return (index) => values[index] === 0;
  }
  const Words = bits === 8 ? Uint8Array : bits === 16 ? Uint16Array : Uint32Array;
  const words = new Words(buffer, byteOffset, length / (bits / 8));
  const mask = isSigned ? 2 ** (bits - 1) - 1 : -1;
  return (index) => ((words[index] as number) & mask) === 0;
}

/**
 * Finds lines, and places of all lines, that hold only zeros. It looks at a line up to its first element that is not
 * zero, and at a place in all lines up to the first one: of weights, at few elements.
 */
export class DeadFinder {
  readonly #dtype: NumericDtype;
  readonly #lines: Lines;
  #dead = 0;
  #first = Number.POSITIVE_INFINITY;
  readonly #open = new Map<number, number>();
  #alive: Uint32Array | undefined;

  constructor(dtype: NumericDtype, lines: Lines) {
    this.#dtype = dtype;
    this.#lines = lines;
  }

  /** Adds elements that begin at a multiple of eight bytes, of which `first` is the index of the first in the tensor. */
  add(bytes: Uint8Array, first: number, count: number): void {
    const isZero = zeroTest(this.#dtype, bytes);
    const { length, along, across } = this.#lines;
    let line = Math.floor(first / length);
    for (let at = 0; at < count; line++) {
      const start = first + at - line * length;
      const end = Math.min(length, start + count - at);
      if (along) this.#addLine(isZero, line, at, end - start);
      if (across && this.#alive?.length !== 0) this.#keepZero(isZero, start, end, at - start);
      at += end - start;
    }
  }

  #addLine(isZero: (index: number) => boolean, line: number, from: number, count: number): void {
    for (let index = from; index < from + count; index++) if (!isZero(index)) return;
    this.#addZeros(line, count);
  }

  #addZeros(line: number, count: number): void {
    const zeros = count + (this.#open.get(line) ?? 0);
    if (zeros < this.#lines.length) {
      this.#open.set(line, zeros);
      return;
    }
    this.#open.delete(line);
    this.#dead++;
    this.#first = Math.min(this.#first, line);
  }

  /** Keeps the places from `start` to `end` whose elements are zero, and all others. */
  #keepZero(isZero: (index: number) => boolean, start: number, end: number, shift: number): void {
    const places = this.#alive ?? Uint32Array.from({ length: this.#lines.length }, (_, place) => place);
    let at = firstFrom(places, start);
    let kept = at;
    for (; at < places.length && (places[at] as number) < end; at++) {
      const place = places[at] as number;
      if (isZero(place + shift)) places[kept++] = place;
    }
    // Lines come in short pieces: those that lose nothing must not go over all places.
    if (kept < at) places.copyWithin(kept, at);
    this.#alive = places.subarray(0, places.length - (at - kept));
  }

  part(): DeadPart {
    return { dead: this.#dead, first: this.#first, open: this.#open, alive: this.#alive?.slice() };
  }

  /** Adds what was found in other elements of the tensor. */
  merge({ dead, first, open, alive }: DeadPart): void {
    this.#dead += dead;
    this.#first = Math.min(this.#first, first);
    for (const [line, zeros] of open) this.#addZeros(line, zeros);
    if (!alive) return;
    const there = new Set(alive);
    this.#alive = this.#alive?.filter((place) => there.has(place)) ?? alive;
  }

  /** Undefined where nothing is dead. Call it once all elements were added. */
  result(isColumnMajor: boolean): DeadLines | undefined {
    const { along, across } = this.#lines;
    const [lines, line] = along && this.#dead > 0 ? [this.#dead, this.#first] : [0, undefined];
    const alive = across ? this.#alive : undefined;
    const [places, place] = [alive?.length ?? 0, alive?.[0]];
    if (lines + places === 0) return undefined;
    return isColumnMajor
      ? { rows: places, firstRow: place, columns: lines, firstColumn: line }
      : { rows: lines, firstRow: line, columns: places, firstColumn: place };
  }
}

/** The index of the first place from `start` on, of places in ascending order. */
function firstFrom(places: Uint32Array, start: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] as number) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
