import type { Dtype } from '../../../../tensor/dtype.ts';

/** Element types of a carton's tensors (carton.toml, `dtype`), in the format document's order. */
export const CARTON_DTYPES = [
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
] as const satisfies readonly Dtype[];

export type CartonDtype = (typeof CARTON_DTYPES)[number];

export function isCartonDtype(dtype: string): dtype is CartonDtype {
  return (CARTON_DTYPES as readonly string[]).includes(dtype);
}
