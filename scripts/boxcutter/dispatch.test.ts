import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { inspect, makeInspected } from '../../src/testing/inspected.ts';
import { OPTIONS } from '../inspect/options.ts';
import { COMMANDS } from './commands.ts';
import { boxcutter } from './dispatch.ts';

let folder = '';
let right = '';

beforeAll(async () => {
  folder = await makeInspected();
  right = join(folder, 'right.carton');
});

afterAll(() => rm(folder, { recursive: true }));

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const code = await boxcutter(args, {
    out(text) {
      said.out += text;
    },
    err(text) {
      said.err += text;
    },
  });
  return { code, ...said };
}

describe('boxcutter', () => {
  it('prints its version, and its commands', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' });
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    expect(await run('help')).toEqual({ code: 0, out, err: '' });
    expect(await run('help', 'compare')).toEqual(await run('compare', '--help'));
    expect((await run('help', 'look')).code).toBe(2);
    for (const name of COMMANDS.keys()) expect(out).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
  });

  it('says in a sentence that there is no such command', async () => {
    expect(await run('look')).toEqual({
      code: 2,
      out: '',
      err: '“look” is not a command of boxcutter. boxcutter --help lists the commands.\n',
    });
    expect((await run(right)).err).toContain(`boxcutter inspect ${right} opens that file.`);
    const { code, err } = await run('\u001b[31m');
    expect([code, err.includes('\u001b')]).toEqual([2, false]);
    expect((await run()).err).toMatch(/^Usage: boxcutter COMMAND/);
  });

  it.each([...COMMANDS.keys()])('%s explains itself, with an example', async (name) => {
    const { code, out } = await run(name, '--help');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: boxcutter ${name} `));
    expect(out.match(/^Example: /gm)).toHaveLength(1);
    expect(out).toContain(`\nExample: boxcutter ${name} `);
    expect(out).not.toContain('npm run');
    const { code: refused, err } = await run(name, '--no-such-option');
    expect(refused).toBe(2);
    // That of `serve` prints how it is called.
    expect(err).toMatch(new RegExp(`^Unknown option “--no-such-option”\\.\\s[\\s\\S]*boxcutter ${name} `));
  });

  it('inspect does what the script does', async () => {
    for (const args of [[right], [right, '--json', '--verify'], [join(folder, 'gone.carton')]])
      expect(await run('inspect', ...args)).toEqual(await inspect(...args));
    expect((await inspect('--help')).out).toMatch(/^Usage: npm run -s inspect -- FILE/);
  });
});

describe('a command that inspect runs', () => {
  it('offers only its options, and refuses others', async () => {
    const offered = (help: string) =>
      [...(help.split('\nKEY')[0] ?? '').matchAll(/^--([\w-]+)/gm)].map(([, name]) => name);
    expect(offered((await run('inspect', '--help')).out)).toHaveLength(Object.keys(OPTIONS).length);
    expect(offered((await run('scan', '--help')).out)).toEqual(['in', 'strict', 'json', 'csv', 'help']);
    expect((await run('scan', right, '--verify')).err).toMatch(/^Unknown option “--verify”/);
    expect((await run('edit', right, '--out', 'x', '--new', 'y')).err).toMatch(/^Unknown option “--new”/);
    expect((await run('compare', right, right, '--rtol', '1')).err).toMatch(
      /^--rtol needs --tensor\. boxcutter compare --help explains/,
    );
    expect((await run('compare', right, right, '--tensor', 'x', '--breaking')).err).toMatch(
      /^--breaking cannot be combined with --tensor\. boxcutter/,
    );
  });

  it.each([
    ['inspect', [], 'FILE-OR-URL is missing: a file, a folder, or the URL of a file.'],
    ['edit', [], '--out is missing: the file to save, which must not exist yet.'],
    ['edit', ['a'], '--out is missing: the file to save, which must not exist yet.'],
    ['edit', ['a', 'b', '--out', 'c'], '“b” is one argument too many.'],
    [
      'edit',
      ['a', '--out'],
      '--out needs a value. One that begins with a hyphen stands after an equals sign: --out=-1.',
    ],
    ['edit', ['a', '--ouT', 'c'], 'Unknown option “--ouT”. Did you mean --out?'],
    ['new', ['a'], '--out is missing: the file to save, which must not exist yet.'],
    ['new', ['--out', 'c'], 'FOLDER|FILE is missing.'],
    ['compare', [], 'A and B are missing.'],
    ['compare', ['a'], 'B is missing.'],
    ['compare', ['a', 'b', 'c'], '“c” is one argument too many.'],
    ['scan', [], 'FILE-OR-URL is missing.'],
  ])('says in a sentence what is wrong when %s gets %j', async (name, args, sentence) => {
    const { code, out, err } = await run(name, ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(`${sentence} boxcutter ${name} --help explains all options.\n`);
  });

  it('prints what is wrong as JSON where that is asked for', async () => {
    const { out } = await run('edit', right, '--json');
    expect(JSON.parse(out)).toEqual({ error: { code: 'usage', message: expect.stringMatching(/^--out is missing/) } });
    for (const args of [
      ['nix', '--json'],
      ['serve', 'nofolder', '--json'],
    ]) {
      const refused = await run(...args);
      expect([refused.code, refused.err]).toEqual([2, '']);
      expect(JSON.parse(refused.out).error.code).toBe('usage');
    }
  });

  it('edits, makes, compares and scans as inspect does', async () => {
    const outFolder = await mkdtemp(join(tmpdir(), 'boxcutter-'));
    try {
      const out = join(outFolder, 'new.carton');
      expect((await run('edit', right, '--set', 'license=MIT', `--out=${out}`)).code).toBe(0);
      const noted = await run('edit', right, '--set', 'license=MTI', `--out=${join(outFolder, 'noted.npy')}`);
      expect(noted.out).toContain('\nNew notes\n  note');
      expect(noted.out).toMatch(/noted\.npy is of the format \w+\. The names of such files end with \.carton\./);
      const compared = await run('compare', right, out, '--json');
      expect(compared).toEqual(await inspect(right, '--with', out, '--json'));
      expect([compared.code, JSON.parse(compared.out).fields]).toEqual([
        1,
        [expect.objectContaining({ after: 'MIT' })],
      ]);
      const made = join(outFolder, 'made.carton');
      expect((await run('new', join(folder, 'unpacked'), '--out', made)).code).toBe(0);
      expect((await inspect(made, '--verify')).code).toBe(0);
      expect(await run('scan', right, '--json')).toEqual(await inspect(right, '--scan', '--json'));
    } finally {
      await rm(outFolder, { recursive: true });
    }
  });

  it('takes files whose names begin with a hyphen, after --', async () => {
    expect((await run('scan', '--', '-gone')).err).toBe('-gone does not exist.\n');
    expect((await run('compare', '--', right, '-gone')).err).toBe('-gone does not exist.\n');
    expect((await run('new', '--out', join(folder, 'x.carton'), '--', '-gone')).err).toContain('-gone');
  });
});
