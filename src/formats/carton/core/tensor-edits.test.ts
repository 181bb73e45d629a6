import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { isEqual } from '../../../base/bytes.ts';
import { valueAt } from '../../../model/edit/field.ts';
import type { TensorAct } from '../../../model/tensor/tensor-acts.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { FlatContents } from '../../../tensor/contents/contents.ts';
import { after, index, openPacked, type Packed, TENSORS } from '../../../testing/builders/packed-carton.ts';
import { pythonWith, runPython } from '../../../testing/python.ts';
import { referenceRules } from '../../../testing/reference-rules.ts';
import { TensorSession } from '../../../testing/tensor-session.ts';
import type { OpenPackage } from '../../format.ts';
import { bindTensors, CARTON_TENSORS } from './edit/tensor-steps.ts';

vi.setConfig({ testTimeout: 60_000 });

const CASES =
  '[[self_test]]\ninputs = { x = "@tensor_data/a" } # first\nexpected_out = { y = "@tensor_data/n" }\n' +
  '[[example]]\nname = "Cat"\ninputs = { x = "@tensor_data/a", z = "@misc/a.png" }\nsample_out = { y = "@tensor_data/s" }\n';

const session = async (packed: Packed = after(CASES)) => TensorSession.of(await openPacked(packed));

const bytes = (...values: number[]) => new Blob([Uint8Array.from(values)]);
const uint8 = (...values: number[]): FlatContents => ({
  dtype: 'uint8',
  shape: [BigInt(values.length)],
  data: bytes(...values),
});
const floats = (...values: number[]): FlatContents => ({
  dtype: 'float32',
  shape: [BigInt(values.length)],
  data: new Blob([Float32Array.from(values)]),
});

async function textOf(open: OpenPackage, path: string): Promise<string> {
  const source = open.source(path);
  return source ? Buffer.from(await source.read(0, source.size)).toString() : 'missing';
}

async function wholeOf(source: ByteSource): Promise<Uint8Array> {
  return source.read(0, source.size);
}

async function valuesOf(open: OpenPackage, name: string): Promise<unknown[]> {
  const reader = await open.tensor(name);
  return [...((await reader.read(0, reader.count)) as Iterable<unknown>)];
}

const named = (open: OpenPackage) => open.package.tensors.map(({ name }) => name);
const codes = (open: OpenPackage) => open.package.findings.map(({ code }) => code);
const at = (of: TensorSession, ...path: (string | number)[]) => valueAt(of.values, path);
const kinds = (of: TensorSession) => CARTON_TENSORS.changes(of.on).map(({ kind, name }) => `${kind} ${name}`);
const filePaths = (open: OpenPackage) =>
  open.package.files.flatMap(({ path }) => (path.startsWith('tensor_data/') ? path.slice(12) : [])).sort();

describe('acts on tensors', () => {
  it('replaces elements in their file, and nothing else of the index', async () => {
    const draft = await session();
    await draft.act({ kind: 'put', name: 'a', contents: floats(1, 2) });
    expect(kinds(draft)).toEqual(['changed a']);
    const { open, plan } = await draft.saved();
    expect(await valuesOf(open, 'a')).toEqual([1, 2]);
    expect(await textOf(open, 'tensor_data/index.toml')).toBe(TENSORS);
    expect(plan.review.changes).toEqual([{ path: 'tensor_data/tensor_0.bin', kind: 'replaced' }]);
    expect(plan.notes).toEqual([]);
    expect(codes(open)).toEqual(codes(draft.open));
  });

  it('adds a tensor with a file of its name, and renames it with what refers to it', async () => {
    const draft = await session();
    await draft.act({ kind: 'put', name: 'mask 0', contents: uint8(7, 8, 9) });
    await draft.act({ kind: 'rename', name: 'a', to: 'image_0' }, { kind: 'rename', name: 'p', to: 'part' });
    expect(kinds(draft)).toEqual(['renamed image_0', 'changed n', 'renamed part', 'added mask 0']);
    const { open } = await draft.saved();
    expect(await textOf(open, 'tensor_data/index.toml')).toBe(
      `${TENSORS.replace('name = "a"', 'name = "image_0"').replace('["p"]', '["part"]').replace('"p"', '"part"')}\
[[tensor]]\nname = "mask 0"\ndtype = "uint8"\nshape = [3]\nfile = "mask 0.bin"\ninner = []\n`,
    );
    expect(await textOf(open, 'carton.toml')).toContain('x = "@tensor_data/image_0" } # first');
    expect(codes(open)).toEqual(codes(draft.open));
    expect(await valuesOf(open, 'mask 0')).toEqual([7, 8, 9]);
  });

  it('removes a tensor with its parts, files and references', async () => {
    const draft = await session();
    expect(CARTON_TENSORS.usesOf(draft.on, 'n')).toEqual(['self-test 1, output “y”']);
    await draft.act({ kind: 'remove', name: 'n' }, { kind: 'remove', name: 'a' });
    expect(kinds(draft)).toEqual(['removed a', 'removed n']);
    const { open } = await draft.saved();
    expect(named(open)).toEqual(['s']);
    expect(filePaths(open)).toEqual(['index.toml', 'tensor_1.toml']);
    expect(await textOf(open, 'carton.toml')).not.toMatch(/expected_out|@tensor_data\/a/);
    expect(codes(open)).toEqual(['schema/self-test-empty', 'schema/unknown-binding']);
    await draft.act({ kind: 'remove', name: 's' });
    expect(await textOf((await draft.saved()).open, 'tensor_data/index.toml')).toBe('tensor = []\n');
  });

  it('duplicates without a second file, until one of both gets other elements', async () => {
    const draft = await session();
    await draft.act({ kind: 'duplicate', name: 'a', to: 'b' }, { kind: 'duplicate', name: 'n', to: 'm' });
    const once = (await draft.saved()).open;
    expect(named(once)).toEqual(['a', 's', 'n', 'p', 'b', 'm_0', 'm']);
    expect(filePaths(once)).toEqual(filePaths(draft.open));
    await draft.act({ kind: 'put', name: 'a', contents: floats(3, 4) });
    const { open } = await draft.saved();
    expect([await valuesOf(open, 'a'), await valuesOf(open, 'b')]).toEqual([
      [3, 4],
      [0, 0],
    ]);
    await draft.act({ kind: 'remove', name: 'b' });
    const last = (await draft.saved()).open;
    expect(filePaths(last)).toEqual(['a.bin', 'index.toml', 'tensor_1.toml', 'tensor_2.bin']);
    expect(codes(last)).toEqual(codes(draft.open));
  });

  it('reshapes without other bytes, and refuses another number of elements', async () => {
    const draft = await session();
    await draft.act({ kind: 'reshape', name: 'a', shape: [1n, 2n, 1n] });
    const { open, plan } = await draft.saved();
    expect(open.package.tensors[0]?.shape).toEqual([1n, 2n, 1n]);
    expect(plan.review.changes).toBeUndefined();
    expect(() => CARTON_TENSORS.step(draft.on, [{ kind: 'reshape', name: 'a', shape: [3n] }], '')).toThrow(/fit/);
  });

  it('makes flat tensors nested and the other way round', async () => {
    const draft = await session();
    await draft.act(
      { kind: 'put', name: 'a', contents: { dtype: 'nested', inner: [uint8(1), strings('x', 'y')] } },
      { kind: 'put', name: 'n', contents: floats(5) },
    );
    const { open } = await draft.saved();
    expect(open.package.tensors.map(({ name, dtype, inner }) => [name, dtype, inner])).toEqual([
      ['a', 'nested', ['a_0', 'a_1']],
      ['s', 'string', undefined],
      ['n', 'float32', undefined],
      ['a_0', 'uint8', undefined],
      ['a_1', 'string', undefined],
    ]);
    expect(await valuesOf(open, 'a_1')).toEqual(['x', 'y']);
    expect(open.package.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(filePaths(open)).not.toContain('tensor_2.bin');
    expect(await textOf(open, 'tensor_data/index.toml')).toContain(
      'name = "a"\ndtype = "nested"\ninner = ["a_0", "a_1"]\n',
    );
  });

  it('never changes a file that a symlink or another tensor leads to', async () => {
    const two = `${TENSORS}[[tensor]]\nname = "b"\ndtype = "float32"\nshape = [2]\nfile = "tensor_0.bin"\ninner = []\n`;
    const shared = await session(index(two));
    const link = { name: 'misc/link', data: '../tensor_data/tensor_0.bin', mode: 0o120777 };
    const linked = await session({ entries: [link], manifest: (lines) => lines });
    for (const draft of [shared, linked]) {
      await draft.act({ kind: 'put', name: 'a', contents: floats(1, 2) });
      const { open } = await draft.saved();
      expect(await textOf(open, 'tensor_data/tensor_0.bin')).toBe('\0'.repeat(8));
      expect(await valuesOf(open, 'a')).toEqual([1, 2]);
      await draft.act({ kind: 'remove', name: 'a' });
      expect(filePaths((await draft.saved()).open)).toEqual(filePaths(draft.open));
    }
  });

  it('follows files that are renamed, before and after', async () => {
    const draft = await session();
    const rename = async (from: string, to: string) => {
      const { withFileChange, isThereIn } = await import('../../../model/file/file-changes.ts');
      const { renamedReferences } = await import('./edit/file-references.ts');
      const files = withFileChange(draft.files, { kind: 'rename', from, to }, isThereIn(draft.open.package.files));
      await draft.make({ name: '', files, edits: renamedReferences(draft.values as never, new Map([[from, to]])) });
    };
    await rename('tensor_data/tensor_0.bin', 'tensor_data/sub/first.bin');
    await draft.act({ kind: 'put', name: 'a', contents: floats(1, 2) });
    await draft.act({ kind: 'put', name: 'b', contents: uint8(1) });
    await rename('tensor_data/sub/first.bin', 'tensor_data/second.bin');
    await rename('tensor_data/b.bin', 'tensor_data/c.bin');
    const { open } = await draft.saved();
    expect([await valuesOf(open, 'a'), await valuesOf(open, 'b')]).toEqual([[1, 2], [1]]);
    expect(filePaths(open)).toEqual(['c.bin', 'index.toml', 'second.bin', 'tensor_1.toml', 'tensor_2.bin']);
  });

  it('says what it cannot do', async () => {
    const { on } = await session();
    expect(CARTON_TENSORS.problem(on)).toBeUndefined();
    expect(CARTON_TENSORS.problem((await session(index('tensor = 4'))).on)).toBe(
      'Tensors cannot be changed: tensor_data/index.toml cannot be read.',
    );
    expect(['', 'a', 'x\u200b', 'ok'].map((name) => CARTON_TENSORS.nameProblem(on, name))).toEqual([
      'The name is missing.',
      'Another tensor has this name.',
      'The name contains a character that nobody can see.',
      undefined,
    ]);
    const step = (contents: FlatContents) => () => CARTON_TENSORS.step(on, [{ kind: 'put', name: 'b', contents }], '');
    expect(step({ ...uint8(1), dtype: 'float16', shape: [] } as FlatContents)).toThrow(/type float16/);
    expect(step({ ...uint8(1, 2), shape: [3n] } as FlatContents)).toThrow(/with 2 for 3/);
    expect(step({ dtype: 'string', shape: [2n], strings: ['a'] })).toThrow(/with 1 for 2/);
  });
});

function strings(...list: string[]): FlatContents {
  return { dtype: 'string', shape: [BigInt(list.length)], strings: list };
}

describe('values of examples', () => {
  it('adds an example and a self-test with what a run took and gave', async () => {
    const draft = await session();
    const values = {
      inputs: [{ name: 'x', contents: floats(1) }],
      outputs: [{ name: 'y', contents: { dtype: 'string', shape: [1n], strings: ['square'] } as const }],
    };
    const add = (of: 'example' | 'self-test') => CARTON_TENSORS.addCase?.(draft.on, of, values);
    for (const of of ['example', 'self-test'] as const) {
      const step = add(of);
      if (step) await draft.make(step);
    }
    const { open } = await draft.saved();
    const { examples, selfTests } = open.package;
    expect([examples.length, selfTests.length]).toEqual([2, 2]);
    expect(examples[1]?.outputs).toEqual([{ name: 'y', value: { kind: 'tensor', tensor: 'y_0' } }]);
    expect(selfTests[1]?.inputs).toEqual([{ name: 'x', value: { kind: 'tensor', tensor: 'x_1' } }]);
    expect(await valuesOf(open, 'y_1')).toEqual(['square']);
  });

  it('names tensors after their use, and removes those that were used nowhere else', async () => {
    const draft = await session();
    const of = { list: 'example', index: 0 } as const;
    await draft.make(
      bindTensors(
        draft.on,
        [
          { ...of, side: 'input', name: 'x', contents: floats(1) },
          { ...of, side: 'output', name: 'y', contents: uint8(1) },
        ],
        'Fill the example',
      ),
    );
    expect(at(draft, 'example', 0)).toMatchObject({
      inputs: { x: '@tensor_data/x_0', z: '@misc/a.png' },
      sample_out: { y: '@tensor_data/y_0' },
    });
    expect(named((await draft.saved()).open)).toEqual(['a', 'n', 'p', 'x_0', 'y_0']);
    await draft.make(bindTensors(draft.on, [{ ...of, side: 'input', name: 'x', contents: floats(2) }], 'Again'));
    const { open } = await draft.saved();
    expect(at(draft, 'example', 0, 'inputs', 'x')).toBe('@tensor_data/x_0');
    expect(await valuesOf(open, 'x_0')).toEqual([2]);
  });
});

const ACTS: TensorAct[] = [
  { kind: 'put', name: 'a', contents: uint8(1, 2, 3) },
  { kind: 'put', name: 'new', contents: strings('é"\n', '') },
  { kind: 'put', name: 's', contents: { dtype: 'nested', inner: [uint8(), floats(1)] } },
  { kind: 'put', name: 'n', contents: { dtype: 'nested', inner: [uint8(4)] } },
  { kind: 'rename', name: 'a', to: 'z' },
  { kind: 'rename', name: 'p', to: 'q' },
  { kind: 'duplicate', name: 'a', to: 'copy' },
  { kind: 'duplicate', name: 'n', to: 'nest' },
  { kind: 'remove', name: 'a' },
  { kind: 'remove', name: 'p' },
  { kind: 'remove', name: 'n' },
  { kind: 'reshape', name: 'a', shape: [1n, 2n] },
];

describe('any acts', () => {
  it('give a carton without errors, and undone the same bytes', async () => {
    const open = await openPacked(after(CASES));
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(ACTS, { minLength: 1, maxLength: 6 }), async (acts) => {
        const draft = await TensorSession.of(open);
        const first = draft.state();
        const states: { state: ReturnType<TensorSession['state']>; bytes: Uint8Array }[] = [];
        for (const act of acts) {
          try {
            await draft.act(act);
          } catch (error) {
            expect(String(error)).toMatch(/does not fit/);
            continue;
          }
          const { source, open: saved } = await draft.saved();
          expect(saved.package.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
          for (const { name, inner } of saved.package.tensors) if (!inner) await saved.tensor(name);
          states.push({ state: draft.state(), bytes: await wholeOf(source) });
        }
        for (const { state, bytes: saved } of states.reverse()) {
          draft.goTo(state);
          expect(isEqual(await wholeOf((await draft.saved()).source), saved)).toBe(true);
        }
        // Each change alone, in any order, leads back too.
        for (let left = kinds(draft).length; left > 0; left--) {
          const steps = CARTON_TENSORS.changes(draft.on).map((mark) => CARTON_TENSORS.putBack(draft.on, mark));
          const step = steps.find((each) => each !== undefined);
          if (!step) break;
          await draft.make(step);
        }
        expect(kinds(draft)).toEqual([]);
        expect(draft.files).toEqual([]);
        draft.goTo(first);
        expect((await draft.saved()).plan.segments).toHaveLength(1);
      }),
      { numRuns: 25 },
    );
  });
});

/** Every kind of tensor: written as the format says, a scalar, and one without elements. */
const ARRAYS = [Float32Array, Float64Array, Int8Array, Int16Array, Int32Array, Uint8Array, Uint16Array, Uint32Array];
const WRITTEN: [string, FlatContents, string[]][] = [
  ...ARRAYS.map((Of): [string, FlatContents, string[]] => {
    const dtype = Of.name.replace('Array', '').toLowerCase() as 'int8';
    const values = [0, 1, dtype.startsWith('uint') ? 200 : -7, 3, 4, 100];
    return [dtype, { dtype, shape: [2n, 3n], data: new Blob([Of.from(values)]) }, values.map(String)];
  }),
  ...[BigInt64Array, BigUint64Array].map((Of): [string, FlatContents, string[]] => {
    const dtype = Of === BigInt64Array ? 'int64' : 'uint64';
    const values = dtype === 'int64' ? [-(2n ** 63n), 2n ** 53n + 1n] : [2n ** 64n - 1n, 0n];
    return [dtype, { dtype, shape: [2n], data: new Blob([Of.from(values)]) }, values.map(String)];
  }),
  ['scalar', { dtype: 'float64', shape: [], data: new Blob([Float64Array.of(-0.1)]) }, ['-0.1']],
  ['empty', { dtype: 'float32', shape: [0n, 4n], data: new Blob([]) }, []],
  [
    'text',
    { dtype: 'string', shape: [2n, 2n], strings: ['é"\\\n', '', '# [no]', 'a\u0001\u007fb'] },
    ['é"\\\n', '', '# [no]', 'a\u0001\u007fb'],
  ],
  ['no text', { dtype: 'string', shape: [0n], strings: [] }, []],
];

const NUMPY = `
import io, json, sys, tomllib, zipfile, numpy
z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
index = tomllib.loads(z.read('tensor_data/index.toml').decode())['tensor']
found = {}
for t in index:
    if t['dtype'] == 'nested':
        found[t['name']] = t['inner']
        continue
    data = z.read('tensor_data/' + t['file'])
    if t['dtype'] == 'string':
        values = tomllib.loads(data.decode())['data']
        assert len(values) == int(numpy.prod(t['shape']))
    else:
        dtype = numpy.dtype(t['dtype']).newbyteorder('<')
        array = numpy.frombuffer(data, dtype).reshape(t['shape'])
        values = [repr(v) if isinstance(v, float) else str(v) for v in array.ravel().tolist()]
    found[t['name']] = [t['dtype'], t['shape'], values]
print(json.dumps(found))
`;

const PYTHON = pythonWith('numpy, tomllib');

describe.skipIf(PYTHON === undefined)('every kind of tensor', () => {
  it('is read back by NumPy and by ourselves, and passes the rules of the reference reader', async () => {
    const draft = await session();
    const put = WRITTEN.map(([name, contents]): TensorAct => ({ kind: 'put', name, contents }));
    const nested = { dtype: 'nested', inner: WRITTEN.map(([, contents]) => contents) } as const;
    await draft.act(...put, { kind: 'put', name: 'all', contents: nested });
    const { open, source } = await draft.saved();
    const folder = mkdtempSync(join(tmpdir(), 'boxcutter-tensors-'));
    try {
      const path = join(folder, 'a.carton');
      const bytes = await wholeOf(source);
      writeFileSync(path, bytes);
      referenceRules(path);
      const found: Record<string, unknown> = JSON.parse(runPython(PYTHON as string, NUMPY, bytes).toString());
      for (const [at, [name, { dtype, shape }, values]] of WRITTEN.entries())
        for (const each of [name, `all_${at}`]) {
          const told = values.map((text) => (dtype.startsWith('float') && !text.includes('.') ? `${text}.0` : text));
          expect(found[each]).toEqual([dtype, shape.map(Number), told]);
          expect((await valuesOf(open, each)).map(String)).toEqual(values);
        }
      expect(found.all).toEqual(WRITTEN.map((_, at) => `all_${at}`));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the text of the index', () => {
  const comment = fc.constantFrom('', '# about\n', '\n\n', '# a "b" [[tensor]]\n');
  const style = fc.constantFrom('plain', 'quoted', 'inline');
  it('keeps every byte that no change touches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(comment, comment), { minLength: 4, maxLength: 4 }),
        style,
        fc.boolean(),
        fc.shuffledSubarray(ACTS, { minLength: 1, maxLength: 3 }),
        async (comments, manner, crlf, acts) => {
          const text = indexText(comments, manner, crlf);
          const draft = await session(index(text));
          const before = await valuesOf(draft.open, 's');
          const touched = new Set<string>();
          for (const act of acts) {
            try {
              await draft.act(act);
            } catch {}
          }
          for (const { name, from } of CARTON_TENSORS.changes(draft.on)) touched.add(from ?? name);
          // The part of one that is removed.
          if (touched.has('n')) touched.add('p');
          const { open } = await draft.saved();
          const now = await textOf(open, 'tensor_data/index.toml');
          expect(open.package.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
          for (const name of ['a', 's', 'n', 'p']) if (!touched.has(name)) expect(now).toContain(blockOf(text, name));
          if (!touched.has('s')) expect(await valuesOf(open, 's')).toEqual(before);
        },
      ),
      { numRuns: 40 },
    );
  });

  const FIELDS: [string, string][] = [
    ['a', 'dtype = "float32"\nshape = [2]\nfile = "tensor_0.bin"\ninner = []'],
    ['s', 'dtype = "string"\nshape = []\nfile = "tensor_1.toml"\ninner = []'],
    ['n', 'dtype = "nested"\ninner = ["p"]'],
    ['p', 'dtype = "int8"\nshape = [1]\nfile = "tensor_2.bin"\ninner = []'],
  ];

  function indexText(comments: [string, string][], manner: string, crlf: boolean): string {
    const tables = FIELDS.map(([name, fields], n) => {
      const [above, within] = comments[n] as [string, string];
      if (manner === 'inline') return `${above}  { name = "${name}", ${fields.replaceAll('\n', ', ')} }`;
      const plain = `name = "${name}"\n${fields}`;
      const text = manner === 'quoted' ? plain.replaceAll('"', "'").replace('name', '"name"') : plain;
      return `${above}[[tensor]]\n${within}${text}\nextra = 1 # kept\n`;
    });
    const text = manner === 'inline' ? `tensor = [\n${tables.join(',\n')}\n]\n` : tables.join('');
    return crlf ? text.replaceAll('\n', '\r\n') : text;
  }

  /** The fields of a tensor as they are in the text. */
  function blockOf(text: string, name: string): string {
    const from = text.search(new RegExp(`"?name"? = ["']${name}["']`));
    const end = text.slice(from).search(/extra = 1|\}/);
    return text.slice(from, from + end);
  }
});
