import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isUrl, openLocation } from './source.ts';

it('takes a file in a folder named https: for a file, not for what a host has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-named-'));
  const before = process.cwd();
  try {
    mkdirSync(join(folder, 'https:', '127.0.0.1:1'), { recursive: true });
    writeFileSync(join(folder, 'https:', '127.0.0.1:1', 'a.npy'), 'own');
    process.chdir(folder);
    // As git lists it.
    const { container, close } = await openLocation('https:/127.0.0.1:1/a.npy');
    expect(new TextDecoder().decode(await container.source?.read(0, 3))).toBe('own');
    await close();
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
  expect(['HTTPS://example.com/a', 'https:a', 'http:/a'].map(isUrl)).toEqual([true, false, false]);
});
