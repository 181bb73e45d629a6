import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MANIFEST_FILE, SCREENSHOTS } from './manifest.ts';

const folder = new URL('../public/', import.meta.url);
const file = readFileSync(new URL('manifest.webmanifest', folder), 'utf8');
const manifest = JSON.parse(file);

/** Width and height of a PNG, from its first chunk. */
function sizeOf(path: string): string {
  const bytes = readFileSync(new URL(path, folder));
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

describe('public/manifest.webmanifest', () => {
  it('is what `npm run manifest` writes', () => {
    expect(file).toBe(MANIFEST_FILE);
  });

  it('names pictures that are there, in the sizes that they have', () => {
    const pictures: { src: string; sizes: string }[] = [...manifest.icons, ...manifest.screenshots];
    expect(pictures).toHaveLength(4 + Object.keys(SCREENSHOTS).length);
    for (const { src, sizes } of pictures) {
      expect(existsSync(new URL(src, folder)), src).toBe(true);
      if (src.endsWith('.png')) expect(sizeOf(src), src).toBe(sizes);
    }
  });

  it('offers the page for cartons, with a type of its own for each ending', () => {
    const accept: Record<string, string[]> = manifest.file_handlers[0].accept;
    expect(accept['application/x-carton']).toEqual(['.carton']);
    expect(Object.values(accept).every((ends) => ends.length === 1)).toBe(true);
  });
});
