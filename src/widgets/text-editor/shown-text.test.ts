import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeBetween, shownText, withShownChanges } from './shown-text.ts';

const piece = fc.constantFrom('\r\n', '\n', '\r', 'a', ' ', '# b', '😀', 'é', '\ufeff', '');
const text = fc.array(piece, { maxLength: 24 }).map((parts) => parts.join(''));

/** Changes in order and apart from one another, of what is shown of a text. */
const edited = text.chain((before) => {
  const { length } = shownText(before);
  return fc
    .tuple(fc.uniqueArray(fc.nat(length), { maxLength: 6 }), fc.array(text, { minLength: 3, maxLength: 3 }))
    .map(([cuts, inserts]) => {
      const sorted = [...cuts].sort((a, b) => a - b);
      const changes = [];
      for (let i = 0; i + 1 < sorted.length; i += 2) {
        changes.push({ from: sorted[i] as number, to: sorted[i + 1] as number, insert: inserts[i / 2] as string });
      }
      return { before, changes };
    });
});

function apply(shown: string, changes: readonly { from: number; to: number; insert: string }[]): string {
  return [...changes]
    .reverse()
    .reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), shown);
}

describe('what an editor shows of a text', () => {
  test('has no mark and one kind of line end', () => {
    expect(shownText('\ufeffa\r\nb\rc\nd')).toBe('a\nb\nc\nd');
  });

  test('leads back to the text: after any changes, what is shown is what the editor has', () => {
    fc.assert(
      fc.property(edited, ({ before, changes }) => {
        const after = withShownChanges(before, changes);
        const typed = changes.map((change) => ({ ...change, insert: change.insert.replace(/\r\n?/g, '\n') }));
        const wanted = apply(shownText(before), typed);
        // A mark that somebody types at the very beginning is one.
        fc.pre(before.startsWith('\ufeff') || !wanted.startsWith('\ufeff'));
        expect(shownText(after)).toBe(wanted);
        if (changes.length === 0) expect(after).toBe(before);
      }),
      { numRuns: 3000 },
    );
  });

  test('keeps every unit that no change touches, line ends too', () => {
    fc.assert(
      fc.property(edited, ({ before, changes }) => {
        fc.pre(!/\r(?!\n)/.test(before));
        const after = withShownChanges(before, changes);
        // Position by position: what stands before the first change and after the last one is the same.
        const [first, last] = [changes[0], changes.at(-1)];
        if (!first || !last) return;
        const head = withShownChanges(before, [{ from: first.from, to: shownText(before).length, insert: '' }]);
        const tail = withShownChanges(before, [{ from: 0, to: last.to, insert: '' }]);
        expect(after.startsWith(head)).toBe(true);
        expect(after.endsWith(tail.replace(/^\ufeff/, ''))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('a new line ends as most do', () => {
    expect(withShownChanges('a\r\nb\r\nc\n', [{ from: 1, to: 1, insert: '\nx' }])).toBe('a\r\nx\r\nb\r\nc\n');
    expect(withShownChanges('a\nb\n', [{ from: 1, to: 1, insert: '\r\nx' }])).toBe('a\nx\nb\n');
    expect(withShownChanges('\ufeffa', [{ from: 0, to: 1, insert: 'b\n' }])).toBe('\ufeffb\n');
  });

  test('two places at once leave what is between them', () => {
    const changes = [
      { from: 0, to: 1, insert: 'x' },
      { from: 6, to: 7, insert: 'y' },
    ];
    expect(withShownChanges('a\r\nb\nc\r\nd\n', changes)).toBe('x\r\nb\nc\r\ny\n');
  });

  test('a deletion between two line ends makes no one of them', () => {
    expect(withShownChanges('a\rX\nb', [{ from: 2, to: 3, insert: '' }])).toBe('a\r\n\nb');
  });
});

describe('the change between two texts', () => {
  test('makes the one of the other, and cuts no character in two', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const change = changeBetween(before, after);
        expect(change === undefined).toBe(before === after);
        if (!change) return;
        expect(apply(before, [change])).toBe(after);
        for (const part of [change.insert, before.slice(change.from, change.to)]) {
          // Half a pair of surrogates cannot be encoded.
          expect(() => encodeURIComponent(part)).not.toThrow();
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('is small', () => {
    expect(changeBetween('name = "a"\n', 'name = "ab"\n')).toEqual({ from: 9, to: 9, insert: 'b' });
    expect(changeBetween('😀', '😁')).toEqual({ from: 0, to: 2, insert: '😁' });
  });
});
