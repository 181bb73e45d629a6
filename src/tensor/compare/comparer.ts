import { UnsupportedError } from '../../base/errors.ts';
import { DTYPES, type NumericDtype } from '../dtype.ts';
import { areBig, type NumericValues } from '../elements.ts';
import { added, exponentFor, isSafeSum, NOTHING, rootMean, rootRatio, type ScaledSum } from './scaled-sum.ts';
import type { Tolerance } from './tolerance.ts';
import { toFloats, wholeDifferences } from './whole.ts';

/** Elements that are compared as one block, which stays in the cache of the processor. */
const BLOCK = 2048;

/** A value and the index of its element. Of several that are equal, the first. */
export interface Extreme {
  value: number;
  at: number;
}

/** What was found of some of the elements, as plain data for another thread. */
export interface ComparePart {
  count: number;
  /** Pairs of finite values. */
  finite: number;
  /** Pairs that are not equal, and those that are not close. */
  differs: number;
  beyond: number;
  /** Pairs of which both are NaN, of which one is, and of others those that have an infinity that the other has not. */
  bothNan: number;
  nan: number;
  infinite: number;
  maxAbs: Extreme | undefined;
  maxRel: Extreme | undefined;
  /** The first that is not close. */
  first: number | undefined;
  /** Sums of squares of differences, of a and of b, and of products, over the finite pairs. */
  differences: ScaledSum;
  a: ScaledSum;
  b: ScaledSum;
  products: ScaledSum;
}

/** How two tensors differ, element by element. `b` is the expected one. Indices count elements in row-major order. */
export interface TensorComparison extends Tolerance {
  /** Elements that were compared. */
  count: number;
  /** Only a sample was compared: so many stretches of tensors of `elements`. All figures are of these alone. */
  sample?: { blocks: number; elements: number };
  /** Elements that are not equal, and that are not within the tolerance. NaN beside NaN is both, unless `equalNan`. */
  differs: number;
  beyond: number;
  bothNan: number;
  /** Elements of which only one is NaN, and of others those with an infinity that the other has not. */
  nan: number;
  infinite: number;
  /** The largest |a − b| and |a − b| / |b| over the finite pairs; of the second, where b is not 0. */
  maxAbs?: Extreme;
  maxRel?: Extreme;
  /** The first element that is not within the tolerance. */
  first?: number;
  /** The root of the mean square of a − b over the finite pairs, and its ratio to that of b. */
  rmse?: number;
  relativeRmse?: number;
  /** Of the angle between both as vectors, over the finite pairs. Undefined where one of them is all zeros. */
  cosine?: number;
}

export function notComparable(message: string): UnsupportedError {
  return new UnsupportedError('tensor/not-comparable', message);
}

/** Compares numbers in pairs, one stretch after another. */
export class Comparer {
  readonly #rtol: number;
  readonly #atol: number;
  readonly #equalNan: boolean;
  /** Differences of integers of 64 bits are taken of their halves: as float64 they would be rounded first. */
  readonly #areWhole: boolean;
  readonly #a = new Float64Array(BLOCK);
  readonly #b = new Float64Array(BLOCK);
  readonly #difference = new Float64Array(BLOCK);
  #isExact = false;
  #part: ComparePart = {
    count: 0,
    finite: 0,
    differs: 0,
    beyond: 0,
    bothNan: 0,
    nan: 0,
    infinite: 0,
    maxAbs: undefined,
    maxRel: undefined,
    first: undefined,
    differences: NOTHING,
    a: NOTHING,
    b: NOTHING,
    products: NOTHING,
  };

  constructor(a: NumericDtype, b: NumericDtype, { rtol, atol, equalNan }: Tolerance) {
    this.#rtol = rtol;
    this.#atol = atol;
    this.#equalNan = equalNan;
    this.#areWhole = DTYPES[a].kind !== 'float' && DTYPES[b].kind !== 'float';
  }

  /**
   * Adds the next pairs, and keeps neither array. Both have the same length.
   *
   * @param first the index of the first pair
   */
  add(a: NumericValues, b: NumericValues, first: number): void {
    this.#isExact = (areBig(a) || areBig(b)) && this.#areWhole;
    for (let from = 0; from < a.length; from += BLOCK) {
      const [partA, partB] = [a.subarray(from, from + BLOCK), b.subarray(from, from + BLOCK)];
      toFloats(partA, this.#a);
      toFloats(partB, this.#b);
      if (this.#isExact) wholeDifferences(partA, partB, this.#difference);
      if (!this.#addFinite(partA.length, first + from)) this.#addAny(partA.length, first + from);
      this.#part.count += partA.length;
    }
  }

  /** Adds a block that is finite and neither huge nor tiny. Gives false, and adds nothing, where it is not so. */
  #addFinite(length: number, first: number): boolean {
    const [A, B, D, isExact] = [this.#a, this.#b, this.#difference, this.#isExact];
    const [rtol, atol] = [this.#rtol, this.#atol];
    let [squaresA, squaresB, products, squares] = [0, 0, 0, 0];
    let [differs, beyond, firstAt] = [0, 0, -1];
    let [most, mostAt] = [this.#part.maxAbs?.value ?? 0, -1];
    let [ratio, ratioAt] = [this.#part.maxRel?.value ?? 0, -1];
    for (let index = 0; index < length; index++) {
      const a = A[index] as number;
      const b = B[index] as number;
      squaresA += a * a;
      squaresB += b * b;
      products += a * b;
      const difference = Math.abs(isExact ? (D[index] as number) : a - b);
      if (difference === 0) continue;
      const size = Math.abs(b);
      differs++;
      squares += difference * difference;
      if (difference > most) {
        most = difference;
        mostAt = index;
      }
      // A product is faster than the ratio, and rounds so that no larger ratio is missed.
      if (difference >= ratio * size && size > 0 && difference / size > ratio) {
        ratio = difference / size;
        ratioAt = index;
      }
      if (difference > atol + rtol * size) {
        beyond++;
        if (firstAt < 0) firstAt = index;
      }
    }
    if (differs > 0 && !isSafeSum(squares)) return false;
    if (!isSafeSum(squaresA) && !(squaresA === 0 && isZero(A, length))) return false;
    if (!isSafeSum(squaresB) && !(squaresB === 0 && isZero(B, length))) return false;
    const part = this.#part;
    part.finite += length;
    part.differs += differs;
    part.beyond += beyond;
    if (firstAt >= 0) part.first = Math.min(first + firstAt, part.first ?? Number.POSITIVE_INFINITY);
    if (mostAt >= 0) part.maxAbs = { value: most, at: first + mostAt };
    if (ratioAt >= 0) part.maxRel = { value: ratio, at: first + ratioAt };
    this.#addSums([squaresA, squaresB, products, squares], { a: 0, b: 0, difference: 0 });
    return true;
  }

  /** Adds a block of any values. */
  #addAny(length: number, first: number): void {
    const [A, B] = [this.#a, this.#b];
    let [finite, largestA, largestB, largest] = [0, 0, 0, 0];
    for (let index = 0; index < length; index++) {
      const a = A[index] as number;
      const b = B[index] as number;
      if (!Number.isFinite(a) || !Number.isFinite(b)) {
        this.#addOther(a, b, first + index);
        continue;
      }
      const difference = this.#isExact ? (this.#difference[index] as number) : a - b;
      this.#addPair(Math.abs(difference), Math.abs(b), first + index);
      // What is not finite is left out of the sums.
      A[finite] = a;
      B[finite] = b;
      this.#difference[finite++] = difference;
      largestA = Math.max(largestA, Math.abs(a));
      largestB = Math.max(largestB, Math.abs(b));
      largest = Math.max(largest, Math.abs(difference));
    }
    this.#part.finite += finite;
    this.#addScaled(finite, { a: exponentFor(largestA), b: exponentFor(largestB), difference: exponentFor(largest) });
  }

  #addScaled(length: number, exponents: Exponents): void {
    const [A, B, D] = [this.#a, this.#b, this.#difference];
    const [scaleA, scaleB, scale] = [2 ** -exponents.a, 2 ** -exponents.b, 2 ** -exponents.difference];
    let [squaresA, squaresB, products, squares] = [0, 0, 0, 0];
    for (let index = 0; index < length; index++) {
      const a = (A[index] as number) * scaleA;
      const b = (B[index] as number) * scaleB;
      let difference = (D[index] as number) * scale;
      // The difference of two huge values can overflow where that of the scaled ones does not.
      if (!Number.isFinite(difference)) difference = (A[index] as number) * scale - (B[index] as number) * scale;
      squaresA += a * a;
      squaresB += b * b;
      products += a * b;
      squares += difference * difference;
    }
    this.#addSums([squaresA, squaresB, products, squares], exponents);
  }

  #addSums([squaresA, squaresB, products, squares]: readonly number[], { a, b, difference }: Exponents): void {
    const part = this.#part;
    part.a = added(part.a, { value: squaresA as number, exponent: 2 * a });
    part.b = added(part.b, { value: squaresB as number, exponent: 2 * b });
    part.products = added(part.products, { value: products as number, exponent: a + b });
    part.differences = added(part.differences, { value: squares as number, exponent: 2 * difference });
  }

  /** Adds a pair of finite values, without the sums. */
  #addPair(difference: number, size: number, at: number): void {
    if (difference === 0) return;
    const part = this.#part;
    part.differs++;
    part.maxAbs = farther(part.maxAbs, { value: difference, at });
    if (size > 0) part.maxRel = farther(part.maxRel, { value: difference / size, at });
    if (!(difference <= this.#atol + this.#rtol * size)) this.#addBeyond(at);
  }

  #addBeyond(at: number): void {
    this.#part.beyond++;
    this.#part.first = Math.min(at, this.#part.first ?? at);
  }

  /** Adds a pair of which one is not finite at least. */
  #addOther(a: number, b: number, at: number): void {
    if (a === b) return;
    const part = this.#part;
    const areNan = Number.isNaN(a) && Number.isNaN(b);
    if (areNan) part.bothNan++;
    else if (Number.isNaN(a) || Number.isNaN(b)) part.nan++;
    else part.infinite++;
    if (areNan && this.#equalNan) return;
    part.differs++;
    this.#addBeyond(at);
  }

  /** What was found so far. Shares its memory with the comparer, which must then not be used. */
  part(): ComparePart {
    return this.#part;
  }

  /** Adds what another comparer has found of other elements, with the same tolerance. Parts come in any order. */
  merge(other: ComparePart): void {
    const part = this.#part;
    for (const key of ['count', 'finite', 'differs', 'beyond', 'bothNan', 'nan', 'infinite'] as const)
      part[key] += other[key];
    for (const key of ['differences', 'a', 'b', 'products'] as const) part[key] = added(part[key], other[key]);
    for (const key of ['maxAbs', 'maxRel'] as const) if (other[key]) part[key] = farther(part[key], other[key]);
    if (other.first !== undefined) part.first = Math.min(other.first, part.first ?? other.first);
  }

  result(): TensorComparison {
    const { finite, maxAbs, maxRel, first, differences, a, b, products, ...counts } = this.#part;
    const result: TensorComparison = { ...counts, rtol: this.#rtol, atol: this.#atol, equalNan: this.#equalNan };
    if (first !== undefined) result.first = first;
    if (finite === 0) return result;
    result.maxAbs = maxAbs ?? { value: 0, at: 0 };
    if (maxRel) result.maxRel = maxRel;
    result.rmse = rootMean(differences, finite);
    if (b.value > 0) result.relativeRmse = rootRatio(differences, b);
    if (a.value > 0 && b.value > 0) {
      const scale = 2 ** (products.exponent - (a.exponent + b.exponent) / 2);
      const cosine = (products.value / Math.sqrt(a.value) / Math.sqrt(b.value)) * scale;
      result.cosine = Math.max(-1, Math.min(1, cosine));
    }
    return result;
  }
}

/** What `a`, `b` and their differences were divided by before they were squared, as exponents of 2. */
interface Exponents {
  a: number;
  b: number;
  difference: number;
}

function isZero(values: Float64Array, length: number): boolean {
  for (let index = 0; index < length; index++) if (values[index] !== 0) return false;
  return true;
}

function farther(one: Extreme | undefined, other: Extreme): Extreme {
  if (!one || other.value > one.value) return other;
  return other.value === one.value && other.at < one.at ? other : one;
}
