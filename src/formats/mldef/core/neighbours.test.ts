import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixture, fixturePath, fixtureSource, hasFixtures } from '../../../testing/fixtures.ts';
import { openPackage } from '../../registry.ts';

/** What independent readers say of models that others made. */
interface Verdict {
  severity: 'ok' | 'info' | 'warning' | 'error';
  opens: boolean;
  expect: string;
}

/** The code that each of them must have. */
const CODES: Readonly<Record<string, string>> = {
  'md-path-missing': 'mldef/file-missing',
  'md-path-traversal': 'mldef/unsafe-path',
  'md-extension': 'mldef/bad-extension',
  'md-float32-size': 'mldef/odd-size',
  'md-csv-odd': 'mldef/csv-byte-order-mark',
  'md-negative-index': 'mldef/bad-number',
  'md-prior-unknown': 'mldef/prior-unknown',
  'md-prior-cycle': 'mldef/prior-cycle',
  'md-prior-later': 'mldef/prior-later',
  'md-signature-opaque': 'mldef/signature-opaque',
};

const cases = (
  hasFixtures ? Object.entries<Verdict>(JSON.parse(new TextDecoder().decode(fixture('neighbours/expected.json')))) : []
).filter(([path]) => path.startsWith('mldef/'));

describe.skipIf(!hasFixtures)('mldef models that others made', () => {
  it('are all looked at', () => {
    const files = readdirSync(fixturePath('neighbours/mldef')).map((name) => `mldef/${name}`);
    expect(cases.map(([path]) => path).sort()).toEqual(files.sort());
  });

  it.each(cases)('%s: $expect', async (path, { severity }) => {
    const { package: pkg, verify } = await openPackage(fixtureSource(`neighbours/${path}`));
    expect(pkg.format).toBe('mldef');
    const findings = [...pkg.findings, ...((await verify?.())?.findings ?? [])];
    const found = new Set<string>(findings.map((finding) => finding.severity));
    if (severity === 'ok') expect(findings.filter((finding) => finding.severity !== 'info')).toEqual([]);
    else expect([...found]).toContain(severity);
    if (severity === 'warning') expect(found.has('error')).toBe(false);
    const code = CODES[path.replace(/^mldef\/|\.mldef$/g, '')];
    if (code !== undefined) expect(pkg.findings.map((finding) => finding.code)).toContain(code);
    else expect(severity).toBe('ok');
  });

  it('has a signature whose checksums all match', async () => {
    const opened = await openPackage(fixtureSource('neighbours/mldef/md-signature.mldef'));
    expect(opened.package.words.hashList).toBe('SIGNATURE');
    const verified = await opened.verify?.();
    expect(verified).toMatchObject({ files: 3, mismatches: [], findings: [] });
    expect(opened.package.findings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'mldef/signature-unlisted manifest.json',
    ]);
  });

  it('has the values of data files, and of a layer those that it names', async () => {
    const opened = await openPackage(fixtureSource('neighbours/mldef/md-prior-branch.mldef'));
    const shown = opened.package.tensors.map(({ name, dtype, shape }) => `${name} ${dtype} [${shape.join(',')}]`);
    expect(shown).toEqual(['dense float32 [5]', 'table float64 [2,3]', 'out float32 [3]', 'out2 float32 [3]']);
    const values = async (name: string) => {
      const reader = await opened.tensor(name);
      return Array.from(await reader.read(0, reader.count), Number);
    };
    expect(await values('dense')).toEqual([0.5, -1.25, 2, 3, 4]);
    expect(await values('table')).toEqual([1, 2.5, -3, 4, 5, 0.6]);
    expect(await values('out')).toEqual([-1.25, 2, 3]);
  });

  it('keeps the places of values that are not numbers', async () => {
    const opened = await openPackage(fixtureSource('neighbours/mldef/md-csv-odd.mldef'));
    const reader = await opened.tensor('table');
    expect(Array.from(await reader.read(0, reader.count), Number)).toEqual([1, 2, 3, 4, NaN, 6, 7, NaN, NaN, NaN]);
    const codes = new Set(opened.package.findings.map(({ code }) => code));
    expect([...codes].sort()).toEqual([
      'mldef/csv-byte-order-mark',
      'mldef/csv-header',
      'mldef/csv-not-finite',
      'mldef/csv-ragged',
      'mldef/csv-value',
    ]);
  });
});
