import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Compression } from '../../../../archive/zip/pack.ts';
import { concatBytes, encodeUtf8 } from '../../../../base/bytes.ts';
import type { MakerChoice } from '../../../../model/maker.ts';
import { memorySource } from '../../../../source/memory.ts';
import type { ByteSource } from '../../../../source/source.ts';
import { fixtureSource, hasFixtures, validCartons } from '../../../../testing/fixtures.ts';
import { writeNewPackage } from '../../../new-package.ts';
import { openPackage } from '../../../registry.ts';
import { CARTON_MAKER } from './maker.ts';

type Files = ReadonlyMap<string, Uint8Array>;

async function made(choice: Partial<MakerChoice>, files: Files = new Map(), compression: Compression = 'zstd') {
  return (await madeWith(choice, files, { compression })).bytes;
}

async function madeWith(
  choice: Partial<MakerChoice>,
  files: Files,
  {
    compression = 'zstd',
    renewed = new Map(),
    given = [],
  }: { compression?: Compression; renewed?: Files; given?: string[] },
) {
  const newFiles = (of: Files) => [...of].map(([path, bytes]) => ({ path, source: memorySource(path, bytes) }));
  const parts: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void parts.push(bytes.slice()), patch: () => {} };
  const { notes } = await writeNewPackage(
    CARTON_MAKER,
    { kind: 'noop', name: '', fields: {}, fromNothing: false, ...choice },
    newFiles(files),
    sink,
    { compression, renewed: newFiles(renewed), given },
  );
  return { bytes: concatBytes(parts), notes };
}

async function opened(bytes: Uint8Array) {
  const open = await openPackage(memorySource('new.carton', bytes));
  const read = async (path: string) => {
    const source = open.source(path) as ByteSource;
    return new TextDecoder().decode(await source.read(0, source.size));
  };
  return {
    open,
    pkg: open.package,
    read,
    texts: await Promise.all(
      open.package.files.flatMap(({ path, hash }) =>
        hash === 'linked' ? [] : read(path).then((text) => [path, text] as const),
      ),
    ),
  };
}

const defaults = (kind: string) =>
  Object.fromEntries(
    CARTON_MAKER.kinds.find(({ id }) => id === kind)?.fields.map(({ id, value }) => [id, value]) ?? [],
  );

describe('a carton from nothing', () => {
  it.each(CARTON_MAKER.kinds.map(({ id }) => id))(
    'for the runner %s has no problem, and matches its MANIFEST',
    async (kind) => {
      const { open, pkg } = await opened(
        await made({ kind, name: 'A “new” one', fields: defaults(kind), fromNothing: true }),
      );
      expect(pkg.format).toBe('carton');
      // Its author adds the model.
      const lacks = kind === 'torchscript' || kind === 'wasm' ? ['carton/will-not-load'] : [];
      expect(pkg.findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code)).toEqual(lacks);
      expect(pkg.title).toBe('A “new” one');
      expect(pkg.runtime?.name).toBe(kind);
      expect(await open.verify?.()).toMatchObject({ mismatches: [], findings: [] });
      expect(pkg.files.map(({ path }) => path)).toEqual(
        expect.arrayContaining(['carton.toml', 'tensor_data/index.toml', 'MANIFEST']),
      );
    },
  );

  it('for Python runs, as far as its files say', async () => {
    const { open, read } = await opened(await made({ kind: 'python', fields: defaults('python'), fromNothing: true }));
    const facts = (await open.whatRuns?.())?.runs;
    expect(JSON.stringify(facts)).not.toMatch(/stale|no carton.lock|not found|missing/i);
    expect(await read('carton.toml')).toContain('entrypoint_package = "infer"\nentrypoint_fn = "get_model"');
    expect(await read('model/infer.py')).toContain('def get_model():');
  });
});

describe('a carton from files', () => {
  const files: Files = new Map([
    ['model/weights.bin', new Uint8Array(5000)],
    ['model/infer.py', encodeUtf8('def get_model(): ...\n')],
  ]);

  it('has MANIFEST at its end, with every file in byte order', async () => {
    const { texts } = await opened(await made({}, files));
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    const [last] = texts.slice(-1);
    expect(last?.[0]).toBe('MANIFEST');
    expect(last?.[1]).toBe(
      texts
        .slice(0, -1)
        .map(([path, text]) => `${path}=${hash(text)}\n`)
        .join(''),
    );
    expect(texts.map(([path]) => path)).toEqual([
      'carton.toml',
      'model/infer.py',
      'model/weights.bin',
      'tensor_data/index.toml',
      'MANIFEST',
    ]);
  });

  it('takes over what another package says of itself, as far as a carton can say it', async () => {
    const about = {
      summary: `${'ä'.repeat(120)}`,
      description: 'Two lines\n"""\nand \\ more \u007f',
      license: 'MIT',
      repository: 'javascript:alert(1)',
      homepage: 'https://models.example/',
      inputs: [{ name: 'x', dtype: 'float32', shape: ['n', 3n, '*'] as const, description: 'Some "x"' }],
      outputs: [{ name: 'y', dtype: 'string', shape: '*' }],
    };
    const { pkg, read } = await opened(await made({ about, name: 'N' }, files));
    expect(pkg.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(pkg.description).toBe(about.description);
    expect(pkg.summary).toBe(`${'ä'.repeat(99)}…`);
    expect([pkg.license, pkg.homepage, pkg.repository]).toEqual(['MIT', 'https://models.example/', undefined]);
    expect(pkg.inputs).toMatchObject([{ name: 'x', dtype: 'float32', shape: ['n', 3n, '*'], description: 'Some "x"' }]);
    expect(pkg.outputs).toMatchObject([{ name: 'y', dtype: 'string', shape: '*' }]);
    // A part that a carton cannot have leaves the schema out: all inputs and outputs are described, or none.
    const half = { ...about, outputs: [{ name: 'y', dtype: 'bfloat16', shape: [] }] };
    expect((await opened(await made({ about: half }, files))).read('carton.toml')).not.toContain('\n[[input]]');
    expect(await read('carton.toml')).not.toContain('javascript');
  });

  it.skipIf(!hasFixtures).each(validCartons)('keeps all that %s has when it is packed from its files', async (name) => {
    const before = await openPackage(fixtureSource(name));
    const held = before.package.files.filter(
      ({ hash, kind }) => hash !== 'linked' && hash !== 'missing' && kind === 'file',
    );
    const plan = CARTON_MAKER.look(held.map(({ path }) => path));
    expect(plan.unpacked).toBe(true);
    const content = new Map<string, Uint8Array>();
    for (const [at, { path }] of held.entries()) {
      const place = plan.places[at];
      const source = before.source(path) as ByteSource;
      if (place !== undefined) content.set(place, await source.read(0, source.size));
    }
    const { open, pkg } = await opened(await made({}, content));
    expect(pkg.findings.filter(({ severity }) => severity === 'error')).toEqual(
      before.package.findings.filter(({ severity }) => severity === 'error'),
    );
    expect((await open.verify?.())?.mismatches).toEqual([]);
    expect([pkg.title, pkg.inputs, pkg.outputs, pkg.tensors.length]).toEqual([
      before.package.title,
      before.package.inputs,
      before.package.outputs,
      before.package.tensors.length,
    ]);
  });

  it('holds against sha256sum', async () => {
    const { texts } = await opened(
      await made({ kind: 'python', fields: defaults('python'), fromNothing: true }, files),
    );
    const folder = mkdtempSync(join(tmpdir(), 'made-'));
    try {
      for (const [path, text] of texts) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      const lines = (texts.at(-1)?.[1] ?? '')
        .trim()
        .split('\n')
        .map((line) => line.replace(/^(.*)=(\w+)$/, '$2  $1'));
      const { status, stdout } = spawnSync('sha256sum', ['-c'], {
        cwd: folder,
        input: `${lines.join('\n')}\n`,
        encoding: 'utf8',
      });
      expect([status, stdout.match(/: OK$/gm)?.length]).toEqual([0, texts.length - 1]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a carton from an unpacked one', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const toml =
    'spec_version = 1\n\n[runner]\nrunner_name = "noop"\nrequired_framework_version = "=0"\nrunner_compat_version = 1\n';
  const textFiles = (of: Record<string, string>) =>
    new Map(Object.entries(of).map(([path, text]) => [path, encodeUtf8(text)]));

  it('keeps the lines of files that are only linked', async () => {
    const linked = sha256('linked');
    const links = `version = 1\n\n[urls]\n${linked} = ["https://x.example/linked"]\n`;
    const renewed = textFiles({
      MANIFEST: `../out=${linked}\nLINKS=${linked}\nREADME.md=${linked}\nmodel/a=${linked}\nmodel/gone=${sha256('gone')}\nmodel/linked=${linked.toUpperCase()}\n`,
    });
    const files = textFiles({ 'carton.toml': toml, LINKS: links, 'model/a': 'a', 'misc/README.md': 'read me' });
    const { bytes, notes } = await madeWith({}, files, { renewed });
    const { pkg, open, read } = await opened(bytes);
    const lines = (await read('MANIFEST')).trim().split('\n');
    expect(lines).toEqual([
      `carton.toml=${sha256(toml)}`,
      `misc/README.md=${sha256('read me')}`,
      `model/a=${sha256('a')}`,
      `model/linked=${linked}`,
      expect.stringContaining('tensor_data/index.toml='),
    ]);
    expect(pkg.files.find(({ path }) => path === 'model/linked')).toMatchObject({ hash: 'linked' });
    expect((await open.verify?.())?.mismatches).toEqual([]);
    expect(notes.join(' ')).toContain('“model/linked” is only linked');
    expect(notes).toEqual([
      expect.stringContaining('“model/linked” is only linked'),
      expect.stringMatching(/^“\.\.\/out” is in the old MANIFEST.* 1 more\.$/),
      expect.stringContaining('about itself or LINKS'),
      '“README.md” does not match the old MANIFEST. The new MANIFEST has its new hash.',
      '“model/a” does not match the old MANIFEST. The new MANIFEST has its new hash.',
    ]);
    // Without LINKS, nobody can fetch it.
    files.delete('LINKS');
    expect(await (await opened((await madeWith({}, files, { renewed })).bytes)).read('MANIFEST')).not.toContain(
      'linked',
    );
  });

  it('fills in what a model of two fields may lack, and nothing else', async () => {
    const own = '# mine\n[runner]\nrunner_name = "noop" # kept\nrequired_framework_version = "=0"\n';
    const { pkg, open, read } = await opened(await made({}, textFiles({ 'carton.toml': own, 'model/a': 'a' })));
    const written = await read('carton.toml');
    expect(written).toContain('runner_name = "noop" # kept\n');
    expect(written.split('\n').filter((line) => !own.includes(line))).toEqual([
      'spec_version = 1',
      'runner_compat_version = 1',
    ]);
    expect(pkg.findings).toEqual([]);
    expect(await open.verify?.()).toMatchObject({ mismatches: [], findings: [] });
    for (const whole of [
      toml,
      'not [ TOML',
      'spec_version = 1\n[[runner]]\nrunner_name = "noop"\n',
      'spec_version = 1\nrunner = "noop"\n',
      '\ufeffspec_version = "1"\n[runner]\nrunner_compat_version = "1"\n',
    ])
      expect((await opened(await made({}, textFiles({ 'carton.toml': whole })))).texts).toContainEqual([
        'carton.toml',
        whole.replace('\ufeff', ''),
      ]);
  });

  it('lists no file that was left out or put elsewhere, although LINKS has its hash', async () => {
    const hashes = ['secret', 'moved', 'linked'].map(sha256);
    const links = `version = 1\n\n[urls]\n${hashes.map((hash) => `${hash} = ["https://x.example/${hash}"]\n`).join('')}`;
    const renewed = textFiles({
      MANIFEST: ['model/.env', 'model/a', 'model/linked'].map((path, at) => `${path}=${hashes[at]}\n`).join(''),
    });
    const files = textFiles({ 'carton.toml': toml, LINKS: links, 'model/b': 'moved' });
    const given = ['carton.toml', 'LINKS', 'MANIFEST', 'model/.env', 'model/a'];
    const { bytes, notes } = await madeWith({}, files, { renewed, given });
    const { pkg, read } = await opened(bytes);
    expect((await read('MANIFEST')).split('\n').map((line) => line.split('=')[0])).toEqual([
      'carton.toml',
      'model/b',
      'model/linked',
      'tensor_data/index.toml',
      '',
    ]);
    expect(pkg.files.map(({ path }) => path)).not.toContain('model/.env');
    expect(notes).toEqual([
      expect.stringContaining('“model/linked” is only linked'),
      '“model/.env” was left out or put elsewhere, so MANIFEST does not list it. LINKS still has its URL. The same applies to 1 more.',
    ]);
  });
});

describe('where the files of a folder go', () => {
  it('puts all of a plain folder into model/, and guesses its runner', () => {
    expect(CARTON_MAKER.look(['main.py', 'w/a.bin'])).toMatchObject({
      places: ['model/main.py', 'model/w/a.bin'],
      unpacked: false,
      kind: 'python',
      fields: { 'entry-point': 'main.get_model' },
      notes: [expect.stringContaining('carton.lock')],
    });
    expect(CARTON_MAKER.look(['model.pt'])).toMatchObject({ kind: 'torchscript', notes: [] });
    expect(CARTON_MAKER.look(['model.wasm'])).toMatchObject({ kind: 'wasm' });
    expect(CARTON_MAKER.look(['a.gguf'])).toMatchObject({ kind: 'noop', places: ['model/a.gguf'] });
  });

  it('keeps the places of an unpacked carton, without its MANIFEST', () => {
    const paths = ['carton.toml', 'MANIFEST', 'LINKS', 'model/a.py', 'misc/x.png', 'README.md'];
    expect(CARTON_MAKER.look(paths)).toMatchObject({
      unpacked: true,
      places: ['carton.toml', undefined, 'LINKS', 'model/a.py', 'misc/x.png', 'misc/README.md'],
      notes: [
        expect.stringContaining('MANIFEST is written again'),
        '1 file outside model/, misc/ and tensor_data/ will be in misc/.',
        expect.stringContaining('keep their hashes'),
      ],
    });
    expect(CARTON_MAKER.look(['carton.toml', 'LINKS']).notes.join(' ')).toContain('are not listed');
  });

  it('puts what is beside carton.toml into model/ where nothing is there, unless it may be linked', () => {
    expect(CARTON_MAKER.look(['carton.toml', 'model.bin', 'w/a.bin', 'misc/x.png'])).toMatchObject({
      places: ['carton.toml', 'model/model.bin', 'model/w/a.bin', 'misc/x.png'],
      notes: [expect.anything(), '2 files outside model/, misc/ and tensor_data/ will be in model/.'],
    });
    expect(CARTON_MAKER.look(['carton.toml', 'LINKS', 'a.md']).places).toEqual(['carton.toml', 'LINKS', 'misc/a.md']);
  });

  it('says what is wrong with another place', () => {
    const problem = (place: string) => CARTON_MAKER.placeProblem(place)?.severity;
    expect(['model/a', 'misc/a', 'tensor_data/index.toml'].map(problem)).toEqual([undefined, undefined, undefined]);
    expect(['carton.toml', 'MANIFEST', 'LINKS'].map(problem)).toEqual(['error', 'error', 'error']);
    expect(['a.bin', 'models/a.bin', 'model'].map(problem)).toEqual(['warning', 'warning', 'warning']);
  });

  it('refuses fields that the reference reader would refuse', () => {
    const [version, entry] = CARTON_MAKER.kinds[0]?.fields ?? [];
    expect(version?.problem('v1.2')).toMatch(/not a version requirement/);
    expect(version?.problem('>=1.2')).toBeUndefined();
    expect(entry?.problem('infer')).toBeDefined();
    expect(entry?.problem('pkg.infer.get_model')).toBeUndefined();
  });
});
