import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gguf } from '@huggingface/gguf';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { plannedSource } from '../../../archive/plan.ts';
import { grouped } from '../../../base/amounts.ts';
import { isEqual, toHex } from '../../../base/bytes.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Edit } from '../../../model/edit/edit.ts';
import { memorySource } from '../../../source/memory.ts';
import {
  type BuiltValue,
  buildGguf,
  type GgufParts,
  text,
  texts,
  u32,
} from '../../../testing/builders/gguf-builder.ts';
import { countingSource } from '../../../testing/counting-source.ts';
import type { OpenPackage } from '../../format.ts';
import { openPackage } from '../../registry.ts';
import { canonicalText, EDITED_TYPES, encodedValue } from './edit/edited-value.ts';
import { HEADER_FIELDS } from './edit/field-guide.ts';
import type { Entry } from './edit/stored-entries.ts';
import { readHeader } from './header/header.ts';
import { type NumberType, numberAt } from './header/value-type.ts';
import { MAX_EDITED_ITEMS } from './limits.ts';
import type { GgufOwn } from './own.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-gguf-edit-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DATA = Uint8Array.from({ length: 16 }, (_, at) => (at * 37) % 251);

/** All types of values, with a list that is too long to be edited. */
const PAIRS: readonly (readonly [string, BuiltValue])[] = [
  ['general.architecture', text('llama')],
  ['general.name', text('Tiny\nLlama é')],
  ['a.u8', { type: 'uint8', value: 200 }],
  ['a.i8', { type: 'int8', value: -7 }],
  ['a.u16', { type: 'uint16', value: 60_000 }],
  ['a.i16', { type: 'int16', value: -300 }],
  ['a.u32', u32(4_000_000_000)],
  ['a.i32', { type: 'int32', value: -70_000 }],
  ['a.f32', { type: 'float32', value: 1e-5 }],
  ['a.bool', { type: 'bool', value: true }],
  ['tokenizer.tokens', texts(Array.from({ length: MAX_EDITED_ITEMS + 1 }, (_, at) => `token-${at}`))],
  ['a.u64', { type: 'uint64', value: 2n ** 60n + 1n }],
  ['a.i64', { type: 'int64', value: -(2n ** 60n) - 1n }],
  ['a.f64', { type: 'float64', value: 0.1 }],
  ['a.list', { type: 'array', of: 'int16', items: Array.from({ length: 20 }, (_, at) => at - 9) }],
  ['a.texts', texts(['', '"', 'b\nc', 'é'])],
];

const TENSORS = [
  { name: 'w', type: 'F32', ne: [2, 2], data: DATA },
  { name: 'v', type: 'I8', ne: [5], data: DATA.subarray(3, 8) },
];

const build = (parts: GgufParts = {}) => buildGguf({ keyValues: PAIRS, tensors: TENSORS, ...parts });

const PLAIN = build();

const open = (bytes: Uint8Array, name = 'm.gguf') => openPackage(memorySource(name, bytes));

const set = (key: string, type: string, value: string | string[]): Edit => ({
  kind: 'set',
  path: ['key-values', key],
  value: { type, value },
});
const remove = (key: string): Edit => ({ kind: 'remove', path: ['key-values', key] });

async function planned(opened: OpenPackage, texts: Draft['texts'] | undefined) {
  const plan = await opened.plan?.({ texts: texts ?? new Map(), files: [], renew: false });
  if (!plan) throw new Error('It cannot be saved.');
  const result = plannedSource(plan);
  await plan.check(result);
  return { plan, bytes: await result.read(0, result.size) };
}

/** The file that saving gives, checked against its plan. */
async function saved(bytes: Uint8Array, ...edits: readonly Edit[]): Promise<Uint8Array> {
  const opened = await open(bytes);
  return (await planned(opened, (await opened.edit?.({ edits }))?.texts)).bytes;
}

type Table = { [key: string]: Entry };

async function entriesOf(bytes: Uint8Array): Promise<Table> {
  const values = (await (await open(bytes)).edit?.({}))?.values;
  return (values as { 'key-values': Table })['key-values'];
}

/** The bytes of each pair, by its key. */
async function pairBytes(bytes: Uint8Array): Promise<[string, string][]> {
  const { keyValues } = await readHeader(memorySource('m.gguf', bytes));
  return keyValues.map(({ key, start, end }) => [key, toHex(bytes.subarray(start, end))]);
}

async function valuesOf(bytes: Uint8Array): Promise<unknown> {
  const opened = await open(bytes);
  return Promise.all(
    opened.package.tensors.map(async ({ name }) => [name, [...(await (await opened.tensor(name)).read(0, 4))]]),
  );
}

describe('editing the key-values of a GGUF file', () => {
  it.each([
    { version: 3, little: true },
    { version: 3, little: false },
    { version: 2, little: true, alignment: 64 },
  ])('changes, adds and removes them as the file was built with them: %o', async ({ alignment = 32, ...parts }) => {
    const own: typeof PAIRS = alignment === 32 ? [] : [['general.alignment', u32(alignment)]];
    const first = build({ ...parts, alignment, keyValues: [...own, ...PAIRS] });
    const bytes = await saved(
      first,
      set('general.name', 'string', 'Another name, which is longer than the first'),
      remove('a.i8'),
      set('a.u8', 'float64', '-1e300'),
      set('a.bool', 'bool', 'false'),
      set('a.list', 'array of string', ['x', '']),
      set('a.texts', 'array of uint64', ['18446744073709551615']),
      set('new.key', 'int64', '-9223372036854775808'),
    );
    const added: readonly [string, BuiltValue] = ['new.key', { type: 'int64', value: -(2n ** 63n) }];
    const wanted: [string, BuiltValue][] = [...own, ...PAIRS, added]
      .filter(([key]) => key !== 'a.i8')
      .map(([key, value]): [string, BuiltValue] => {
        if (key === 'general.name') return [key, text('Another name, which is longer than the first')];
        if (key === 'a.u8') return [key, { type: 'float64', value: -1e300 }];
        if (key === 'a.bool') return [key, { type: 'bool', value: false }];
        if (key === 'a.list') return [key, texts(['x', ''])];
        if (key === 'a.texts') return [key, { type: 'array', of: 'uint64', items: [2n ** 64n - 1n] }];
        return [key, value];
      });
    expect(isEqual(bytes, build({ ...parts, alignment, keyValues: wanted }))).toBe(true);
    expect(await valuesOf(bytes)).toEqual(await valuesOf(first));
  });

  it('copies everything else by range, and reads no tensor', async () => {
    const counted = countingSource(memorySource('m.gguf', PLAIN));
    const opened = await openPackage(counted);
    const { texts: drafted } = (await opened.edit?.({ edits: [set('general.name', 'string', 'x')] })) ?? {};
    const asked = counted.accesses.length;
    const plan = await opened.plan?.({ texts: drafted ?? new Map(), files: [], renew: false });
    expect(counted.accesses.length).toBe(asked);
    const { keyValues, end } = await readHeader(memorySource('m.gguf', PLAIN));
    const name = keyValues.find(({ key }) => key === 'general.name');
    const start = (opened.package.own as GgufOwn).dataStarts[0]?.start;
    expect(plan?.segments.filter(({ kind }) => kind === 'old')).toEqual([
      { kind: 'old', start: 0, end: 16 },
      { kind: 'old', start: 24, end: name?.typeStart },
      { kind: 'old', start: name?.end, end },
      { kind: 'old', start, end: PLAIN.length },
    ]);
    expect(plan?.review.files[0]?.after).toContain('"general.name" (string): "x"');
  });

  it('shows each value as people write it, and says how long the others are', async () => {
    const entries = await entriesOf(PLAIN);
    expect(Object.keys(entries)).toEqual(PAIRS.map(([key]) => key));
    expect(entries['a.f32']).toEqual({ type: 'float32', value: '0.00001' });
    expect(entries['a.u64']).toEqual({ type: 'uint64', value: '1152921504606846977' });
    expect(entries['a.texts']).toEqual({ type: 'array of string', value: ['', '"', 'b\nc', 'é'] });
    expect(entries['tokenizer.tokens']).toEqual({
      type: 'array of string',
      kept: grouped`${MAX_EDITED_ITEMS + 1} items`,
    });
    expect(await pairBytes(await saved(PLAIN, remove('tokenizer.tokens')))).toEqual(
      (await pairBytes(PLAIN)).filter(([key]) => key !== 'tokenizer.tokens'),
    );
  });

  it('refuses values that do not fit their type, keys that nobody reads, and a different alignment', async () => {
    const opened = await open(PLAIN);
    const refused = async (...edits: Edit[]) =>
      expect(opened.edit?.({ edits })).rejects.toMatchObject({ code: 'gguf/bad-edit' });
    await refused(set('a.u8', 'uint8', '256'));
    await refused(set('a.u8', 'uint8', '1.5'));
    await refused(set('a.u8', 'uint8', ''));
    await refused(set('a.i64', 'int64', '9223372036854775808'));
    await refused(set('a.f32', 'float32', '1e39'));
    await refused(set('a.f32', 'float32', '0x1'));
    await refused(set('a.bool', 'bool', '1'));
    await refused(set('a.x', 'text', 'x'));
    await refused(set('a.x', 'array of array', []));
    await refused(set('a.x', 'string', ['x']));
    await refused(set('a.x', 'array of uint8', 'x'));
    await refused(set('a.x', 'array of uint8', ['1', '-1']));
    await refused(set('a.x', 'array of uint8', Array(MAX_EDITED_ITEMS + 1).fill('1')));
    await refused(set('a.x', 'array of string', ['x'.repeat(70_000)]));
    await refused(set('a.x', 'string', '\ud800'));
    await refused(set('a.x', 'string', 'é'.repeat(140_000)));
    await refused(set('', 'string', 'x'));
    await refused(set('\ud800', 'string', 'x'));
    await refused(set('x'.repeat(2_001), 'string', 'x'));
    await refused({ kind: 'rename', path: ['key-values', 'tokenizer.tokens'], to: 'x' });
    await refused(set('general.alignment', 'uint32', '64'));
    await refused(set('general.alignment', 'uint64', '32'));
    await refused({ kind: 'set', path: ['other'], value: 'x' });
    await opened.edit?.({ edits: [set('general.alignment', 'uint32', '32')] });
    const wide = await open(build({ keyValues: [['general.alignment', u32(64)]], alignment: 64 }));
    await expect(wide.edit?.({ edits: [remove('general.alignment')] })).rejects.toMatchObject({
      code: 'gguf/bad-edit',
      message: expect.stringContaining('64'),
    });
  });

  it('gives a file with the findings of what llama.cpp refuses', async () => {
    const codes = async (...edits: Edit[]) => {
      const { package: pkg } = await open(await saved(PLAIN, ...edits));
      return pkg.findings.map(({ code }) => code);
    };
    expect(await codes(set('general.name', 'string', 'x'))).toEqual([]);
    expect(await codes(set('general.architecture', 'uint32', '1'))).toEqual(['gguf/key-type']);
    expect(await codes(set('general.file_type', 'uint64', '2'))).toEqual(['gguf/key-type']);
    expect(await codes(remove('general.architecture'))).toEqual(['gguf/no-architecture']);
    expect(await codes(set('split.count', 'uint16', '3'))).toEqual(['gguf/split-name']);
    expect(await codes(set('Not a key', 'bool', 'true'))).toEqual(['gguf/bad-key']);
    // And the same is mended.
    const wrong = await saved(PLAIN, set('general.architecture', 'uint32', '1'));
    expect(isEqual(await saved(wrong, set('general.architecture', 'string', 'llama')), PLAIN)).toBe(true);
  });

  it('is not offered for a file with errors that stay, nor for a split model', async () => {
    const reason = async (bytes: Uint8Array, name?: string) => {
      const { package: pkg, edit, plan } = await open(bytes, name);
      expect([pkg.can.edit, pkg.can.save, edit, plan]).toEqual([false, false, undefined, undefined]);
      return pkg.cannot?.edit;
    };
    expect(await reason(PLAIN.subarray(0, PLAIN.length - 40))).toContain('the same errors');
    expect(await reason(build({ keyValues: [...PAIRS, ['a.u8', u32(1)]] }))).toContain('appears again');
    const part: typeof PAIRS = [
      ['split.no', { type: 'uint16', value: 0 }],
      ['split.count', { type: 'uint16', value: 2 }],
    ];
    expect(await reason(build({ keyValues: [...PAIRS, ...part] }), 'm-00001-of-00002.gguf')).toContain('--merge');
  });

  it('keeps a file without tensors that ends with its header, and one with bytes after its tensors', async () => {
    const short = buildGguf();
    const { end } = await readHeader(memorySource('m.gguf', short));
    const bare = await saved(short.subarray(0, end), set('a', 'uint8', '1'));
    expect(bare.length).toBe((await readHeader(memorySource('m.gguf', bare))).end);
    const tail = Uint8Array.of(1, 2, 3);
    const bytes = await saved(build({ tail }), set('a', 'uint8', '1'));
    expect(isEqual(bytes, build({ tail, keyValues: [...PAIRS, ['a', { type: 'uint8', value: 1 }]] }))).toBe(true);
  });

  it('sets fields by name in the type that they have', async () => {
    const { values } = (await (await open(PLAIN)).edit?.({})) ?? {};
    const edits = (
      [
        ['a.u64', '5'],
        ['a.list', '[1, -2]'],
        ['a.texts', '["a, b", "c"]'],
        ['my.key', '7'],
      ] as const
    ).flatMap(([key, value]) => HEADER_FIELDS.set(values as never, [key], key, value)?.edits ?? []);
    const entries = await entriesOf(await saved(PLAIN, ...edits));
    expect(['a.u64', 'a.list', 'a.texts', 'my.key'].map((key) => entries[key])).toEqual([
      { type: 'uint64', value: '5' },
      { type: 'array of int16', value: ['1', '-2'] },
      { type: 'array of string', value: ['a, b', 'c'] },
      { type: 'string', value: '7' },
    ]);
  });
});

const NUMBER_TYPES = EDITED_TYPES.filter((type) => type !== 'string' && !type.startsWith('array')) as NumberType[];

const anyText = fc.oneof(fc.constantFrom('', '__proto__', '1', '"', 'a\nb', '😀'), fc.string({ maxLength: 4 }));

const anyNumber: fc.Arbitrary<[NumberType, string]> = fc
  .tuple(fc.constantFrom(...NUMBER_TYPES), fc.uint8Array({ minLength: 8, maxLength: 8 }))
  .map(([type, bytes]) => [
    type,
    canonicalText(type, String(numberAt(new DataView(bytes.slice().buffer), 0, type, true))),
  ]);

const anyKey = fc.oneof(fc.constantFrom(...PAIRS.map(([key]) => key)), fc.constantFrom('7', '__proto__', 'b'), anyText);

/** May ask for what is refused. */
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(anyKey, anyNumber).map(([key, [type, value]]) => set(key, type, value)),
  fc.tuple(anyKey, anyText).map(([key, value]) => set(key, 'string', value)),
  fc.tuple(anyKey, fc.array(anyText, { maxLength: 4 })).map(([key, items]) => set(key, 'array of string', items)),
  fc.tuple(anyKey, fc.array(anyNumber, { maxLength: 3 })).map(([key, items]) =>
    set(
      key,
      `array of ${items[0]?.[0] ?? 'bool'}`,
      items.slice(0, 1).map(([, item]) => item),
    ),
  ),
  anyKey.map(remove),
  fc.tuple(anyKey, anyKey).map(([key, to]): Edit => ({ kind: 'rename', path: ['key-values', key], to })),
);

describe('any value', () => {
  it('is written as it was read', () => {
    fc.assert(
      fc.property(anyNumber, fc.boolean(), ([type, value], little) => {
        const bytes = encodedValue(type, value, { little, lengthBytes: 8 });
        const read = numberAt(new DataView(bytes.buffer, bytes.byteOffset), 0, type, little);
        expect(canonicalText(type, String(read))).toBe(value);
        expect(toHex(encodedValue(type, String(read), { little, lengthBytes: 8 }))).toBe(toHex(bytes));
      }),
      { numRuns: 300, seed: 20_261_122 },
    );
  });
});

describe('any edits', () => {
  it('change nothing but their pairs and the padding, and give the first bytes where they are undone', async () => {
    const path = join(folder, 'm.gguf');
    await fc.assert(
      fc.asyncProperty(fc.array(anyEdit, { maxLength: 6 }), fc.boolean(), async (edits, little) => {
        const first = build({ little });
        const opened = await open(first);
        const { values: stored } = (await opened.edit?.({})) ?? {};
        let drafted: Draft['texts'] | undefined;
        let values = stored;
        for (const edit of edits) {
          const edited = await opened.edit?.({ texts: drafted, edits: [edit] }).catch(() => undefined);
          if (edited) ({ texts: drafted, values } = edited as { texts: Draft['texts']; values: unknown });
        }
        const { bytes } = await planned(opened, drafted);
        const [was, wanted] = [stored, values].map((held) => (held as { 'key-values': Table })['key-values']);
        expect(await entriesOf(bytes)).toEqual(wanted);
        const old = new Map(await pairBytes(first));
        for (const [key, pair] of await pairBytes(bytes)) {
          if (JSON.stringify(was?.[key]) === JSON.stringify(wanted?.[key])) expect(pair).toBe(old.get(key));
        }
        const { package: pkg } = await open(bytes);
        expect(pkg.can.edit).toBe(true);
        expect(await valuesOf(bytes)).toEqual(await valuesOf(first));
        writeFileSync(path, bytes);
        const peer = await gguf(path, { allowLocalFile: true });
        const own = pkg.own as GgufOwn;
        expect(Number(peer.tensorDataOffset)).toBe(own.dataStarts[0]?.start);
        expect([...bytes.subarray(Number(peer.tensorDataOffset), bytes.length)]).toEqual([...first.subarray(-64)]);
        const undo: Edit[] = [{ kind: 'set', path: ['key-values'], value: (stored as never)['key-values'] }];
        const undone = await opened.edit?.({ texts: drafted, edits: undo });
        expect((await planned(opened, undone?.texts)).plan.segments).toEqual([
          { kind: 'old', start: 0, end: first.length },
        ]);
      }),
      { numRuns: 60, seed: 20_261_122 },
    );
  });
});
