import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { plannedSource } from '../../../archive/plan.ts';
import { decodeUtf8, isEqual, toHex } from '../../../base/bytes.ts';
import type { Draft } from '../../../model/draft.ts';
import type { Edit } from '../../../model/edit/edit.ts';
import { memorySource } from '../../../source/memory.ts';
import type { ByteSource } from '../../../source/source.ts';
import { hasNumPy } from '../../../testing/builders/numpy-files.ts';
import { buildSafetensors, entryText } from '../../../testing/builders/safetensors-builder.ts';
import { countingSource } from '../../../testing/counting-source.ts';
import type { OpenPackage } from '../../format.ts';
import { openPackage } from '../../registry.ts';
import { LENGTH_BYTES } from './limits.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const DATA = Uint8Array.from({ length: 32 }, (_, at) => (at * 37) % 251);

const ENTRIES = [
  entryText('a', 'F32', [2, 2], 0, 16),
  entryText('b', 'BF16', [4], 16, 24),
  entryText('c', 'U8', [3], 24, 27),
  entryText('d', 'I8', [5], 27, 32),
];

/** Padded as the reference writer does it. */
const PLAIN = buildSafetensors(padded(`{"__metadata__":{"format":"pt","note":"x"},${ENTRIES}}`), DATA);

function padded(header: string): string {
  return header.padEnd(Math.ceil(header.length / 8) * 8);
}

/** With white space everywhere, members in another order, an entry as a list, and a field that nobody knows. */
const LOOSE = buildSafetensors(
  `{ "d" : ["I8", [5], [27, 32]],\n  ${ENTRIES[1]} , "__metadata__" : { "one" : "1" , "z" : "\\u00e9" },
  "c": {"data_offsets": [ 24 , 27 ], "more": {"x": [1, null]}, "dtype": "U8", "shape": [3]}, ${ENTRIES[0]} }   `,
  DATA,
);

const open = (bytes: Uint8Array | ByteSource, name = 'm.safetensors') =>
  openPackage(bytes instanceof Uint8Array ? memorySource(name, bytes) : bytes);

async function draftOf(opened: OpenPackage, ...steps: readonly (readonly Edit[])[]): Promise<Draft> {
  let texts: Draft['texts'] | undefined;
  for (const edits of steps) texts = (await opened.edit?.({ texts, edits }))?.texts;
  return { texts: texts ?? new Map(), files: [], renew: false };
}

/** The file that saving gives, checked against its plan. */
async function saved(bytes: Uint8Array, ...steps: readonly (readonly Edit[])[]): Promise<Uint8Array> {
  const opened = await open(bytes);
  const plan = await opened.plan?.(await draftOf(opened, ...steps));
  if (!plan) throw new Error('It cannot be saved.');
  const result = plannedSource(plan);
  await plan.check(result);
  return result.read(0, result.size);
}

function headerOf(bytes: Uint8Array): string {
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  return decodeUtf8(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length)) as string;
}

const set = (table: string, key: string, value: string): Edit => ({ kind: 'set', path: [table, key], value });
const keep = (...names: string[]): Edit => ({ kind: 'set', path: ['keep'], value: names });

describe('editing the metadata of a safetensors file', () => {
  it('changes, adds and removes entries, keeps their order, and pads the header with spaces to 8 bytes', async () => {
    const bytes = await saved(PLAIN, [
      set('__metadata__', 'format', 'np'),
      { kind: 'remove', path: ['__metadata__', 'note'] },
      set('__metadata__', 'quote "é"\n', '\u0007'),
    ]);
    const header = headerOf(bytes);
    expect(header.trimEnd()).toBe(`{"__metadata__":{"format":"np","quote \\"é\\"\\n":"\\u0007"},${ENTRIES}}`);
    expect([(bytes.length - DATA.length) % 8, header.length - header.trimEnd().length < 8]).toEqual([0, true]);
    expect(isEqual(bytes.subarray(bytes.length - DATA.length), DATA)).toBe(true);
    const { package: after } = await open(bytes);
    expect(after.findings).toEqual([]);
    expect(after.facts.filter(({ stored }) => stored).map(({ label, value }) => [label, value])).toEqual([
      ['format', 'np'],
      ['quote "é"\n', '\u0007'],
    ]);
  });

  it('puts it first where there was none, and in the place of null', async () => {
    const edit = [set('__metadata__', 'x', 'y')];
    expect(headerOf(await saved(buildSafetensors(`{${ENTRIES}}`, DATA), edit)).trimEnd()).toBe(
      `{"__metadata__":{"x":"y"},${ENTRIES}}`,
    );
    expect(headerOf(await saved(buildSafetensors('{}'), edit))).toBe('{"__metadata__":{"x":"y"}} '.padEnd(32));
    const withNull = buildSafetensors(`{${ENTRIES},"__metadata__":null}`, DATA);
    expect(headerOf(await saved(withNull, edit)).trimEnd()).toBe(`{${ENTRIES},"__metadata__":{"x":"y"}}`);
  });

  // Transformers does not load a file without it.
  it('keeps "format", whatever else changes', async () => {
    const others: Edit[][] = [
      [set('__metadata__', 'new', 'x')],
      [{ kind: 'remove', path: ['__metadata__', 'note'] }],
      [set('rename', 'a', 'x')],
      [keep('a', 'd')],
    ];
    for (const edits of [...others, others.flat()]) {
      expect(headerOf(await saved(PLAIN, edits))).toContain('{"__metadata__":{"format":"pt"');
      expect(headerOf(await saved(PLAIN, ...edits.map((edit) => [edit])))).toContain('"format":"pt"');
    }
  });

  it('renames an entry in its place', async () => {
    const edits: Edit[] = [{ kind: 'rename', path: ['__metadata__', 'format'], to: 'kind' }];
    expect(headerOf(await saved(PLAIN, edits))).toContain('{"kind":"pt","note":"x"}');
  });

  it('keeps the layout of what it does not touch', async () => {
    const [before, after] = [
      headerOf(LOOSE).trimEnd(),
      headerOf(await saved(LOOSE, [set('__metadata__', 'one', '2')])),
    ];
    expect(after.trimEnd()).toBe(before.replace('"one" : "1"', '"one" : "2"'));
    const added = headerOf(await saved(LOOSE, [set('__metadata__', 'new', '3')])).trimEnd();
    expect(added).toBe(before.replace('"\\u00e9" }', '"\\u00e9" , "new" : "3" }'));
  });
});

describe('editing the tensors of a safetensors file', () => {
  it('renames them, also into each other’s names', async () => {
    const bytes = await saved(LOOSE, [set('rename', 'a', 'b'), set('rename', 'b', 'a'), set('rename', 'd', 'x.é')]);
    const { package: pkg, tensor } = await open(bytes);
    expect(pkg.tensors.map(({ name, dtype }) => [name, dtype])).toEqual([
      ['x.é', 'int8'],
      ['a', 'bfloat16'],
      ['c', 'uint8'],
      ['b', 'float32'],
    ]);
    expect((await tensor('b')).count).toBe(4);
    expect(isEqual(bytes.subarray(bytes.length - DATA.length), DATA)).toBe(true);
  });

  it('saves chosen ones to a new file, with their data by range', async () => {
    const counted = countingSource(memorySource('m.safetensors', LOOSE));
    const opened = await open(counted);
    const asked = counted.accesses.length;
    const plan = await opened.plan?.(await draftOf(opened, [keep('d', 'a'), set('rename', 'd', 'z')]));
    expect(counted.accesses.length).toBe(asked);
    const bytes = await plannedSource(plan as NonNullable<typeof plan>).read(0, plan?.size ?? 0);
    const start = LOOSE.length - DATA.length;
    expect(plan?.segments.filter(({ kind }) => kind === 'old')).toEqual([
      { kind: 'old', start, end: start + 16 },
      { kind: 'old', start: start + 27, end: start + 32 },
    ]);
    expect(headerOf(bytes)).toContain('"z" : ["I8", [5], [16, 21]]');
    expect(plan?.review.notes).toEqual(['2 tensors are left out of the new file.']);
    const { package: pkg } = await open(bytes);
    expect(pkg.findings.map(({ code }) => code)).toEqual(['safetensors/entry-as-list']);
    expect(pkg.tensors.map(({ name, data }) => [name, data?.end])).toEqual([
      ['z', bytes.length],
      ['a', bytes.length - 5],
    ]);
  });

  it('puts larger elements first where a tensor would not be aligned otherwise', async () => {
    const file = buildSafetensors(
      `{${entryText('odd', 'U8', [4], 0, 4)},${entryText('gap', 'U8', [4], 4, 8)},${entryText('wide', 'F64', [1], 8, 16)}}`,
      DATA.subarray(0, 16),
    );
    const opened = await open(file);
    const plan = await opened.plan?.(await draftOf(opened, [keep('odd', 'wide')]));
    expect(plan?.review.notes).toHaveLength(2);
    const bytes = await saved(file, [keep('odd', 'wide')]);
    expect((await open(bytes)).package.findings).toEqual([]);
    expect([...bytes.subarray(-12)]).toEqual([...DATA.subarray(8, 16), ...DATA.subarray(0, 4)]);
  });

  it('refuses names that collide, names that nobody reads, and tensors that are not there', async () => {
    const refused = async (...edits: Edit[]) => {
      const opened = await open(PLAIN);
      await expect(opened.edit?.({ edits })).rejects.toMatchObject({ code: 'safetensors/bad-edit' });
    };
    await refused(set('rename', 'a', 'b'));
    await refused(set('rename', 'a', 'x'), set('rename', 'b', 'x'));
    await refused(set('rename', 'a', '__metadata__'));
    await refused(set('rename', 'a', '\ud800'));
    await refused(set('rename', 'none', 'x'));
    await refused(set('rename', 'a', 'x'.repeat(2_001)));
    await refused(keep('a', 'none'));
    await refused(set('__metadata__', 'x', '\ud800'));
    await refused(set('__metadata__', 'x', 'y'.repeat(8_000_001)));
    await refused({ kind: 'set', path: ['__metadata__', 'x'], value: 5n });
    // Where the other one goes, its name is free.
    expect(headerOf(await saved(PLAIN, [set('rename', 'a', 'b'), keep('a')]))).toContain('"b":{"dtype":"F32"');
  });

  it('is not offered for a shard, whose index has the names, nor for a file that the library refuses', async () => {
    const shard = await open(PLAIN, 'model-00001-of-00002.safetensors');
    expect(shard.package.own).toEqual({ tensorsStay: expect.stringContaining('index') });
    await expect(shard.edit?.({ edits: [set('rename', 'a', 'x')] })).rejects.toMatchObject({
      code: 'safetensors/bad-edit',
    });
    await expect(shard.edit?.({ edits: [keep('a')] })).rejects.toMatchObject({ code: 'safetensors/bad-edit' });
    await shard.edit?.({ edits: [set('__metadata__', 'x', 'y')] });
    const broken = await open(PLAIN.subarray(0, PLAIN.length - 1));
    expect([broken.package.can.edit, broken.edit, broken.package.cannot?.edit]).toEqual([
      false,
      undefined,
      expect.stringContaining('The file ends 1 byte early'),
    ]);
    const twice = await open(buildSafetensors(`{"__metadata__":{"a":"1","a":"2"},${ENTRIES}}`, DATA));
    expect([twice.package.can.save, twice.package.cannot?.edit]).toEqual([false, expect.stringContaining('“a”')]);
  });
});

const text = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'é', '"\\', '__proto__', '1', '\u2028', '😀'),
  fc.string({ maxLength: 4 }),
);

/** An edit of a file with the tensors `a` to `d`. May ask for what is refused. */
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(text, text).map(([key, value]) => set('__metadata__', key, value)),
  fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), text).map(([from, to]) => set('rename', from, to)),
  fc.subarray(['a', 'b', 'c', 'd']).map((names) => keep(...names)),
);

const undo: Edit[] = [
  { kind: 'set', path: ['__metadata__'], value: { format: 'pt', note: 'x' } },
  { kind: 'set', path: ['rename'], value: {} },
  { kind: 'set', path: ['keep'], value: ['d', 'c', 'b', 'a'] },
];

describe('any edits', () => {
  it('give a file that opens without findings, with every kept byte, and the first bytes where they are undone', async () => {
    const opened = await open(PLAIN);
    const stored = new Map(opened.package.tensors.map(({ name, data }) => [name, data]));
    await fc.assert(
      fc.asyncProperty(fc.array(anyEdit, { maxLength: 8 }), async (edits) => {
        let texts: Draft['texts'] | undefined;
        let values: unknown;
        for (const edit of edits) {
          const edited = await opened.edit?.({ texts, edits: [edit] }).catch(() => undefined);
          if (edited) ({ texts, values } = edited);
        }
        const plan = await opened.plan?.({ texts: texts ?? new Map(), files: [], renew: false });
        if (!plan) throw new Error('It cannot be saved.');
        const result = plannedSource(plan);
        await plan.check(result);
        const bytes = await result.read(0, result.size);
        const { package: pkg } = await open(bytes);
        expect(pkg.findings).toEqual([]);
        const { rename = {}, keep: kept } = (values ?? {}) as { rename?: Record<string, string>; keep?: string[] };
        const names = (kept ?? ['a', 'b', 'c', 'd']).map((name) => [
          name,
          Object.hasOwn(rename, name) ? rename[name] : name,
        ]);
        expect(new Set(pkg.tensors.map(({ name }) => name))).toEqual(new Set(names.map(([, name]) => name)));
        for (const [name, now] of names) {
          const [from, to] = [stored.get(name as string), pkg.tensors.find((tensor) => tensor.name === now)?.data];
          expect(toHex(bytes.subarray(to?.start, to?.end))).toBe(toHex(PLAIN.subarray(from?.start, from?.end)));
        }
        const undone = await opened.edit?.({ texts, edits: undo });
        const back = await opened.plan?.({ texts: undone?.texts ?? new Map(), files: [], renew: false });
        expect(back?.segments).toEqual([{ kind: 'old', start: 0, end: PLAIN.length }]);
      }),
    );
  });

  it.skipIf(!hasNumPy)('of some steps give what NumPy reads at the places that the header names', async () => {
    const program = `
import json, sys
import numpy
sys.stdout.reconfigure(encoding='utf-8')
bytes = sys.stdin.buffer.read()
length = int.from_bytes(bytes[:8], 'little')
assert length % 8 == 0
header = json.loads(bytes[8:8 + length].decode('utf-8'))
data = bytes[8 + length:]
print(header.pop('__metadata__'))
end = 0
for name, entry in sorted(header.items(), key=lambda item: item[1]['data_offsets']):
    start, stop = entry['data_offsets']
    assert start == end
    end = stop
    dtype = {'F32': '<f4', 'U8': 'u1', 'I8': 'i1'}[entry['dtype']]
    print(name, numpy.frombuffer(data[start:stop], dtype).reshape(entry['shape']).tolist())
assert end == len(data)
`;
    const bytes = await saved(PLAIN, [keep('a', 'c', 'd')], [set('rename', 'c', 'é')], [set('__metadata__', 'n', 'ü')]);
    const { stdout, stderr } = spawnSync('python3', ['-c', program], { input: bytes });
    const floats = [...new Float32Array(DATA.slice(0, 16).buffer)];
    const lines = stdout.toString('utf8').trimEnd().split('\n');
    expect([stderr.toString(), lines[0], lines[2], lines[3]]).toEqual([
      '',
      "{'format': 'pt', 'note': 'x', 'n': 'ü'}",
      `é [${[...DATA.subarray(24, 27)].join(', ')}]`,
      `d [${[...new Int8Array(DATA.slice(27, 32).buffer)].join(', ')}]`,
    ]);
    expect(JSON.parse(lines[1]?.slice(2) ?? '').flat()).toEqual(floats);
  });
});
