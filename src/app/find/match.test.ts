import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { CODE_POINT } from '../../testing/code-point.ts';
import { MAX_QUERY, MAX_WORDS, marksOf, nameStart, queryWords, rankOf } from './match.ts';

/** The texts that match, the best first. */
function ranked(typed: string, texts: string[]): string[] {
  const words = queryWords(typed);
  return texts
    .map((text, index) => ({ text, index, rank: rankOf(text, words) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank as number) - (b.rank as number) || a.index - b.index)
    .map(({ text }) => text);
}

/** The text with its marks in brackets. */
function marked(text: string, typed: string): string {
  let shown = '';
  let at = 0;
  for (const [start, end] of marksOf(text, queryWords(typed))) {
    shown += `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
  }
  return shown + text.slice(at);
}

describe('ranking', () => {
  test('prefers the whole text, then the start of the name, a word of it, its middle, and the folder', () => {
    const best = ['a/model', 'model.py', 'my_model.py', 'remodel.py', 'model/x.py', 'remodels/x.py'];
    expect(ranked('model', [...best].reverse())).toEqual(best);
    expect(ranked('model', ['models', 'model'])).toEqual(['model', 'models']);
  });

  test('finds all words in any order, and only texts that have all', () => {
    expect(ranked('py main', ['model/main.py', 'main.rs', 'py/a'])).toEqual(['model/main.py']);
  });

  test('finds capitals and numbers as the start of a word', () => {
    expect(ranked('10', ['b_x110', 'layer10'])).toEqual(['layer10', 'b_x110']);
    expect(ranked('model', ['remodel2', 'testModel'])).toEqual(['testModel', 'remodel2']);
  });

  test('finds letters that follow each other, after everything else', () => {
    expect(ranked('tmod', ['test_model', 'atmodel'])).toEqual(['atmodel', 'test_model']);
    expect(ranked('xq', ['x0000000000000000000q'])).toEqual([]);
    expect(ranked('st', ['test/o.t'])).toEqual(['test/o.t']);
  });

  test('finds a path as it is typed', () => {
    expect(ranked('model/main.py', ['a/model/main.py', 'model/main.py'])).toEqual(['model/main.py', 'a/model/main.py']);
  });

  test('of equals prefers the shorter one, then keeps the order', () => {
    expect(ranked('a', ['abcd', 'abc', 'abd'])).toEqual(['abc', 'abd', 'abcd']);
  });
});

test('marks what was found, at its best place', () => {
  expect(marked('model/main.py', 'main mod')).toBe('[mod]el/[main].py');
  expect(marked('model/model.pt', 'model')).toBe('model/[model].pt');
  expect(marked('test_model', 'tmod')).toBe('[t]est_[mod]el');
  expect(marked('abc', 'ab bc')).toBe('[abc]');
  expect(marked('İstanbul', 'ist')).toBe('İstanbul');
});

test('reads a limited number of characters and words', () => {
  expect(queryWords('A  b\na ')).toEqual(['a', 'b']);
  expect(queryWords('x'.repeat(MAX_QUERY * 2))[0]).toHaveLength(MAX_QUERY);
  expect(queryWords(Array.from({ length: 99 }, (_, at) => `w${at}`).join(' '))).toHaveLength(MAX_WORDS);
  expect(queryWords(' \t ')).toEqual([]);
});

test('a name is what follows the last slash that something follows', () => {
  expect(['', 'a', 'a/b', 'a/b/', '/', 'a//'].map(nameStart)).toEqual([0, 0, 2, 2, 0, 2]);
});

const text = fc.string({ unit: CODE_POINT, maxLength: 60 });
const nameLike = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', 'İ', 'ß', '1', '_', '/', '.', ' ', '\ud800'),
  maxLength: 40,
});

test('never throws; marks lie in the text, in order and apart', () => {
  fc.assert(
    fc.property(fc.oneof(text, nameLike), fc.oneof(text, nameLike), (of, typed) => {
      const words = queryWords(typed);
      const rank = rankOf(of, words);
      if (rank !== undefined) expect(rank).toBeGreaterThanOrEqual(0);
      let end = -1;
      for (const [start, stop] of marksOf(of, words)) {
        expect(start).toBeGreaterThan(end);
        expect(stop).toBeGreaterThan(start);
        end = stop;
      }
      expect(end).toBeLessThanOrEqual(of.length);
    }),
    { numRuns: 2000 },
  );
});

test('finds every part of a text in it', () => {
  fc.assert(
    fc.property(nameLike, fc.nat(40), fc.nat(40), (of, a, b) => {
      const part = of.slice(Math.min(a, b), Math.max(a, b));
      expect(rankOf(of, queryWords(part))).toBeDefined();
    }),
    { numRuns: 1000 },
  );
});

test('a hostile name takes no more work than its length', () => {
  const typed = Array.from({ length: MAX_WORDS }, (_, at) => `${'a'.repeat(20 + at)}b`).join(' ');
  for (const piece of ['a', 'a/', 'a_', 'ab', 'ab/', `${'a'.repeat(20)}b/`]) {
    const [short, long] = [4096, 16_384].map((length) => workOf(piece.repeat(length / piece.length), typed));
    // Work that grows with the square of the length would be 16 times as much.
    expect(long).toBeLessThan(5 * (short as number));
  }
});

/** Characters that `rankOf` passes to find words in a name, which stands for its time. */
function workOf(name: string, typed: string): number {
  let work = 0;
  const { indexOf } = String.prototype;
  const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, word, from = 0) {
    const at = indexOf.call(this, word, from);
    work += (at < 0 ? this.length : at) - from + 1;
    return at;
  });
  for (const word of queryWords(typed)) rankOf(name, [word]);
  spy.mockRestore();
  return work;
}
