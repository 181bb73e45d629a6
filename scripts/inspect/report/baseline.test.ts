import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Finding, finding } from '../../../src/base/findings.ts';
import { packageTest, readBaseline } from './baseline.ts';
import { type Checked, exitCodeOf } from './checked.ts';
import { judged } from './judge.ts';
import { writeBaseline } from './new-baseline.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function baselineOf(text: string) {
  const path = join(folder, 'accepted.toml');
  await writeFile(path, text);
  return readBaseline(path);
}

const ENTRY = 'code = "zip/overlap"\npackage = "m/a.carton"\nreason = "A test of damage"\nuntil = 2027-01-31\n';
const TODAY = { today: '2026-12-01', verified: true };

const checkedOf = (file: string, ...findings: Finding[]): Checked => ({
  file: join(folder, file),
  inside: [],
  findings,
});
const overlap = (path?: string) => finding('zip/overlap', 'Two entries overlap.', path === undefined ? {} : { path });

describe('a baseline', () => {
  it.each([
    ['', ENTRY, { package: 'm/a.carton', until: '2027-01-31' }],
    ['a path inside', `${ENTRY}path = "model/w"\n`, { path: 'model/w' }],
  ])('is read, with %s', async (_, entry, expected) => {
    expect((await baselineOf(`[[accepted]]\n${entry}`)).entries).toEqual([expect.objectContaining(expected)]);
    expect((await baselineOf('# none\n')).entries).toEqual([]);
  });

  it.each([
    [`[[accepted]]\n${ENTRY}why = "x"\n`, /entry 1 has an unknown key: “why”/],
    [`[[accepted]]\n${ENTRY.replace(/reason.*\n/, '')}`, /entry 1 has no reason\./],
    [`[[accepted]]\n${ENTRY.replace('A test of damage', ' ')}`, /entry 1: reason must be text\./],
    [`[[accepted]]\n${ENTRY}\n[[accepted]]\n${ENTRY.replace(/until.*\n/, '')}`, /entry 2 has no until/],
    [`[[accepted]]\n${ENTRY.replace(/until = (.*)/, 'until = "$1"')}`, /until must be a date without quotation marks/],
    [`[[accepted]]\n${ENTRY.replace(/until = (.*)/, 'until = $1T00:00:00Z')}`, /until must be a date/],
    [`[[accepted]]\n${ENTRY.replace('01-31', '02-30')}`, /is not valid TOML/],
    [`[[accepted]]\n${ENTRY.replace('zip/overlap', 'zip/overlaps')}`, /an unknown code: “zip\/overlaps”/],
    [`[[accepted]]\n${ENTRY.replace('"zip/overlap"', '1')}`, /code must be text/],
    ['accepted = 1\n', /accepted must be a list/],
    ['accepted = [1]\n', /entry 1 must be a table/],
    ['[[excepted]]\n', /has a key that no baseline has: “excepted”/],
    ['[[accepted]\n', /is not valid TOML/],
  ])('is refused with a sentence: %#', async (text, sentence) => {
    await expect(baselineOf(text)).rejects.toThrow(sentence);
  });

  it('is refused where it does not exist', async () => {
    await expect(readBaseline(join(folder, 'gone.toml'))).rejects.toThrow(/cannot be read \(ENOENT\)/);
  });

  it('accepts the findings of its package, and of one file where it names one', async () => {
    const baseline = await baselineOf(`[[accepted]]\n${ENTRY}path = "model/w"\n`);
    const found = [checkedOf('m/a.carton', overlap('model/w'), overlap('model/v')), checkedOf('m/b.carton', overlap())];
    const { checked, unmatched } = judged(found, baseline, TODAY);
    expect(checked.map(({ findings }) => findings.map(({ accepted }) => accepted?.reason))).toEqual([
      ['A test of damage', undefined],
      [undefined],
    ]);
    expect(unmatched).toEqual([]);
    expect(exitCodeOf(checked, false)).toBe(1);
    expect(exitCodeOf(judged([checkedOf('m/a.carton', overlap('model/w'))], baseline, TODAY).checked, true)).toBe(0);
  });

  it.each([
    ['m/*.carton', ['m/a.carton', 'm/.carton'], ['m/n/a.carton', 'a.carton', 'm/a.cartons']],
    ['**/a.carton', ['a.carton', 'm/a.carton', 'm/n/a.carton'], ['m/ba.carton']],
    ['./m/', ['m'], ['m/a.carton']],
    ['m/**', ['m/a.carton', 'm/n/b.npy'], ['n/b.npy']],
    ['m/[a].(c)$+', ['m/[a].(c)$+'], ['m/a.c']],
  ])('reads %s as a pattern', async (pattern, fits, others) => {
    const text = `[[accepted]]\n${ENTRY.replace('m/a.carton', pattern)}`;
    const all = [...fits, ...others].map((file) => checkedOf(file, overlap()));
    const { checked } = judged(all, await baselineOf(text), TODAY);
    expect(checked.filter(({ findings }) => findings[0]?.accepted).map(({ file }) => file)).toEqual(
      fits.map((file) => join(folder, file)),
    );
  });

  it('takes no longer for a name that a pattern fits in many ways', () => {
    const starts = performance.now();
    expect(packageTest({ package: `${'*a'.repeat(30)}c` })('a'.repeat(250))).toBe(false);
    expect(packageTest({ package: `${'**/a*'.repeat(30)}c` })('a/'.repeat(100))).toBe(false);
    expect(performance.now() - starts).toBeLessThan(1000);
  });

  it('is not written for a name that would be a pattern, and accept others', async () => {
    const order = { out: join(folder, 'star.toml'), reason: 'r', until: '2027-01-31' };
    const { signal } = new AbortController();
    await expect(writeBaseline([checkedOf('m/*.pt', overlap())], order, signal)).rejects.toThrow(/takes the \* in/);
    await expect(readFile(order.out)).rejects.toThrow(/ENOENT/);
  });

  it('holds up to its day, and then counts again and says so', async () => {
    const baseline = await baselineOf(`[[accepted]]\n${ENTRY}`);
    const found = [checkedOf('m/a.carton', overlap())];
    const on = (today: string) => judged(found, baseline, { today, verified: true }).checked;
    expect(exitCodeOf(on('2027-01-31'), false)).toBe(0);
    expect(exitCodeOf(on('2027-02-01'), false)).toBe(1);
    expect(on('2027-02-01')[0]?.findings[0]).toMatchObject({ expired: { until: '2027-01-31' } });
    // Another entry that is still valid decides.
    const both = await baselineOf(`[[accepted]]\n${ENTRY}[[accepted]]\n${ENTRY.replace('2027', '2028')}`);
    expect(exitCodeOf(judged(found, both, { today: '2027-02-01', verified: true }).checked, false)).toBe(0);
  });

  it('accepts what stands for findings that are not listed only for all files', async () => {
    const rest = { ...overlap('model/w'), more: 5 };
    const one = await baselineOf(`[[accepted]]\n${ENTRY}path = "model/w"\n`);
    expect(exitCodeOf(judged([checkedOf('m/a.carton', rest)], one, TODAY).checked, false)).toBe(1);
    const all = await baselineOf(`[[accepted]]\n${ENTRY}`);
    expect(exitCodeOf(judged([checkedOf('m/a.carton', rest)], all, TODAY).checked, false)).toBe(0);
  });

  it('tells of entries that match nothing, of packages that were looked at or do not exist', async () => {
    const baseline = await baselineOf(
      ['m/a.carton', 'm/gone.carton', 'accepted.toml', 'https://example.com/x']
        .map((name) => `[[accepted]]\n${ENTRY.replace('m/a.carton', name)}`)
        .join(''),
    );
    const { unmatched } = judged([checkedOf('m/a.carton')], baseline, { ...TODAY, verified: false });
    expect(unmatched).toEqual([
      'The baseline accepts zip/overlap of m/a.carton, but this was not found. Remove the entry, unless only --verify finds it.',
      'The baseline accepts zip/overlap of m/gone.carton, but m/gone.carton does not exist. Paths begin at the baseline’s folder. Correct the entry, or remove it.',
    ]);
  });

  it('tells of a path that no package has', async () => {
    const entry = (name: string, path: string) =>
      `[[accepted]]\n${ENTRY.replace('m/a.carton', name)}path = "${path}"\n`;
    const baseline = await baselineOf(
      [entry('m/a.carton', 'model/modl'), entry('m/*', 'model/modl'), entry('m/*', 'model/w')].join(''),
    );
    const files = [{ path: 'model/w' }];
    const found = { name: 'a.carton', files } as unknown as NonNullable<Checked['found']>;
    const { unmatched } = judged([{ ...checkedOf('m/a.carton'), found }], baseline, TODAY);
    expect(unmatched).toEqual([
      'The baseline accepts zip/overlap of m/a.carton, model/modl, but m/a.carton has no file model/modl. Correct the entry, or remove it.',
      'The baseline accepts zip/overlap of m/*, model/modl, but no package that m/* matches has a file model/modl. Correct the entry, or remove it.',
      'The baseline accepts zip/overlap of m/*, model/w, but this was not found. Remove the entry.',
    ]);
  });

  it('says that there is no such day', async () => {
    await expect(baselineOf(`[[accepted]]\n${ENTRY.replace(/^until.*$/m, 'until = 2027-06-31')}`)).rejects.toThrow(
      /there is no such date\.$/,
    );
  });

  it('tells of patterns that fit no file, and not of those that fit one that was not looked at', async () => {
    await mkdir(join(folder, 'models/deep'), { recursive: true });
    await writeFile(join(folder, 'models/deep/x.pt'), 'x');
    const unmatchedOf = async (pattern: string) => {
      const baseline = await baselineOf(`[[accepted]]\n${ENTRY.replace('m/a.carton', pattern)}`);
      return judged([], baseline, TODAY).unmatched;
    };
    for (const pattern of ['**/*.pt', 'models/**/*.pt', 'models/deep/*', 'models/*/x.pt'])
      expect(await unmatchedOf(pattern)).toEqual([]);
    for (const pattern of ['**/*.npz', 'models/*.pt', 'gone/**/*.pt'])
      expect(await unmatchedOf(pattern)).toEqual([
        `The baseline accepts zip/overlap of ${pattern}, but ${pattern} matches no file. Paths begin at the baseline’s folder. Correct the entry, or remove it.`,
      ]);
  });

  it('is written with what fails, and then accepts all of it', async () => {
    const out = join(folder, 'new.toml');
    const found = [
      checkedOf('m/a.carton', overlap('a"\\\n\u007f'), overlap('b'), finding('file/lfs-pointer', 'x')),
      checkedOf('m/b.carton', { ...overlap('a'), more: 3 }, overlap('b')),
    ];
    const { signal } = new AbortController();
    const order = { out, reason: 'As of "today"', until: '2027-01-31' };
    expect(await writeBaseline(found, order, signal)).toBe(4);
    const { checked, unmatched } = judged(found, await readBaseline(out), TODAY);
    expect([exitCodeOf(checked, true), unmatched]).toEqual([0, []]);
    expect(await readFile(out, 'utf8')).toMatch(/^\[\[accepted\]\]\ncode = "zip\/overlap"\npackage = "m\/a\.carton"\n/);
    await expect(writeBaseline(found, order, signal)).rejects.toThrow(/already exists/);
    const broken = { ...found[0], error: { tag: 'bad-file', code: 'zip/truncated', message: 'x' } } as Checked;
    await expect(writeBaseline([broken], { ...order, out: `${out}2` }, signal)).rejects.toThrow(/cannot be opened/);
  });
});
