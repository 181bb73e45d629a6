import { concatBytes, encodeUtf8 } from '../base/bytes.ts';
import type { NumericDtype } from './dtype.ts';
import type { Shape } from './shape.ts';

/** NumPy's names of the element types, little-endian (`|` where order means nothing). */
const DESCRIPTIONS: Readonly<Record<NumericDtype, string>> = {
  float32: '<f4',
  float64: '<f8',
  int8: '|i1',
  int16: '<i2',
  int32: '<i4',
  int64: '<i8',
  uint8: '|u1',
  uint16: '<u2',
  uint32: '<u4',
  uint64: '<u8',
};

/**
 * What stands before the data in an .npy file (numpy.lib.format): magic, version, and a Python dictionary padded so that the data
 * begins at a multiple of 64. Version 1.0; 2.0 where the dictionary is longer than 1.0 allows. The data follows little-endian in C order.
 */
export function npyHeader(dtype: NumericDtype, shape: Shape): Uint8Array<ArrayBuffer> {
  // Python writes a tuple of one with a comma.
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const dictionary = `{'descr': '${DESCRIPTIONS[dtype]}', 'fortran_order': False, 'shape': ${tuple}, }`;
  const long = dictionary.length + 64 > 0xffff;
  const prefix = long ? 12 : 10;
  const padding = (64 - ((prefix + dictionary.length + 1) % 64)) % 64;
  const text = encodeUtf8(`${dictionary}${' '.repeat(padding)}\n`);
  const start = new Uint8Array(prefix);
  start.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, long ? 2 : 1, 0]);
  const view = new DataView(start.buffer);
  if (long) view.setUint32(8, text.length, true);
  else view.setUint16(8, text.length, true);
  return concatBytes([start, text]);
}
