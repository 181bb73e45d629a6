import { type ComparedTensors, compareTensors, pairComparer } from '../../tensor/compare/compare.ts';
import type { ComparePart, TensorComparison } from '../../tensor/compare/comparer.ts';
import type { Tolerance } from '../../tensor/compare/tolerance.ts';
import type { GatherOptions } from '../../tensor/statistics/statistics.ts';
import type { CompareTask } from './compare-task.ts';
import type { GatherTasks } from './pool.ts';

/** A whole number of blocks of every type. */
const TASK_ELEMENTS = 2 ** 22;

/** Fewer elements are compared in this thread. Starting others takes longer. */
const MAX_UNPOOLED_ELEMENTS = 2 ** 22;

/**
 * Compares two tensors whole: many elements that lie on this machine as they are, on the pool, and others in this thread.
 * Tells progress in elements. Rejects as `compareTensors`.
 */
export async function comparisonOf(
  of: ComparedTensors & { isOther: boolean },
  tolerance: Tolerance,
  pool: GatherTasks,
  options: GatherOptions,
): Promise<TensorComparison> {
  const comparer = pairComparer(of, tolerance);
  const tasks = compareTasks(of, tolerance);
  if (!tasks) return compareTensors(of, tolerance, options);
  let done = 0;
  await pool(tasks, {
    signal: options.signal,
    onPart(part) {
      const compared = part as ComparePart;
      comparer.merge(compared);
      done += compared.count;
      options.onProgress?.(done, of.a.count);
    },
  });
  return comparer.result();
}

/** The tasks of two tensors. Undefined where other threads cannot read both, or where it is not worth their start. */
function compareTasks(
  { a, b, isOther }: ComparedTensors & { isOther: boolean },
  tolerance: Tolerance,
): CompareTask[] | undefined {
  const { count } = a;
  if (count <= MAX_UNPOOLED_ELEMENTS) return undefined;
  const tasks: CompareTask[] = [];
  for (let first = 0; first < count; first += TASK_ELEMENTS) {
    const end = Math.min(count, first + TASK_ELEMENTS);
    const [one, other] = [a, b].map((reader) => reader.stored?.(first, end));
    if (!one || !other) return undefined;
    tasks.push({ kind: 'compare', a: one, b: other, isOther, first, tolerance });
  }
  return tasks;
}
