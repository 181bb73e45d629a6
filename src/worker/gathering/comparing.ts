import { type ComparedTensors, compareTensors, pairComparer } from '../../tensor/compare/compare.ts';
import type { TensorComparison } from '../../tensor/compare/comparer.ts';
import type { Tolerance } from '../../tensor/compare/tolerance.ts';
import type { GatherOptions } from '../../tensor/statistics/statistics.ts';
import type { CompareTask } from './compare-task.ts';
import type { GatherTasks } from './pool.ts';
import { type StoredPart, storedParts } from './stored-parts.ts';

/** A whole number of blocks of every type. */
const TASK_ELEMENTS = 2 ** 22;

/** Fewer elements are compared in this thread. Starting others takes longer. */
const MAX_UNPOOLED_ELEMENTS = 2 ** 22;

/**
 * Compares two tensors whole: many elements that lie on this machine as they are, on the pool, and others in this thread.
 * Tells progress in elements. Rejects as `compareTensors`.
 */
export async function comparisonOf(
  of: ComparedTensors,
  tolerance: Tolerance,
  pool: GatherTasks,
  options: GatherOptions,
): Promise<TensorComparison> {
  const tasks = compareTasks(of, tolerance);
  if (!tasks) return compareTensors(of, tolerance, options);
  const comparer = pairComparer(of, tolerance);
  let done = 0;
  await pool(tasks, {
    signal: options.signal,
    onPart(part) {
      comparer.merge(part);
      done += part.count;
      options.onProgress?.(done, of.a.count);
    },
  });
  return comparer.result();
}

/** The tasks of two tensors. Undefined where other threads cannot read both, or where it is not worth their start. */
function compareTasks({ a, b }: ComparedTensors, tolerance: Tolerance): CompareTask[] | undefined {
  if (a.count <= MAX_UNPOOLED_ELEMENTS) return undefined;
  const [parts, others] = [storedParts(a, TASK_ELEMENTS), storedParts(b, TASK_ELEMENTS)];
  if (!parts || !others) return undefined;
  return parts.map(({ first, elements }, at) => {
    const { elements: other } = others[at] as StoredPart;
    return { kind: 'compare', a: elements, b: other, first, tolerance };
  });
}
