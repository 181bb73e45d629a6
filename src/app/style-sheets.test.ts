import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('..', import.meta.url));

const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
const sheets = paths.filter((path) => path.endsWith('.module.css'));
const modules = paths.filter((path) => /(?<!\.test)\.tsx?$/.test(path));

/** The classes that a style sheet has rules for. */
function classesOf(css: string): Set<string> {
  const selectors = css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name));
}

/** The classes that a module takes from its style sheets, by the sheet's path in `src`. */
function usedIn(path: string, text: string): Map<string, string[]> {
  const imports = [...text.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)];
  return new Map(
    imports.map(([, name = '', sheet = '']) => [
      join(dirname(path), sheet).replaceAll('\\', '/'),
      [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, used = '']) => used),
    ]),
  );
}

const used = new Map<string, Set<string>>(sheets.map((sheet) => [sheet, new Set()]));
for (const path of modules)
  for (const [sheet, names] of usedIn(path, readFileSync(SRC + path, 'utf8')))
    for (const name of names) used.get(sheet)?.add(name);

describe('style sheets', () => {
  it('are read as they are written', () => {
    expect([...classesOf('/* .no */ .a > .b-c:not(.d)::after { x: url("e.f") } :global(.g) { y: 1.5 }')]).toEqual([
      'a',
      'b-c',
      'd',
    ]);
    expect([...usedIn('app/x/y.tsx', "import a from '../z.module.css';\na.b; a.c ?? ''; ba.d")]).toEqual([
      ['app/z.module.css', ['b', 'c']],
    ]);
  });

  it('have the classes that are used, and no others', () => {
    const faults = sheets.flatMap((sheet) => {
      const own = classesOf(readFileSync(SRC + sheet, 'utf8'));
      const taken = used.get(sheet) ?? new Set();
      return [
        ...[...own].filter((name) => !taken.has(name)).map((name) => `${sheet}: .${name} is not used`),
        ...[...taken].filter((name) => !own.has(name)).map((name) => `${sheet}: .${name} is missing`),
      ];
    });
    expect(faults).toEqual([]);
  });

  it('of the frame of the page look at nothing far below it: each letter typed into a form would cost a new style of all', () => {
    const frames = ['app/global.css', 'app/package/package-page.module.css'];
    for (const sheet of frames) expect(readFileSync(SRC + sheet, 'utf8'), sheet).not.toContain(':has(');
  });
});

/** What does the same is always there: the picture itself. */
const BESIDE_ANOTHER = ['widgets/lightbox/enlarge.module.css'];

describe('what a style sheet shows where a pointer is', () => {
  const hiding = sheets.flatMap((sheet) => {
    const css = readFileSync(SRC + sheet, 'utf8');
    return /:hover[^{}]*\{[^}]*opacity: 1;/.test(css) ? [{ sheet, css }] : [];
  });

  it('is shown where the focus is', () => {
    expect(hiding.map(({ sheet }) => sheet)).toContain('widgets/file-tree/file-tree.module.css');
    const unseen = hiding.filter(({ css }) => !/:focus(?:-visible|-within)?[^{}]*\{[^}]*opacity: 1;/.test(css));
    expect(unseen.map(({ sheet }) => sheet)).toEqual([]);
  });

  it('is shown where no pointer can be over it', () => {
    const unseen = hiding.filter(({ css }) => !/@media \(hover: (?:none|hover)\)/.test(css));
    expect(unseen.map(({ sheet }) => sheet)).toEqual(BESIDE_ANOTHER);
  });
});
