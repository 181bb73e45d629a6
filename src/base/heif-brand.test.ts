import { expect, test } from 'vitest';
import { heifBrand } from './heif-brand.ts';

/** A box with these brands, the first of them the major one. */
function ftyp(...brands: string[]): Uint8Array {
  const [major = '', ...others] = brands;
  const text = `\0\0\0${String.fromCharCode(16 + 4 * others.length)}ftyp${major}\0\0\0\0${others.join('')}`;
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

test.each([
  ['heif', ['heic', 'mif1', 'heic']],
  ['heif', ['heix']],
  ['heif', ['hevc', 'msf1']],
  ['heif', ['mif1', 'heic', 'miaf']],
  ['heif', ['msf1', 'hevc', 'iso8']],
  ['heif', ['MiHE', 'mif1']],
  ['avif', ['avif', 'mif1', 'miaf']],
  ['avif', ['mif1', 'avif']],
  ['avif', ['avis']],
  [undefined, ['isom', 'iso2', 'avc1', 'mp41']],
  [undefined, ['qt  ']],
  [undefined, ['M4A ']],
])('%s: %j', (is, brands) => {
  expect(heifBrand(ftyp(...brands))).toBe(is);
});

test('a brand counts only in the first box, and what is cut off is read as far as it goes', () => {
  expect(heifBrand(Uint8Array.from([...ftyp('isom'), ...ftyp('heic')]))).toBeUndefined();
  for (let length = 0; length < 12; length++)
    expect(heifBrand(ftyp('heic', 'mif1').subarray(0, length))).toBe(undefined);
  for (let length = 12; length < 20; length++) expect(heifBrand(ftyp('heic', 'mif1').subarray(0, length))).toBe('heif');
  expect(heifBrand(Uint8Array.from('\0\0\0\x14xxxxheic\0\0\0\0mif1', (char) => char.charCodeAt(0)))).toBeUndefined();
});
