import { DTYPES, isNumericDtype, type NumericDtype } from '../dtype.ts';
import { floatTable, isNarrowFloat, type NarrowDtype } from '../float.ts';

/** What counts as close, as `numpy.allclose` takes it: |a − b| ≤ atol + rtol · |b|, where b is the expected value. */
export interface Tolerance {
  /** Relative to the expected value. Not negative. */
  rtol: number;
  /** Absolute. Not negative. */
  atol: number;
  /** Whether NaN counts as equal to NaN. */
  equalNan: boolean;
}

/**
 * NumPy's own `rtol` and `atol`. They are about 100 roundings of a float32, which is what two ways of computing the same
 * differ by.
 */
const FLOAT32 = { rtol: 1e-5, atol: 1e-8 };

/** A float64 keeps 16 digits, and results that went through sums of many keep about half of the rest. */
const FLOAT64 = { rtol: 1e-7, atol: 1e-9 };

/** Whole numbers have no rounding. */
const EXACT = { rtol: 0, atol: 0 };

/**
 * The tolerance for two tensors by default, by the coarser one of their types:
 *
 * | type                       | rtol                                         | atol                                |
 * | -------------------------- | -------------------------------------------- | ----------------------------------- |
 * | integers and bools, texts  | 0                                            | 0                                   |
 * | float64                    | 1e-7                                         | 1e-9                                |
 * | float32                    | 1e-5, as NumPy                               | 1e-8, as NumPy                      |
 * | float16, bfloat16, float8… | the distance from 1 to the next value        | the least value above 0, or 1e-8    |
 * | stored in n bits a value   | 2^(1 − n), n rounded down, from 2 on         | 1e-8                                |
 *
 * @param bits of a value, of types that are computed from blocks with scales
 */
export function defaultTolerance(a: ComparedType, b: ComparedType): Tolerance {
  const [one, other] = [toleranceOf(a), toleranceOf(b)];
  return { ...(one.rtol >= other.rtol ? one : other), equalNan: false };
}

/** The type of a tensor's values, and where they are computed from blocks, the bits that each takes on the average. */
export interface ComparedType {
  dtype: string;
  blockBits?: number | undefined;
}

function toleranceOf({ dtype, blockBits }: ComparedType): Pick<Tolerance, 'rtol' | 'atol'> {
  if (blockBits !== undefined)
    return { rtol: Math.max(FLOAT32.rtol, 2 ** (1 - Math.max(2, Math.floor(blockBits)))), atol: FLOAT32.atol };
  if (!isNumericDtype(dtype) || DTYPES[dtype].kind !== 'float') return EXACT;
  if (!isNarrowFloat(dtype)) return dtype === 'float64' ? FLOAT64 : FLOAT32;
  const { epsilon, least } = stepsOf(dtype);
  return { rtol: epsilon, atol: Math.max(FLOAT32.atol, least) };
}

/** The distance from 1 to the next value of a type, and its least value above 0. */
function stepsOf(dtype: NarrowDtype): { epsilon: number; least: number } {
  let next = Number.POSITIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  for (const value of floatTable(dtype)) {
    if (value > 1 && value < next) next = value;
    if (value > 0 && value < least) least = value;
  }
  return { epsilon: next - 1, least };
}

/**
 * The largest error, relative to a value, that rounding to a type makes: half of the distance to the next value, 2^-8 for
 * bfloat16 and 2^-11 for float16. Values below the normal ones have a larger one. Undefined where a type does not round.
 */
export function roundingOf(dtype: NumericDtype): number | undefined {
  if (DTYPES[dtype].kind !== 'float') return undefined;
  if (isNarrowFloat(dtype)) return stepsOf(dtype).epsilon / 2;
  return dtype === 'float32' ? 2 ** -24 : 2 ** -53;
}

/** The error that storing any values in a type makes, as a relative RMSE. */
export interface StorageError {
  dtype: string;
  relativeRmse: number;
}

/**
 * The mean square of numbers whose logarithms are spread evenly from 1 to 2: roundings are as large for all of them.
 */
const MEAN_SQUARE = 1.5 / Math.LN2;

/**
 * The error of the coarser type of two, where storing values in one of them changes them: of types of floats, and of
 * blocks whose error is known (`TensorReader.storageError`). Undefined for two of one type of floats, since both may have
 * been stored as what they are, for integers, and where one is of blocks whose error is unknown.
 */
export function storageError(...types: [StoredType, StoredType]): StorageError | undefined {
  if (types.some(({ dtype, error }) => error === undefined && !isNumericDtype(dtype))) return undefined;
  const [one, other] = types.map(({ dtype, error }) => {
    const rounding = isNumericDtype(dtype) ? roundingOf(dtype) : undefined;
    // A rounding is at most so large, and spread evenly.
    const relativeRmse = error ?? (rounding === undefined ? undefined : rounding / Math.sqrt(3 * MEAN_SQUARE));
    return relativeRmse === undefined ? undefined : { dtype, relativeRmse };
  });
  if (!one || !other) return one ?? other;
  if (one.dtype === other.dtype && types[0].error === undefined) return undefined;
  return one.relativeRmse >= other.relativeRmse ? one : other;
}

/** A type as it is stored, and the error of its blocks. */
interface StoredType {
  dtype: string;
  error?: number | undefined;
}
