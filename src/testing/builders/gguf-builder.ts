import { concatBytes, encodeUtf8 } from '../../base/bytes.ts';
import { TENSOR_TYPES } from '../../formats/gguf/core/header/tensor-type.ts';
import { VALUE_TYPES, type ValueType, valueWidth } from '../../formats/gguf/core/header/value-type.ts';

/** A value with its type. A list has the type of its items too. */
export type BuiltValue =
  | { type: Exclude<ValueType, 'array'>; value: number | bigint | boolean | string }
  | { type: 'array'; of: ValueType; items: readonly (number | bigint | boolean | string | BuiltValue)[] };

export interface BuiltTensor {
  name: string;
  /** "Q4_K", or any number. */
  type: string | number;
  /** Innermost first, as ggml has it. */
  ne: readonly (number | bigint)[];
  /** Its data. By default zeros, as many as type and shape ask for. */
  data?: Uint8Array;
  /** By default after the tensor before. */
  offset?: number | bigint;
}

export interface GgufParts {
  magic?: string;
  version?: number;
  little?: boolean;
  keyValues?: readonly (readonly [key: string, value: BuiltValue])[];
  tensors?: readonly BuiltTensor[];
  alignment?: number;
  /** Other counts than there are. */
  tensorCount?: bigint;
  keyValueCount?: bigint;
  /** Bytes after the last tensor, after its padding. */
  tail?: Uint8Array;
  /** Whether the last tensor is padded. By default it is. */
  padsEnd?: boolean;
}

/** A text value. */
export const text = (value: string): BuiltValue => ({ type: 'string', value });

/** A uint32. */
export const u32 = (value: number): BuiltValue => ({ type: 'uint32', value });

/** A list of texts. */
export const texts = (items: readonly string[]): BuiltValue => ({ type: 'array', of: 'string', items });

const ARCHITECTURE: readonly [string, BuiltValue] = ['general.architecture', text('llama')];

/** The bytes of a GGUF file, of version 3 and little-endian if nothing else is said. */
export function buildGguf(parts: GgufParts = {}): Uint8Array<ArrayBuffer> {
  const { keyValues = [ARCHITECTURE], tensors = [], alignment = 32, tail, padsEnd = true } = parts;
  const { magic = 'GGUF', version = 3, little = true } = parts;
  const writer = new Writer(little, version === 1 ? 4 : 8);
  writer.raw(encodeUtf8(magic));
  writer.number('uint32', version);
  writer.length(parts.tensorCount ?? BigInt(tensors.length));
  writer.length(parts.keyValueCount ?? BigInt(keyValues.length));
  for (const [key, value] of keyValues) {
    writer.text(key);
    writer.number('uint32', VALUE_TYPES.indexOf(value.type));
    writer.value(value);
  }
  const data = new Writer(little, 8);
  for (const [index, tensor] of tensors.entries()) {
    const { name, ne, offset = data.size } = tensor;
    const [id, bytes] = dataOf(tensor);
    writer.text(name);
    writer.number('uint32', ne.length);
    for (const size of ne) writer.length(BigInt(size));
    writer.number('uint32', id);
    writer.number('uint64', BigInt(offset));
    data.raw(bytes);
    if (padsEnd || index < tensors.length - 1) data.pad(alignment);
  }
  writer.pad(alignment);
  return concatBytes([writer.bytes, data.bytes, tail ?? new Uint8Array(0)]);
}

function dataOf({ type, ne, data }: BuiltTensor): [id: number, data: Uint8Array] {
  const found = [...TENSOR_TYPES].find(([, { name }]) => name === type);
  const id = typeof type === 'number' ? type : (found?.[0] ?? 0);
  const known = TENSOR_TYPES.get(id);
  const count = ne.reduce<number>((product, size) => product * Number(size), 1);
  return [id, data ?? new Uint8Array(known ? Math.ceil((count / known.elements) * known.bytes) : 0)];
}

class Writer {
  readonly #parts: Uint8Array[] = [];
  readonly #little: boolean;
  readonly #lengthBytes: 4 | 8;
  size = 0;

  constructor(little: boolean, lengthBytes: 4 | 8) {
    this.#little = little;
    this.#lengthBytes = lengthBytes;
  }

  get bytes(): Uint8Array {
    return concatBytes(this.#parts);
  }

  raw(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.size += bytes.length;
  }

  pad(alignment: number): void {
    this.raw(new Uint8Array((alignment - (this.size % alignment)) % alignment));
  }

  length(count: bigint): void {
    this.number(this.#lengthBytes === 4 ? 'uint32' : 'uint64', count);
  }

  text(value: string): void {
    const bytes = encodeUtf8(value);
    this.length(BigInt(bytes.length));
    this.raw(bytes);
  }

  value(value: BuiltValue): void {
    if (value.type === 'string') this.text(String(value.value));
    else if (value.type !== 'array') this.number(value.type, value.value as number | bigint | boolean);
    else {
      this.number('uint32', VALUE_TYPES.indexOf(value.of));
      this.length(BigInt(value.items.length));
      for (const item of value.items) this.#item(value.of, item);
    }
  }

  #item(type: ValueType, item: number | bigint | boolean | string | BuiltValue): void {
    if (typeof item === 'object') this.value(item);
    else if (type === 'array') throw new Error('a list of lists has lists');
    else this.value({ type, value: item });
  }

  number(type: Exclude<ValueType, 'string' | 'array'>, value: number | bigint | boolean): void {
    const view = new DataView(new ArrayBuffer(8));
    const little = this.#little;
    const whole = Number(value);
    const write: Record<typeof type, () => void> = {
      uint8: () => view.setUint8(0, whole),
      int8: () => view.setInt8(0, whole),
      bool: () => view.setUint8(0, whole),
      uint16: () => view.setUint16(0, whole, little),
      int16: () => view.setInt16(0, whole, little),
      uint32: () => view.setUint32(0, whole, little),
      int32: () => view.setInt32(0, whole, little),
      float32: () => view.setFloat32(0, whole, little),
      float64: () => view.setFloat64(0, whole, little),
      uint64: () => view.setBigUint64(0, BigInt(value), little),
      int64: () => view.setBigInt64(0, BigInt(value), little),
    };
    write[type]();
    this.raw(new Uint8Array(view.buffer, 0, valueWidth(type)));
  }
}
