import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** What users and contributors read: sources with the page's sentences, documents and the sample. */
const FOLDERS = ['src', 'scripts', 'docs'];
const FILES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'index.html', 'bench/README.md'];
const TEXT = /\.(?:ts|tsx|mjs|css|md|toml|py|html)$/;
/** Tests quote the input of users, and vectors that others wrote. */
const TESTS = /\.test\.tsx?$/;

/** British forms, each a word of its own or the end of a longer name. Names of codes and states keep `cancelled`. */
const BRITISH = new RegExp(
  [
    String.raw`(?:col|fav|lab|hon|hum|flav|neighb|behavi)our\w*`,
    String.raw`(?:cent|fib|lit|theat)re[ds]?\b|metres?\b`,
    String.raw`licence[sd]?\b|defence|offence|pretence`,
    String.raw`(?:recogn|organ|optim|serial|normal|initial|synchron|summar|minim|maxim|visual|token|quant|random)is(?:e[drs]?|ing|ation)\b`,
    String.raw`(?:custom|priorit|real|emphas|general|special|util|capital|character)is(?:e[drs]?|ing|ation)\b`,
    String.raw`analys(?:e[drs]?|ing)\b`,
    String.raw`grey|catalogue|dialogue|programme\b|artefact|fulfil\b|whilst|amongst|learnt`,
    String.raw`(?:label|travel|model|signal|channel|level|marshal)l(?:ed|ing)\b`,
    String.raw`\bCancelled\b|\b[Cc]ancelling\b`,
  ].join('|'),
  'gi',
);

/** Where a British form is right: the name of a file that other people give it. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'src/widgets/file-tree/file-icon.tsx': ['licence'],
};

function* texts(): Generator<[path: string, text: string]> {
  for (const folder of FOLDERS) {
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !TEXT.test(entry.name) || TESTS.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      yield [relative(ROOT, path).split(sep).join('/'), readFileSync(path, 'utf8')];
    }
  }
  for (const file of FILES) yield [file, readFileSync(join(ROOT, file), 'utf8')];
}

/** The British forms in a text. `cancelled` is the name of a code and of states, so only `Cancelled` counts. */
function britishIn(text: string): string[] {
  return (text.match(BRITISH) ?? []).filter((word) => word !== 'cancelled' && word !== 'CANCELLED');
}

describe('American spelling', () => {
  it('is used in sources, documents and the sample', () => {
    const found: string[] = [];
    for (const [path, text] of texts()) {
      const wrong = britishIn(text).filter((word) => !ALLOWED[path]?.includes(word));
      if (wrong.length > 0) found.push(`${path}: ${[...new Set(wrong)].join(', ')}`);
    }
    expect(found).toEqual([]);
  });

  it.each([
    'A licence',
    'the colours',
    'neighbouring',
    'is recognised',
    'Cancelled',
    'grey',
    'at the centre',
    'Labelled',
  ])('is missed in: %s', (text) => expect(britishIn(text)).toHaveLength(1));

  it.each([
    'A license',
    'promise',
    'precise',
    'tag === cancelled',
    'isCancelled',
    'advise',
    'the analysis',
    'centered',
  ])('is found in: %s', (text) => expect(britishIn(text)).toEqual([]));
});
