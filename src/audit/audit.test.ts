import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { folderContainer, sourceContainer } from '../archive/container.ts';
import type { AuditedPackage } from '../formats/registry.ts';
import { openPackage } from '../formats/registry.ts';
import { plainText } from '../model/run-facts.ts';
import { memorySource } from '../source/memory.ts';
import { buildSafetensors } from '../testing/builders/safetensors-builder.ts';
import { buildTar, paxMember } from '../testing/builders/tar-builder.ts';
import { buildZip } from '../testing/builders/zip-builder.ts';
import { zstdFrame } from '../testing/builders/zstd-builder.ts';
import { bytesOf, CONTAINERS, HIDINGS, PLAIN, SYSTEM, torchArchive } from '../testing/pickles/hidings.ts';

const open = (name: string, bytes: Uint8Array) => openPackage(memorySource(name, bytes));

function openFolder(files: Record<string, Uint8Array | string>): Promise<AuditedPackage> {
  const all = Object.entries(files).map(([path, data]) => ({
    path: `f/${path}`,
    file: new File([data as never], path),
  }));
  return openPackage(folderContainer('f', all));
}

/** What a look finds: the weight and the sentence of the row, and findings with their paths. */
async function lookInto(opened: AuditedPackage, readsAll = false) {
  const { runs, findings } = await opened.audit({ readsAll });
  return {
    runs,
    weight: runs?.weight,
    sentence: runs?.sentence,
    codes: findings.map(({ code, path }) => `${code} ${path ?? ''}`.trim()),
    messages: findings.map(({ message }) => message),
  };
}

const zipOf = (files: Record<string, Uint8Array | string>) =>
  buildZip(Object.entries(files).map(([name, data]) => ({ name, data })));

describe.each(CONTAINERS.filter(({ name }) => !name.endsWith('.nemo')))('in $kind', ({ name: outer, build }) => {
  it.each(HIDINGS)('a pickle $hiding is named with its call and its path', async ({ name, data }) => {
    const { runs, codes, messages, weight } = await lookInto(await open(outer, build(name, data)));
    expect(weight).toBe('error');
    expect(codes).toContain(`pickle/dangerous ${name}`);
    expect(messages.join('\n')).toContain('“os.system”, and calls it with ("id",)');
    expect(
      runs?.facts.some(
        ({ kind, warnings = [] }) =>
          kind === 'unpickles' && /os\.system/.test(warnings.map(({ text }) => plainText(text)).join()),
      ),
    ).toBe(true);
  });
});

describe('a folder', () => {
  it.each(HIDINGS)('is all of its files: a pickle $hiding', async ({ name, data }) => {
    const { codes, weight } = await lookInto(await openFolder({ 'readme.md': '# A', [name]: data }));
    expect([weight, codes.includes(`pickle/dangerous ${name}`)]).toEqual(['error', true]);
  });

  it('says the worst before that the format itself runs nothing, and how many other files are as bad', async () => {
    const weights = buildSafetensors('{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}', new Uint8Array(4));
    const { runs } = await lookInto(await openFolder({ 'a.safetensors': weights, 'a.pkl': SYSTEM, 'b.pkl': SYSTEM }));
    const [first, ...others] = runs?.facts ?? [];
    expect(plainText(first?.brief ?? [])).toBe('calls os.system in a.pkl and 1 more file');
    expect(plainText(first?.text ?? [])).toBe('2 files: imports os.system (dangerous)');
    expect(others.at(-1)?.kind).not.toBe('unpickles');
  });

  it('names the Lambda layer in what would run, and does not call weights in HDF5 code', async () => {
    const lambda = { 'config.json': '{"class_name": "Lambda"}', 'model.weights.h5': bytesOf('\x89HDF\r\n\x1a\n') };
    const { runs, sentence } = await lookInto(await openFolder(lambda));
    expect(sentence).toBe('It stores code that Keras runs');
    expect(runs?.facts[0]?.warnings?.map(({ text }) => plainText(text))).toEqual(['config.json has a Lambda layer']);
    const plain = await lookInto(await openFolder({ ...lambda, 'config.json': '{"class_name": "Dense"}' }));
    expect([plain.weight, plain.sentence]).toEqual(['info', 'Not all of it could be judged']);
  });

  it('says which code its configuration names, and which files it cannot judge', async () => {
    const { weight, codes, messages } = await lookInto(
      await openFolder({
        'config.json': '{"auto_map": {"AutoModel": "modeling_x.XModel"}, "trust_remote_code": true}',
        'modeling_x.py': 'class XModel: ...',
        'lib.so': '\x7fELF',
      }),
    );
    expect(weight).toBe('warning');
    expect(codes).toEqual(['load/named-code config.json', 'load/unjudged modeling_x.py', 'load/unjudged lib.so']);
    expect(messages[0]).toBe('“config.json” names modeling_x.XModel in auto_map, and sets trust_remote_code.');
  });

  it.each([
    ['config.json', '{"auto_m\\u0061p": {"AutoModel": "a.B"}}', 'names a.B in auto_map'],
    ['config.json', '{"module": "os", "class_name": "system"}', 'names os.system for Keras to import'],
    ['a.yaml', '!!python/object/apply:os.system ["id"]', 'has the YAML tag !!python/object/apply:os.system'],
  ])('says what %s names: %s', async (name, text, says) => {
    expect((await lookInto(await openFolder({ [name]: text }))).messages).toEqual([`“${name}” ${says}.`]);
  });

  it('of Keras’s own classes names no code', async () => {
    const text = '{"module": "keras.layers", "class_name": "Dense"}';
    expect((await lookInto(await openFolder({ 'config.json': text }))).codes).toEqual([]);
  });

  it('of plain files runs nothing, and has no findings', async () => {
    const files = { 'readme.md': '# A', 'config.json': '{}', 'vocab.txt': 'cat\nos\nsystem\n', 'w.bin': '\0\0\0\0' };
    expect(await lookInto(await openFolder(files))).toMatchObject({ weight: 'ok', codes: [] });
  });
});

describe('what was not looked at', () => {
  it.each([
    ['bzip2', 'BZh91AY&SY'],
    ['xz', '\xfd7zXZ\x00'],
    ['LZ4', '\x04"M\x18'],
    ['LZMA, of any dictionary', ']\0\x01'],
    ['Zstandard after a frame to skip', '\x50*M\x18'],
    ['HDF5', '\x89HDF\r\n\x1a\n', 'info'],
    ['a 7z archive', '7z\xbc\xaf\x27\x1c', 'info'],
  ])('is said of %s, and is never green', async (_, head, least = 'warning') => {
    const { weight, codes } = await lookInto(await open('a.zip', zipOf({ 'm.joblib': bytesOf(`${head}123`) })));
    expect(weight).toBe(least);
    expect(codes).toEqual([`load/${least === 'warning' ? 'compressed' : 'unjudged'} m.joblib`]);
  });

  it('is the rest of a damaged file: what comes before counts, as a program has run it by then', async () => {
    const wrong = gzipSync(SYSTEM);
    wrong.writeUInt32LE(0, wrong.length - 8);
    const gzip = await lookInto(await open('a.zip', zipOf({ 'm.pkl.gz': Uint8Array.from(wrong) })));
    expect([gzip.weight, gzip.codes]).toEqual(['error', ['pickle/dangerous m.pkl.gz', 'load/unread m.pkl.gz']]);
    const cut = gzipSync(Uint8Array.from([...SYSTEM, ...new Uint8Array(100_000).map((_, at) => (at * at) >> 3)]));
    const half = await lookInto(await open('a.zip', zipOf({ 'm.pkl.gz': Uint8Array.from(cut.subarray(0, -500)) })));
    expect(half.codes).toContain('pickle/dangerous m.pkl.gz');
  });

  it('is what follows more pickles than are walked over, in a file that is not a pickle by name and first byte', async () => {
    const { weight, codes } = await lookInto(await open('a.zip', zipOf({ 'a.model': bytesOf('N.'.repeat(10_001)) })));
    expect([weight, codes]).toEqual(['info', ['load/unread a.model']]);
  });

  it('is an encrypted file', async () => {
    const bytes = buildZip([{ name: 'a.pkl', data: new Uint8Array(40).fill(7), method: 0, flags: 1 }]);
    expect(await lookInto(await open('a.zip', bytes))).toMatchObject({ weight: 'info', codes: ['load/unread a.pkl'] });
  });

  it('is named for a host, and nothing more is read than before', async () => {
    const big = bytesOf(`\x80\x02${'N0'.repeat(10_000)}cos\nsystem\nU\x02id\x85R.`);
    const bytes = buildZip([
      { name: 'a.pkl', data: big, method: 0 },
      { name: 'b.txt', data: 'x' },
    ]);
    const remote = Object.assign(memorySource('a.zip', bytes), { servedFrom: 'a.example' });
    const opened = await openPackage(sourceContainer(remote));
    const { weight, codes, runs } = await lookInto(opened);
    expect([weight, codes]).toEqual(['info', ['load/unread']]);
    expect(runs?.facts[0]?.unreadFiles).toEqual({ count: 2, bytes: big.length + 1 });
    expect(await lookInto(opened, true)).toMatchObject({ weight: 'error', codes: ['pickle/dangerous a.pkl'] });
  });
});

describe('a pickle without the mark of a protocol, whatever its name', () => {
  it.each([
    ['calls a name that is computed', `N0\x80\x04\x8c\x05torchXX\x02\0\0${'os.path.'.repeat(75)}\x93\x8c\x02id\x85R`],
    ['changes what it imports', "csys\npath\n(S'evil'\ne"],
  ])('%s, also where it is damaged or something follows', async (_, start) => {
    for (const end of ['\xff', '.\xff']) {
      const { codes, weight } = await lookInto(await open('a.zip', zipOf({ 'a.model': bytesOf(start + end) })));
      expect(codes.join()).toMatch(/pickle\/(?:dangerous|computed) a\.model/);
      expect(weight).not.toBe('ok');
    }
  });
});

describe('two formats in one file', () => {
  it('are both named: a zip after a GGUF header', async () => {
    const gguf = new Uint8Array(24);
    gguf.set(bytesOf('GGUF\x03'));
    const bytes = Uint8Array.from([...gguf, ...zipOf({ 'a.pkl': SYSTEM })]);
    const opened = await open('a.gguf', bytes);
    expect(opened.package.format).toBe('gguf');
    const { weight, codes } = await lookInto(opened);
    expect(weight).toBe('error');
    expect(codes).toEqual(expect.arrayContaining(['load/two-formats a.gguf', 'pickle/dangerous a.gguf']));
  });

  it.each([
    ['gzip', gzipSync('a')],
    ['zlib', deflateSync('a')],
    ['what only begins like zlib', bytesOf('x\x9c, no')],
  ])('are both looked at: a zip after %s', async (_, start) => {
    const two = Uint8Array.from([...start, ...zipOf({ 'a.pkl': SYSTEM })]);
    const { codes } = await lookInto(await open('a.zip', zipOf({ 'a.keras': two })));
    expect(codes).toContain('pickle/dangerous a.keras');
  });

  it('are both looked at: a tar that begins like a pickle, and a zip in a tar', async () => {
    const evil = "cos\nsystem\n(S'id'\ntR.";
    const { codes } = await lookInto(await open('a.tar', buildTar([{ name: evil, data: PLAIN }])));
    expect(codes).toContain('pickle/dangerous a.tar');
  });
});

describe('a broken archive in a file that is something else', () => {
  const broken = zipOf({ 'evil.pkl': SYSTEM });
  // The directory's first record: readers that search for records still find the file.
  const at = Buffer.from(broken).indexOf('PK\x01\x02', 0, 'latin1');
  broken[at] = 0;

  it.each([
    ['a.tar', buildTar([{ name: 'a.txt', data: 'a' }])],
    ['a.gguf', Uint8Array.from([...Buffer.from('GGUF'), 3, 0, 0, 0, ...new Array(16).fill(0)])],
  ])('is said: %s', async (name, bytes) => {
    const { codes, weight } = await lookInto(await open(name, Uint8Array.from([...bytes, ...broken])));
    expect(codes).toContain(`load/unread ${name}`);
    expect(weight).not.toBe('ok');
  });
});

describe('a tar', () => {
  it.each([
    ['another tar', buildTar([{ name: 'evil.pkl', data: SYSTEM }])],
    ['a pickle', SYSTEM],
  ])('is looked at beyond its end: %s', async (_, more) => {
    const bytes = Uint8Array.from([...buildTar([{ name: 'a.txt', data: 'x' }]), ...more]);
    const { codes } = await lookInto(await open('a.tar', bytes));
    expect(codes).toContain('pickle/dangerous a.tar');
  });

  it.each(['0o%\0', '+%\0', '\t%\0'])('is one for Python, however its numbers are written: %j', async (written) => {
    const bytes = buildTar([{ name: 'a.pkl', data: SYSTEM }]);
    const sum = String.fromCharCode(...bytes.subarray(148, 154)).replace(/^0+/, '');
    bytes.set(bytesOf(written.replace('%', sum).padEnd(8, '\0')), 148);
    const { codes } = await lookInto(await open('a.zip', zipOf({ 'a.tar': bytes })));
    expect(codes).toEqual(['pickle/dangerous a.tar']);
  });

  const evil = { name: 'evil.pkl', data: SYSTEM };
  it.each([
    ['0o00000001\0\0', [{ name: 'a.txt', data: 'x', size: bytesOf('0o00000001\0\0') }]],
    ['-1', [{ name: 'a.txt', size: bytesOf('-1\0\0\0\0\0\0\0\0\0\0') }]],
    ['+1 of PAX', [paxMember({ size: '+1' }), { name: 'a.txt', data: 'x' }]],
    ['a size that PAX does not allow', [paxMember({ size: 'none' }), { name: 'a.txt' }]],
  ])('is looked at behind a file of the size %s, which Python passes over', async (_, members) => {
    const { codes } = await lookInto(await open('a.tar', buildTar([...members, evil])));
    expect(codes.filter((code) => code.startsWith('pickle/dangerous'))).toHaveLength(1);
  });

  it('has the data of a label, too, which Python unpacks', async () => {
    const bytes = buildTar([{ name: 'a.pkl', data: SYSTEM, type: 'V' }]);
    expect((await lookInto(await open('a.tar', bytes))).codes).toContain('pickle/dangerous a.pkl');
  });
});

describe('a pickle with the name of an array', () => {
  it.each(['a.npy', 'a.npz'])('%s is what NumPy takes it for', async (name) => {
    const old = bytesOf("cos\nsystem\n(S'id'\ntR.");
    for (const bytes of [SYSTEM, old]) {
      const opened = await open(name, bytes);
      const { findings } = await opened.audit();
      const codes = [...opened.package.findings, ...findings].map(({ code }) => code);
      expect(codes).toContain('pickle/dangerous');
    }
  });
});

describe('a zip', () => {
  // The last is too large to be held in memory, and is read forward.
  it.each([
    ['less', deflateRawSync(SYSTEM), 8, 10 ** 6],
    ['more', zstdFrame([SYSTEM, new Uint8Array(1000)]), 93, SYSTEM.length],
    ['far less', deflateRawSync(SYSTEM), 8, 10 ** 8],
  ])('that states a wrong size, and gives %s, is not called a bug', async (_, stored, method, size) => {
    const bytes = buildZip([{ name: 'a.pkl', stored, method, size }]);
    const { codes, weight } = await lookInto(await open('a.zip', bytes));
    expect([codes.length > 0, weight === 'ok']).toEqual([true, false]);
  });

  it('that begins with a folder has nothing before its first entry', async () => {
    const bytes = buildZip([{ name: 'd/' }, { name: 'd/a.txt', data: 'x' }]);
    expect(await lookInto(await open('a.zip', bytes))).toMatchObject({ weight: 'ok', codes: [] });
  });

  it('with what is not an archive before it is looked at all the same', async () => {
    const bytes = Uint8Array.from([...bytesOf('PK\x03\x04 and no more'), ...zipOf({ 'a.pkl': SYSTEM })]);
    const { codes } = await lookInto(await open('a.zip', bytes));
    expect(codes).toEqual(expect.arrayContaining(['pickle/dangerous a.pkl', 'load/unread a.zip']));
  });

  it('is looked into also where an entry is marked as a symlink: Python unpacks a file', async () => {
    const bytes = buildZip([{ name: 'a.pkl', data: SYSTEM, mode: 0o120777 }]);
    expect((await lookInto(await open('a.zip', bytes))).codes).toContain('pickle/dangerous a.pkl');
  });
});

describe('a benign package', () => {
  it('of pickles that import nothing is not green, and no finding', async () => {
    const { weight, sentence, codes } = await lookInto(await open('a.zip', zipOf({ 'm.pt': torchArchive(PLAIN) })));
    expect([weight, sentence, codes]).toEqual(['info', 'A file in it is a pickle', []]);
  });

  it('is not warned of for texts that begin like opcodes', async () => {
    const words = {
      'a.txt': 'cos\nsin\ntan\n',
      'b.csv': 'I\n1\n2\n',
      'c.md': 'cposix\nsystem\n',
      'd.txt': '(lp0\nI1\naI2\na.',
    };
    expect(await lookInto(await open('a.zip', zipOf(words)))).toMatchObject({ weight: 'ok', codes: [] });
  });
});
