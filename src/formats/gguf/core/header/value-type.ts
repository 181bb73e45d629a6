/**
 * Types of values in the order of their numbers in the file (format document, `gguf_metadata_value_type`): the bytes of
 * a value, and what the methods of `DataView` that read and write it are called. Texts and lists have sizes of their
 * own.
 */
const TYPES = {
  uint8: { bytes: 1, view: 'Uint8' },
  int8: { bytes: 1, view: 'Int8' },
  uint16: { bytes: 2, view: 'Uint16' },
  int16: { bytes: 2, view: 'Int16' },
  uint32: { bytes: 4, view: 'Uint32' },
  int32: { bytes: 4, view: 'Int32' },
  float32: { bytes: 4, view: 'Float32' },
  bool: { bytes: 1, view: 'Uint8' },
  string: undefined,
  array: undefined,
  uint64: { bytes: 8, view: 'BigUint64' },
  int64: { bytes: 8, view: 'BigInt64' },
  float64: { bytes: 8, view: 'Float64' },
} as const;

export type ValueType = keyof typeof TYPES;

/** A value of a fixed size. */
export type NumberType = Exclude<ValueType, 'string' | 'array'>;

/** Each type at its number in the file. */
export const VALUE_TYPES = Object.keys(TYPES) as readonly ValueType[];

/** Bytes of a value. Undefined for texts and lists. */
export function valueWidth(type: ValueType): number | undefined {
  return TYPES[type]?.bytes;
}

export type NumberValue = number | bigint | boolean;

/** The value of a type at a byte of `view`, which has all its bytes. A bool is true unless its byte is 0. */
export function numberAt(view: DataView, at: number, type: NumberType, little: boolean): NumberValue {
  const value = view[`get${TYPES[type].view}`](at, little);
  return type === 'bool' ? value !== 0 : value;
}

/** Writes a value at a byte of `view`, as `numberAt` reads it. Of a whole number only the bits that the type has. */
export function writeNumber(view: DataView, at: number, type: NumberType, value: NumberValue, little: boolean): void {
  if (type === 'uint64' || type === 'int64') view[`set${TYPES[type].view}`](at, BigInt(value), little);
  else view[`set${TYPES[type].view}`](at, Number(value), little);
}

/** The smallest and the largest value of a type of whole numbers. Undefined for any other type. */
export function wholeRange(type: ValueType): { least: bigint; most: bigint } | undefined {
  const [, unsigned, digits] = /^(u?)int(\d+)$/.exec(type) ?? [];
  if (digits === undefined) return undefined;
  const bits = BigInt(digits);
  return unsigned === 'u'
    ? { least: 0n, most: 2n ** bits - 1n }
    : { least: -(2n ** (bits - 1n)), most: 2n ** (bits - 1n) - 1n };
}
