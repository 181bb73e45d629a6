import { BadFileError, UnsupportedError } from '../../../base/errors.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import { quote, shortened } from '../../../base/text.ts';
import type { Fact } from '../../../model/package.ts';
import {
  isCount,
  isKind,
  itemsOf,
  nameOf,
  type Persistent,
  type PickleValue,
  valueText,
} from '../../../pickle/value.ts';
import { dtypeFacts } from '../../../tensor/dtype.ts';
import { type NumpyArray, numpyArray } from './numpy-array.ts';

/** Element types by PyTorch's names of them and of its storage classes, in lower case. Others keep their name. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['double', 'float64'],
  ['float', 'float32'],
  ['half', 'float16'],
  ['bfloat16', 'bfloat16'],
  ['long', 'int64'],
  ['int', 'int32'],
  ['short', 'int16'],
  ['char', 'int8'],
  ['byte', 'uint8'],
  ['untyped', 'uint8'],
  ['bool', 'bool'],
  ['complexdouble', 'complex128'],
  ['complexfloat', 'complex64'],
  ['qint8', 'qint8'],
  ['quint8', 'quint8'],
  ['qint32', 'qint32'],
]);

/** Bytes of the elements of types that are not decoded. */
const QUANTIZED_BYTES: Readonly<Record<string, number>> = { qint8: 1, quint8: 1, qint32: 4 };

/** A storage: elements one after the other, which several tensors may share. */
export interface TorchStorage {
  key: string;
  dtype: string;
  /** As PyTorch has it: "cpu", "cuda:0". */
  device: string;
  /** Bytes, where the type is known. */
  bytes?: number;
}

/** A tensor of a PyTorch file: a view of a storage. Offsets and strides count elements. */
export interface TorchTensor {
  name: string;
  dtype: string;
  shape: readonly bigint[];
  strides: readonly number[];
  offset: number;
  storage: TorchStorage;
  requiresGrad: boolean;
  /** It is an array of NumPy, whose bytes are in the pickle itself, and has no storage. */
  array?: NumpyArray;
}

/** Tensors that are listed. The largest models have some 10,000. */
const MAX_TENSORS = 200_000;

/** Parts of a module's state that do not appear in the names of its `state_dict`. */
const MODULE_PARTS = new Set(['_parameters', '_buffers', '_modules']);

/** What a persistent object is, where it is a tensor. */
export type TensorById = (object: Persistent) => Omit<TorchTensor, 'name'> | undefined;

/** Values beside the tensors that are listed. A checkpoint has a hundred. */
const MAX_VALUES = 2_000;

/** A value in what a pickle makes, and the keys that lead to it, joined by dots. */
interface Reached {
  value: PickleValue;
  path: string;
  isState?: boolean;
  /** Below an attribute that the class keeps to itself, such as hooks and versions. */
  isPrivate?: boolean;
}

/** The tensors in what a pickle makes, by the keys that lead to them, each name once, and the plain values beside them. */
export function pickledParts(
  result: PickleValue = null,
  byId?: TensorById,
): { tensors: TorchTensor[]; values: Fact[] } {
  const tensors = new Map<string, TorchTensor>();
  const values: Fact[] = [];
  const seen = new Set<PickleValue>();
  const open: Reached[] = [{ value: result, path: '' }];
  for (let next = open.pop(); next && tensors.size < MAX_TENSORS; next = open.pop()) {
    const { value, path } = next;
    const tensor = isKind(value, 'persistent') ? byId?.(value) : tensorOf(value, byId);
    if (tensor) {
      let name = path || 'tensor';
      for (let copy = 2; tensors.has(name); copy++) name = `${path} (${copy})`;
      tensors.set(name, { name, ...tensor });
      continue;
    }
    if (seen.has(value)) continue;
    seen.add(value);
    const below: Reached[] = [];
    for (const part of partsOf(next)) {
      if (!isPlain(part.value) && !itemsOf(part.value)?.every(isPlain)) below.push(part);
      else if (part.path !== '' && !part.isPrivate && values.length < MAX_VALUES) values.push(factOf(part));
    }
    // The last one pushed is looked at first.
    for (const part of below.reverse()) open.push(part);
  }
  return { tensors: [...tensors.values()], values };
}

/** Whether a value has no parts and is known. */
function isPlain(value: PickleValue): boolean {
  return typeof value !== 'object' || value === null || value.kind === 'float';
}

function factOf({ path, value }: Reached): Fact {
  return { label: path, stored: true, value: typeof value === 'string' ? value : valueText(value) };
}

function* partsOf({ value, path, isState = false, isPrivate = false }: Reached): Generator<Reached> {
  const at = (key: PickleValue, item: PickleValue): Reached => {
    const text = typeof key === 'string' || typeof key === 'number' ? String(key) : '?';
    if (isState && MODULE_PARTS.has(text)) return { value: item, path, isPrivate };
    const below = shortened(path === '' ? text : `${path}.${text}`, 500);
    return { value: item, path: below, isPrivate: isPrivate || (isState && text.startsWith('_')) };
  };
  if (isKind(value, 'dictionary'))
    for (const [i, item] of value.values.entries()) yield at(value.keys[i] ?? null, item);
  else if (isKind(value, 'call')) {
    const { set, state } = value;
    if (set) yield { value: set, path, isPrivate };
    // Only a dictionary names what is in it.
    const isUnnamed = !isKind(state, 'dictionary');
    if (state !== undefined) yield { value: state, path, isState: true, isPrivate: isPrivate || isUnnamed };
  } else for (const [i, item] of (itemsOf(value) ?? []).entries()) yield at(i, item);
}

/** What a call makes, where it is one of those with which PyTorch makes tensors. */
function tensorOf(value: PickleValue, byId?: TensorById, depth = 4): Omit<TorchTensor, 'name'> | undefined {
  if (!isKind(value, 'call') || depth === 0) return undefined;
  const args = itemsOf(value.arguments) ?? [];
  switch (nameOf(value.callee)) {
    case 'torch._utils._rebuild_parameter':
    case 'torch._utils._rebuild_parameter_with_state': {
      const [data = null] = args;
      const tensor = isKind(data, 'persistent') ? byId?.(data) : tensorOf(data, byId, depth - 1);
      return tensor && { ...tensor, requiresGrad: args[1] === true };
    }
    case 'torch._tensor._rebuild_from_type_v2':
      return tensorOf({ kind: 'call', callee: args[0] ?? null, arguments: args[2] ?? null }, byId, depth - 1);
    case 'torch._utils._rebuild_tensor':
    case 'torch._utils._rebuild_tensor_v2':
    case 'torch._utils._rebuild_qtensor':
      return viewOf(args, undefined);
    case 'torch._utils._rebuild_tensor_v3':
      return viewOf(args, dtypeOf(args[6]));
    default: {
      const array = numpyArray(value);
      if (!array) return undefined;
      const { dtype, shape, strides } = array;
      const storage = { key: '', dtype, device: 'cpu' };
      return { dtype, shape, strides, offset: 0, storage, requiresGrad: false, array };
    }
  }
}

/** `(storage, offset, size, stride, requires_grad, …)`. */
function viewOf(args: readonly PickleValue[], dtype: string | undefined): Omit<TorchTensor, 'name'> | undefined {
  const [stored, offset, size, stride, requiresGrad] = args;
  const storage = isKind(stored, 'persistent') ? storageOf(stored) : undefined;
  const shape = itemsOf(size);
  const strides = itemsOf(stride);
  if (!storage || !shape || !strides || shape.length !== strides.length || shape.length > MAX_RANK) return undefined;
  if (!isCount(offset) || !shape.every(isCount) || !strides.every(isCount)) return undefined;
  return {
    dtype: dtype ?? storage.dtype,
    shape: shape.map((one) => BigInt(one as number)),
    strides: strides as number[],
    offset,
    storage,
    requiresGrad: requiresGrad === true,
  };
}

function dtypeOf(value: PickleValue | undefined): string | undefined {
  const name = nameOf(value)?.replace(/^torch\./, '');
  return name && (TYPES.get(name) ?? name);
}

/** `('storage', class, key, location, elements)`. */
function storageOf({ id }: Persistent): TorchStorage | undefined {
  const [kind, type, key, device, elements] = itemsOf(id) ?? [];
  if (kind !== 'storage' || (typeof key !== 'string' && typeof key !== 'number')) return undefined;
  const dtype = storageDtype(type);
  const width = elementWidth(dtype);
  return {
    key: String(key),
    dtype,
    device: typeof device === 'string' ? device : '?',
    ...(width !== undefined && isCount(elements) ? { bytes: elements * width } : {}),
  };
}

/** The type of the elements of a class of storages. */
export function storageDtype(type: PickleValue | undefined): string {
  const name = nameOf(type)
    ?.replace(/^torch\.(?:cuda\.|storage\.)?_?/, '')
    .replace(/Storage$/, '');
  return TYPES.get(name?.toLowerCase() ?? '') ?? name ?? '?';
}

/** Bytes of one element. Undefined for a type that is not known. */
export function elementWidth(dtype: string): number | undefined {
  const bits = dtypeFacts(dtype)?.bits;
  return bits === undefined ? QUANTIZED_BYTES[dtype] : bits / 8;
}

/** The place of a tensor's elements in its storage, in bytes, and whether they are in row-major order. */
export interface TorchSpan {
  start: number;
  end: number;
  width: number;
  isContiguous: boolean;
}

/** Throws where the tensor does not fit its storage, or its type is not known. */
export function spanOf({ name, dtype, shape, strides, offset }: TorchTensor, held: number): TorchSpan {
  const width = elementWidth(dtype);
  if (width === undefined)
    throw new UnsupportedError('tensor/not-decoded', `Boxcutter does not read values of type ${dtype}.`);
  const sizes = shape.map(Number);
  const isEmpty = sizes.includes(0);
  let last = offset;
  let stride = 1;
  let isContiguous = true;
  for (let axis = sizes.length - 1; axis >= 0; axis--) {
    const size = sizes[axis] as number;
    if (!isEmpty) last += (size - 1) * (strides[axis] as number);
    if (size !== 1 && strides[axis] !== stride) isContiguous = false;
    stride *= size;
  }
  const start = offset * width;
  const end = isEmpty ? start : (last + 1) * width;
  if (!(end <= held) || !Number.isSafeInteger(stride * width)) {
    throw new BadFileError(
      'tensor/size-mismatch',
      `The tensor ${quote(name)} needs bytes ${start} to ${end} of its storage, which has ${held}.`,
    );
  }
  return { start, end, width, isContiguous: isContiguous || isEmpty };
}
