import fc from 'fast-check';
import { expect, it } from 'vitest';
import { patched, patchOf } from './list-patch.ts';

const file = (path: string, size = 1) => ({ path, size, link: { urls: ['u'] } });
const keyOf = ({ path }: { path: string }) => path;
const copy = <T>(list: T[]): T[] => structuredClone(list);

it('is nothing where the lists say the same, and the list stays the very one', () => {
  const before = [file('a'), file('b')];
  expect(patchOf(before, copy(before), keyOf)).toBeUndefined();
  expect(patched(before, undefined)).toBe(before);
  expect(patchOf([], [], keyOf)).toBeUndefined();
});

it('holds only what differs, also where that has moved to the end', () => {
  const before = ['a', 'b', 'c', 'd', 'e'].map((path) => file(path));
  const after = copy([before[0], before[2], before[4], file('b', 7), before[3]] as typeof before);
  const patch = patchOf(before, after, keyOf);
  expect(patch).toEqual([
    { start: 0, end: 1 },
    { start: 2, end: 3 },
    { start: 4, end: 5 },
    { items: [file('b', 7)] },
    { start: 3, end: 4 },
  ]);
  const result = patched(before, patch);
  expect(result).toEqual(after);
  expect(result[1]).toBe(before[2]);
  expect(patched(before, patchOf(before, [], keyOf))).toEqual([]);
});

it('of any two lists makes the one of the other', () => {
  const lists = fc.array(fc.record({ path: fc.constantFrom('a', 'b', 'c', 'd'), size: fc.nat(2) }), { maxLength: 12 });
  fc.assert(
    fc.property(lists, lists, (before, after) => {
      expect(patched(before, patchOf(before, after, keyOf))).toEqual(after);
    }),
  );
});

it('compares and gives items as plain data', () => {
  class Item {
    readonly #name: string;
    constructor(name: string) {
      this.#name = name;
    }
    get name(): string {
      return this.#name;
    }
  }
  const items = (...names: string[]) => names.map((name) => new Item(name));
  const patchOfItems = (before: Item[], after: Item[]) =>
    patchOf(
      before,
      after,
      ({ name }) => name,
      ({ name }) => ({ name }) as Item,
    );
  expect(patchOfItems(items('a', 'b'), items('a', 'b'))).toBeUndefined();
  const patch = patchOfItems(items('a', 'b', 'c'), items('a', 'x', 'c'));
  expect(structuredClone(patch)).toEqual([{ start: 0, end: 1 }, { items: [{ name: 'x' }] }, { start: 2, end: 3 }]);
});
