import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grouped } from '../../../base/amounts.ts';
import { sha256 } from '../../../codec/sha256.ts';
import { elementText } from '../../../tensor/elements.ts';
import { tensorStatistics } from '../../../tensor/statistics/statistics.ts';
import { fixture, fixturePath, fixtureSource, hasFixtures } from '../../../testing/fixtures.ts';
import { openPackage } from '../../registry.ts';
import { STORED_DTYPES } from './entry.ts';

/** What independent readers say of files that others made. */
interface Verdict {
  severity: 'ok' | 'info' | 'warning' | 'error';
  opens: boolean;
  expect: string;
}

interface TrueTensor {
  name: string;
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
  first: number[];
  last: number;
  min: number;
  max: number;
  mean: number;
  std?: number;
  nan?: number;
  sha256: string;
}

interface Truth {
  format: string;
  bytes: number;
  header_bytes: number;
  n_elements: number;
  order_in_file: string[];
  tensors: TrueTensor[];
}

function json<T>(path: string): Record<string, T> {
  return hasFixtures ? JSON.parse(new TextDecoder().decode(fixture(path))) : {};
}

const cases = Object.entries(json<Verdict>('neighbours/expected.json')).filter(([path]) =>
  path.startsWith('safetensors/'),
);

const truths = Object.entries(json<Truth>('neighbours/real/truth.json')).filter(
  ([, { format }]) => format === 'safetensors',
);

describe.skipIf(!hasFixtures)('files that others made', () => {
  it('are all looked at', () => {
    const files = readdirSync(fixturePath('neighbours/safetensors')).map((name) => `safetensors/${name}`);
    expect(cases.map(([path]) => path).sort()).toEqual(files.sort());
    expect(truths.length).toBeGreaterThan(2);
  });

  it.each(cases)('%s: $expect', async (path, { severity, opens }) => {
    const opening = openPackage(fixtureSource(`neighbours/${path}`));
    if (!opens) {
      await expect(opening).rejects.toMatchObject({ code: expect.stringMatching(/^safetensors\//) });
      return;
    }
    const { format, findings } = (await opening).package;
    expect(format).toBe('safetensors');
    const found = new Set<string>(findings.map((finding) => finding.severity));
    if (severity === 'ok') expect(findings.filter((finding) => finding.severity !== 'info')).toEqual([]);
    else expect([...found]).toContain(severity);
    if (severity === 'warning') expect(found.has('error')).toBe(false);
  });

  it('show exact numbers of shapes beyond 2^53', async () => {
    const { tensors } = (await openPackage(fixtureSource('neighbours/safetensors/st-shape-2pow53plus1.safetensors')))
      .package;
    expect(tensors[0]?.shape).toEqual([2n ** 53n + 1n]);
    expect(tensors[0]?.problem).toContain('9007199254740993');
  });

  it('have the values of packed floats', async () => {
    const opened = await openPackage(fixtureSource('neighbours/safetensors/st-dtype-F6.safetensors'));
    // 01 02 03 from the lowest bits on are the patterns 1, 8, 48 and 0.
    expect([...(await (await opened.tensor('a')).read(0, 4))]).toEqual([0.125, 1, -2, 0]);
    expect(opened.package.tensors[0]?.dtype).toBe('F6_E2M3');
  });
});

describe.skipIf(!hasFixtures)('files of other people’s programs', () => {
  it.each(truths)('%s is what other readers found in it', async (name, truth) => {
    const path = `neighbours/real/${name}`;
    const opened = await openPackage(fixtureSource(path));
    const { package: pkg } = opened;
    expect(pkg.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect([pkg.format, pkg.size, pkg.name]).toEqual(['safetensors', truth.bytes, basename(path)]);
    expect(pkg.tensors.map((tensor) => tensor.name)).toEqual(truth.tensors.map((tensor) => tensor.name));
    expect(pkg.facts).toContainEqual({ label: 'Parameters', value: truth.n_elements.toLocaleString('en') });
    expect(pkg.facts).toContainEqual({ label: 'Header', value: grouped`${truth.header_bytes} bytes` });
    const dataStart = 8 + truth.header_bytes;
    for (const [index, tensor] of truth.tensors.entries()) {
      const { dtype, shape, data } = pkg.tensors[index] ?? {};
      const [begin, end] = tensor.data_offsets.map((offset) => dataStart + offset);
      expect({ dtype, shape, data }).toEqual({
        dtype: STORED_DTYPES.get(tensor.dtype)?.dtype,
        shape: tensor.shape.map(BigInt),
        data: { path: name, start: begin, end },
      });
      const reader = await opened.tensor(tensor.name);
      const values = [...(await reader.read(0, reader.count))].map((value) => elementText(value));
      expect(values.slice(0, tensor.first.length)).toEqual(tensor.first.map(elementText));
      expect(values.at(-1)).toBe(elementText(tensor.last));
      expect(await sha256((await reader.data?.read(0, reader.data.size)) as Uint8Array)).toBe(tensor.sha256);
      const statistics = await tensorStatistics(reader);
      expect([statistics.min, statistics.max]).toEqual([tensor.min, tensor.max].map(elementText));
      expect(statistics.mean).toBeCloseTo(tensor.mean, 12);
      if (tensor.std !== undefined) expect(statistics.std).toBeCloseTo(tensor.std, 12);
      expect(statistics.nan).toBe(tensor.nan ?? 0);
    }
  });
});
