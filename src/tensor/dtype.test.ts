import { expect, test } from 'vitest';
import { dataBytes, dtypeFacts, elementBytes, elementGroup, isDecodedDtype, isNumericDtype } from './dtype.ts';

test('types are known by their names in NumPy and ml_dtypes, and other names are unknown', () => {
  expect(dtypeFacts('bfloat16')).toEqual({ kind: 'float', bits: 16, decoded: true });
  expect(dtypeFacts('complex64')).toEqual({ kind: 'complex', bits: 64, decoded: true, descr: '<c8' });
  for (const name of ['Q4_K', 'nested', 'constructor', '__proto__', '']) {
    expect(dtypeFacts(name), name).toBeUndefined();
    expect(isDecodedDtype(name), name).toBe(false);
  }
});

test('strings and complex numbers are decoded but are not real numbers; some known types are not decoded', () => {
  expect([isDecodedDtype('string'), isNumericDtype('string')]).toEqual([true, false]);
  expect([isDecodedDtype('bool'), isNumericDtype('bool')]).toEqual([true, true]);
  expect([isDecodedDtype('complex64'), isNumericDtype('complex64')]).toEqual([true, false]);
  expect([isDecodedDtype('F4'), isNumericDtype('F4')]).toEqual([true, true]);
  expect([isDecodedDtype('int4'), isNumericDtype('int4')]).toEqual([false, false]);
});

test('sizes follow from the bits, and elements of less than a byte are packed', () => {
  expect([elementBytes('bool'), elementBytes('bfloat16'), elementBytes('uint64')]).toEqual([1, 2, 8]);
  expect([elementBytes('F4'), elementBytes('F6_E3M2'), elementBytes('complex64')]).toEqual([0.5, 0.75, 8]);
  expect(elementGroup('F4')).toEqual({ elements: 2, bytes: 1 });
  expect(elementGroup('F6_E2M3')).toEqual({ elements: 4, bytes: 3 });
  expect(elementGroup('float32')).toEqual({ elements: 1, bytes: 4 });
  expect([dataBytes('int4', 3n), dataBytes('uint1', 8n), dataBytes('F6_E2M3', 2n)]).toEqual([2n, 1n, 2n]);
  expect(dataBytes('complex128', 2n ** 70n)).toBe(2n ** 74n);
  expect([dataBytes('string', 3n), dataBytes('Q4_K', 3n)]).toEqual([undefined, undefined]);
});
