import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');

/** What explains the code. Its `code` is held against the sources. */
const DOCUMENTS = [
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/security.md',
  'docs/architecture.md',
  'docs/reading.md',
  'docs/editing.md',
  'docs/looks.md',
  'docs/glossary.md',
  'docs/testing.md',
  'src/formats/README.md',
];

const SOURCES = ['src', 'scripts', 'e2e', 'bench', 'soak'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|mjs|css|py)$/.test(path))
    .map((path) => join(ROOT, folder, path)),
);
const NAMES = new Set(SOURCES.map((path) => basename(path)));
const WORDS = new Set(SOURCES.flatMap((path) => readFileSync(path, 'utf8').match(/[\w$]+/g) ?? []));

/** Whether what a document has in backticks exists. Undefined for what is not a name of ours, such as a snippet. */
function exists(code: string, document: string): boolean | undefined {
  const script = /^npm run (?:-s )?(\w[\w:-]*)/.exec(code)?.[1];
  if (script) return script in manifest.scripts;
  if (/^X\/|[\s*…<>]/.test(code)) return undefined;
  if (/^(?:\.\.?|src|docs|scripts|e2e|bench|soak)\//.test(code)) {
    return existsSync(join(ROOT, code.startsWith('.') ? dirname(document) : '', code));
  }
  if (/^[\w-]+\.(?:tsx?|mjs|css)$/.test(code)) return NAMES.has(code);
  // Beside the document.
  if (/^[\w-]+(?:\/[\w-]+)+\.tsx?$/.test(code)) return existsSync(join(ROOT, dirname(document), code));
  if (/^[A-Za-z]\w*(?:\.\w+)*$/.test(code)) return code.split('.').every((word) => WORDS.has(word));
  return undefined;
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');

  it('names only what exists', () => {
    const codes = [...text.replace(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
    expect(codes.filter((code) => exists(code, document) === false)).toEqual([]);
    expect(codes.filter((code) => exists(code, document)).length).toBeGreaterThan(5);
  });
});

const ALL = [
  ...new Set([
    ...DOCUMENTS,
    'README.md',
    'CHANGELOG.md',
    ...readdirSync(join(ROOT, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ]),
];

it.each(ALL)('%s has links that lead somewhere', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8').replace(/^```.*?^```$|`[^`\n]*`(?!\])/gms, '');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(join(ROOT, dirname(document), link)))).toEqual([]);
});

it('leads to every document from the README or from CONTRIBUTING', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8') + readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  expect(ALL.filter((document) => document.startsWith('docs/') && !readme.includes(`](${document}`))).toEqual([]);
});
