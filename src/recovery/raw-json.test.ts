import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyStored } from '../testing/any-stored.ts';
import { rawJson } from './raw-json.ts';

const parsed = async (value: unknown) => JSON.parse(await (await rawJson(value)).text());

test('texts, changes and the files of a draft are all there', async () => {
  const bytes = Uint8Array.from({ length: 1_000_000 }, (_, index) => index * 7);
  const texts = new Map([['carton.toml', 'a\r\n"ü"']]);
  const files = [{ kind: 'put', path: 'a', blob: new File([bytes], 'a.bin', { type: 'x/y' }) }];
  const found = await parsed({ texts, firstTexts: texts, files, renew: false, at: 5 });
  const base64 = Buffer.from(bytes).toString('base64');
  expect(found).toEqual({
    texts: { 'carton.toml': 'a\r\n"ü"' },
    firstTexts: { 'carton.toml': 'a\r\n"ü"' },
    files: [{ kind: 'put', path: 'a', blob: { name: 'a.bin', type: 'x/y', size: bytes.length, base64 } }],
    renew: false,
    at: 5,
  });
});

test('what JSON cannot say is a note', async () => {
  const around: unknown[] = [];
  around.push(around);
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  const map = new Map<unknown, unknown>([[1, undefined]]);
  const holes = new Array(2 ** 32 - 1);
  expect(await parsed([1n, Number.NaN, new Date(Number.NaN), around, map, new Set(['a']), holes])).toEqual([
    ...['<1>', '<NaN>', '<no date>', ['<circular>'], [[1, null]], ['a'], {}],
  ]);
  expect(JSON.stringify(await parsed(deep))).toContain('<left out>');
});

test('whatever it is, the text can be parsed', async () => {
  await fc.assert(fc.asyncProperty(anyStored(), async (value) => void (await parsed(value))));
});
