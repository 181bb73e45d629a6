import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decode } from '@jridgewell/sourcemap-codec';
import { parseSync } from 'vite';

/**
 * `npm run measure`: how large the product code is. By folder of `src`: files, code lines, comments, lone brackets,
 * imports and blank lines, without tests and `testing`, and after `npm run build` the minified bytes that come from it.
 * Then the largest files and the folders with the most files of their own. For another commit, run it in its checkout.
 */
const COUNTED = ['code', 'comments', 'brackets', 'imports', 'blank'] as const;
type LineKind = (typeof COUNTED)[number];
type Sums = Record<LineKind | 'files' | 'minified', number>;

/** Every file below a folder, by `/`. */
const filesOf = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path).replaceAll('\\', '/'))
    : [];

const none = (): Sums => ({ files: 0, code: 0, comments: 0, brackets: 0, imports: 0, blank: 0, minified: 0 });

/** What each line of a file is. A line with code and a comment is code. */
function lineKinds(text: string, path: string): LineKind[] {
  const { program, comments } = parseSync(path, text, { sourceType: 'module' });
  const within = (ranges: readonly { start: number; end: number }[], at: number) =>
    ranges.some(({ start, end }) => start <= at && at < end);
  const imports = program.body.filter((part) => 'source' in part && part.source);
  let at = 0;
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const start = at;
      at += line.length + 1;
      if (!line.trim()) return 'blank';
      const rest = [...line]
        .filter((character, index) => character.trim() && !within(comments, start + index))
        .join('');
      if (!rest) return 'comments';
      if (within(imports, start + line.search(/\S/))) return 'imports';
      return /^[[\](){}<>/,;]+$/.test(rest) ? 'brackets' : 'code';
    });
}

/** Minified bytes by the source that they come from, of every built script. A mapping holds to the next one. */
function minifiedBytes(): Map<string, number> {
  const bytes = new Map<string, number>();
  for (const mapFile of filesOf('dist').filter((path) => path.endsWith('.js.map'))) {
    const map = JSON.parse(readFileSync(mapFile, 'utf8')) as { sources: string[]; mappings: string };
    const lines = readFileSync(mapFile.slice(0, -'.map'.length), 'utf8').split('\n');
    for (const [index, segments] of decode(map.mappings).entries()) {
      for (const [at, [column, source]] of segments.entries()) {
        if (source === undefined) continue;
        const path = map.sources[source]?.replace(/^(?:\.\.\/)+/, '') ?? '';
        const end = segments[at + 1]?.[0] ?? lines[index]?.length ?? column;
        bytes.set(path, (bytes.get(path) ?? 0) + end - column);
      }
    }
  }
  return bytes;
}

const minified = minifiedBytes();
const total = none();
const byFolder = new Map<string, Sums>();
const ownFiles = new Map<string, number>();
const lengths: [string, number][] = [];
for (const path of filesOf('src').sort()) {
  if (!/\.tsx?$/.test(path) || /\.test\.tsx?$|^src\/testing\//.test(path)) continue;
  const kinds = lineKinds(readFileSync(path, 'utf8'), path);
  lengths.push([path, kinds.length]);
  ownFiles.set(dirname(path), (ownFiles.get(dirname(path)) ?? 0) + 1);
  const folder = dirname(path)
    .split('/')
    .slice(0, path.startsWith('src/formats/') ? 3 : 2)
    .join('/');
  const sums = byFolder.get(folder) ?? none();
  byFolder.set(folder, sums);
  for (const into of [sums, total]) {
    into.files++;
    into.minified += minified.get(path) ?? 0;
    for (const kind of kinds) into[kind]++;
  }
}

const columns = ['files', ...COUNTED, 'minified'] as const;
const row = (name: string, sums: Sums) =>
  [name.padEnd(28), ...columns.map((of) => String(sums[of]).padStart(9))].join('');
const largest = (of: Iterable<[string, number]>, count: number) =>
  [...of]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([name, size]) => `${String(size).padStart(6)}  ${name}`);
console.log(
  [
    [''.padEnd(28), ...columns.map((name) => name.padStart(9))].join(''),
    ...[...byFolder].map(([name, sums]) => row(name, sums)),
    row('all', total),
    `${(total.comments / total.code).toFixed(3)} comments per code line`,
    ...(minified.size ? [] : ['Minified bytes: run `npm run build` before.']),
    '\nFiles by lines',
    ...largest(lengths, 12),
    '\nFolders by files of their own',
    ...largest(ownFiles, 12),
  ].join('\n'),
);
