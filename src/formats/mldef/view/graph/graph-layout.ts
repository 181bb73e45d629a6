import { groupBy } from '../../../../base/group-by.ts';

/** A layer as far as a picture of the graph needs it. */
export interface GraphLayer {
  name: string | undefined;
  prior: string | undefined;
}

/** Where a layer stands: how many layers lead to it, and its line from above. */
export interface GraphNode {
  column: number;
  row: number;
  /** The layer that it takes input from. */
  from: number | undefined;
}

/**
 * Lays out layers from input to output. A layer stands in the column behind its prior one, and the first of several
 * layers that take input from one is on its line. Of layers in a circle, the first one that is declared begins it.
 */
export function graphLayout(layers: readonly GraphLayer[]): GraphNode[] {
  const byName = new Map<string, number>();
  for (const [index, { name }] of layers.entries()) {
    if (name !== undefined && !byName.has(name)) byName.set(name, index);
  }
  const priors = withoutCircles(layers.map(({ prior }) => (prior === undefined ? undefined : byName.get(prior))));
  const nodes = priors.map((from): GraphNode => ({ column: 0, row: 0, from }));
  const followers = groupBy([...priors.keys()], (index) => priors[index]);
  let rows = 0;
  /** Layers whose places are known by the one before them, the next one last. */
  const waiting = (followers.get(undefined) ?? []).toReversed().map((index) => ({ index, isFirst: false, column: 0 }));
  let row = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { index, isFirst, column } = next;
    if (!isFirst) row = rows++;
    nodes[index] = { column, row, from: priors[index] };
    const after = followers.get(index) ?? [];
    waiting.push(...after.map((of, at) => ({ index: of, isFirst: at === 0, column: column + 1 })).reverse());
  }
  return nodes;
}

/** The same priors, without the one that closes a circle. */
function withoutCircles(priors: readonly (number | undefined)[]): (number | undefined)[] {
  const kept = [...priors];
  const walkOf = new Map<number, number>();
  for (const start of kept.keys()) {
    const walk: number[] = [];
    let at: number | undefined = start;
    while (at !== undefined && !walkOf.has(at)) {
      walkOf.set(at, start);
      walk.push(at);
      at = kept[at];
    }
    if (at === undefined || walkOf.get(at) !== start) continue;
    kept[Math.min(...walk.slice(walk.indexOf(at)))] = undefined;
  }
  return kept;
}
