import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../../../base/errors.ts';
import type { FactText, RunFact, RunFactKind, RunFacts } from '../../../../model/run-facts.ts';
import { runSummary } from '../../../../model/run-facts.ts';
import { failureOf } from '../../../../model/verdict.ts';
import { memorySource } from '../../../../source/memory.ts';
import { buildZip } from '../../../../testing/builders/zip-builder.ts';
import { countingSource } from '../../../../testing/counting-source.ts';
import { cpuClock } from '../../../../testing/cpu-clock.ts';
import { fixturePath, hasFixtures } from '../../../../testing/fixtures.ts';
import type { AuditedPackage } from '../../../registry.ts';
import { openPackage } from '../../../registry.ts';

const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');
const LOCK = 'model/.carton/carton.lock';
const OPTIONS = '[runner.opts]\nentrypoint_package = "infer"\nentrypoint_fn = "get_model"\n';

interface Built {
  runner?: string;
  options?: string;
  files?: Record<string, string>;
  /** Files that are only linked, and their addresses. */
  links?: Record<string, string[]>;
  /** A file that MANIFEST lists, and the zip does not have. */
  deleted?: string;
}

function bytesOf({ runner = 'python', options = OPTIONS, files = {}, links = {}, deleted }: Built) {
  const all: Record<string, string> = {
    'carton.toml': `spec_version = 1\n[runner]\n${runner && `runner_name = ${JSON.stringify(runner)}\n`}required_framework_version = "=1"\nrunner_compat_version = 1\n${options}`,
    'tensor_data/index.toml': 'tensor = []\n',
    ...files,
  };
  const lines = [
    ...Object.entries(all).map(([path, data]) => `${path}=${sha256(data)}\n`),
    ...Object.keys(links).map((path) => `${path}=${sha256(path)}\n`),
  ].sort();
  const urls = Object.entries(links).map(([path, addresses]) => `${sha256(path)} = ${JSON.stringify(addresses)}\n`);
  return buildZip([
    ...Object.entries(all).flatMap(([name, data]) => (name === deleted ? [] : { name, data })),
    { name: 'MANIFEST', data: lines.join('') },
    ...(urls.length > 0 ? [{ name: 'LINKS', data: `version = 1\n[urls]\n${urls.join('')}` }] : []),
  ]);
}

const open = (built: Built): Promise<AuditedPackage> => openPackage(memorySource('built.carton', bytesOf(built)));

async function runs(built: Built): Promise<RunFacts> {
  const read = await (await open(built)).whatRuns?.();
  if (!read) throw new Error('The format says nothing of what runs.');
  return read.runs;
}

const plain = (text: FactText) =>
  text.map((part) => (typeof part === 'string' ? part : 'host' in part ? part.host : part.name)).join('');

const factOf = ({ facts }: RunFacts, kind: RunFactKind): RunFact => {
  const found = facts.find((fact) => fact.kind === kind);
  if (!found) throw new Error(`There is no fact of ${kind}.`);
  return found;
};
const textOf = (facts: RunFacts, kind: RunFactKind) => plain(factOf(facts, kind).text);
const warningsOf = (facts: RunFacts, kind: RunFactKind) =>
  (factOf(facts, kind).warnings ?? []).map(({ text }) => plain(text));
const notesOf = (facts: RunFacts, kind: RunFactKind) => (factOf(facts, kind).notes ?? []).map(plain);
const detail = (facts: RunFacts) => plain(runSummary(facts).detail);

const REQUIREMENTS = 'numpy\n';

/** A lock file for these wheels. */
function locked(wheels: string[], requirements = REQUIREMENTS): string {
  const dependencies = wheels.map((fields) => `[[lockfile.locked_deps]]\nsha256 = "00"\n${fields}\n`);
  return `orig_deps_hash = "${sha256(requirements)}"\n[[lockfile]]\nsys_platform = "linux"\nplatform_machine = "x86_64"\npython_version = "3.11"\n${dependencies.join('')}`;
}

const NUMPY = 'url = "https://files.pythonhosted.org/packages/f6/numpy-1.25.0-cp311-cp311-linux_x86_64.whl"';

const MODEL = { 'model/infer.py': 'import os\n\ndef get_model():\n  pass\n' };

const good: Built = { files: { ...MODEL, 'model/requirements.txt': REQUIREMENTS, [LOCK]: locked([NUMPY]) } };

describe('what a carton for Python would run', () => {
  it('is its entry point, by file and line, and the packages of its lock file', async () => {
    const facts = await runs(good);
    expect(facts.sentence).toBe('Loading it runs Python');
    expect(factOf(facts, 'runs').text).toEqual([
      'Python, ',
      { name: 'infer.get_model', path: 'model/infer.py', line: 3 },
    ]);
    expect(notesOf(facts, 'runs')).toEqual(['Defined in model/infer.py, line 3']);
    expect(textOf(facts, 'installs')).toBe('1 package from files.pythonhosted.org');
    expect(factOf(facts, 'installs').lists?.map(({ items }) => items.map(plain))).toEqual([
      ['numpy 1.25.0'],
      ['numpy'],
    ]);
    expect(notesOf(facts, 'installs')).toEqual([
      'For linux x86_64, Python 3.11',
      'requirements.txt asks for 1 package. Loading reads only carton.lock',
    ]);
    expect(facts.facts.flatMap(({ warnings = [] }) => warnings)).toEqual([]);
    expect(facts.facts.map(({ kind }) => kind)).toEqual(['runs', 'installs']);
    expect(detail(facts)).toBe('infer.get_model, 1 package, 1 host');
  });

  it('is known in part when the carton is opened', async () => {
    const { runs: facts } = (await open({ ...good, links: { 'model/w.bin': ['https://hf.example/w'] } })).package;
    if (!facts) throw new Error('Opening says nothing.');
    expect(factOf(facts, 'runs').text).toEqual(['Python, ', { name: 'infer.get_model', path: 'model/infer.py' }]);
    expect(textOf(facts, 'installs')).toBe('The packages in carton.lock');
    expect(textOf(facts, 'downloads')).toBe('1 file from hf.example');
    expect(detail(facts)).toBe('infer.get_model, locked packages, 1 host');
  });

  it('is the package, not the module of the same name, after the packages that it is in', async () => {
    const files = {
      'model/a/b/__init__.py': 'from .c import get_model',
      'model/a/b.py': '',
      'model/a/__init__.py': '',
      'model/__init__.py': '',
      [LOCK]: locked([]),
    };
    const facts = await runs({ options: OPTIONS.replace('infer', 'a.b'), files });
    expect(factOf(facts, 'runs').text[1]).toEqual({ name: 'a.b.get_model', path: 'model/a/b/__init__.py', line: 1 });
    expect(notesOf(facts, 'runs')).toEqual([
      'Imported in model/a/b/__init__.py, line 1',
      'Runs model/__init__.py, model/a/__init__.py first',
    ]);
    expect(textOf(facts, 'installs')).toBe('No packages');
    expect(detail(facts)).toBe('a.b.get_model, no packages');
  });

  it('says that nothing is installed where there is no lock file, not that nothing is needed', async () => {
    const facts = await runs({ files: { ...MODEL, 'model/requirements.txt': 'numpy\n' } });
    expect(textOf(facts, 'installs')).toBe('Nothing');
    expect(warningsOf(facts, 'installs')).toEqual(['Will not load: carton.lock is missing']);
    expect(detail(facts)).toContain('no carton.lock');
  });

  it('is nothing where MANIFEST lists a lock file that was deleted, which is not one that is only linked', async () => {
    const built = { ...good, deleted: LOCK };
    const facts = await runs(built);
    expect(textOf(facts, 'installs')).toBe('Nothing');
    expect(warningsOf(facts, 'installs')).toEqual(['Will not load: carton.lock is missing']);
    expect(factOf(facts, 'installs').notes?.map(plain).join()).not.toContain('linked');
    const { findings, verdicts } = (await open(built)).package;
    expect(failureOf(findings, verdicts)).toBe('carton.lock is missing');
    expect(findings).toContainEqual(expect.objectContaining({ code: 'carton/will-not-load', path: LOCK }));
  });

  it.each<[note: string, built: Built, warning: string, kind?: RunFactKind]>([
    ['no module', { files: { [LOCK]: locked([]) } }, 'No file in model/ is the module infer', 'runs'],
    [
      'no options',
      { options: '', files: { [LOCK]: locked([]) } },
      'The options entrypoint_package and entrypoint_fn do not say what to run, so loading fails',
      'runs',
    ],
    ['no lock file', { files: MODEL }, 'carton.lock is missing'],
    [
      'a stale lock file',
      { files: { ...good.files, 'model/requirements.txt': 'numpy==2\n' } },
      'carton.lock was made for a different requirements.txt',
    ],
    [
      'an unusual host',
      {
        files: { ...good.files, [LOCK]: locked([NUMPY, 'url = "https://pypi.org.evil.example/a-1-py3-none-any.whl"']) },
      },
      'pypi.org.evil.example is an unusual host for Python packages. Usual ones are pypi.org and files.pythonhosted.org',
    ],
    [
      'a host behind a user name',
      { files: { ...good.files, [LOCK]: locked(['url = "https://pypi.org@evil.example/a.whl"']) } },
      'evil.example is an unusual host for Python packages. Usual ones are pypi.org and files.pythonhosted.org',
    ],
    [
      'a wheel that is not there',
      { files: { ...good.files, [LOCK]: locked(['bundled_whl_path = ".carton/a-1-py3-none-any.whl"']) } },
      '1 wheel in carton.lock is not in the carton',
    ],
    [
      'a package without a place',
      { files: { ...good.files, [LOCK]: locked(['url = "x"']) } },
      '1 package in carton.lock cannot be found anywhere',
    ],
    ['no platform', { files: { [LOCK]: 'orig_deps_hash = ""' } }, 'carton.lock does not support any platform'],
    [
      'a lock file that is no TOML',
      { files: { [LOCK]: '[' } },
      'model/.carton/carton.lock is not valid TOML 1.0 at line 1, column 2',
    ],
    [
      'an index of packages',
      { files: { 'model/requirements.txt': '\n--extra-index-url https://evil.example/' } },
      'Line 2 of requirements.txt looks for packages at evil.example',
    ],
    [
      'a repository',
      { files: { 'model/requirements.txt': 'a @ git+https://github.com/a/a' } },
      'Line 1 of requirements.txt takes a from github.com by git',
    ],
    [
      'another file',
      { files: { 'model/requirements.txt': '-r b.txt' } },
      'Line 1 of requirements.txt continues in b.txt',
    ],
    [
      'source code',
      { files: { 'model/requirements.txt': '-e ./src' } },
      'Line 1 of requirements.txt installs the source code at ./src',
    ],
  ])('is told with a warning: %s', async (_, built, warning, kind = 'installs') => {
    const facts = await runs(built);
    expect(warningsOf(facts, kind)).toContainEqual(expect.stringContaining(warning));
    expect(runSummary(facts).weight).toBe('warning');
  });

  it('takes what a usual host has without a warning', async () => {
    const requirements =
      '--extra-index-url https://download.pytorch.org/whl/cpu\nhttps://files.pythonhosted.org/a.whl\n';
    const wheel = 'bundled_whl_path = ".carton/bundled_wheels/00/torch-2.0-cp311-cp311-linux_x86_64.whl"';
    const facts = await runs({
      files: {
        ...MODEL,
        'model/requirements.txt': requirements,
        'model/.carton/bundled_wheels/00/torch-2.0-cp311-cp311-linux_x86_64.whl': 'wheel',
        [LOCK]: locked([NUMPY, wheel], requirements),
      },
    });
    expect(warningsOf(facts, 'installs')).toEqual([]);
    expect(textOf(facts, 'installs')).toBe('2 packages from files.pythonhosted.org');
    expect(notesOf(facts, 'installs')).toContain('1 package from the carton itself');
  });

  it('says what was not read, and why', async () => {
    const files = {
      'model/infer.py': 'x'.repeat(600_000),
      'model/requirements.txt': 'numpy\n'.repeat(1_800_000),
      [LOCK]: `# ${' '.repeat(5_000_000)}`,
    };
    const facts = await runs({ files });
    expect(notesOf(facts, 'runs')).toEqual(['model/infer.py has 600,000 bytes and was not read']);
    expect(warningsOf(facts, 'installs').join()).toContain(
      'carton.lock has 5,000,002 bytes. Boxcutter reads up to 4,194,304',
    );
    expect(notesOf(facts, 'installs').join()).toContain(
      'requirements.txt has 10,800,000 bytes. Boxcutter reads up to 1,048,576',
    );
    const linked = await runs({ links: { 'model/infer.py': ['https://a.example/'], [LOCK]: ['https://a.example/'] } });
    expect(notesOf(linked, 'runs')).toEqual(['model/infer.py is only linked, so it was not read']);
    expect(notesOf(linked, 'installs')).toEqual(['carton.lock is only linked, so it was not read']);
    expect(textOf(linked, 'installs')).toBe('The packages in carton.lock');
  });

  it('stays small and quick where the files are hostile', async () => {
    const name = (i: number) => `url = "https://h${i}.example/\u202e${'n'.repeat(40)}${i}-1-py3-none-any.whl"`;
    const many = locked(Array.from({ length: 20_000 }, (_, i) => name(i)));
    const seconds = cpuClock();
    const facts = await runs({
      files: { ...MODEL, [LOCK]: many, 'model/requirements.txt': 'git+x\n'.repeat(100_000) },
    });
    expect(seconds()).toBeLessThan(20);
    expect(textOf(facts, 'installs')).toBe('20,000 packages from over 100 hosts');
    expect(factOf(facts, 'installs').lists?.[0]).toMatchObject({ count: 20_000 });
    expect(warningsOf(facts, 'installs')).toHaveLength(8);
    expect(JSON.stringify(facts).length).toBeLessThan(100_000);
    const tooMany = await runs({ files: { ...MODEL, [LOCK]: locked(Array.from({ length: 100_000 }, () => '')) } });
    expect(warningsOf(tooMany, 'installs')[0]).toBe('model/.carton/carton.lock has more than 125,000 values');
  }, 60_000);

  it('reads small files alone', async () => {
    const built = { files: { ...good.files, 'model/w.bin': '(lp0'.repeat(1_000_000), 'model/w.safetensors': 'x' } };
    const bytes = bytesOf(built);
    const source = countingSource(memorySource('a.carton', bytes));
    const opened = await openPackage(source);
    const before = source.bytes;
    await opened.whatRuns?.();
    expect(source.bytes - before).toBeLessThan(300_000);
  });

  it('ends when it is canceled', async () => {
    const opened = await open(good);
    await expect(opened.whatRuns?.(AbortSignal.abort())).rejects.toBeInstanceOf(CancelledError);
  });
});

describe('what a carton for another runner would run', () => {
  it.each<[built: Built, kind: RunFactKind, text: string, sentence: string, weight: string]>([
    [
      { runner: 'torchscript', files: { 'model/model.pt': 'x' } },
      'runs',
      'TorchScript, model/model.pt',
      'Loading it runs TorchScript',
      'info',
    ],
    [
      { runner: 'wasm', files: { 'model/model.wasm': 'x' } },
      'runs',
      'WebAssembly, model/model.wasm',
      'Loading it runs WebAssembly',
      'info',
    ],
    [
      { runner: 'rust-bert', files: { 'model/config.json': 'x' } },
      'runs',
      'No code from the carton. The runner reads model/config.json',
      'Loading it runs no code of its own',
      'info',
    ],
    [
      { runner: 'noop', files: { 'model/a.pkl': 'x' } },
      'nothing',
      'Nothing: the noop runner returns its inputs',
      'Loading it runs nothing',
      'ok',
    ],
    [
      { runner: 'x\u202e' },
      'runs',
      'Unknown. x\u202e is not one of the reference implementation’s runners, which are python, torchscript, wasm, rust-bert, noop',
      'What loading it runs is unknown',
      'warning',
    ],
    [
      { runner: '' },
      'runs',
      'None declared. Without a runner, the carton does not load',
      'What loading it runs is unknown',
      'warning',
    ],
    [
      { files: { 'carton.toml': '[' } },
      'runs',
      'Unknown: carton.toml cannot be read',
      'What loading it runs is unknown',
      'warning',
    ],
    [{ runner: 'torchscript' }, 'runs', 'TorchScript, model/model.pt', 'Loading it runs TorchScript', 'warning'],
  ])('%#: is known when it is opened', async (built, kind, text, sentence, weight) => {
    const { package: pkg } = await open({ options: '', ...built });
    if (!pkg.runs) throw new Error('Opening says nothing.');
    expect([textOf(pkg.runs, kind), pkg.runs.sentence, runSummary(pkg.runs).weight]).toEqual([text, sentence, weight]);
    expect(pkg.runs.facts).toHaveLength(built.files?.['carton.toml'] ? 2 : 1);
  });

  it('says in one line that the file that the runner loads is missing', async () => {
    const { package: pkg } = await open({ options: '', runner: 'torchscript' });
    const { detail } = runSummary(pkg.runs as RunFacts);
    expect(JSON.stringify(detail)).toContain('}," is missing"');
  });

  it('is looked for in all of its files, whatever the runner reads', async () => {
    const files = { 'model/a.pkl': "cos\nsystem\n(S'id'\ntR.", 'misc/b.pkl': '(lp0\n.' };
    const { runs: facts, findings } = await (await open({ runner: 'noop', options: '', files })).audit();
    expect([facts?.weight, facts?.sentence]).toEqual(['error', 'A file in it calls dangerous code']);
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual(['pickle/dangerous model/a.pkl']);
  });
});

describe('a carton that opens and will not load', () => {
  it.each<[string, Built, string, string]>([
    ['no lock file', { files: MODEL }, 'carton.lock is missing', 'carton/will-not-load'],
    ['no runner', { runner: '', options: 'runner_name = ""\n' }, 'no runner is named', 'carton/will-not-load'],
    ['no model', { options: '', runner: 'torchscript' }, 'model/model.pt is missing', 'carton/will-not-load'],
  ])('says so among its problems: %s', async (_, built, message, code) => {
    const { package: pkg } = await open(built);
    expect(pkg.findings).toContainEqual(
      expect.objectContaining({ code, severity: 'warning', message: `Will not load: ${message}.` }),
    );
    expect(failureOf(pkg.findings, pkg.verdicts)).toBe(message);
  });
});

describe('the findings of verifying', () => {
  it('name each unusual host once, at its place', async () => {
    const wheels = ['a', 'b'].map((name) => `url = "https://evil.example/${name}-1-py3-none-any.whl"`);
    const files = { ...MODEL, [LOCK]: locked(wheels), 'model/requirements.txt': 'x @ https://other.example/x.whl' };
    const { findings = [] } = (await (await open({ files })).verify?.()) ?? {};
    expect(findings.map(({ code, path, line, severity }) => `${severity} ${code} ${path}:${line}`)).toEqual([
      `warning meta/lock-stale ${LOCK}:1`,
      `warning meta/package-host ${LOCK}:8`,
      'warning meta/package-host model/requirements.txt:1',
    ]);
    expect(findings[1]?.message).toBe('The lock file gets Python packages from evil.example.');
  });

  it('are none where all is usual', async () => {
    expect((await (await open(good)).verify?.())?.findings).toEqual([]);
  });
});

describe.skipIf(!hasFixtures)('real cartons', () => {
  it('say what they would run', async () => {
    const official = await openPackage(memorySource('o.carton', readFileSync(fixturePath('official.carton'))));
    const facts = (await official.whatRuns?.())?.runs as RunFacts;
    expect(facts.facts.map(({ kind, text }) => `${kind}: ${plain(text)}`)).toMatchInlineSnapshot(`
      [
        "runs: Python, main.get_model",
        "installs: 1 package from files.pythonhosted.org",
      ]
    `);
  });
});
