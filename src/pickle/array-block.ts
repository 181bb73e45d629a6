import { MAX_BLOCK_RANK } from './limits.ts';
import { type Call, isKind, itemsOf, nameOf, type PickleValue } from './value.ts';

/** What joblib puts in the place of an array. The array's bytes follow the opcode that sets its state. */
const WRAPPER = 'joblib.numpy_pickle.NumpyArrayWrapper';

/** An array whose bytes stand among the opcodes (joblib 0.10 and later, `numpy_pickle.py`). */
export type ArrayBlock =
  /** Bytes to skip, after padding whose length the first byte has where `isPadded`. */
  | { kind: 'bytes'; size: number; isPadded: boolean }
  /** Python objects: a pickle of its own. */
  | { kind: 'pickle' }
  /** What is stored cannot be told. */
  | { kind: 'unknown' };

/** The array that follows, where an object whose state was just set is one of joblib's. */
export function arrayBlockOf({ callee, arguments: args, state }: Call): ArrayBlock | undefined {
  // `copyreg._reconstructor(NumpyArrayWrapper, object, None)` in protocols 0 and 1.
  const made = nameOf(callee) === WRAPPER ? callee : itemsOf(args)?.[0];
  if (nameOf(made) !== WRAPPER) return undefined;
  if (!isKind(state, 'dictionary') || state.isCut) return { kind: 'unknown' };
  const value = (key: string) => state.values[state.keys.lastIndexOf(key)];
  const type = itemSizeOf(value('dtype'));
  if (type === 'objects') return { kind: 'pickle' };
  const shape = itemsOf(value('shape'));
  if (type === undefined || !shape || shape.length > MAX_BLOCK_RANK) return { kind: 'unknown' };
  let size = type;
  for (const dimension of shape) {
    if (typeof dimension !== 'number' || dimension < 0) return { kind: 'unknown' };
    size *= dimension;
  }
  if (!Number.isSafeInteger(size)) return { kind: 'unknown' };
  return { kind: 'bytes', size, isPadded: typeof value('numpy_array_alignment_bytes') === 'number' };
}

/** Bytes of an element of a `numpy.dtype`, or that it has Python objects. Undefined where it cannot be told. */
function itemSizeOf(dtype: PickleValue | undefined): number | 'objects' | undefined {
  if (!isKind(dtype, 'call')) return undefined;
  const [code] = itemsOf(dtype.arguments) ?? [];
  // NumPy 1.25 and later have classes of their own for types: `numpy.dtypes.Float64DType()`.
  if (nameOf(dtype.callee) !== 'numpy.dtype' || typeof code !== 'string') return undefined;
  const match = /^[<>=|]?([biufcSUVMmO])(\d{1,9})$/.exec(code);
  if (!match) return code === '?' || code === 'b' || code === 'B' ? 1 : undefined;
  const [, kind, digits] = match;
  if (kind === 'O') return 'objects';
  // `(version, order, subarray, names, fields, size, alignment, flags …)`: the first flag says that there are objects.
  const state = itemsOf(dtype.state);
  const flags = state?.[7];
  if (typeof flags === 'number' && (flags & 1) !== 0) return 'objects';
  const size = state?.[5];
  if ((kind === 'V' || kind === 'S') && typeof size === 'number' && size >= 0) return size;
  // A text has four bytes for each character.
  return kind === 'U' ? 4 * Number(digits) : Number(digits);
}
