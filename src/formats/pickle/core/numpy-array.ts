import { MAX_RANK } from '../../../base/limits.ts';
import {
  type Call,
  isCount,
  isKind,
  itemsOf,
  nameOf,
  type PickleValue,
  type StoredBytes,
} from '../../../pickle/value.ts';
import type { ByteOrder } from '../../../tensor/byte-order.ts';
import { DTYPES } from '../../../tensor/dtype.ts';

/** An array of NumPy in a pickle. Strides count elements. */
export interface NumpyArray {
  dtype: string;
  shape: readonly bigint[];
  strides: readonly number[];
  order: ByteOrder;
  /** Undefined of one that is stored as text, which protocols 0 to 2 need. */
  stored: StoredBytes | undefined;
}

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(DTYPES).flatMap(([name, facts]) => ('descr' in facts ? [[facts.descr.slice(1), name]] : [])),
);

/** The array that a call of NumPy makes, of a number one without dimensions. Undefined for anything else, and for arrays of objects. */
export function numpyArray({ callee, arguments: args, state }: Call): NumpyArray | undefined {
  const name = nameOf(callee)?.replace(/^numpy\._?core\./, '');
  // State of an array: `(version, shape, dtype, isFortran, bytes)`.
  if (name === 'multiarray._reconstruct') {
    const [, shape, type, isFortran, bytes] = itemsOf(state) ?? [];
    return arrayOf(shape, type, isFortran === true, bytes);
  }
  if (name === 'multiarray.scalar') {
    const [type, bytes] = itemsOf(args) ?? [];
    return arrayOf({ kind: 'tuple', items: [] }, type, false, bytes);
  }
  if (name !== 'numeric._frombuffer') return undefined;
  const [bytes, type, shape, order] = itemsOf(args) ?? [];
  return arrayOf(shape, type, order === 'F', bytes);
}

function arrayOf(
  shape: PickleValue | undefined,
  type: PickleValue | undefined,
  isFortran: boolean,
  bytes: PickleValue | undefined,
): NumpyArray | undefined {
  const sizes = itemsOf(shape);
  if (!sizes?.every(isCount) || sizes.length > MAX_RANK) return undefined;
  if (!isKind(type, 'call') || nameOf(type.callee) !== 'numpy.dtype') return undefined;
  const [code] = itemsOf(type.arguments) ?? [];
  const [, order] = itemsOf(type.state) ?? [];
  if (typeof code !== 'string' || code.startsWith('O')) return undefined;
  const strides = sizes.map((_, axis) =>
    (isFortran ? sizes.slice(0, axis) : sizes.slice(axis + 1)).reduce((product, size) => product * size, 1),
  );
  return {
    dtype: TYPES.get(code) ?? code,
    shape: sizes.map(BigInt),
    strides,
    order: order === '>' ? 'big' : 'little',
    stored: isKind(bytes, 'bytes') ? bytes : undefined,
  };
}
