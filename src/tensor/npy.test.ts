import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNpyDtype, npyHeader } from './npy.ts';

const text = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

test('a header is what numpy.save writes', () => {
  // numpy.save(f, numpy.zeros((3, 4, 5), '<f4')), NumPy 1.26; it pads to 128 bytes as well.
  expect(text(npyHeader('float32', [3n, 4n, 5n]))).toBe(
    `\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4, 5), }${' '.repeat(57)}\n`.slice(
      0,
      10,
    ) +
      `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4, 5), }`.padEnd(117) +
      '\n',
  );
});

test('a scalar has an empty tuple, a vector has a tuple with a comma, and one-byte types have no byte order', () => {
  expect(text(npyHeader('float64', []))).toContain(`'descr': '<f8', 'fortran_order': False, 'shape': (), }`);
  expect(text(npyHeader('uint8', [7n]))).toContain(`'descr': '|u1', 'fortran_order': False, 'shape': (7,), }`);
});

test('data begins at a multiple of 64, and the stated length is the real one, in either version', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 2n ** 62n }), { maxLength: 5000 }), (shape) => {
      const header = npyHeader('int64', shape);
      const view = new DataView(header.buffer);
      const version = header[6];
      const [start, length] = version === 1 ? [10, view.getUint16(8, true)] : [12, view.getUint32(8, true)];
      expect(header.length % 64).toBe(0);
      expect(start + length).toBe(header.length);
      expect(header.at(-1)).toBe(0x0a);
      expect(text(header.subarray(start))).toContain(shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`);
    }),
    { numRuns: 60 },
  );
});

test('a type that NumPy lacks has no header', () => {
  for (const dtype of ['bfloat16', 'float8_e4m3fn', 'int4', 'string', 'Q4_K', 'toString']) {
    expect(isNpyDtype(dtype), dtype).toBe(false);
    expect(() => npyHeader(dtype, [1n])).toThrow(expect.objectContaining({ code: 'tensor/not-in-npy' }));
  }
  expect(text(npyHeader('bool', [2n]))).toContain("'descr': '|b1'");
  expect(text(npyHeader('float16', [2n]))).toContain("'descr': '<f2'");
  expect(text(npyHeader('complex128', [2n]))).toContain("'descr': '<c16'");
});
