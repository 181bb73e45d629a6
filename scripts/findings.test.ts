import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadedFindings } from '../src/base/findings.ts';
import '../src/formats/findings.ts';
import { findingsDocument } from './findings/document.ts';

const { entries } = loadedFindings();

describe('docs/findings.md', () => {
  it('is what `npm run findings` writes', () => {
    expect(readFileSync(new URL('../docs/findings.md', import.meta.url), 'utf8')).toBe(findingsDocument());
  });

  it('has every finding once', () => {
    const codes = Array.from(findingsDocument().matchAll(/^### `(.*)`$/gm), (match) => match[1]);
    expect(codes.toSorted()).toEqual([...entries.keys()].sort());
  });
});

describe('every finding', () => {
  it.each([...entries])('%s says in sentences what it means and what to do', (code, entry) => {
    expect(code).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
    expect(entry.title).toMatch(/^[\w“].*[^.]$/);
    expect(entry.meaning).toMatch(/^[\w“].{20,}\.$/s);
    expect(entry.action).toMatch(/^[A-Z“].{5,}\.$/s);
  });
});
