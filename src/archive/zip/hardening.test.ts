import { describe, expect, it } from 'vitest';
import { asBoxcutterError } from '../../base/errors.ts';
import { openPackage } from '../../formats/registry.ts';
import { memorySource } from '../../source/memory.ts';
import { type CountingSource, countingSource } from '../../testing/counting-source.ts';
import { HOSTILE_ZIPS } from '../../testing/hostile-zips.ts';
import { buildZip } from '../../testing/zip-builder.ts';

const MIB = 1024 * 1024;

/** Time and further memory that opening and reading everything may take. The zips here have some KB. */
const MAX_MS = 8_000;
const MAX_GROWTH = 600 * MIB;

/** Every code that opening the package and reading all of it gives. */
async function everything(source: CountingSource): Promise<{ codes: Set<string>; readable: Set<string> }> {
  const codes = new Set<string>();
  const readable = new Set<string>();
  const { package: shown, ...opened } = await openPackage(source);
  for (const { path } of shown.files) {
    const file = opened.source(path);
    if (!file) continue;
    try {
      for await (const chunk of file.stream(0, file.size) as unknown as AsyncIterable<Uint8Array>) void chunk;
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
  return { codes, readable };
}

describe('a hostile zip', () => {
  it.each(HOSTILE_ZIPS)('with %s is reported, within time and memory', async (_, make) => {
    const { entries, zip, codes: expected, reads } = make();
    const source = countingSource(memorySource('hostile.carton', buildZip(entries, zip)));
    const before = process.memoryUsage().rss;
    const start = performance.now();
    const { codes, readable } = await everything(source);
    expect(performance.now() - start).toBeLessThan(MAX_MS);
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
