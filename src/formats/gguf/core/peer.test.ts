import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GGUFValueType, gguf } from '@huggingface/gguf';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { memorySource } from '../../../source/memory.ts';
import { type BuiltValue, buildGguf, text } from '../../../testing/builders/gguf-builder.ts';
import { openPackage } from '../../registry.ts';
import { readHeader } from './header/header.ts';
import { readPage } from './header/item-search.ts';
import type { ListValue } from './header/key-value.ts';
import { TENSOR_TYPES } from './header/tensor-type.ts';
import { VALUE_TYPES } from './header/value-type.ts';
import { MARK_EVERY } from './limits.ts';
import type { GgufOwn } from './own.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-gguf-'));
afterAll(() => rmSync(folder, { recursive: true }));

const key = fc.stringMatching(/^[a-z][a-z0-9_]{0,9}(\.[a-z0-9_]{1,9}){0,2}$/);

const number = fc.constantFrom<BuiltValue[]>(
  { type: 'uint8', value: 200 },
  { type: 'int8', value: -7 },
  { type: 'uint16', value: 60_000 },
  { type: 'int16', value: -300 },
  { type: 'uint32', value: 4_000_000_000 },
  { type: 'int32', value: -70_000 },
  { type: 'float32', value: Math.fround(0.1) },
  { type: 'float64', value: 0.1 },
  { type: 'bool', value: true },
  { type: 'uint64', value: 2n ** 60n },
  { type: 'int64', value: -(2n ** 60n) },
);

const value: fc.Arbitrary<BuiltValue> = fc.oneof(
  number,
  fc.string({ unit: 'grapheme', maxLength: 30 }).map(text),
  fc
    .array(fc.string({ maxLength: 5 }), { maxLength: MARK_EVERY + 20 })
    .map((items): BuiltValue => ({ type: 'array', of: 'string', items })),
  fc
    .array(fc.integer({ min: -9, max: 9 }), { maxLength: 30 })
    .map((items): BuiltValue => ({ type: 'array', of: 'int32', items })),
);

/** Types that both know. */
const type = fc.constantFrom(
  'F32',
  'F16',
  'BF16',
  'F64',
  'I8',
  'I32',
  'Q4_0',
  'Q5_1',
  'Q8_0',
  'Q2_K',
  'Q4_K',
  'Q6_K',
  'IQ4_XS',
);

const tensor = fc.record({
  type,
  rows: fc.integer({ min: 1, max: 3 }),
  more: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
});

const model = fc.record({
  version: fc.constantFrom(1, 2, 3),
  little: fc.boolean(),
  keyValues: fc.uniqueArray(fc.tuple(key, value), { maxLength: 8, selector: ([name]) => name }),
  tensors: fc.array(tensor, { maxLength: 5 }),
});

/** All items of a list. */
async function itemsOf(list: ListValue, own: GgufOwn, bytes: Uint8Array): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let at = 0; at < list.count; at += MARK_EVERY) {
    const page = await readPage(list, at, own, async (start, end) => bytes.slice(start, end));
    items.push(...(page?.items ?? []));
  }
  return items;
}

describe('the header of any file', () => {
  it('is what @huggingface/gguf finds in it', async () => {
    const path = join(folder, 'm.gguf');
    await fc.assert(
      fc.asyncProperty(model, async ({ version, little, keyValues, tensors }) => {
        const bytes = buildGguf({
          version,
          little,
          keyValues: [['general.architecture', text('llama')], ...keyValues],
          tensors: tensors.map(({ type: name, rows, more }, index) => {
            const block = [...TENSOR_TYPES.values()].find((known) => known.name === name)?.elements ?? 1;
            return { name: `t${index}`, type: name, ne: [block * rows, ...more] };
          }),
        });
        writeFileSync(path, bytes);
        const peer = await gguf(path, { allowLocalFile: true, typedMetadata: true });
        const { package: pkg } = await openPackage(memorySource('m.gguf', bytes));
        const own = pkg.own as GgufOwn;
        const header = await readHeader(memorySource('m.gguf', bytes));
        expect([header.version, header.little]).toEqual([version, peer.littleEndian]);
        const seen = await Promise.all(
          own.keyValues.map(async ({ key: name, type: kind, value: single, list }) => [
            name,
            { type: kind, value: list ? await itemsOf(list, own, bytes) : single, of: list?.type },
          ]),
        );
        const expected = Object.entries(peer.typedMetadata)
          .filter(([name]) => !['version', 'tensor_count', 'kv_count'].includes(name))
          .map(([name, { type: kind, value: held, ...rest }]) => [
            name,
            {
              type: VALUE_TYPES[kind],
              value: held,
              of: kind === GGUFValueType.ARRAY ? VALUE_TYPES[(rest as { subType: GGUFValueType }).subType] : undefined,
            },
          ]);
        expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected));
        expect(header.tensors.map(({ name, ne, typeId, offset }) => [name, ne, typeId, offset])).toEqual(
          peer.tensorInfos.map(({ name, shape, dtype, offset }) => [name, shape, dtype, offset]),
        );
        if (tensors.length > 0)
          expect(own.dataStarts).toEqual([{ path: 'm.gguf', start: Number(peer.tensorDataOffset) }]);
      }),
      { numRuns: 100, seed: 20_261_122 },
    );
  });
});
