import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_FORMATS } from '../src/formats/list.ts';
import { MANIFEST_FILE } from './manifest.ts';

const PUBLIC = new URL('../public/', import.meta.url);
const manifest = JSON.parse(MANIFEST_FILE);

/** Width and height in the header of a PNG file. */
function sizeOf(file: string): string {
  const bytes = readFileSync(new URL(file, PUBLIC));
  expect(bytes.toString('latin1', 1, 4), file).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('the manifest is the one in public (npm run manifest writes it again)', () => {
  expect(readFileSync(new URL('manifest.webmanifest', PUBLIC), 'utf8')).toBe(MANIFEST_FILE);
});

test('the page is offered for each ending by which a format knows its files, where browsers take it', () => {
  const accepted = Object.values<string[]>(manifest.file_handlers[0].accept).flat();
  const ends = new Set(ALL_FORMATS.flatMap((format) => format.ends ?? []));
  expect(accepted).toContain('.carton');
  // Chromium takes letters, digits, dots and few others, and sixteen of them at most.
  expect([...ends].filter((end) => !accepted.includes(end))).toEqual(['.safetensors.index.json']);
  for (const end of accepted) expect(end).toMatch(/^\.[a-z0-9.]{1,15}$/);
  // One type for two kinds of files, or a common one, would take files that are not asked for.
  expect(Object.keys(manifest.file_handlers[0].accept).every((type) => type.startsWith('application/x-'))).toBe(true);
});

test('its pictures are there, in the sizes that it says, and few bytes each', () => {
  const pictures: { src: string; sizes: string; purpose?: string; form_factor?: string }[] = [
    ...manifest.icons.filter(({ sizes }: { sizes: string }) => sizes !== 'any'),
    ...manifest.screenshots,
  ];
  for (const { src, sizes } of pictures) {
    expect(sizeOf(src), src).toBe(sizes);
    expect(readFileSync(new URL(src, PUBLIC)).length, src).toBeLessThan(200_000);
  }
  // What browsers need before they offer to install a page.
  expect(pictures.map(({ sizes, purpose, form_factor }) => purpose ?? form_factor ?? sizes)).toEqual([
    ...['192x192', '512x512', 'maskable', 'wide', 'narrow'],
  ]);
  expect(sizeOf('icons/apple.png')).toBe('180x180');
});
