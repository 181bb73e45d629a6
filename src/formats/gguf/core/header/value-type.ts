/** Types of values, by their numbers in the file (format document, `gguf_metadata_value_type`). */
export const VALUE_TYPES = [
  'uint8',
  'int8',
  'uint16',
  'int16',
  'uint32',
  'int32',
  'float32',
  'bool',
  'string',
  'array',
  'uint64',
  'int64',
  'float64',
] as const;

export type ValueType = (typeof VALUE_TYPES)[number];

/** A value of a fixed size. */
export type NumberType = Exclude<ValueType, 'string' | 'array'>;

/** Bytes of each value. */
const WIDTHS: Record<NumberType, number> = {
  uint8: 1,
  int8: 1,
  uint16: 2,
  int16: 2,
  uint32: 4,
  int32: 4,
  float32: 4,
  bool: 1,
  uint64: 8,
  int64: 8,
  float64: 8,
};

/** Bytes of a value. Undefined for texts and lists, which have sizes of their own. */
export function valueWidth(type: ValueType): number | undefined {
  return type === 'string' || type === 'array' ? undefined : WIDTHS[type];
}

export type NumberValue = number | bigint | boolean;

/** The value of a type at a byte of `view`, which has all its bytes. A bool is true unless its byte is 0. */
export function numberAt(view: DataView, at: number, type: NumberType, little: boolean): NumberValue {
  switch (type) {
    case 'uint8':
      return view.getUint8(at);
    case 'int8':
      return view.getInt8(at);
    case 'uint16':
      return view.getUint16(at, little);
    case 'int16':
      return view.getInt16(at, little);
    case 'uint32':
      return view.getUint32(at, little);
    case 'int32':
      return view.getInt32(at, little);
    case 'float32':
      return view.getFloat32(at, little);
    case 'bool':
      return view.getUint8(at) !== 0;
    case 'uint64':
      return view.getBigUint64(at, little);
    case 'int64':
      return view.getBigInt64(at, little);
    case 'float64':
      return view.getFloat64(at, little);
  }
}

/** Writes a value at a byte of `view`, as `numberAt` reads it. Of a whole number only the bits that the type has. */
export function writeNumber(view: DataView, at: number, type: NumberType, value: NumberValue, little: boolean): void {
  switch (type) {
    case 'float32':
      view.setFloat32(at, Number(value), little);
      return;
    case 'float64':
      view.setFloat64(at, Number(value), little);
      return;
    case 'uint8':
    case 'int8':
    case 'bool':
      view.setUint8(at, Number(value));
      return;
    case 'uint16':
    case 'int16':
      view.setUint16(at, Number(value), little);
      return;
    case 'uint32':
    case 'int32':
      view.setUint32(at, Number(value), little);
      return;
    case 'uint64':
    case 'int64':
      view.setBigUint64(at, BigInt(value), little);
      return;
  }
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
