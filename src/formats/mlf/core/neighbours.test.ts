import { readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sourceContainer } from '../../../archive/container.ts';
import { unwrapGzip } from '../../../archive/gzip.ts';
import { memorySource } from '../../../source/memory.ts';
import { fixture, fixturePath, fixtureSource, hasFixtures } from '../../../testing/fixtures.ts';
import { openPackage } from '../../registry.ts';

/** What the format's document, TVM and the standards of tar say of libraries that others made. */
interface Verdict {
  severity: 'ok' | 'info' | 'warning' | 'error';
  opens: boolean;
  expect: string;
}

const cases = (
  hasFixtures ? Object.entries<Verdict>(JSON.parse(new TextDecoder().decode(fixture('neighbours/expected.json')))) : []
).filter(([path]) => path.startsWith('mlf/'));

async function open(path: string) {
  const source = fixtureSource(path);
  const found = await unwrapGzip(source);
  if (!found) return { ...(await openPackage(source)), unwrapping: [] };
  const bytes = new Uint8Array(await found.blob.arrayBuffer());
  const opened = await openPackage(sourceContainer(memorySource(found.name, bytes)));
  return { ...opened, unwrapping: found.wrapping.findings };
}

/** The finding that each wrong case is about. */
const CODES: Readonly<Record<string, string>> = {
  'tar-gnu-longlink.tar': 'zip/unsafe-path',
  'tar-one-zero-block.tar': 'tar/lone-zero-block',
  'tar-junk-after-end.tar': 'tar/trailing-bytes',
  'tar-symlink-out.tar': 'zip/unsafe-path',
  'tar-symlink-loop.tar': 'zip/symlink-loop',
  'tar-hardlink-with-data.tar': 'tar/link-data',
  'tar-duplicate-metadata.tar': 'tar/duplicate-name',
  'tar-size-garbage.tar': 'tar/bad-size',
  'tar-pax-record-length.tar': 'tar/bad-extension',
  'tar-pax-dangling.tar': 'tar/bad-extension',
  'tar-tvmc-package.tar': 'tar/tvmc-package',
  'mlf-gz-junk-after.tar.gz': 'gzip/trailing-bytes',
  'mlf-version-string.tar': 'mlf/bad-version',
  'mlf-modules-empty.tar': 'mlf/no-module',
  'mlf-date-wrong.tar': 'mlf/bad-date',
  'mlf-params-bad-magic.tar': 'mlf/params-magic',
  'mlf-params-names-2pow40.tar': 'mlf/params-cut',
  'mlf-params-size.tar': 'mlf/params-size',
};

describe.skipIf(!hasFixtures)('model libraries that others made', () => {
  it('are all looked at', () => {
    const files = readdirSync(fixturePath('neighbours/mlf')).map((name) => `mlf/${name}`);
    expect(cases.map(([path]) => path).sort()).toEqual(files.sort());
  });

  it.each(cases)('%s: $expect', async (path, { severity, opens }) => {
    expect(opens).toBe(true);
    const { package: pkg, unwrapping } = await open(`neighbours/${path}`);
    expect(pkg.format).toBe(path.includes('tvmc') ? 'tar' : 'tvm-mlf');
    const findings = [...pkg.findings, ...unwrapping];
    const bad = findings.filter((finding) => finding.severity === 'error' || finding.severity === 'warning');
    if (severity === 'ok') expect(bad).toEqual([]);
    else expect(bad).toContainEqual(expect.objectContaining({ code: CODES[path.slice(4)], severity }));
    if (severity === 'warning') expect(findings.map((finding) => finding.severity)).not.toContain('error');
  });

  it('say which of two files counts', async () => {
    expect((await open('neighbours/mlf/tar-duplicate-metadata.tar')).package.title).toBe('second');
  });

  it('have the values that Python’s struct reads', async () => {
    const { package: pkg, tensor } = await open('neighbours/mlf/mlf-good-v7.tar');
    const read = await Promise.all(
      pkg.tensors.map(async ({ name, dtype, shape }) => {
        const reader = await tensor(name);
        return [name, dtype, shape, [...(await reader.read(0, reader.count))]];
      }),
    );
    expect(read).toEqual([
      ['p0', 'float32', [2n, 2n], [0.5, -1, 2, 3]],
      ['p1', 'int8', [3n], [1, -1, 127]],
      ['p2', 'int64', [], [-(2n ** 63n)]],
    ]);
    expect(pkg.inputs).toEqual([{ name: 'x', dtype: 'int8', shapeless: true, description: '5 bytes' }]);
    expect(pkg.outputs).toEqual([{ name: 'y', dtype: 'float32', shapeless: true, description: '8 bytes' }]);
  });

  it('may be of the document’s shape, in gzip or not', async () => {
    const { package: pkg } = await open('other/sine-mlf.tar');
    expect([pkg.format, pkg.title, pkg.formatVersion]).toEqual(['tvm-mlf', 'sine', '5']);
    expect(pkg.panels?.map(({ title, rows }) => [title, rows.map(({ label, bytes }) => [label, bytes])])).toEqual([
      [
        'Memory of the main function',
        [
          ['Total', 2476n],
          ['Workspace', 1184n],
          ['Constants', 1284n],
          ['Inputs and outputs', 8n],
        ],
      ],
      [
        'Workspaces of operator functions',
        [
          ['Total', 96n],
          ['tvmgen_default_fused_nn_dense', 96n],
        ],
      ],
    ]);
    const compressed = fixture('other/sine-mlf.tar.gz');
    expect(new Uint8Array(gunzipSync(compressed))).toHaveLength(fixture('other/sine-mlf.tar').length);
    expect((await open('other/sine-mlf.tar.gz')).package.facts).toEqual(pkg.facts);
  });
});
