import { describe, expect, it } from 'vitest';
import { asBoxcutterError } from '../../base/errors.ts';
import { openPackage } from '../../formats/registry.ts';
import { memorySource } from '../../source/memory.ts';
import { HOSTILE_ZIPS } from '../../testing/builders/hostile-zips.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { type CountingSource, countingSource } from '../../testing/counting-source.ts';

const MIB = 1024 * 1024;

/**
 * What opening and reading everything may take: decoded bytes, bytes of the zip for each that it has, and further
 * memory. The zips here have some KB. Not time, which depends on the machine: endless work ends at the test's limit.
 */
const MAX_DECODED = 320 * MIB;
const MAX_READ_TIMES = 100;
const MAX_GROWTH = 600 * MIB;

/** Every code that opening the package and reading all of it gives, and the bytes that it decodes. */
async function everything(
  source: CountingSource,
): Promise<{ codes: Set<string>; readable: Set<string>; decoded: number }> {
  const codes = new Set<string>();
  const readable = new Set<string>();
  let decoded = 0;
  const { package: shown, ...opened } = await openPackage(source);
  for (const { path } of shown.files) {
    const file = opened.source(path);
    if (!file) continue;
    try {
      for await (const chunk of file.stream(0, file.size) as unknown as AsyncIterable<Uint8Array>)
        decoded += chunk.length;
      readable.add(path);
    } catch (error) {
      codes.add(asBoxcutterError(error).code);
    }
  }
  for (const { name } of shown.tensors) {
    try {
      await opened.tensor(name);
    } catch (error) {
      codes.add(asBoxcutterError(error).code);
    }
  }
  const { verify } = opened;
  const checked = shown.format === 'carton' ? await verify?.() : undefined;
  if (!checked) throw new Error('a carton is verified');
  for (const { code } of [...shown.findings, ...checked.findings]) codes.add(code);
  return { codes, readable, decoded };
}

describe('a hostile zip', () => {
  it.each(HOSTILE_ZIPS)('with %s is reported, with bounded work and memory', { timeout: 120_000 }, async (_, make) => {
    const { entries, zip, codes: expected, reads } = make();
    const source = countingSource(memorySource('hostile.carton', buildZip(entries, zip)));
    const before = process.memoryUsage().rss;
    const { codes, readable, decoded } = await everything(source);
    expect(decoded).toBeLessThan(MAX_DECODED);
    expect(source.bytes).toBeLessThan(MAX_READ_TIMES * source.size);
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH);
    for (const code of expected) expect([...codes]).toContain(code);
    for (const code of codes) expect(code).not.toMatch(/^internal\/|^source\//);
    if (reads !== undefined) expect([...readable]).toContain(reads);
    for (const { start: from, end } of source.accesses) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(source.size);
    }
  });
});
