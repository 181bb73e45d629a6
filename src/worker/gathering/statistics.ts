import type { TensorPlane } from '../../tensor/mapping.ts';
import {
  type GatherOptions,
  numericDtype,
  placedStatistics,
  planeStatistics,
  tensorGatherer,
  tensorStatistics,
} from '../../tensor/statistics/statistics.ts';
import type { TensorReader, TensorStatistics } from '../../tensor/values.ts';
import type { StatisticsTask } from './gathering.ts';
import type { GatherTasks } from './pool.ts';
import { storedParts } from './stored-parts.ts';

/**
 * Bytes of the elements of one task. Larger ones would leave a thread without work at the end, and tell progress rarely;
 * what smaller ones give takes longer to merge.
 */
const TASK_BYTES = 32 * 2 ** 20;

/** Elements of a task are a multiple of this: of a whole number of blocks of every type. */
const TASK_UNIT = 2 ** 16;

/** A tensor up to this size is gathered in this thread. Starting others takes longer. */
const MAX_UNPOOLED_BYTES = 16 * 2 ** 20;

/**
 * Statistics of a tensor, or of a plane of it: of many elements that lie on this machine as they are, on the pool, and
 * otherwise in this thread. Rejects as `tensorStatistics`.
 */
export async function statisticsOf(
  reader: TensorReader,
  plane: TensorPlane | undefined,
  pool: GatherTasks,
  options: GatherOptions,
): Promise<TensorStatistics> {
  if (plane) return planeStatistics(reader, plane, options);
  const tasks = statisticsTasks(reader);
  if (!tasks) return tensorStatistics(reader, options);
  const gatherer = tensorGatherer(numericDtype(reader), reader.count);
  const total = reader.data?.size ?? 0;
  let done = 0;
  await pool(tasks, {
    signal: options.signal,
    onPart(part, task) {
      gatherer.merge(part);
      done += task.elements.count;
      options.onProgress?.((done / reader.count) * total, total);
    },
  });
  return placedStatistics(gatherer.result(), reader);
}

/** The tasks of a tensor in parts. Undefined where other threads cannot read it, or where it is not worth their start. */
function statisticsTasks(reader: TensorReader): StatisticsTask[] | undefined {
  const { count, data } = reader;
  if (!data || data.size <= MAX_UNPOOLED_BYTES) return undefined;
  const step = Math.ceil((TASK_BYTES / data.size) * (count / TASK_UNIT)) * TASK_UNIT;
  return storedParts(reader, step)?.map((part) => ({ kind: 'statistics', ...part, count }));
}
