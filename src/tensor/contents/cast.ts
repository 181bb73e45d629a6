import { type ComplexDtype, DTYPES, elementBytes, elementGroup, isComplexDtype, type NumericDtype } from '../dtype.ts';
import { areBig, complexText, decodeElements, elementText, type NumericValues } from '../elements.ts';
import { floatEncoder, floatTable, isNarrowFloat, type NarrowDtype, packBits } from '../float.ts';
import { integerRange } from './number-text.ts';

/**
 * What a conversion does to a value that it does not keep.
 *
 * - `range`: the type cannot hold it. Such a conversion is not made.
 * - `digits`: it is rounded to the nearest number of the type.
 * - `zero`: it is rounded to 0.
 * - `fraction`: what comes after the point is left out.
 * - `sign`: -0 becomes 0.
 * - `truth`: it is neither 0 nor 1, and becomes true.
 * - `imaginary`: its imaginary part is left out.
 * - `text`: it is not a number. Such a conversion is not made.
 * - `color`, `alpha`: of a picture, pixels that lose their color, or their transparency.
 */
export type LossKind =
  | 'range'
  | 'digits'
  | 'zero'
  | 'fraction'
  | 'sign'
  | 'truth'
  | 'imaginary'
  | 'text'
  | 'color'
  | 'alpha';

/** Values that a conversion does not keep. */
export interface Loss {
  kind: LossKind;
  /** How many, exactly. */
  count: number;
  /** The first of them: the element, counted in row-major order, and its value before and after. */
  first: { element: number; from: string; to?: string | undefined };
}

/** Counts what a conversion does not keep. */
export class Losses {
  readonly #byKind = new Map<LossKind, Loss>();

  /** @param texts the value before and after, for the first of its kind */
  count(kind: LossKind, element: number, texts: () => { from: string; to?: string | undefined }): void {
    const known = this.#byKind.get(kind);
    if (known) known.count++;
    else this.#byKind.set(kind, { kind, count: 1, first: { element, ...texts() } });
  }

  get list(): Loss[] {
    return [...this.#byKind.values()];
  }

  /** What keeps the conversion from being made. */
  get refusal(): Loss | undefined {
    return this.#byKind.get('range') ?? this.#byKind.get('text');
  }
}

/** Where a conversion counts what it does not keep. */
export type LossCounter = Pick<Losses, 'count'>;

const INTEGERS = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
} as const;

/**
 * Makes the stored bytes of values, little-endian, and counts what is lost. `at` is the number of the first value. Where
 * a value has no place in the type, the bytes are not to be used.
 */
export type Cast = (values: NumericValues, losses: LossCounter, at: number) => Uint8Array<ArrayBuffer>;

/**
 * How numbers are stored as a type: floats are rounded to the nearest, of two to the even one, integers lose what comes
 * after the point (as NumPy's `astype`), and bools are whether a value is not 0. Nothing wraps around and nothing becomes
 * infinite.
 */
export function castTo(dtype: NumericDtype): Cast {
  if (dtype === 'bool') return castBools;
  if (dtype === 'float64' || dtype === 'float32') return (...cast) => castFloats(dtype, ...cast);
  if (isNarrowFloat(dtype)) return narrowCast(dtype);
  if (dtype === 'int64' || dtype === 'uint64') return (...cast) => castBig(dtype, ...cast);
  return (...cast) => castIntegers(dtype, ...cast);
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function castBools(values: NumericValues, losses: LossCounter, at: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number | bigint;
    // biome-ignore lint/suspicious/noDoubleEquals: a bigint equals a number so
    const isTrue = value != 0;
    bytes[index] = isTrue ? 1 : 0;
    if (Number(value) !== 1 && isTrue)
      losses.count('truth', at + index, () => ({ from: elementText(value), to: 'true' }));
    else if (Object.is(value, -0)) losses.count('sign', at + index, () => ({ from: '-0', to: 'false' }));
  }
  return bytes;
}

function castFloats(
  dtype: 'float32' | 'float64',
  values: NumericValues,
  losses: LossCounter,
  at: number,
): Uint8Array<ArrayBuffer> {
  const made = dtype === 'float32' ? new Float32Array(values.length) : new Float64Array(values.length);
  if (areBig(values)) {
    for (let index = 0; index < values.length; index++) {
      const value = values[index] as bigint;
      made[index] = dtype === 'float64' ? Number(value) : oddNumber(value);
      const stored = made[index] as number;
      if (BigInt(stored) !== value)
        losses.count('digits', at + index, () => ({ from: String(value), to: String(BigInt(stored)) }));
    }
    return bytesOf(made);
  }
  made.set(values);
  // All of these are exact.
  if (!(values instanceof Float64Array || values instanceof Int32Array || values instanceof Uint32Array))
    return bytesOf(made);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number;
    const stored = made[index] as number;
    if (stored !== value && !Number.isNaN(value)) countFloat(losses, at + index, value, stored);
  }
  return bytesOf(made);
}

/** Counts a value that is not what is stored of it. */
function countFloat(losses: LossCounter, element: number, value: number, stored: number): void {
  const kind = Number.isFinite(stored) ? (stored === 0 ? 'zero' : 'digits') : 'range';
  losses.count(kind, element, () => ({ from: elementText(value), to: elementText(stored) }));
}

const double = new Float64Array(1);
const doubleBits = new BigInt64Array(double.buffer);

/**
 * An integer as the float64 beside it whose last bit is 1, unless one is exactly it. Rounded again, to fewer bits, that
 * gives what the integer itself rounds to: the nearest float64 may be one that lies in the middle, and the integer does not.
 */
function oddNumber(value: bigint): number {
  const nearest = Number(value);
  const rest = value - BigInt(nearest);
  if (rest === 0n) return nearest;
  double[0] = nearest;
  const bits = doubleBits[0] as bigint;
  if (bits % 2n === 0n) doubleBits[0] = bits + (rest > 0n === nearest > 0 ? 1n : -1n);
  return double[0] as number;
}

function narrowCast(dtype: NarrowDtype): Cast {
  const encode = floatEncoder(dtype);
  const table = floatTable(dtype);
  const { bits } = DTYPES[dtype];
  return (values, losses, at) => {
    const patterns = bits === 16 ? new Uint16Array(values.length) : new Uint8Array(values.length);
    for (let index = 0; index < values.length; index++) {
      const value = values[index] as number | bigint;
      const number = Number(value);
      const pattern = encode(typeof value === 'bigint' ? oddNumber(value) : number);
      if (pattern < 0) {
        losses.count('range', at + index, () => ({ from: elementText(value) }));
        continue;
      }
      patterns[index] = pattern;
      const stored = table[pattern] as number;
      if (typeof value === 'bigint') {
        if (stored !== number || BigInt(number) !== value)
          losses.count('digits', at + index, () => ({ from: String(value), to: elementText(stored) }));
      } else if (stored === number) {
        if (number === 0 && !Object.is(stored, number))
          losses.count('sign', at + index, () => ({ from: '-0', to: '0' }));
      } else if (!Number.isNaN(number)) countFloat(losses, at + index, number, stored);
    }
    return bits < 8 ? packBits(patterns as Uint8Array, bits as 4 | 6) : bytesOf(patterns);
  };
}

function castIntegers(
  dtype: keyof typeof INTEGERS,
  values: NumericValues,
  losses: LossCounter,
  at: number,
): Uint8Array<ArrayBuffer> {
  const made = new INTEGERS[dtype](values.length);
  const range = integerRange(dtype) as { min: bigint; max: bigint };
  const [min, max] = [Number(range.min), Number(range.max)];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number | bigint;
    const whole = Math.trunc(Number(value));
    if (!(whole >= min && whole <= max)) losses.count('range', at + index, () => ({ from: elementText(value) }));
    else {
      made[index] = whole;
      if (typeof value === 'number' && (whole !== value || Object.is(value, -0)))
        countWhole(losses, at + index, value, whole);
    }
  }
  return bytesOf(made);
}

/** Counts a number that is not the whole one that is stored of it, or that is -0. */
function countWhole(losses: LossCounter, element: number, value: number, whole: number): void {
  losses.count(value === 0 ? 'sign' : 'fraction', element, () => ({
    from: elementText(value),
    to: String(whole + 0),
  }));
}

function castBig(
  dtype: 'int64' | 'uint64',
  values: NumericValues,
  losses: LossCounter,
  at: number,
): Uint8Array<ArrayBuffer> {
  const made = dtype === 'int64' ? new BigInt64Array(values.length) : new BigUint64Array(values.length);
  const { min, max } = integerRange(dtype) as { min: bigint; max: bigint };
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number | bigint;
    const whole = typeof value === 'bigint' ? value : Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;
    if (whole === undefined || whole < min || whole > max)
      losses.count('range', at + index, () => ({ from: elementText(value) }));
    else {
      made[index] = whole;
      if (typeof value === 'number' && (!Number.isInteger(value) || Object.is(value, -0)))
        countWhole(losses, at + index, value, Number(whole));
    }
  }
  return bytesOf(made);
}

/** Whether every value of a type is one of another, so that nothing is lost: no value need be looked at. */
export function isWidening(from: NumericDtype, to: NumericDtype): boolean {
  if (from === to) return true;
  const [own, other] = [DTYPES[from], DTYPES[to]];
  if (own.kind === 'bool') return to !== 'float8_e8m0fnu';
  const range = integerRange(from);
  const target = integerRange(to);
  if (range && target) return range.min >= target.min && range.max <= target.max;
  if (other.kind !== 'float') return false;
  if (range) return own.bits <= (WHOLE_BITS[to] ?? 0) + (own.kind === 'int' ? 1 : 0);
  if (to === 'float64') return true;
  return to === 'float32' && from !== 'float64';
}

/** Bits of the whole numbers that a float has all of. */
const WHOLE_BITS: Partial<Record<NumericDtype, number>> = { float16: 11, bfloat16: 8, float32: 24, float64: 53 };

/** A type whose elements have bytes. */
export type StoredDtype = NumericDtype | ComplexDtype;

/** The fewest bytes that hold whole elements of a type. */
export function groupBytes(dtype: StoredDtype): number {
  return isComplexDtype(dtype) ? elementBytes(dtype) : elementGroup(dtype).bytes;
}

/** Elements of a type in so many bytes. */
export function elementsIn(dtype: StoredDtype, bytes: number): number {
  return Math.floor((bytes * 8) / DTYPES[dtype].bits);
}

/** Makes bytes of one type of those of another, whole groups of them. May take the bytes over. */
export type BytesCast = (bytes: Uint8Array, losses: LossCounter, at: number) => Uint8Array<ArrayBuffer>;

/** How stored elements become those of another type. A complex number has a real part, and keeps it. */
export function bytesCast(from: StoredDtype, to: StoredDtype): BytesCast {
  if (!isComplexDtype(from)) return isComplexDtype(to) ? toComplex(from, to) : realCast(from, to);
  const part = partOf(from);
  if (!isComplexDtype(to)) return toReal(part, castTo(to));
  const cast = castTo(partOf(to));
  return (bytes, losses, at) => {
    const halved: LossCounter = { count: (kind, element, texts) => losses.count(kind, Math.floor(element / 2), texts) };
    return cast(decodeElements(part, bytes), halved, 2 * at);
  };
}

/** The type of both parts of a complex number. */
export function partOf(dtype: ComplexDtype): 'float32' | 'float64' {
  return dtype === 'complex64' ? 'float32' : 'float64';
}

function realCast(from: NumericDtype, to: NumericDtype): BytesCast {
  const cast = castTo(to);
  return (bytes, losses, at) => cast(decodeElements(from, bytes), losses, at);
}

function toComplex(from: NumericDtype, to: ComplexDtype): BytesCast {
  const part = partOf(to);
  const cast = castTo(part);
  return (bytes, losses, at) => {
    const reals = decodeElements(part, cast(decodeElements(from, bytes), losses, at));
    const made = part === 'float32' ? new Float32Array(2 * reals.length) : new Float64Array(2 * reals.length);
    for (let index = 0; index < reals.length; index++) made[2 * index] = reals[index] as number;
    return bytesOf(made);
  };
}

function toReal(part: 'float32' | 'float64', cast: Cast): BytesCast {
  return (bytes, losses, at) => {
    const parts = decodeElements(part, bytes) as Float32Array | Float64Array;
    const reals = new Float64Array(parts.length / 2);
    for (let index = 0; index < reals.length; index++) {
      const imaginary = parts[2 * index + 1] as number;
      reals[index] = parts[2 * index] as number;
      if (imaginary !== 0)
        losses.count('imaginary', at + index, () => ({
          from: complexText(reals[index] as number, imaginary),
          to: elementText(reals[index] as number),
        }));
    }
    return cast(reals, losses, at);
  };
}
