import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gguf } from '@huggingface/gguf';
import { afterAll, describe, expect, it } from 'vitest';
import { plannedSource } from '../../../archive/plan.ts';
import { isEqual } from '../../../base/bytes.ts';
import type { Edit } from '../../../model/edit/edit.ts';
import { memorySource } from '../../../source/memory.ts';
import { type BuiltValue, buildGguf, text } from '../../../testing/builders/gguf-builder.ts';
import { openPackage } from '../../registry.ts';
import { EDITED_TYPES, itemType } from './edit/edited-value.ts';
import { HEADER_FIELDS } from './edit/field-guide.ts';
import { type Entry, entryText } from './edit/stored-entries.ts';
import { VALUE_TYPES, type ValueType } from './header/value-type.ts';
import { MAX_EDITED_ITEMS } from './limits.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-gguf-types-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Single = number | bigint | boolean | string;

/** The least and the most that a type has, and what else is easily lost. */
const SAMPLES: Readonly<Record<Exclude<ValueType, 'array'>, readonly Single[]>> = {
  uint8: [0, 127, 128, 255],
  int8: [-128, -1, 0, 127],
  uint16: [0, 65_535],
  int16: [-32_768, 32_767],
  uint32: [0, 4_294_967_295],
  int32: [-2_147_483_648, 2_147_483_647],
  float32: [-0, 0, 1.5, Math.fround(0.1), 2 ** -149, -Infinity, NaN],
  bool: [true, false],
  string: ['', 'a\r\nb\n', ' é\u0000', '\ufeff"'],
  uint64: [0n, 2n ** 53n + 1n, 2n ** 64n - 1n],
  int64: [-(2n ** 63n), -1n, 2n ** 63n - 1n],
  float64: [-0, 0.1, 5e-324, Number.MAX_VALUE, Infinity, NaN],
};

const SINGLE_TYPES = VALUE_TYPES.filter((type) => type !== 'array') as Exclude<ValueType, 'array'>[];

/** Values of one of the types that can be edited. */
function samplesOf(type: string): readonly BuiltValue[] {
  const of = itemType(type) as keyof typeof SAMPLES | undefined;
  if (!of) return SAMPLES[type as keyof typeof SAMPLES].map((value) => ({ type: type as keyof typeof SAMPLES, value }));
  return [[], SAMPLES[of], [...SAMPLES[of]].reverse()].map((items) => ({ type: 'array', of, items }));
}

const build = (value: BuiltValue, name = 'x', little = true) =>
  buildGguf({
    little,
    keyValues: [
      ['general.architecture', text('llama')],
      ['k', value],
      ['general.name', text(name)],
    ],
    tensors: [{ name: 'w', type: 'F32', ne: [2], data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) }],
  });

async function opened(bytes: Uint8Array) {
  const { edit, plan } = await openPackage(memorySource('m.gguf', bytes));
  if (!edit || !plan) throw new Error('It cannot be edited.');
  return { edit, plan };
}

async function saved(bytes: Uint8Array, ...edits: Edit[]): Promise<Uint8Array> {
  const { edit, plan } = await opened(bytes);
  const { texts } = await edit({ edits });
  const result = plannedSource(await plan({ texts, files: [], renew: false }));
  return result.read(0, result.size);
}

async function entryOf(bytes: Uint8Array, key: string): Promise<Entry> {
  const { values } = await (await opened(bytes)).edit({});
  return (values as { 'key-values': { [key: string]: Entry } })['key-values'][key] as Entry;
}

/** An entry's value as people type it for a command line. */
function typedText(entry: Entry): string {
  if ('kept' in entry || typeof entry.value === 'string') return entryText(entry);
  return entry.type.endsWith('string') ? JSON.stringify(entry.value) : `[${entry.value.join(', ')}]`;
}

const set = (key: string, value: Entry): Edit => ({ kind: 'set', path: ['key-values', key], value });

describe.each(EDITED_TYPES)('a value of type %s', (type) => {
  it('is saved as it was where another one changes, as the type that it was', async () => {
    for (const value of samplesOf(type)) {
      for (const little of [true, false]) {
        const bytes = await saved(build(value, 'x', little), set('general.name', { type: 'string', value: 'a name' }));
        expect(isEqual(bytes, build(value, 'a name', little))).toBe(true);
      }
    }
  });

  it('is written again as it was read, also in the place of another type, and from the command line', async () => {
    for (const value of samplesOf(type)) {
      const entry = await entryOf(build(value), 'k');
      expect(entry.type).toBe(type);
      const added = await saved(build(text('another')), set('k', entry));
      expect(isEqual(added, build(value)), JSON.stringify(entry)).toBe(true);
      const other = { 'key-values': { k: { type, value: itemType(type) ? [] : 'x' } } };
      expect(HEADER_FIELDS.set(other, ['k'], 'k', typedText(entry))?.edits).toEqual([set('k', entry)]);
    }
  });
});

describe('values that are too long to be edited, and lists in lists', () => {
  const long = Array.from({ length: MAX_EDITED_ITEMS + 1 }, (_, at) => at % 2);

  it('keep their bytes', async () => {
    const lists: BuiltValue[] = SINGLE_TYPES.map((of) => ({
      type: 'array',
      of,
      items: long.map((at) => SAMPLES[of][at] as Single),
    }));
    lists.push({ type: 'array', of: 'array', items: [{ type: 'array', of: 'uint8', items: [1, 2] }] });
    lists.push(text('x'.repeat(300_000)));
    for (const value of lists) {
      const bytes = await saved(build(value), set('general.name', { type: 'string', value: 'a name' }));
      expect(isEqual(bytes, build(value, 'a name'))).toBe(true);
    }
  });
});

it('another reader finds the types that were set', async () => {
  for (const type of EDITED_TYPES) {
    const entry = await entryOf(build(samplesOf(type).at(-1) as BuiltValue), 'k');
    const path = join(folder, 'm.gguf');
    writeFileSync(path, await saved(build(text('x')), set('k', entry)));
    const { typedMetadata } = await gguf(path, { allowLocalFile: true, typedMetadata: true });
    const { k } = typedMetadata as unknown as { k: { type: number; subType?: number } };
    const of = itemType(type);
    expect([k.type, k.subType]).toEqual(
      of
        ? [VALUE_TYPES.indexOf('array'), VALUE_TYPES.indexOf(of)]
        : [VALUE_TYPES.indexOf(type as ValueType), undefined],
    );
  }
});
