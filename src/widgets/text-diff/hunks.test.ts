import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textDiff } from './hunks.ts';

const line = fc.constantFrom('a', 'b', '', 'name = "x"', '# c');
const text = fc.tuple(fc.array(line, { maxLength: 12 }), fc.boolean()).map(([lines, ended]) => {
  return lines.length === 0 ? '' : lines.join('\n') + (ended ? '\n' : '');
});

describe('the difference between two texts', () => {
  test('is empty for a text and itself', () => {
    expect(textDiff('a\nb', 'a\nb')).toEqual({ hunks: [], added: 0, removed: 0 });
  });

  test('numbers the lines of both, with three around', () => {
    const { hunks, added, removed } = textDiff('1\n2\n3\n4\n5\n6\n', '1\n2\n3\n4\nfive\n6\n');
    expect([added, removed]).toEqual([1, 1]);
    expect(hunks).toEqual([
      [
        { kind: 'same', text: '2', before: 2, after: 2 },
        { kind: 'same', text: '3', before: 3, after: 3 },
        { kind: 'same', text: '4', before: 4, after: 4 },
        { kind: 'removed', text: '5', before: 5 },
        { kind: 'added', text: 'five', after: 5 },
        { kind: 'same', text: '6', before: 6, after: 6 },
      ],
    ]);
  });

  test.each([undefined, -1])('says each line at its number, for any texts and with a patience of %s', (patience) => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [old, own] = [before.split('\n'), after.split('\n')];
        const plain = (shown: string) => shown.replace(' (without a line end)', '');
        for (const hunk of textDiff(before, after, patience).hunks) {
          for (const shown of hunk) {
            if (shown.before !== undefined) expect(plain(shown.text)).toBe(old[shown.before - 1]);
            if (shown.after !== undefined) expect(plain(shown.text)).toBe(own[shown.after - 1]);
          }
        }
        expect(textDiff(before, after, patience).hunks.length === 0).toBe(before === after);
      }),
      { numRuns: 1000 },
    );
  });

  test('writes out what cannot be seen, but not line ends that all lines have', () => {
    const texts = (before: string, after: string) =>
      textDiff(before, after)
        .hunks.flat()
        .map(({ text }) => text);
    expect(texts('a\r\nb\r\n', 'a\r\nc\u202e\r\n')).toEqual(['a', 'b', 'c\\u202E']);
    expect(texts('a\r\n', 'a\n')).toEqual(['a\\r', 'a']);
  });

  test('is all from the first to the last change where there is no patience for more', () => {
    expect(textDiff('1\n2\n3\n4\n', '1\ntwo\n3\nfour\n')).toMatchObject({ added: 2, removed: 2 });
    const { hunks, added, removed } = textDiff('1\n2\n3\n4\n', '1\ntwo\n3\nfour\n', -1);
    expect([hunks.length, added, removed]).toEqual([1, 3, 3]);
  });

  test('ends on texts that have nothing in common', () => {
    const lines = (prefix: string) =>
      Array.from({ length: 60_000 }, (_, i) => `${prefix}${(i * 7919) % 60_013}`).join('\n');
    const { added, removed } = textDiff(`x\n${lines('a')}\ny`, `x\n${lines('b')}\ny`);
    expect([added, removed]).toEqual([60_000, 60_000]);
  });
});
