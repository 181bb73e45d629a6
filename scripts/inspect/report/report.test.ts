import { copyFile, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSafetensors } from '../../../src/testing/builders/safetensors-builder.ts';
import { CARTON_FILES, inspect, makeInspected } from '../../../src/testing/inspected.ts';
import { inspect as command } from '../command.ts';

vi.setConfig({ testTimeout: 60_000 });

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'ab'.repeat(32)}\nsize 1234\n`;

let folder = '';
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await makeInspected();
  await writeFile(at('pointer.txt'), POINTER);
  await writeFile(at('-hyphen.txt'), POINTER);
  await writeFile(at('two\nlines, "quoted"::x.txt'), POINTER);
});

afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

interface Sarif {
  ruleId: string;
  level: string;
  locations: { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }[];
  suppressions?: unknown[];
}

const resultsOf = (text: string): Sarif[] => JSON.parse(text).runs[0].results;
const uriOf = (name: string) => new RegExp(`/${encodeURIComponent(name).replace(/[.*()]/g, '\\$&')}$`);

describe('several packages', () => {
  it('are printed one after the other, and one that cannot be opened stops no other', async () => {
    const { code, out, err } = await inspect(at('right.carton'), at('gone.carton'), at('plain.zip'), '--verify');
    expect(code).toBe(2);
    expect(out).toMatch(
      /MANIFEST read and compared[\s\S]*\n\n\S*gone\.carton\nCannot be opened\n\nProblems\n {2}error +source\/read-failed [\s\S]*A zip archive, /,
    );
    expect(out).toMatch(/\n\n3 packages: 1 error, 0 warnings, 1 not opened\n$/);
    expect(err).toBe(`${at('gone.carton')} does not exist.\n`);
  });

  it('are a list as JSON, in order, and one alone is an object', async () => {
    const { code, out, err } = await inspect(at('bad.carton'), at('text.carton'), '--json');
    expect([code, err]).toEqual([2, '']);
    expect(JSON.parse(out)).toEqual([
      expect.objectContaining({ file: at('bad.carton'), format: 'carton', findings: expect.any(Array) }),
      { file: at('text.carton'), error: { code: 'zip/not-a-zip', message: expect.any(String) } },
    ]);
    expect(JSON.parse((await inspect(at('bad.carton'), '--json', '--sarif', at('alone.sarif'))).out)).toEqual(
      JSON.parse((await inspect(at('bad.carton'), '--json')).out),
    );
    expect(resultsOf(await readFile(at('alone.sarif'), 'utf8'))[0]).toMatchObject({ ruleId: 'carton/toml-missing' });
  });

  it.each([['text'], ['github'], ['sarif']])('end with the same exit code as %s', async (format) => {
    const code = async (...args: string[]) => (await inspect(...args, '--format', format)).code;
    expect(await code(at('right.carton'), at('plain.zip'))).toBe(0);
    expect(await code(at('right.carton'), at('bad.carton'))).toBe(1);
    expect(await code(at('bad.carton'), at('gone.carton'))).toBe(2);
    expect(await code(at('pointer.txt'))).toBe(0);
    expect(await code(at('pointer.txt'), '--strict')).toBe(1);
  });

  it.each([
    [['--tensor', 'x'], /^--tensor is for one package, not for 2\. npm run/],
    [['--in', 'x'], /^--in is for one package/],
    [['--set', 'license=MIT', '--out', 'x'], /^--set is for one package/],
    [['--with', 'x'], /^--with is for one package/],
    [['--scan'], /^--scan is for one package/],
    [['--checklist'], /^--checklist is for one package/],
    [['--format', 'json'], /^--format must be one of text, findings, github, sarif\. npm run/],
    [['--reason', 'x'], /^--reason needs --write-baseline\. npm run/],
    [['--write-baseline', 'x', '--until', '2027-01-31'], /^--write-baseline needs --reason\. npm run/],
    [
      ['--write-baseline', 'x', '--reason', 'r', '--until', '2027-02-30'],
      /^--until: “2027-02-30” is not a date like 2027-01-31\. npm run/,
    ],
    [['--write-baseline', 'x', '--reason', ' ', '--until', '2027-01-31'], /^--reason must say why/],
    [['--write-baseline', 'x', '--reason', 'r', '--until', '2020-01-31'], /^--until: 2020-01-31 is in the past\./],
    [['--baseline', 'x', '--write-baseline', 'y', '--reason', 'r', '--until', '2027-01-31'], /cannot be combined/],
    [['--baseline', ''], /^--baseline needs a file\. npm run/],
    [['--baseline', 'gone.toml'], /^The baseline gone\.toml cannot be read \(ENOENT\)\.\n$/],
  ])('refuse %j in a sentence', async (options, sentence) => {
    const { code, out, err } = await inspect(at('right.carton'), at('plain.zip'), ...options);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
  });

  it('refuses --json beside another format', async () => {
    const { code, out } = await inspect(at('right.carton'), '--format', 'sarif', '--json');
    expect([code, JSON.parse(out).error.message]).toEqual([
      2,
      expect.stringMatching(/^--json cannot be combined with --format\./),
    ]);
  });

  it('refuses a report of what is not a look at a package', async () => {
    expect((await inspect(at('right.carton'), '--scan', '--format', 'sarif')).err).toMatch(
      /^--format cannot be combined with --scan\. npm run/,
    );
    expect((await inspect(at('right.carton'), '--with', at('bad.carton'), '--strict')).err).toMatch(
      /^--strict cannot be combined with --with\. npm run/,
    );
  });

  it('are not all looked at where somebody stops the run, and nothing is printed then', async () => {
    const controller = new AbortController();
    const said = { out: '', err: '' };
    let opened = 0;
    const code = await command(
      [at('right.carton'), at('plain.zip'), at('bad.carton'), '--sarif', at('stopped.sarif')],
      {
        out: (text) => {
          said.out += text;
        },
        err: (text) => {
          said.err += text;
        },
        signal: controller.signal,
        progress: (doing) => {
          if (doing === 'Opening' && ++opened === 2) controller.abort();
        },
      },
    );
    expect([code, opened, said]).toEqual([2, 2, { out: '', err: 'Canceled.\n' }]);
    await expect(stat(at('stopped.sarif'))).rejects.toThrow('ENOENT');
  });

  it('can be cut down to what was found', async () => {
    const { code, out } = await inspect(at('pointer.txt'), at('right.carton'), '--format', 'findings');
    expect([code, out.split('\n').slice(1)]).toEqual([
      0,
      [expect.stringMatching(/^ {2}warning {2}file\/lfs-pointer /), '', expect.stringMatching(/^2 packages: /), ''],
    ]);
  });

  it('name a file that cannot be opened, also where it is the only one', async () => {
    const whole = await readFile(at('right.carton'));
    await writeFile(at('cut.carton'), whole.subarray(0, whole.length / 2));
    for (const args of [[], ['--scan'], ['--tensor', 'x'], ['--set', 'license=MIT', '--out', at('x.carton')]]) {
      const { code, out, err } = await inspect(at('cut.carton'), ...args);
      expect([code, out]).toEqual([2, '']);
      expect(err.replace(/\s+/g, ' ')).toBe(
        `${at('cut.carton')}: The file begins like a zip, but its directory is missing. Download the file again, and compare its size with the original. `,
      );
    }
  });

  it('advise git lfs pull for a pointer, of which another download would be one, too', async () => {
    await copyFile(at('pointer.txt'), at('pointer.npy'));
    const { code, err } = await inspect(at('pointer.npy'));
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/Git LFS pointer\.\sRun “git lfs pull” where it was cloned\.\n$/),
    ]);
  });

  it('explains the options', async () => {
    const { out } = await inspect('--help');
    for (const text of ['--strict', '--format text|findings|github|sarif', '--baseline FILE', '--write-baseline NEW'])
      expect(out).toContain(text);
  });
});

describe('--strict', () => {
  it('fails for warnings of one package, also of one that is saved', async () => {
    const { code, out } = await inspect(at('pointer.txt'));
    expect([code, out.includes('file/lfs-pointer')]).toEqual([0, true]);
    const strict = await inspect(at('pointer.txt'), '--strict');
    expect([strict.code, strict.out]).toEqual([
      1,
      expect.stringMatching(/\n\nFailed because of 1 warning \(--strict\)\.\n$/),
    ]);
    expect(strict.out).toMatch(new RegExp(`^pointer\\.txt\n.*1 file: ${at('pointer.txt')}\n`));
    expect((await inspect(at('right.carton'), '--strict', '--verify')).code).toBe(0);
    const edit = [at('right.carton'), '--set', 'homepage=http://example.com'];
    expect((await inspect(...edit, '--out', at('lenient.carton'))).code).toBe(0);
    expect(await inspect(...edit, '--strict', '--out', at('strict.carton'))).toMatchObject({
      code: 1,
      out: expect.stringMatching(/\nFailed because of [^\n]* \(--strict\)\.\n$/),
    });
    expect((await inspect(at('strict.carton'), '--json')).out).toContain('"meta/url"');
  });
});

describe('SARIF of packages', () => {
  it('has a line of what is a text on the disk, and the first one of everything else', async () => {
    const unpacked = at('broken');
    for (const [path, data] of Object.entries(CARTON_FILES)) {
      await mkdir(join(unpacked, path, '..'), { recursive: true });
      await writeFile(join(unpacked, path), path === 'MANIFEST' ? `${data}oops\n` : data);
    }
    const { out } = await inspect(unpacked, at('good.carton'), '--verify', '--format', 'sarif');
    const results = resultsOf(out);
    const placeOf = ({ locations: [place] }: Sarif) => place?.physicalLocation;
    const syntax = results.find(({ ruleId }) => ruleId === 'manifest/syntax') as Sarif;
    expect(placeOf(syntax)).toMatchObject({
      artifactLocation: { uri: expect.stringMatching(/\/broken\/MANIFEST$/) },
      region: { startLine: 4 },
    });
    const packed = results.filter((result) => uriOf('good.carton').test(placeOf(result)?.artifactLocation.uri ?? ''));
    expect(packed.length).toBeGreaterThan(2);
    for (const result of packed) expect(placeOf(result)?.region).toEqual({ startLine: 1 });
  });

  it('is at the shard of a model in several files that it is about', async () => {
    const header = '{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}';
    await writeFile(at('m-00001-of-00002.safetensors'), buildSafetensors(header, new Uint8Array(4)));
    const map = { a: 'm-00001-of-00002.safetensors', b: 'm-00002-of-00002.safetensors' };
    await writeFile(at('m.safetensors.index.json'), JSON.stringify({ metadata: { total_size: 8 }, weight_map: map }));
    const results = resultsOf((await inspect(at('m.safetensors.index.json'), '--format', 'sarif')).out);
    expect(results.length).toBeGreaterThan(0);
    for (const { locations } of results)
      expect(locations[0]?.physicalLocation.artifactLocation.uri).toMatch(
        /\/m(?:-00001-of-00002)?\.safetensors(?:\.index\.json)?$/,
      );
  });

  it('survives names with spaces, quotes, line ends and a leading hyphen', async () => {
    const previous = process.cwd();
    process.chdir(folder);
    try {
      const names = ['two\nlines, "quoted"::x.txt', '-hyphen.txt'];
      const { code, out, err } = await inspect('--format', 'sarif', '--strict', '--', ...names);
      expect([code, err]).toEqual([1, 'Failed because of 2 warnings (--strict).\n']);
      expect(resultsOf(out).map(({ locations }) => locations[0]?.physicalLocation.artifactLocation.uri)).toEqual([
        'two%0Alines%2C%20%22quoted%22%3A%3Ax.txt',
        '-hyphen.txt',
      ]);
      const { out: commands } = await inspect('--format', 'github', '--', ...names);
      expect(commands).toMatch(/^::warning file=two%0Alines%2C "quoted"%3A%3Ax\.txt,line=1,title=/);
      expect(commands.split('\n')).toHaveLength(4);
    } finally {
      process.chdir(previous);
    }
  });
});

describe('a folder as the package', () => {
  it('is at one of its files where a finding names none that exists, and never out of it', async () => {
    const odd = at('odd');
    await mkdir(odd);
    await writeFile(join(odd, 'carton.toml'), CARTON_FILES['carton.toml'] as string);
    await writeFile(join(odd, 'MANIFEST'), `../good.carton=${'ab'.repeat(32)}\nmodel/none=${'ab'.repeat(32)}\n`);
    await symlink(join(odd, 'carton.toml'), join(odd, 'alias'));
    const results = resultsOf((await inspect(odd, '--format', 'sarif')).out);
    expect(results.length).toBeGreaterThan(1);
    for (const { locations } of results)
      expect(locations[0]?.physicalLocation.artifactLocation.uri).toMatch(/\/odd\/(?:MANIFEST|carton\.toml|alias)$/);
  });
});

describe('a report for GitHub', () => {
  it('adds all findings to the summary of the step', async () => {
    const summary = at('summary.md');
    await writeFile(summary, 'before\n');
    vi.stubEnv('GITHUB_STEP_SUMMARY', summary);
    const files = ['good.carton', 'bad.carton', 'unpacked', 'again.carton'].map(at);
    await copyFile(at('good.carton'), at('again.carton'));
    const { out } = await inspect(...files, '--verify', '--format', 'github');
    expect(out).toContain('%0AAnd ');
    expect(out).toContain('All are in the summary of this step.');
    const text = await readFile(summary, 'utf8');
    expect(text).toMatch(/^before\n## Boxcutter\n\n4 packages: /);
    const { out: json } = await inspect(...files, '--verify', '--json');
    const count = JSON.parse(json).flatMap(({ findings }: { findings: unknown[] }) => findings).length;
    expect(text.match(/^- /gm)).toHaveLength(count);
  });

  it('goes on where there is no summary', async () => {
    vi.stubEnv('GITHUB_STEP_SUMMARY', at('no/such/summary.md'));
    const { code, out, err } = await inspect(at('bad.carton'), '--format', 'github');
    expect(code).toBe(1);
    expect(out).toContain('::error ');
    expect(err).toMatch(/^The summary of the step cannot be written \(ENOENT\)\.\n/);
  });
});

describe('a baseline', () => {
  const PAIR = ['bad.carton', 'good.carton', 'pointer.txt'];

  it('is written, and then accepts in every format what was found', async () => {
    const baseline = at('accepted.toml');
    const files = PAIR.map(at);
    const until = ['--reason', 'Damaged on purpose', '--until', '2999-12-31'];
    const written = await inspect(...files, '--verify', '--write-baseline', baseline, ...until);
    expect([written.code, written.err]).toEqual([0, '']);
    expect(written.out).toMatch(/^Wrote \S+accepted\.toml: \d+ accepted findings\n$/);
    expect((await inspect(...files, '--verify', '--write-baseline', baseline, ...until)).err).toContain(
      'already exists',
    );

    const given = [...files, '--verify', '--strict', '--baseline', baseline];
    const text = await inspect(...given);
    expect([text.code, text.err]).toEqual([0, '']);
    expect(text.out).toMatch(
      /accepted +manifest\/hash-mismatch +model\/m .*\(accepted until 2999-12-31: Damaged on purpose\)/,
    );
    expect(text.out).toMatch(/3 packages: 0 errors, 0 warnings, \d+ accepted\n$/);
    const github = await inspect(...given, '--format', 'github');
    expect([github.code, /^::(?:error|warning)/m.test(github.out)]).toEqual([0, false]);
    const sarif = resultsOf((await inspect(...given, '--format', 'sarif')).out);
    for (const { suppressions } of sarif)
      expect(suppressions).toEqual([{ kind: 'external', status: 'accepted', justification: 'Damaged on purpose' }]);
    const [first] = JSON.parse((await inspect(...given, '--json')).out);
    expect(first.findings[0].accepted).toEqual({ reason: 'Damaged on purpose', until: '2999-12-31' });
  });

  it('lets what is past its day fail again, and tells what matches nothing', async () => {
    const old = at('old.toml');
    const entry = (code: string, name: string, until: string) =>
      `[[accepted]]\ncode = "${code}"\npackage = "${name}"\nreason = "r"\nuntil = ${until}\n`;
    const text =
      entry('carton/toml-missing', 'bad.carton', '2020-01-01') + entry('zip/overlap', 'bad.carton', '2999-01-01');
    await writeFile(old, text);
    const { code, out, err } = await inspect(at('bad.carton'), '--baseline', relative(process.cwd(), old));
    expect(code).toBe(1);
    expect(out).toContain('(was accepted until 2020-01-01, and counts again)');
    expect(err).toMatch(/^The baseline accepts zip\/overlap of bad\.carton, but this was not found\./);
  });

  it('accepts also that a package cannot be opened, where it says so', async () => {
    const path = at('unopened.toml');
    await writeFile(
      path,
      '[[accepted]]\ncode = "zip/not-a-zip"\npackage = "*.carton"\nreason = "A test"\nuntil = 2999-01-01\n',
    );
    const accepted = await inspect(at('text.carton'), '--baseline', path);
    expect(accepted.code).toBe(0);
    expect((await inspect(at('gone.carton'), '--baseline', path)).code).toBe(2);
    expect(
      (await inspect(at('text.carton'), '--write-baseline', at('x.toml'), '--reason', 'r', '--until', '2999-01-01'))
        .err,
    ).toMatch(/^Not written, as these cannot be opened: /);
  });
});
