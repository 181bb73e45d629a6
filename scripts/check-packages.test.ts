import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { folderItems } from '../src/formats/arrangement.ts';
import { ALL_FORMATS } from '../src/formats/list.ts';
import { PICKLE_ENDING } from '../src/pickle/signs.ts';
import { buildNpy } from '../src/testing/builders/numpy-files.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import { CARTON_FILES } from '../src/testing/inspected.ts';
import { argumentsOf } from './inspect/arguments.ts';
import { readBaseline } from './inspect/report/baseline.ts';

/** The workflow and the hook that other repositories use, as far as they go without the host of repositories. */

// Each run of the program starts a process, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const ROOT = join(import.meta.dirname, '..');
/** Names with every ending that formats and pickles have, alone and after each other. */
const NAMES = () => {
  const endings = [
    ...ALL_FORMATS.flatMap(({ ends = [] }) => ends),
    ...(PICKLE_ENDING.source.match(/[a-z]\w+|\bz\b/g) ?? []).map((ending) => `.${ending}`),
    ...['.zip', '.bin.index.json', '.json', '.txt', '.npy.txt', '.safetensors.json'],
  ];
  return ['', ...endings].flatMap((first) => endings.map((second) => `a/B${first}${second.toUpperCase()}`));
};
/** Whether a folder is checked for a file of this name. */
const isChecked = (path: string) => folderItems([{ path }]).items[0]?.format !== undefined;
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'ab'.repeat(32)}\nsize 1234\n`;

interface Step {
  name?: string;
  id?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
  'working-directory'?: string;
}

const workflow = parse(readFileSync(join(ROOT, '.github/workflows/check-packages.yml'), 'utf8'));
const INPUTS: Record<string, { type: string; default?: string | boolean; required?: boolean }> =
  workflow.on.workflow_call.inputs;
const STEPS: Step[] = workflow.jobs.check.steps;

/** What the workflow works on: `repository` and `boxcutter` as its checkouts leave them. */
let workspace = '';
const made: string[] = [];

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'check-packages-'));
  made.push(workspace);
  mkdirSync(join(workspace, 'temp'));
  symlinkSync(ROOT, join(workspace, 'boxcutter'));
  git('init', '-q', '.');
});

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true });
});

function git(...args: string[]): void {
  const cwd = join(workspace, 'repository');
  mkdirSync(cwd, { recursive: true });
  execFileSync('git', args, { cwd });
}

/** Writes files of the repository, and has git track them. */
function track(files: Record<string, string | Uint8Array>): void {
  for (const [path, data] of Object.entries(files)) {
    const file = join(workspace, 'repository', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, data);
  }
  git('add', '-A');
}

interface Ran {
  code: number;
  out: string;
}

const expression = (text: string) => `$\{{ ${text} }}`;

/** The value of a `${{ … }}` that is a name alone. */
function filled(expression: string, inputs: Record<string, string | boolean>): string {
  return expression.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => {
    const input = INPUTS[name];
    if (!input) throw new Error(`The workflow has no input ${name}.`);
    return String(inputs[name] ?? input.default ?? '');
  });
}

/** Runs a step as the runner does, with what the workflow sets for it. */
function runStep(
  { run = '', env = {}, 'working-directory': folder = '' }: Step,
  inputs: Record<string, string | boolean>,
) {
  const temp = join(workspace, 'temp');
  const script = join(temp, 'step.sh');
  writeFileSync(script, run);
  const set = Object.entries(env).map(([name, text]) => [name, filled(text, inputs)]);
  const output = join(temp, 'output');
  return new Promise<Ran>((done) => {
    execFile(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', script],
      {
        cwd: join(workspace, folder),
        env: {
          ...process.env,
          ...Object.fromEntries(set),
          RUNNER_TEMP: temp,
          GITHUB_WORKSPACE: workspace,
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: join(temp, 'summary.md'),
        },
      },
      (error, out, err) => done({ code: error ? Number(error.code) : 0, out: out + err }),
    );
  });
}

/**
 * Runs the steps of the workflow that check, by their names. Those after one that fails are run where they say so. The
 * one that installs is left out: each does that where it must.
 */
async function runAll(inputs: Record<string, string | boolean> = {}): Promise<Record<string, Ran>> {
  const ran: Record<string, Ran> = {};
  for (const step of STEPS) {
    if (step.run === undefined || step.name === 'Install Boxcutter') continue;
    const isLast = step.id === 'open';
    const hasFailed = Object.values(ran).some(({ code }) => code !== 0);
    if (isLast ? inputs['upload-sarif'] : !hasFailed) ran[step.name ?? ''] = await runStep(step, inputs);
  }
  return ran;
}

const summary = () => readFileSync(join(workspace, 'temp/summary.md'), 'utf8');
const sarif = (name: string) => JSON.parse(readFileSync(join(workspace, 'temp', name), 'utf8')).runs[0].results;
const checked = () => readFileSync(join(workspace, 'temp/packages'), 'utf8').split('\0').slice(0, -1);

const badCarton = () => buildZip(Object.entries(CARTON_FILES).map(([name, data]) => ({ name, data })));

describe('the workflow', () => {
  it('is called with inputs that have defaults, but for where Boxcutter is', () => {
    expect(Object.keys(workflow.on)).toEqual(['workflow_call']);
    expect(Object.entries(INPUTS).flatMap(([name, { required }]) => (required ? [name] : []))).toEqual([
      'boxcutter',
      'boxcutter-ref',
    ]);
    for (const { required, default: given } of Object.values(INPUTS))
      expect(required ?? given !== undefined).toBe(true);
    expect(workflow).not.toHaveProperty('permissions');
    expect(workflow.jobs.check).not.toHaveProperty('permissions');
    expect(workflow.defaults.run.shell).toBe('bash');
  });

  it('checks out large files, keeps no credentials, and does not let code scanning read the packages', () => {
    const [own, boxcutter, , ...others] = STEPS.filter(({ uses }) => uses !== undefined);
    expect(own?.with).toEqual({ path: 'repository', 'persist-credentials': false, lfs: true });
    expect(boxcutter?.with).toEqual({
      repository: expression('inputs.boxcutter'),
      ref: expression('inputs.boxcutter-ref'),
      path: 'boxcutter',
      'persist-credentials': false,
    });
    expect(others.map(({ with: given }) => given)).toEqual([
      expect.objectContaining({
        sarif_file: `${expression('runner.temp')}/open.sarif`,
        checkout_path: expression('runner.temp'),
      }),
    ]);
  });

  it('checks a model with the name that transformers gives it, and other files that programs unpickle', async () => {
    const evil = "cos\nsystem\n(S'id'\ntR.";
    const paths = ['models/pytorch_model.bin', 'old.SAV', 'x.zip', 'y.pkl.gz'];
    track({ 'notes.bin.txt': 'x', ...Object.fromEntries(paths.map((path) => [path, evil])) });
    const { code, out } = (await runAll())['Check packages'] as Ran;
    expect(checked().sort()).toEqual(paths.toSorted());
    expect(code).toBeGreaterThan(0);
    expect(out).toMatch(/^::error file=models\/pytorch_model\.bin,/m);
  });

  it('fails for each line that matches no tracked file, and names it', async () => {
    track({ 'models/a.npy': buildNpy() });
    const ran = await runAll({ packages: 'models/*.npy\nmodels/*.guff\n100%.npy' });
    expect(ran['Find packages']?.code).toBe(1);
    expect(ran['Find packages']?.out.split('\n').map((line) => line.split('::')[2])).toEqual([
      '“models/*.guff” matches no tracked file. It is a line of the input “packages”.',
      '“100%25.npy” matches no tracked file. It is a line of the input “packages”.',
      undefined,
    ]);
    expect(ran['Check packages']).toBeUndefined();
  });

  it('installs Boxcutter, and prints nothing but its version where that was done', async () => {
    const install = STEPS.find(({ name }) => name === 'Install Boxcutter') as Step;
    expect(await runStep(install, {})).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it('passes where all packages are in order, and says how many there are', async () => {
    track({
      'models/a.npy': buildNpy(),
      'B.NPY': buildNpy(),
      'notes.txt': 'no package',
      'models/link/x.npy': buildNpy(),
    });
    symlinkSync('a.npy', join(workspace, 'repository/models/c.npy'));
    symlinkSync('/etc/hostname', join(workspace, 'repository/models/d.npy'));
    git('add', '-A');
    writeFileSync(join(workspace, 'repository/untracked.npy'), 'x');
    const ran = await runAll();
    expect(Object.keys(ran)).toEqual(['Find packages', 'Check packages']);
    expect(ran['Find packages']).toEqual({ code: 0, out: '3 to check\n' });
    expect(checked().sort()).toEqual(['B.NPY', 'models/a.npy', 'models/link/x.npy']);
    expect(ran['Check packages']).toEqual({ code: 0, out: '3 packages: 0 errors, 0 warnings\n' });
    expect(summary()).toMatch(/^## Boxcutter\n\n3 packages: /);
  });

  it('fails for errors, of files with any name, and makes no other command of them', async () => {
    const names = [
      'a b.carton',
      '-rf.carton',
      '"q\' $(id).carton',
      'two\nlines\n::error::x.carton',
      '##[add-mask]y.npy',
    ];
    // A .npy file of one letter cannot be opened.
    track(Object.fromEntries(names.map((name) => [name, name.endsWith('.npy') ? 'x' : badCarton()])));
    const ran = await runAll({ 'upload-sarif': true });
    expect(checked().sort()).toEqual(names.toSorted());
    const { code, out } = ran['Check packages'] as Ran;
    expect(code).toBe(2);
    for (const line of out.trimEnd().split('\n'))
      expect(line).toMatch(/^(?:::(?:error|notice|warning) (?:file=[^,]+,line=1,)?title=|5 packages: |“?##\\u\{5b\})/);
    expect(out).not.toMatch(/^(?!::).*##\[/m);
    const uris = sarif('open.sarif').map(
      (result: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }) =>
        result.locations[0]?.physicalLocation.artifactLocation.uri,
    );
    expect([...new Set(uris.map(decodeURIComponent))].sort()).toEqual(names.toSorted());
  });

  it('takes patterns and folders', async () => {
    track({
      'models/a.npy': buildNpy(),
      'models/deep/b.npy': buildNpy(),
      'other/c.npy': buildNpy(),
      ...Object.fromEntries(Object.entries(CARTON_FILES).map(([path, data]) => [`un packed/${path}`, data])),
    });
    const ran = await runAll({ packages: 'models/*.npy\r\n\nun packed/\n', verify: false });
    expect(checked()).toEqual(['models/a.npy', 'un packed']);
    expect(ran['Check packages']?.code).toBe(0);
    await runAll({ packages: 'models/**/*.npy' });
    expect(checked().sort()).toEqual(['models/a.npy', 'models/deep/b.npy']);
  });

  it('checks all packages of a folder, and refuses one that is not in the repository', async () => {
    track({ 'models/a.npy': buildNpy(), 'models/deep/b.carton': badCarton(), 'models/notes.txt': 'x' });
    const { code, out } = (await runAll({ packages: 'models/' }))['Check packages'] as Ran;
    expect(code).toBe(1);
    expect(out).toMatch(/file=models\/deep\/b\.carton,[\s\S]*\n2 packages: [^\n]*\n1 other file was not checked\.\n$/);
    expect(await runAll({ packages: './' })).toMatchObject({ 'Check packages': { code: 1 } });
    const outside = join(workspace, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'c.npy'), buildNpy());
    symlinkSync(outside, join(workspace, 'repository/linked'));
    symlinkSync('models', join(workspace, 'repository/inside'));
    git('add', '-A');
    for (const packages of ['linked/', 'linked/deeper/', '../outside/', `${outside}/`]) {
      const ran = await runAll({ packages });
      expect(ran['Find packages']).toMatchObject({
        code: 1,
        out: expect.stringMatching(/^::error title=A folder outside of the repository::/),
      });
      expect(ran['Check packages']).toBeUndefined();
    }
    expect((await runAll({ packages: 'inside/' }))['Check packages']?.code).toBe(1);
  });

  it('fails where there is nothing to check', async () => {
    track({ 'notes.txt': 'x' });
    const ran = await runAll({ 'upload-sarif': true });
    expect(ran['Find packages']).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^::error title=Nothing to check::/),
    });
    expect(ran['Check packages']).toBeUndefined();
    expect(ran['Leave out what is accepted']).toMatchObject({ code: 0 });
    expect(existsSync(join(workspace, 'temp/output'))).toBe(false);
  });

  it('hands on strict, verify and the baseline, and uploads nothing that is accepted', async () => {
    const text = (code: string) =>
      `[[accepted]]\ncode = "${code}"\npackage = "*.carton"\nreason = "r"\nuntil = 2999-01-01\n`;
    track({ 'a.carton': badCarton(), 'pointer.txt': POINTER, 'accepted.toml': text('manifest/hash-mismatch') });
    const packages = '*.carton\n*.txt';
    expect((await runAll({ packages, verify: false }))['Check packages']?.code).toBe(0);
    expect((await runAll({ packages, verify: false, strict: true }))['Check packages']?.code).toBe(1);
    expect((await runAll({ packages }))['Check packages']?.code).toBe(1);
    const ran = await runAll({ packages, baseline: 'accepted.toml', 'upload-sarif': true });
    expect(ran['Check packages']?.code).toBe(0);
    const codes = (name: string) => sarif(name).map(({ ruleId }: { ruleId: string }) => ruleId);
    expect(codes('all.sarif')).toContain('manifest/hash-mismatch');
    expect(codes('open.sarif')).toEqual(['file/lfs-pointer']);
    expect(readFileSync(join(workspace, 'temp/output'), 'utf8')).toBe('exists=true\n');
  });

  it('runs nothing of the repository that it checks', async () => {
    const evil = 'import { writeFileSync } from "node:fs"; writeFileSync(process.env.RUNNER_TEMP + "/evil", "");';
    const paths = { compilerOptions: { baseUrl: '.', paths: { '*': ['./evil/*'], './*': ['./evil/*'] } } };
    track({
      'a.npy': buildNpy(),
      'tsconfig.json': JSON.stringify(paths),
      'package.json': JSON.stringify({ type: 'module', scripts: { preinstall: 'touch "$RUNNER_TEMP/evil"' } }),
      'evil/valibot.ts': evil,
      'evil/smol-toml.ts': evil,
      'evil/fflate.ts': evil,
      'evil/boxcutter.ts': evil,
      'node_modules/tsx/package.json': '{"name":"tsx","main":"./index.js"}',
      'node_modules/tsx/index.js': evil,
    });
    expect((await runAll())['Check packages']?.code).toBe(0);
    expect(existsSync(join(workspace, 'temp/evil'))).toBe(false);
  });
});

describe('the hook', () => {
  const [hook, ...others] = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8'));

  it('runs a program that the repository has, for the files that are checked in a folder', () => {
    expect(others).toEqual([]);
    const [program = '', ...args] = hook.entry.split(' ');
    expect(statSync(join(ROOT, program)).mode & 0o111).toBe(0o111);
    expect([args, hook.args.at(-1)]).toEqual([['inspect'], '--']);
    // Python writes the flag within the pattern.
    const pattern = new RegExp(hook.files.replace(/^\(\?i\)/, ''), 'i');
    for (const name of [...NAMES(), 'carton', 'zip'])
      expect([name, pattern.test(name)]).toEqual([name, isChecked(name)]);
    const find = STEPS.find(({ name }) => name === 'Find packages');
    expect(`(?i)${find?.env?.ENDINGS}`).toBe(hook.files);
  });

  it('fails for a file that is wrong, whatever its name, and passes for one that is not', async () => {
    track({ '-good one.npy': buildNpy(), '-"bad"\n.npy': 'x' });
    const run = (...files: string[]) =>
      new Promise<number>((done) => {
        const [program = '', ...args] = hook.entry.split(' ');
        const given = [...args, ...hook.args, ...files];
        execFile(join(ROOT, program), given, { cwd: join(workspace, 'repository') }, (error) =>
          done(error ? Number(error.code) : 0),
        );
      });
    expect(await run('-good one.npy')).toBe(0);
    expect(await run('-good one.npy', '-"bad"\n.npy')).toBe(2);
  });
});

describe('docs/ci.md', () => {
  const text = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8');
  const fences = (language: string) =>
    [...text.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^\\1\`\`\``, 'gms'))].map(
      ([, indent = '', code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    );

  it('calls the workflow with inputs that it has', () => {
    const callers = fences('yaml')
      .map((code) => parse(code))
      .filter(({ jobs }) => jobs);
    expect(callers).toHaveLength(2);
    for (const { on, jobs } of callers) {
      expect(on).toEqual(['push', 'pull_request']);
      const { uses, with: given } = jobs.models;
      expect(uses).toBe(`OWNER/boxcutter/.github/workflows/check-packages.yml@COMMIT`);
      expect(given).toMatchObject({ boxcutter: 'OWNER/boxcutter', 'boxcutter-ref': 'COMMIT' });
      for (const [name, value] of Object.entries(given)) expect(typeof value).toBe(INPUTS[name]?.type);
    }
    const rows = [...text.matchAll(/^\| `([\w-]+)` +\| /gm)].map(([, name]) => name);
    expect(rows.slice(0, Object.keys(INPUTS).length)).toEqual(Object.keys(INPUTS));
  });

  it('has hooks whose arguments are right, before the files', () => {
    const hooks = fences('yaml').flatMap((code) => parse(code).repos?.[0].hooks ?? []);
    expect(hooks).toHaveLength(3);
    const [offered] = parse(readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8'));
    for (const { id, files, args = ['--'] } of hooks) {
      expect([id, args.at(-1)]).toEqual(['boxcutter', '--']);
      if (files !== undefined) expect(files).toBe(offered.files);
      expect(argumentsOf([...args, '-a.npy', 'b.npy'])).toMatchObject({ file: '-a.npy' });
    }
  });

  it('has a baseline that is right, and a command that begins one', async () => {
    const [baseline = ''] = fences('toml');
    writeFileSync(join(workspace, 'accepted.toml'), baseline);
    expect((await readBaseline(join(workspace, 'accepted.toml'))).entries).toHaveLength(1);
    const command = fences('sh').find((code) => code.startsWith('boxcutter inspect')) ?? '';
    const [, ...words] = [...command.matchAll(/'([^']*)'|(?!\\\n)\S+/g)].map(([word, quoted]) => quoted ?? word);
    expect(argumentsOf(words.slice(1))).toMatchObject({
      verify: true,
      report: { newBaseline: { out: 'accepted.toml', reason: 'Before we checked', until: '2027-06-30' } },
    });
  });
});
