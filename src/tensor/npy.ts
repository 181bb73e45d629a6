import { concatBytes, encodeUtf8 } from '../base/bytes.ts';
import { UnsupportedError } from '../base/errors.ts';
import { dtypeFacts } from './dtype.ts';
import type { Shape } from './shape.ts';

/** Whether tensors of this type can be saved as .npy. Only types of NumPy itself can, so not bfloat16 and float8. */
export function isNpyDtype(dtype: string): boolean {
  return dtypeFacts(dtype)?.descr !== undefined;
}

/**
 * What comes before the data in an .npy file (numpy.lib.format): magic, version, and a Python dictionary. Padding makes
 * the data begin at a multiple of 64 bytes. The version is 1.0, or 2.0 where the dictionary is too long for 1.0. The
 * data follows little-endian, in row-major order (C's) or column-major order (Fortran's). Throws `tensor/not-in-npy`
 * for an element type that NumPy lacks.
 */
export function npyHeader(
  dtype: string,
  shape: Shape,
  order: 'row-major' | 'column-major' = 'row-major',
): Uint8Array<ArrayBuffer> {
  const descr = dtypeFacts(dtype)?.descr;
  if (descr === undefined) {
    throw new UnsupportedError(
      'tensor/not-in-npy',
      `NumPy has no element type ${dtype}, so a .npy file cannot hold it.`,
    );
  }
  // Python writes a tuple of one item with a comma: `(3,)`.
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const fortran = order === 'column-major' ? 'True' : 'False';
  const dictionary = `{'descr': '${descr}', 'fortran_order': ${fortran}, 'shape': ${tuple}, }`;
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
