import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('..', import.meta.url));

/** Files that may name colors, sizes, weights and radii. */
const SOURCES = ['app/tokens.css', 'app/fonts.css'];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(css|tsx?)$/.test(path) && !/\.test\.|^testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(SRC + path, 'utf8') }));

/** What only tokens.css may say: a color, or a size of text, a weight or a radius in numbers (4 px is for marks). */
const RAW = [
  /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\(/i,
  /--mantine-color-/,
  /font-size: *\d/,
  /font-weight: *\d/,
  /border-radius: *(?!0|4px|50%)\d/,
];

/** Lines of a style sheet that say what a token should. */
function rawLines(text: string): string[] {
  return text
    .replace(/\/\*.*?\*\//gs, '')
    .split('\n')
    .filter((line) => RAW.some((pattern) => pattern.test(line)))
    .map((line) => line.trim());
}

describe('tokens', () => {
  it.each(['color: #fff', 'background: rgb(0 0 0 / 40%)', 'font-size: 13px', 'font-weight: 600', 'border-radius: 6px'])(
    'would be missed in %s',
    (line) => expect(rawLines(`.a {\n  ${line};\n}`)).toEqual([`${line};`]),
  );

  it('are what style sheets use', () => {
    const raw = files
      .filter(({ path }) => path.endsWith('.module.css') || path === 'app/global.css')
      .flatMap(({ path, text }) => rawLines(text).map((line) => `${path}: ${line}`));
    expect(raw).toEqual([]);
  });

  it('that are used are set', () => {
    const isSet = new Set(
      files.flatMap(({ text }) => [...text.matchAll(/(--bc-[\w-]+)(?=['"]?\s*:|['"],)/g)].map(([name]) => name)),
    );
    const missing = files
      .filter(({ path }) => !SOURCES.includes(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/var\((--bc-[\w-]+)[),]/g)]
          .map(([, name = '']) => name)
          .filter((name) => !isSet.has(name))
          .map((name) => `${path}: ${name}`),
      );
    expect(missing).toEqual([]);
  });
});
