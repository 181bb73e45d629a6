import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadedFindings } from '../base/findings.ts';
import { type Import, importsOf, stringsOf, targetsOf } from '../testing/imports.ts';

const SRC = join(import.meta.dirname, '..');

/** Codes that no module names, each with its reason. */
const UNUSED: Readonly<Record<string, string>> = {
  'source/no-package': 'Only the command line looks for packages in a folder and must find one.',
};

interface Module {
  /** With one for each file where a pattern stands for several. */
  imports: readonly (Import & { target: string })[];
  /** Those of its strings that look like codes. */
  codes: ReadonlySet<string>;
}

const { entries, headings } = loadedFindings();

/** All modules of the program, by path. */
const modules = new Map<string, Module>();
const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/'));
for (const path of paths) {
  if (!/\.tsx?$/.test(path) || path.startsWith('testing/') || path.includes('.test.')) continue;
  // It names modules.
  if (path === 'layers.ts') continue;
  const code = readFileSync(join(SRC, path), 'utf8');
  modules.set(path, {
    imports: importsOf(path, code).flatMap((found) =>
      targetsOf(path, found, paths).map((target) => ({ ...found, target })),
    ),
    codes: new Set(stringsOf(path, code).filter((text) => isCode(text))),
  });
}

function isCode(text: string): boolean {
  const [area = '', ...rest] = text.split('/');
  return headings.has(area) && rest.length === 1 && /^[a-z0-9-]+$/.test(rest[0] as string);
}

/** Tables have such names, wherever they are. */
const isTable = (path: string) => /(^|\/)(base-)?findings(\/[\w-]+)?\.ts$/.test(path) && path !== 'base/findings.ts';

const tables = new Map([...modules].filter(([path]) => isTable(path)));
const users = new Map([...modules].filter(([path]) => !isTable(path)));

/** A module and all that loads before it runs. */
function loadedWith(path: string, loaded = new Set<string>()): Set<string> {
  const found = modules.get(path);
  if (!found || loaded.has(path)) return loaded;
  loaded.add(path);
  for (const { kind, target } of found.imports) if (kind === 'value') loadedWith(target, loaded);
  return loaded;
}

/** The page's workers. Each loads modules of its own. */
const threads = new Set<string>();
for (const { imports } of modules.values()) {
  for (const { kind, target } of imports) if (kind === 'worker' && modules.has(target)) threads.add(target);
}

/**
 * What a thread has loaded each time that its modules run: first all static imports, then again after each `import()`.
 */
function* loads(root: string, before: ReadonlySet<string> = new Set()): Generator<ReadonlySet<string>> {
  const loaded = loadedWith(root, new Set(before));
  if (loaded.size === before.size) return;
  yield loaded;
  for (const path of loaded) {
    if (before.has(path)) continue;
    for (const { kind, target } of modules.get(path)?.imports ?? []) if (kind === 'lazy') yield* loads(target, loaded);
  }
}

describe('the tables of findings', () => {
  it('hold every code that the program names, once', () => {
    const inTables = [...tables.values()].flatMap(({ codes }) => [...codes]);
    expect(inTables.toSorted()).toEqual([...entries.keys()].sort());
    for (const [path, { codes }] of users)
      for (const code of codes) expect(entries.has(code), `${path}: ${code}`).toBe(true);
  });

  it('hold no code that the program does not name', () => {
    const named = new Set([...users.values()].flatMap(({ codes }) => [...codes]));
    const unused = [...entries.keys()].filter((code) => !named.has(code));
    expect(unused).toEqual(Object.keys(UNUSED));
  });

  it('are loaded where their codes are used', () => {
    const seen = new Set<string>();
    // What the page loads at first. The worker sends the tables of what it opens.
    const emptyPage = loadedWith('main.tsx', loadedWith('formats/findings.ts'));
    for (const loaded of [emptyPage, ...[...threads].flatMap((thread) => [...loads(thread)])]) {
      const defined = new Set([...loaded].flatMap((path) => [...(tables.get(path)?.codes ?? [])]));
      for (const path of loaded) {
        seen.add(path);
        const missing = [...(users.get(path)?.codes ?? [])].filter((code) => !defined.has(code));
        expect(missing, `${path} is loaded without the table of these`).toEqual([]);
      }
    }
    for (const path of [
      'worker/entry.ts',
      'worker/package-thread.ts',
      'worker/hashing/hashing.ts',
      'formats/carton/core/format.ts',
      'app/opening/failure.tsx',
    ])
      expect(seen, path).toContain(path);
  });

  it('load nothing but tables', () => {
    const loaded = [...loadedWith('formats/findings.ts')].filter((path) => !isTable(path));
    expect(loaded.sort()).toEqual(['base/finding-entry.ts', 'base/findings.ts', 'base/text.ts']);
  });
});
