import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ManifestEntries, type ManifestEntry } from './manifest-entries.ts';

const digit = fc.constantFrom(...'0123456789abcdefABCDEF');
const entry: fc.Arbitrary<ManifestEntry> = fc.record({
  path: fc.constantFrom('a', 'b', 'toString', '__proto__', '\u{1f4e6}'),
  sha256: fc.oneof(
    fc.array(digit, { minLength: 64, maxLength: 64 }).map((digits) => digits.join('')),
    fc.constantFrom('0'.repeat(64), 'F'.repeat(64)),
  ),
  line: fc.integer({ min: 1, max: 2 ** 31 }),
});

it('has the lines that a Map by path would have', () => {
  fc.assert(
    fc.property(fc.array(entry), (lines) => {
      const entries = new ManifestEntries();
      const expected = new Map<string, ManifestEntry>();
      for (const line of lines) {
        entries.set(line);
        expected.set(line.path, line);
      }
      expect([...entries.values()]).toEqual([...expected.values()]);
      expect([...entries.keys()]).toEqual([...expected.keys()]);
      expect(entries.size).toBe(expected.size);
      for (const path of ['a', 'b', 'toString', '__proto__', 'c']) {
        expect(entries.get(path)).toEqual(expected.get(path));
        expect(entries.has(path)).toBe(expected.has(path));
        expect(entries.sha256Of(path)).toBe(expected.get(path)?.sha256);
      }
    }),
  );
});

it('has the hashes of all lines where they are in several pieces of memory', () => {
  const entries = new ManifestEntries();
  const hashOf = (at: number) => at.toString(16).padStart(64, '0');
  for (let at = 0; at < 10_000; at++) entries.set({ path: `f${at}`, sha256: hashOf(at), line: at + 1 });
  const found = Array.from(entries.values(), ({ sha256 }) => sha256);
  expect(found).toEqual(Array.from({ length: 10_000 }, (_, at) => hashOf(at)));
});
