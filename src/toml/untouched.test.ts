import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EDITABLE_CARTON_TOML } from '../formats/carton/core/read/carton-toml.ts';
import { applyEdits, type Edit } from '../model/edit/edit.ts';
import { type FieldPath, type FieldValue, type FieldValues, isTable, sameValue } from '../model/edit/field.ts';
import { pickFrom, randomEdit } from '../testing/random-edit.ts';
import { type Pick, randomToml } from '../testing/random-toml.ts';
import type { Layout, Statement } from './layout.ts';
import { leadOf, lineEnd } from './lines.ts';
import { parseToml } from './parser.ts';
import { TomlText } from './toml-text.ts';

function layoutOfText(text: string): Layout {
  const layout = parseToml(text, EDITABLE_CARTON_TOML).layout();
  if (!layout) throw new Error(`Not TOML:\n${text}`);
  return layout;
}

const pathOf = (statement: Statement): FieldPath =>
  statement.kind === 'header'
    ? statement.section.path
    : [
        ...(statement.container.kind === 'section' ? statement.container.path : []),
        ...statement.keys.map(({ name }) => name),
      ];

const startsWith = (path: FieldPath, start: FieldPath) => start.every((part, i) => path[i] === part);

/** The lines of every statement that `counts`, with the comments above it. */
function linesOf(layout: Layout, counts: (path: FieldPath) => boolean): string[] {
  const { text, statements } = layout;
  return statements
    .filter((statement) => counts(pathOf(statement)))
    .map((statement) => text.slice(leadOf(layout, statement), lineEnd(text, statement.end)));
}

const sortedLines = (parts: readonly string[]) => parts.flatMap((part) => part.split('\n')).sort();

/** Whether all of `some` are in `all`, in this order. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const one of some) {
    while (at < all.length && all[at] !== one) at++;
    if (at++ === all.length) return false;
  }
  return true;
}

it('leaves every line that is not of the edited value as it is, byte for byte', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.noShrink(fc.nat(0x7fffffff)), (seed) => {
      const pick = pickFrom(seed);
      let toml = new TomlText(randomToml(pick).text, EDITABLE_CARTON_TOML);
      for (let step = 0; step < 3; step++) {
        const values = toml.values() as FieldValues;
        const edit = randomEdit(pick, values);
        const next = toml.edited([edit]);
        const before = layoutOfText(toml.text);
        const after = layoutOfText(next.text);
        const isItem = edit.kind === 'remove' && typeof edit.path.at(-1) === 'number';
        // The index of an item may change: a whole list counts as touched.
        const touched = isItem ? edit.path.slice(0, -1) : edit.kind === 'rename' ? edit.path.slice(0, -1) : edit.path;
        const isOther = (path: FieldPath) => !startsWith(path, touched) && !startsWith(touched, path);
        const story = `${JSON.stringify(edit, (_, v) => (typeof v === 'bigint' ? `${v}n` : v))}\n${toml.text}\n-----\n${next.text}`;
        expect(linesOf(after, isOther), story).toEqual(linesOf(before, isOther));
        const within = (path: FieldPath) => startsWith(path, touched) && path.length > touched.length;
        const [old, now] = [linesOf(before, within), linesOf(after, within)];
        // A list with headers that gets another kind of item is written again, on one line.
        if (edit.kind === 'insert' && old.length > 0 && isTable(edit.value))
          expect(isWithin(old, now), story).toBe(true);
        if (isItem) expect(isWithin(now, old), story).toBe(true);
        if (edit.kind === 'move') {
          const [lines, kept] = [sortedLines(now), sortedLines(old)];
          expect(isWithin(kept, lines), story).toBe(true);
          // A comment at the end of the file is above no statement. Moved with its item, it stands above the next one.
          const more = lines.filter((line) => !kept.includes(line));
          expect(
            more.filter((line) => !line.trimStart().startsWith('#')),
            story,
          ).toEqual([]);
        }
        toml = next;
      }
    }),
    { numRuns: 150 },
  );
});

/** A list of several lines, with a comment above or beside each item that names the item. */
function commentedList(pick: Pick, items: readonly FieldValue[], eol: string): string {
  if (pick(2) === 0) {
    const blocks = items.map((item) => {
      const { name } = item as { name: string };
      return `# of ${name}${eol}[[input]]${eol}name = "${name}" # at ${name}${eol}`;
    });
    return `a = 1${eol}${eol}${blocks.join(pick(2) === 0 ? eol : '')}`;
  }
  const lines = items.map((item, i) => {
    const { name } = item as { name: string };
    const comma = i < items.length - 1 || pick(2) === 0 ? ',' : '';
    return `\t# of ${name}${eol}\t{ name = "${name}" }${comma} # at ${name}${eol}`;
  });
  return `a = 1${eol}input = [${eol}${lines.join('')}]${eol}`;
}

it('keeps the comments of each item of a list that is set as a whole, and only those', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(
      fc.noShrink(fc.nat(0x7fffffff)),
      fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 6 }),
      fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 6 }),
      (seed, old, now) => {
        const pick = pickFrom(seed);
        const item = (n: number) => ({ name: `i${n}` });
        const text = commentedList(pick, old.map(item), pick(3) === 0 ? '\r\n' : '\n');
        const toml = new TomlText(text, EDITABLE_CARTON_TOML);
        const edit: Edit = { kind: 'set', path: ['input'], value: now.map(item) };
        const after = toml.edited([edit]);
        expect(sameValue(after.values(), applyEdits(toml.values() as FieldValues, [edit]))).toBe(true);
        const kept = now.filter((n) => old.includes(n));
        for (const n of kept) {
          const own = new RegExp(`# of i${n}\\r?\\n[^#]*name = "i${n}"[^#\\n]* # at i${n}\\r?\\n`);
          expect(own.test(after.text), `${text}\n${now}\n${after.text}`).toBe(true);
        }
        // As many items in the place of as many others are changed ones, and keep the comments.
        const comments = after.text.match(/# of/g)?.length ?? 0;
        expect(comments).toBeGreaterThanOrEqual(kept.length);
        expect(comments).toBeLessThanOrEqual(Math.min(old.length, now.length));
      },
    ),
    { numRuns: 200 },
  );
});
