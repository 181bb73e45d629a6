import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  FORMAT_WORDS,
  NAMED_FORMATS,
  NAMED_SYNTAX,
  type NamedFormat,
  NEUTRAL_LAYERS,
  SYNTAX_FREE_LAYERS,
  SYNTAX_WORDS,
} from './neutral.ts';

const SRC = import.meta.dirname;

/**
 * Lines of a text that name a format, comments among them. `MANIFEST` and `LINKS` count as they are written, in
 * capitals.
 */
function namedIn(text: string, words = FORMAT_WORDS): number {
  return text.split('\n').filter((line) => [...line.matchAll(words)].some(([word]) => counts(word))).length;
}

function counts(word: string): boolean {
  return !/^(?:manifest|links)$/i.test(word) || word === word.toUpperCase();
}

/** Every file of some layers but tests, with its number of lines that have one of the words, where there are any. */
function namedInLayers(layers: readonly string[], words: RegExp): Map<string, number> {
  const found = new Map<string, number>();
  for (const layer of layers) {
    for (const entry of readdirSync(join(SRC, layer), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const lines = namedIn(readFileSync(path, 'utf8'), words);
      if (lines > 0) found.set(relative(SRC, path).split(sep).join('/'), lines);
    }
  }
  return found;
}

function linesOf(table: readonly NamedFormat[]): Record<string, number> {
  return Object.fromEntries(table.map(({ file, lines }) => [file, lines]));
}

describe('layers that know no format', () => {
  it('name one in no other lines than those of the table', () => {
    expect(Object.fromEntries(namedInLayers(NEUTRAL_LAYERS, FORMAT_WORDS))).toEqual(linesOf(NAMED_FORMATS));
  });

  it('name the syntax of its files in no other lines than those of the table', () => {
    expect(Object.fromEntries(namedInLayers(SYNTAX_FREE_LAYERS, SYNTAX_WORDS))).toEqual(linesOf(NAMED_SYNTAX));
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
