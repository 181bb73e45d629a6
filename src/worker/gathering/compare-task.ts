import { comparePairs, pairComparer } from '../../tensor/compare/compare.ts';
import type { ComparePart } from '../../tensor/compare/comparer.ts';
import type { Tolerance } from '../../tensor/compare/tolerance.ts';
import type { StoredElements } from '../../tensor/values.ts';
import { storedElements } from './stored-elements.ts';

/** Elements of two tensors that a thread of the pool compares. Plain data. */
export interface CompareTask {
  kind: 'compare';
  a: StoredElements;
  b: StoredElements;
  /** The index of the first pair. */
  first: number;
  tolerance: Tolerance;
}

/** What a thread of the pool does for a task. */
export async function comparePart({ first, tolerance, ...task }: CompareTask): Promise<ComparePart> {
  const [a, b] = await Promise.all([storedElements(task.a), storedElements(task.b)]);
  const of = { a, b };
  const comparer = pairComparer(of, tolerance);
  await comparePairs(of, { add: (one, other, at) => comparer.add(one, other, first + at) });
  return comparer.part();
}
