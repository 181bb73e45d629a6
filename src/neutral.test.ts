import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMAT_WORDS, NAMED_FORMATS, NEUTRAL_LAYERS } from './neutral.ts';

const SRC = import.meta.dirname;

/** Lines of a text that name a format, comments among them. `MANIFEST` and `LINKS` count as they are written, in capitals. */
function namedIn(text: string): number {
  return text.split('\n').filter((line) => [...line.matchAll(FORMAT_WORDS)].some(([word]) => counts(word))).length;
}

function counts(word: string): boolean {
  return !/^(?:manifest|links)$/i.test(word) || word === word.toUpperCase();
}

/** Every file of the neutral layers but tests, with its number of lines that name a format, where there are any. */
function namedInLayers(): Map<string, number> {
  const found = new Map<string, number>();
  for (const layer of NEUTRAL_LAYERS) {
    for (const entry of readdirSync(join(SRC, layer), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const lines = namedIn(readFileSync(path, 'utf8'));
      if (lines > 0) found.set(relative(SRC, path).split(sep).join('/'), lines);
    }
  }
  return found;
}

describe('layers that know no format', () => {
  it('name one in no other lines than those of the table', () => {
    expect(Object.fromEntries(namedInLayers())).toEqual(
      Object.fromEntries(NAMED_FORMATS.map(({ file, lines }) => [file, lines])),
    );
  });
});

describe('the count', () => {
  it.each([
    ["const name = 'carton.toml';", 1],
    ['/** Cartons are zips. */', 1],
    ['MAX_CARTON_BYTES\nMANIFEST and LINKS', 2],
    ["if (pkg.format === 'x')\nformat !== other", 2],
    ['links to its manifest', 0],
    ['MANIFESTO, LINKS_AT_ONCE', 0],
    ['the format of a date', 0],
    ['links, and LINKS', 1],
  ])('of %j is %d', (text, lines) => {
    expect(namedIn(text)).toBe(lines);
  });
});
