import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { grouped } from '../../../base/amounts.ts';
import { fixture, fixturePath, fixtureSource, hasFixtures } from '../../../testing/fixtures.ts';
import { openPackage } from '../../registry.ts';
import type { GgufOwn } from './own.ts';

/** What llama.cpp and other readers say of files that others made. */
interface Verdict {
  severity: 'ok' | 'info' | 'warning' | 'error';
  opens: boolean;
  expect: string;
}

interface TrueValue {
  key: string;
  type: string;
  value: unknown;
}

interface Truth {
  format: string;
  bytes: number;
  version: number;
  kv_count: number;
  header_end: number;
  data_offset: number;
  kv: TrueValue[];
  tensors: unknown[];
}

function json<T>(path: string): Record<string, T> {
  return hasFixtures ? JSON.parse(new TextDecoder().decode(fixture(path))) : {};
}

const cases = Object.entries(json<Verdict>('neighbours/expected.json')).filter(([path]) => path.startsWith('gguf/'));
const truths = Object.entries(json<Truth>('neighbours/real/truth.json')).filter(([, { format }]) => format === 'gguf');

describe.skipIf(!hasFixtures)('GGUF files that others made', () => {
  it('are all looked at', () => {
    const files = readdirSync(fixturePath('neighbours/gguf')).map((name) => `gguf/${name}`);
    expect(cases.map(([path]) => path).sort()).toEqual(files.sort());
    expect(truths.length).toBeGreaterThan(0);
  });

  it.each(cases)('%s: $expect', async (path, { severity, opens }) => {
    const opening = openPackage(fixtureSource(`neighbours/${path}`));
    if (!opens) {
      await expect(opening).rejects.toMatchObject({ code: expect.stringMatching(/^gguf\//) });
      return;
    }
    const { format, findings } = (await opening).package;
    expect(format).toBe('gguf');
    const found = new Set<string>(findings.map((finding) => finding.severity));
    if (severity === 'ok') expect(findings.filter((finding) => finding.severity !== 'info')).toEqual([]);
    else expect([...found]).toContain(severity);
    if (severity === 'warning') expect(found.has('error')).toBe(false);
  });

  it.each(truths)('%s is what other readers found in it', async (name, truth) => {
    const { package: pkg } = await openPackage(fixtureSource(`neighbours/real/${name}`));
    expect(pkg.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect([pkg.format, pkg.size, pkg.tensors.length]).toEqual(['gguf', truth.bytes, truth.tensors.length]);
    expect(pkg.facts).toContainEqual(
      expect.objectContaining({ label: 'Header', value: grouped`${truth.header_end} bytes` }),
    );
    const own = pkg.own as GgufOwn;
    expect(own.dataStarts).toEqual([{ path: name, start: truth.data_offset }]);
    expect([own.version, own.keyValueCount]).toEqual([truth.version, BigInt(truth.kv_count)]);
    expect(
      own.keyValues.map(({ key, type, value, list }) => ({
        key,
        type,
        value: list
          ? { array_of: list.type, length: list.count, first: list.first.slice(0, 5), last: expect.anything() }
          : value,
      })),
    ).toEqual(truth.kv);
  });
});
