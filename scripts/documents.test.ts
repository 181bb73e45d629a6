import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS, formatsDocument } from './documents/document.ts';
import { keyboardDocument } from './documents/keyboard.ts';
import { codesIn, editedExample, madeExample, openExample } from './documents/row.ts';

describe('docs/formats.md', () => {
  it('is what `npm run documents` writes', async () => {
    expect(readFileSync(new URL('../docs/formats.md', import.meta.url), 'utf8')).toBe(await formatsDocument());
  });
});

describe('docs/keyboard.md', () => {
  it('is what `npm run documents` writes', () => {
    expect(readFileSync(new URL('../docs/keyboard.md', import.meta.url), 'utf8')).toBe(keyboardDocument());
  });
});

describe.each(DOCUMENTS)('the table of $title', ({ sections, sound }) => {
  const rows = sections.flatMap((section) => section.rows);
  const shown = rows.flatMap((row) => (row.shown ? [{ says: row.defines, ...row.shown }] : []));
  const checked = rows.flatMap((row) => (row.checked ?? []).map((check) => ({ says: row.defines, ...check })));
  const edited = rows.flatMap((row) => (row.edited ? [{ says: row.defines, ...row.edited }] : []));
  const made = rows.flatMap((row) => (row.made ? [{ says: row.defines, ...row.made }] : []));

  it('says of each sentence what becomes of it, and of each once', () => {
    expect(rows.filter((row) => !(row.shown || row.checked?.length || row.edited || row.made || row.left))).toEqual([]);
    expect(new Set(rows.map(({ defines }) => defines)).size).toBe(rows.length);
  });

  it('finds nothing in what is as the document says', async () => {
    const codes = await codesIn(sound);
    expect(checked.map(({ code }) => code).filter((code) => codes.has(code))).toEqual([]);
  });

  it.each(shown)('shows what it says: $says', async ({ in: example, by, gives }) => {
    expect(await by(await openExample(example))).toEqual(gives);
  });

  it.each(checked)('finds $code: $says', async ({ in: example, code }) => {
    expect([...(await codesIn(example))]).toContain(code);
  });

  it.each(edited)('edits what it says: $says', async (row) => {
    expect(await row.by(await openExample(row.in))).not.toEqual(row.gives);
    expect(await row.by(await editedExample(row))).toEqual(row.gives);
  });

  it.each(made)('makes what it says: $says', async (row) => {
    expect(await row.by(await madeExample(row))).toEqual(row.gives);
  });
});
