import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../source/memory.ts';
import { type BuiltValue, buildGguf, texts } from '../../../../testing/builders/gguf-builder.ts';
import { countingSource } from '../../../../testing/counting-source.ts';
import { MARK_EVERY, MAX_FOUND_ITEMS } from '../limits.ts';
import { readHeader } from './header.ts';
import { type ItemsFound, readPage, searchItems } from './item-search.ts';
import { valueText } from './key-value.ts';

/** A list of a header, and what is read of it. */
async function listOf(value: BuiltValue) {
  const source = countingSource(memorySource('m.gguf', buildGguf({ keyValues: [['a', value]] })));
  const header = await readHeader(source);
  const list = header.keyValues[0]?.list;
  if (!list) throw new Error('the list is missing');
  const before = source.bytes;
  return { list, header, read: source.read.bind(source), bytesRead: () => source.bytes - before };
}

async function lastOf(search: AsyncIterable<ItemsFound>) {
  const steps: ItemsFound[] = [];
  for await (const step of search) steps.push(step);
  return { steps: steps.length, ...(steps.at(-1) as ItemsFound) };
}

const count = 100_000;
const tokens = Array.from({ length: count }, (_, index) => `Token-${index.toString(36)}`);

describe('the items of a list', () => {
  it('are read by the page', async () => {
    const { list, header, read, bytesRead } = await listOf(texts(tokens));
    expect(await readPage(list, 77_777, header, read)).toEqual({
      first: 77_777 - (77_777 % MARK_EVERY),
      items: tokens.slice(77_777 - (77_777 % MARK_EVERY)).slice(0, MARK_EVERY),
    });
    expect(bytesRead()).toBeLessThan(MARK_EVERY * 24);
    expect((await readPage(list, count - 1, header, read))?.items.at(-1)).toBe(tokens.at(-1));
  });

  it('are found by their text in any case, or by their number, in reads of some size', async () => {
    const { list, header, read } = await listOf(texts(tokens));
    const find = (query: string) => lastOf(searchItems(list, query, header, read));
    const one = await find('TOKEN-24XX');
    expect(one).toMatchObject({ found: [{ index: tokens.indexOf('Token-24xx'), item: 'Token-24xx' }], isDone: true });
    expect(one.seen).toBe(count);
    expect(one.steps).toBe(2);
    expect((await find('99999')).found[0]).toEqual({ index: 99_999, item: tokens[99_999] });
    expect((await find('nothing')).found).toEqual([]);
    const many = await find('token');
    expect([many.found.length, many.seen < count]).toEqual([MAX_FOUND_ITEMS, true]);
  });

  it('are found among numbers', async () => {
    const items = Array.from({ length: 3000 }, (_, index) => -index);
    const { list, header, read } = await listOf({ type: 'array', of: 'float32', items });
    const { found } = await lastOf(searchItems(list, '-2999', header, read));
    expect(found).toEqual([{ index: 2999, item: -2999 }]);
  });

  it('are shown as people write them', () => {
    expect(valueText('float32', Math.fround(1e-5))).toBe('0.00001');
    expect(valueText('float32', Math.fround(1e-7))).toBe('1e-7');
    expect(valueText('float32', Math.fround(16_777_217))).toBe('16777216');
    expect(valueText('float32', Math.fround(0.1))).toBe('0.1');
    expect(valueText('float32', Math.fround(1 / 3))).toBe('0.33333334');
    expect(valueText('float64', 0.1 + 0.2)).toBe('0.30000000000000004');
    expect(valueText('float32', -0)).toBe('-0');
    expect(valueText('float32', Number.NaN)).toBe('NaN');
    expect(valueText('uint64', 2n ** 64n - 1n)).toBe('18446744073709551615');
    expect(valueText('bool', true)).toBe('true');
    expect(valueText('array', { type: 'int32', count: 3 })).toBe('3 × int32');
  });
});
