import { expect, test } from 'vitest';
import { dataBytes, dtypeFacts, elementBytes, isDecodedDtype, isNumericDtype } from './dtype.ts';

test('types are known by their names in NumPy and ml_dtypes, and other names are unknown', () => {
  expect(dtypeFacts('bfloat16')).toEqual({ kind: 'float', bits: 16, decoded: true });
  expect(dtypeFacts('complex64')).toEqual({ kind: 'complex', bits: 64, decoded: false, descr: '<c8' });
  for (const name of ['Q4_K', 'nested', 'constructor', '__proto__', '']) {
    expect(dtypeFacts(name), name).toBeUndefined();
    expect(isDecodedDtype(name), name).toBe(false);
  }
});

test('strings are decoded but are not numbers; some known types are not decoded', () => {
  expect([isDecodedDtype('string'), isNumericDtype('string')]).toEqual([true, false]);
  expect([isDecodedDtype('bool'), isNumericDtype('bool')]).toEqual([true, true]);
  expect([isDecodedDtype('float4_e2m1fn'), isNumericDtype('float4_e2m1fn')]).toEqual([false, false]);
});

test('sizes follow from the bits, and elements of less than a byte are packed', () => {
  expect([elementBytes('bool'), elementBytes('bfloat16'), elementBytes('uint64')]).toEqual([1, 2, 8]);
  expect([dataBytes('int4', 3n), dataBytes('uint1', 8n), dataBytes('float6_e2m3fn', 2n)]).toEqual([2n, 1n, 2n]);
  expect(dataBytes('complex128', 2n ** 70n)).toBe(2n ** 74n);
  expect([dataBytes('string', 3n), dataBytes('Q4_K', 3n)]).toEqual([undefined, undefined]);
});
