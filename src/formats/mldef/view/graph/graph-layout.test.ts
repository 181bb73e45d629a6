import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GraphLayer, graphLayout } from './graph-layout.ts';

const layer = (name: string, prior?: string): GraphLayer => ({ name, prior });

function places(...layers: GraphLayer[]): [number, number][] {
  return graphLayout(layers).map(({ column, row }) => [column, row]);
}

describe('the picture of layers', () => {
  it('is one line for a chain, in any order', () => {
    expect(places(layer('a'), layer('b', 'a'), layer('c', 'b'))).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
    expect(places(layer('c', 'b'), layer('b', 'a'), layer('a'))).toEqual([
      [2, 0],
      [1, 0],
      [0, 0],
    ]);
  });

  it('gives branches and other inputs lines of their own', () => {
    expect(places(layer('a'), layer('b', 'a'), layer('c', 'a'), layer('d', 'b'), layer('x'))).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 0],
      [0, 2],
    ]);
  });

  it('ends where layers take input from each other, from themselves or from nothing that is known', () => {
    expect(places(layer('a', 'b'), layer('b', 'a'), layer('c', 'c'), layer('d', 'ghost'))).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [0, 2],
    ]);
  });

  it('never puts two layers into one place, and each behind its prior one', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const layers = fc.array(fc.record({ name: names, prior: fc.option(names, { nil: undefined }) }), { maxLength: 12 });
    fc.assert(
      fc.property(layers, (given) => {
        const nodes = graphLayout(given);
        expect(new Set(nodes.map(({ column, row }) => `${column} ${row}`)).size).toBe(given.length);
        for (const { column, from } of nodes) {
          expect(column).toBe(from === undefined ? 0 : (nodes[from]?.column ?? 0) + 1);
        }
      }),
    );
  });
});
