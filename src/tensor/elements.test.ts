import { expect, test } from 'vitest';
import { complexParts, complexText, decodeElements, elementText } from './elements.ts';

test('an element as text is its exact value', () => {
  expect(elementText(new Float32Array([0.1])[0] as number)).toBe('0.10000000149011612');
  expect([-0, 0, Number.NaN, Number.NEGATIVE_INFINITY, 1e21].map(elementText)).toEqual([
    '-0',
    '0',
    'NaN',
    '-Infinity',
    '1e+21',
  ]);
  expect(elementText(2n ** 64n - 1n)).toBe('18446744073709551615');
  expect(elementText(true)).toBe('true');
  expect(elementText(' a\n')).toBe(' a\n');
});

test('elements are read as little-endian, wherever their bytes lie in a buffer', () => {
  const bytes = new Uint8Array([9, 0x00, 0x01, 0xff, 0xff, 9]);
  expect([...decodeElements('int16', bytes.subarray(1, 5))]).toEqual([256, -1]);
  expect([...decodeElements('uint16', bytes.slice(1, 5))]).toEqual([256, 65535]);
  expect([...decodeElements('uint32', bytes.subarray(1, 5))]).toEqual([0xffff0100]);
  expect([...decodeElements('uint64', new Uint8Array(8).fill(255))]).toEqual([2n ** 64n - 1n]);
});

test('floats of less than 32 bits become float32, and bools become 0 and 1', () => {
  const bytes = () => new Uint8Array([9, 0x66, 0x2e, 0x00, 0x80, 9]).subarray(1, 5);
  expect(Array.from(decodeElements('float16', bytes()), elementText)).toEqual(['0.0999755859375', '-0']);
  expect(Array.from(decodeElements('bfloat16', bytes()), elementText)).toEqual([String(1.796875 * 2 ** -35), '-0']);
  expect(Array.from(decodeElements('float8_e5m2', bytes()), elementText)).toEqual(['1536', '0.09375', '0', '-0']);
  expect(Array.from(decodeElements('float8_e4m3fn', bytes()), elementText)).toEqual(['56', '0.4375', '0', '-0']);
  expect([...decodeElements('bool', bytes())]).toEqual([1, 1, 0, 1]);
});

test.each([
  [1.5, -2, '1.5-2j'],
  [-0, 0, '-0+0j'],
  [Number.NaN, Number.NEGATIVE_INFINITY, 'NaN-Infinityj'],
  [-1e-30, 2e21, '-1e-30+2e+21j'],
  [2 ** -149, -(2 ** -149), '1.401298464324817e-45-1.401298464324817e-45j'],
])('%d and %d as a complex number are %s', (real, imaginary, text) => {
  expect(complexText(real, imaginary)).toBe(text);
  expect(complexParts(text)).toEqual([real, imaginary].map(elementText));
});
