const DTYPES = [
  'float32',
  'float64',
  'string',
  'int8',
  'int16',
  'int32',
  'int64',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
] as const;

/** A tensor's element type. `nested` holds other tensors (tensor_data/index.toml). */
export type Dtype = (typeof DTYPES)[number] | 'nested';

export type NumericDtype = Exclude<Dtype, 'string' | 'nested'>;

/** Bytes of one element; undefined where elements have no fixed size. */
export const DTYPE_BYTES: Readonly<Record<NumericDtype, number>> = {
  float32: 4,
  float64: 8,
  int8: 1,
  int16: 2,
  int32: 4,
  int64: 8,
  uint8: 1,
  uint16: 2,
  uint32: 4,
  uint64: 8,
};

export function isNumericDtype(dtype: string): dtype is NumericDtype {
  return dtype in DTYPE_BYTES;
}
