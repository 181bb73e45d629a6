import { MAX_BLOCK_RANK, MAX_DTYPE_DEPTH } from './limits.ts';
import {
  type Call,
  type Dictionary,
  isCount,
  isKind,
  itemsOf,
  nameOf,
  type PickleImport,
  type PickleValue,
} from './value.ts';

/** An array whose bytes stand among the opcodes (joblib 0.10 and later, `numpy_pickle.py`). */
export type ArrayBlock =
  /** Bytes to skip, after padding whose length the first byte has where `isPadded`. */
  | { kind: 'bytes'; size: number; isPadded: boolean }
  /** Python objects: a pickle of its own. */
  | { kind: 'pickle' }
  /** The array is in another file, as joblib 0.9 and earlier write it. */
  | { kind: 'elsewhere' };

/**
 * What joblib writes for an array. The array's bytes follow the opcode that sets its state. Earlier versions
 * of scikit-learn come with a joblib of their own.
 */
const WRAPPERS: readonly string[] = [
  'joblib.numpy_pickle.NumpyArrayWrapper',
  'sklearn.externals.joblib.numpy_pickle.NumpyArrayWrapper',
];

/** Whether a name is one of joblib's classes for arrays, also one that is reached another way. */
export function isArrayWrapper({ name }: PickleImport): boolean {
  return name.endsWith('Wrapper') ? /(?:^|\.)(?:Numpy|Z?ND)ArrayWrapper$/.test(name) : name.includes('ArrayWrapper.');
}

/**
 * The array that follows an object whose state was just set, where it is exactly what joblib writes. Undefined for
 * anything else.
 */
export function arrayBlockOf(call: Call): ArrayBlock | undefined {
  const made = classOf(call);
  const state = wholeDictionary(call.state);
  if (!state || call.set || call.isRebuilt) return undefined;
  if (made?.endsWith('NDArrayWrapper')) {
    return state.keys.every((key) => OLD_KEYS.includes(key)) ? { kind: 'elsewhere' } : undefined;
  }
  if (made === undefined || !WRAPPERS.includes(made)) return undefined;
  const isAligned = state.keys.length === KEYS.length;
  const keys = isAligned ? KEYS : KEYS.slice(0, -1);
  if (state.keys.length !== keys.length || !keys.every((key) => state.keys.includes(key))) return undefined;
  const [subclass, shape, order, dtype, mayMap, alignment = null] = keys.map(
    (key) => state.values[state.keys.indexOf(key)],
  );
  const type = dtypeOf(dtype, 0);
  const count = countOf(shape);
  const isKnown =
    CLASSES.includes(nameOf(subclass) ?? '') &&
    (order === 'C' || order === 'F') &&
    typeof mayMap === 'boolean' &&
    (alignment === null || alignment === ALIGNMENT);
  if (!isKnown || type === undefined || count === undefined || type.isPart) return undefined;
  if (type.hasObjects) return mayMap ? undefined : { kind: 'pickle' };
  return sized(type.size * count, alignment !== null);
}

/** Names of a wrapper's attributes. Before Python 3.6 they are in any order. Since joblib 1.2 there is the last one. */
const KEYS: readonly PickleValue[] = [
  'subclass',
  'shape',
  'order',
  'dtype',
  'allow_mmap',
  'numpy_array_alignment_bytes',
];
const ALIGNMENT = 16;

const OLD_KEYS: readonly PickleValue[] = ['filename', 'subclass', 'allow_mmap', 'init_args', 'state'];

/** Classes of arrays that joblib stores itself. */
const CLASSES: readonly string[] = [
  'numpy.ndarray',
  'numpy.memmap',
  'numpy.core.memmap.memmap',
  'numpy.matrix',
  'numpy.matrixlib.defmatrix.matrix',
];

/** The class that an object was made of as picklers make one: by `NEWOBJ`, or, in protocols 0 and 1, by a function. */
function classOf({ callee, arguments: args, isNew }: Call): string | undefined {
  const items = itemsOf(args);
  if (isNew) return items?.length === 0 ? nameOf(callee) : undefined;
  if (!/^(?:copyreg|copy_reg)\._reconstructor$/.test(nameOf(callee) ?? '')) return undefined;
  const [made, base, state] = items ?? [];
  return /^(?:builtins|__builtin__)\.object$/.test(nameOf(base) ?? '') && state === null ? nameOf(made) : undefined;
}

function wholeDictionary(value: PickleValue | undefined): Dictionary | undefined {
  return isKind(value, 'dictionary') && !value.isCut ? value : undefined;
}

function sized(size: number, isPadded: boolean): ArrayBlock | undefined {
  return Number.isSafeInteger(size) ? { kind: 'bytes', size, isPadded } : undefined;
}

/** Elements of an array of this shape. */
function countOf(shape: PickleValue | undefined): number | undefined {
  const sizes = isKind(shape, 'tuple') ? itemsOf(shape) : undefined;
  if (!sizes || sizes.length > MAX_BLOCK_RANK || !sizes.every(isCount)) return undefined;
  return sizes.reduce((count, size) => count * size, 1);
}

/** NumPy writes flags as a byte, with a sign. */
function isByte(value: PickleValue | undefined): value is number {
  return typeof value === 'number' && value >= -128 && value < 256;
}

/** A `numpy.dtype`: the bytes of an element, and whether it has Python objects, or is a part of a record alone. */
interface Dtype {
  size: number;
  hasObjects: boolean;
  isPart: boolean;
}

/** Flags of a type in its state: it has references to objects. */
const HAS_OBJECTS = 1;
const OBJECT_FLAGS = 63;
const TEXT_FLAGS = 8;

/** Sizes of numbers in bytes, by NumPy's letters. Those of a text follow from its length. */
const SIZES: Readonly<Record<string, readonly number[]>> = {
  b: [1],
  i: [1, 2, 4, 8],
  u: [1, 2, 4, 8],
  f: [2, 4, 8, 12, 16],
  c: [8, 16, 24, 32],
  M: [8],
  m: [8],
  O: [4, 8],
};

/** The type that a value is, where it is exactly what NumPy writes: what the letters say and the state agree. */
function dtypeOf(value: PickleValue | undefined, depth: number): Dtype | undefined {
  if (!isKind(value, 'call') || value.isNew || value.isRebuilt || value.set || depth > MAX_DTYPE_DEPTH)
    return undefined;
  const [code, aligned, copied, ...rest] = itemsOf(value.arguments) ?? [];
  const state = isKind(value.state, 'tuple') ? itemsOf(value.state) : undefined;
  const match = typeof code === 'string' ? /^([a-zA-Z])(\d{1,9})$/.exec(code) : null;
  const isMade = (aligned === false && copied === true) || (aligned === 0 && copied === 1);
  if (nameOf(value.callee) !== 'numpy.dtype' || !match || !isMade || rest.length > 0 || !state) return undefined;
  const [version, order, part, names, fields, size, alignment, flags, metadata] = state;
  const isTagged = state.length === 9 && version === 4 && (isKind(metadata, 'tuple') || isKind(metadata, 'dictionary'));
  if (!(state.length === 8 && version === 3) && !isTagged) return undefined;
  if (typeof order !== 'string' || !'<>|='.includes(order) || order.length !== 1) return undefined;
  const [, letter = '', digits] = match;
  const length = Number(digits);
  const isStated = (...stated: readonly number[]) =>
    [size, alignment, flags].every((one, at) => one === stated[at]) &&
    [part, names, fields].every((one) => one === null);
  const plain = (bytes: number, hasObjects = false): Dtype => ({ size: bytes, hasObjects, isPart: false });
  if (letter === 'U') return isStated(4 * length, 4, TEXT_FLAGS) ? plain(4 * length) : undefined;
  if (letter === 'S') return isStated(length, 1, 0) ? plain(length) : undefined;
  if (letter === 'V' && isStated(length, 1, 0)) return plain(length);
  if (letter === 'V')
    return size === length && isByte(flags) ? recordOf({ part, names, fields }, size, flags, depth) : undefined;
  if (!SIZES[letter]?.includes(length)) return undefined;
  if (letter === 'O') return isStated(-1, -1, OBJECT_FLAGS) ? plain(length, true) : undefined;
  return isStated(-1, -1, 0) ? plain(length) : undefined;
}

/** The type of a record, or of an array within one. Its parts must fit, and have objects where its flags say so. */
function recordOf(
  { part, names, fields }: Record<'part' | 'names' | 'fields', PickleValue | undefined>,
  size: number,
  flags: number,
  depth: number,
): Dtype | undefined {
  const hasObjects = (flags & HAS_OBJECTS) !== 0;
  if (part !== null) {
    const [base, shape] = itemsOf(part) ?? [];
    const type = dtypeOf(base, depth + 1);
    const count = isCount(shape) ? shape : countOf(shape);
    const fits = names === null && fields === null && type && count !== undefined && type.size * count === size;
    return fits && type.hasObjects === hasObjects ? { size, hasObjects, isPart: true } : undefined;
  }
  const table = wholeDictionary(fields);
  const listed = isKind(names, 'tuple') ? itemsOf(names) : undefined;
  if (!table || !listed?.every((name) => table.keys.includes(name))) return undefined;
  const types = table.values.map((field) => {
    const [one, offset] = itemsOf(field) ?? [];
    const type = dtypeOf(one, depth + 1);
    return type && isCount(offset) && offset + type.size <= size ? type : undefined;
  });
  const isSound = types.every((type) => type !== undefined) && types.some((type) => type?.hasObjects) === hasObjects;
  return isSound ? { size, hasObjects, isPart: false } : undefined;
}

/**
 * What may follow an object that is not what joblib writes, and that its classes may still take for an array: the first
 * dictionary with a shape and a type counts. Undefined where there is none.
 *
 * @param believes whether the state of the type says the size of an element, or else its letters
 */
export function guessedBlock(state: PickleValue | undefined, believes: 'state' | 'letters'): ArrayBlock | undefined {
  const candidates = [state, ...(itemsOf(state) ?? [])];
  for (const candidate of candidates) {
    if (!isKind(candidate, 'dictionary')) continue;
    const value = (key: string) => candidate.values[candidate.keys.lastIndexOf(key)];
    const dtype = value('dtype');
    if (!isKind(dtype, 'call')) continue;
    const [code] = itemsOf(dtype.arguments) ?? [];
    const [, , , , , size, , flags] = itemsOf(dtype.state) ?? [];
    const [, letter, digits = '1'] = /([a-zA-Z?])(\d{0,9})$/.exec(typeof code === 'string' ? code : '') ?? [];
    if (letter === 'O' || (typeof flags === 'number' && (flags & HAS_OBJECTS) !== 0)) return { kind: 'pickle' };
    const lettered = (letter === 'U' ? 4 : 1) * Number(digits || 1);
    const width = believes === 'state' && isCount(size) ? size : lettered;
    const sizes = (itemsOf(value('shape')) ?? []).map(Number);
    const bytes = sizes.reduce((count, one) => count * one, width);
    const isPadded = (value('numpy_array_alignment_bytes') ?? null) !== null;
    return bytes >= 0 ? sized(bytes, isPadded) : undefined;
  }
  return undefined;
}
