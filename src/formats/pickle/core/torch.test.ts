import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes } from '../../../base/bytes.ts';
import { memorySource } from '../../../source/memory.ts';
import { buildTar } from '../../../testing/builders/tar-builder.ts';
import {
  TORCH_ARCHIVE,
  TORCH_FILE,
  TORCH_MODULE,
  TORCH_SCRIPT,
  TORCH_TAR,
} from '../../../testing/builders/torch-files.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { byteChanges, exercise, mutate } from '../../../testing/mutation.ts';
import { openPackage } from '../../registry.ts';
import type { PickleOwn } from './own.ts';

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const open = (bytes: Uint8Array, name = 'm.pt') => openPackage(memorySource(name, bytes));

describe.each([
  ['an archive', TORCH_ARCHIVE, 'A PyTorch archive'],
  ['a file as before 1.6', TORCH_FILE, 'A PyTorch file (before 1.6)'],
])('%s that PyTorch wrote', (_, bytes, formatName) => {
  it('lists its tensors with type and shape', async () => {
    const { package: shown } = await open(bytes);
    expect(shown).toMatchObject({
      format: 'pickle',
      formatName,
      runs: { sentence: 'Loading it unpickles', weight: 'info' },
    });
    expect(shown.tensors.map(({ name, dtype, shape }) => [name, dtype, shape.join()])).toEqual([
      ['w', 'float32', '3,4'],
      ['t', 'float32', '4,3'],
      ['h', 'bfloat16', '2'],
      ['i', 'int64', ''],
      ['v', 'float32', '4'],
    ]);
    expect(shown.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('has the values of views, whose elements do not lie in a row', async () => {
    const opened = await open(bytes);
    const values = async (name: string) => {
      const reader = await opened.tensor(name);
      return Array.from(await reader.read(0, reader.count), Number);
    };
    expect(await values('w')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(await values('t')).toEqual([0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
    expect(await values('h')).toEqual([1, 1]);
    expect(await values('i')).toEqual([5]);
    expect(await values('v')).toEqual([4, 5, 6, 7]);
    expect(Array.from(await (await opened.tensor('t')).read(4, 7), Number)).toEqual([5, 9, 2]);
    await expect(opened.tensor('x')).rejects.toMatchObject({ code: 'reference/tensor-missing' });
  });

  it('knows which tensors share a storage', async () => {
    const { tensors } = (await open(bytes)).package.own as PickleOwn;
    const view = (wanted: string) => tensors.find(({ name }) => name === wanted);
    expect(view('v')).toMatchObject({ sharers: 2, offset: 4, strides: [1], device: 'cpu' });
    expect(view('t')).toMatchObject({ sharers: 1, strides: [1, 4] });
  });
});

describe('other files of PyTorch', () => {
  it('TorchScript runs its code, and has the parameters of its modules', async () => {
    const { package: shown } = await open(TORCH_SCRIPT);
    expect(shown).toMatchObject({
      formatName: 'A TorchScript archive',
      runs: { sentence: 'Loading it runs TorchScript' },
    });
    expect(shown.tensors.map(({ name }) => name)).toEqual(['weight', 'bias']);
  });

  it.each([
    ['no storages', ']'],
    ['a storage of an unknown size', "](S'0'\ne"],
  ])('a file as before 1.6 may go on with another pickle, behind %s', async (_, keys) => {
    const magic = '\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.';
    const bytes = bytesOf(`${magic}K\x01.}.}.${keys}.cos\nsystem\n(S'id'\ntR.`);
    const { findings } = await (await open(bytes)).audit();
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual(['pickle/dangerous m.pt']);
  });

  it('a tar of the first versions has its tensors, which view its storages', async () => {
    const opened = await open(TORCH_TAR);
    const { package: shown } = opened;
    expect(shown).toMatchObject({
      format: 'pickle',
      formatName: 'A PyTorch tar, as its first versions wrote it',
      runs: { sentence: 'Loading it unpickles', weight: 'info' },
      findings: [],
    });
    const values = async (name: string) => {
      const reader = await opened.tensor(name);
      return Array.from(await reader.read(0, reader.count), Number);
    };
    expect(shown.tensors.map(({ name, dtype, shape }) => `${name} ${dtype} ${shape}`)).toEqual([
      'w float32 3,4',
      't float32 4,3',
      'i int64 2',
      'v float32 2',
    ]);
    expect(await values('w')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(await values('t')).toEqual([0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
    expect(await values('i')).toEqual([5, 7]);
    expect(await values('v')).toEqual([5, 6]);
    const { imports } = shown.own as PickleOwn;
    expect(new Set(imports.map(({ path }) => path))).toEqual(new Set(['pickle', 'storages', 'tensors']));
  });

  it('a tar of the first versions lists the imports of each file, also of one that a later one hides', async () => {
    const evil = bytesOf('\x80\x02cos\nsystem\nU\x02id\x85R.');
    for (const names of [
      ['storages', 'tensors', 'pickle'],
      ['pickle', 'storages', 'tensors', 'pickle'],
    ]) {
      for (const at of names.keys()) {
        const tar = buildTar(names.map((name, i) => ({ name, data: i === at ? evil : bytesOf('\x80\x02K\0.') })));
        const { runs, own } = (await open(tar)).package;
        expect(runs?.sentence).toBe('Loading it calls dangerous code');
        expect((own as PickleOwn).imports[0]).toMatchObject({ module: 'os', path: names[at] });
      }
    }
  });

  it('the pickle in the folder of the first file is the main one, in capitals or not', async () => {
    const main = async (...names: string[]) =>
      (
        (await open(buildZip(names.map((name) => ({ name, data: bytesOf('\x80\x02}.'), method: 0 }))))).package
          .own as PickleOwn
      ).main;
    expect(await main('a/version', 'b/data.pkl', 'a/data.pkl')).toBe('a/data.pkl');
    expect(await main('M/version', 'M/DATA.PKL')).toBe('M/DATA.PKL');
  });

  it('a pickle before an archive counts, and so does one under another name in it', async () => {
    const evil = bytesOf("cos\nsystem\n(S'id'\ntR.");
    const data = bytesOf('\x80\x02}.');
    const codes = async (bytes: Uint8Array, name?: string) => {
      const opened = await open(bytes, name);
      const { findings, runs } = await opened.audit();
      expect(runs).toMatchObject({ sentence: expect.stringContaining('calls dangerous code'), weight: 'error' });
      return [...opened.package.findings, ...findings].map(({ code }) => code);
    };
    const torch = buildZip([{ name: 'm/data.pkl', data, method: 0 }]);
    expect(await codes(concatBytes([evil, torch]))).toContain('pickle/two-kinds');
    const other = buildZip([{ name: 'readme', data, method: 0 }]);
    expect(await codes(concatBytes([evil, other]), 'm.pkl')).toContain('pickle/two-kinds');
    // A tar begins with a name, which can be a pickle.
    const tar = buildTar([{ name: String.fromCharCode(...evil), data }]);
    expect(await codes(tar, 'm.pkl')).toContain('pickle/two-kinds');
    expect((await open(buildTar([{ name: 'checkpoint/a', data: bytesOf('a\nb\n') }]))).package.format).toBe('tar');
    const named = buildZip([
      { name: 'm/data.pkl', data, method: 0 },
      { name: 'm/weights.dat', data: bytesOf('\x80\x02cos\nsystem\nU\x02id\x85R.') },
    ]);
    expect(await codes(named)).not.toContain('pickle/two-kinds');
  });

  it('a whole module has its parameters by the names that its state has', async () => {
    const { package: shown } = await open(TORCH_MODULE);
    expect(shown.tensors.map(({ name }) => name)).toEqual(['weight', 'bias']);
  });

  it('every data.pkl counts, and one that cannot be walked over is never nothing', async () => {
    const data = bytesOf('\x80\x02}.');
    const bad = bytesOf('\x80\x02cos\nsystem\nU\x02id\x85R.');
    const codes = async (second: object) => {
      const zip = buildZip([
        { name: 'm/data.pkl', data, method: 0 },
        { name: 'm/data.pkl', data: bad, method: 0, ...second },
      ]);
      const { findings, own } = (await open(zip)).package;
      if (!('method' in second))
        expect((own as PickleOwn).imports[0]).toMatchObject({ module: 'os', standing: 'dangerous' });
      return findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    };
    for (const second of [{}, { flags: 1 }, { crc32: 7 }, { name: 'm/../../data.pkl' }, { name: 'm/extra/data.pkl' }]) {
      expect(await codes(second)).toContain('pickle/dangerous');
    }
    expect(await codes({ method: 12 })).toContain('pickle/unreadable');
  });

  it('weights that layers share count once, and settings of a checkpoint are shown', async () => {
    const group = dictionary({ lr: 'G\x3f\xe0\0\0\0\0\0\0', betas: 'G\x3f\xe0\0\0\0\0\0\0K\0\x86' });
    const model = { embedding: viewOf(4, 4), head: viewOf(4, 4), part: viewOf(2, 4), own: viewOf(3, 3, '1') };
    const data = bytesOf(`\x80\x02${dictionary({ epoch: 'K\x0c', model: dictionary(model), groups: `](${group}e` })}.`);
    const files = [
      { name: 'm/data.pkl', data, method: 0 },
      { name: 'm/data/0', data: new Uint8Array(16), method: 0 },
      { name: 'm/data/1', data: new Uint8Array(12), method: 0 },
    ];
    const { tensors, facts } = (await open(buildZip(files))).package;
    expect(tensors.map(({ name }) => name)).toEqual(['model.embedding', 'model.head', 'model.part', 'model.own']);
    expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Parameters: 7',
      'Tensors: 4',
      'Storages: 2',
      'Devices: cpu',
      'epoch: 12',
      'groups.0.lr: 0.5',
      'groups.0.betas: (0.5, 0)',
    ]);
  });

  it('a tensor that does not fit its storage says so', async () => {
    const cut = buildZip([
      { name: 'm/data.pkl', data: pickled(4, 3), method: 0 },
      { name: 'm/data/0', data: new Uint8Array(12), method: 0 },
    ]);
    const opened = await open(cut);
    expect(opened.package.tensors[0]?.problem).toContain('which has 12');
    await expect(opened.tensor('w')).rejects.toMatchObject({ code: 'tensor/size-mismatch' });
    const missing = await open(buildZip([{ name: 'm/data.pkl', data: pickled(3, 3), method: 0 }]));
    expect(missing.package.tensors[0]?.problem).toContain('There is no “m/data/0”');
  });
});

const text = (value: string) => `X${String.fromCharCode(value.length)}\0\0\0${value}`;

/** A tensor of float32 with so many elements, of a storage with so many. */
function viewOf(elements: number, stored: number, key = '0'): string {
  const id = `(${text('storage')}ctorch\nFloatStorage\n${text(key)}${text('cpu')}K${String.fromCharCode(stored)}tQ`;
  const view = `K\0K${String.fromCharCode(elements)}\x85K\x01\x85\x89ccollections\nOrderedDict\n)R`;
  return `ctorch._utils\n_rebuild_tensor_v2\n(${id}${view}tR`;
}

/** A dictionary of these values. */
function dictionary(values: Readonly<Record<string, string>>): string {
  return `}(${Object.entries(values)
    .map(([key, value]) => `${text(key)}${value}`)
    .join('')}u`;
}

/** `{"w": tensor}` of float32 with so many elements, of a storage with so many. */
function pickled(elements: number, stored: number): Uint8Array {
  return bytesOf(`\x80\x02${dictionary({ w: viewOf(elements, stored) })}.`);
}

it('2,000 damaged files open, or are refused by one of our errors', async () => {
  const counts = { opened: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(TORCH_ARCHIVE, TORCH_FILE, TORCH_SCRIPT, TORCH_MODULE, TORCH_TAR),
      byteChanges,
      async (bytes, changes) => {
        counts[await exercise('m.pt', mutate(bytes, changes))]++;
      },
    ),
    { numRuns: 2000, seed: 14 },
  );
  expect(counts.opened + counts.refused).toBe(2000);
  expect(counts.opened).toBeGreaterThan(100);
}, 120_000);
