import { type ErrorData, toErrorData } from '../../base/errors.ts';
import { latePart } from '../../base/late-part.ts';
import { fileSource } from '../../source/file.ts';
import type { ComparePart } from '../../tensor/compare/comparer.ts';
import { isNumericDtype } from '../../tensor/dtype.ts';
import { tensorReader } from '../../tensor/reader.ts';
import { type GatheredPart, gatherTensor, tensorGatherer } from '../../tensor/statistics/statistics.ts';
import type { StoredElements, TensorReader } from '../../tensor/values.ts';
import { type CompareTask, comparePart } from './compare-task.ts';

/** Elements of a tensor that a thread of the pool gathers. Plain data, as its result is. */
export interface StatisticsTask {
  kind: 'statistics';
  elements: StoredElements;
  /** The index of the first of them, and the elements of the whole tensor. */
  first: number;
  count: number;
}

export type GatherTask = StatisticsTask | CompareTask;

/** What a task gives. */
export type TaskPart = GatheredPart | ComparePart;

export type FromGatherer = { kind: 'done'; part: TaskPart } | { kind: 'failed'; error: ErrorData };

/** The pool's thread, without its scope: takes tasks, and posts the part that each gives. Does them in order. */
export function createGathering(post: (message: FromGatherer) => void): (task: GatherTask) => void {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    last = last
      .then(() => gather(task))
      .then((part) => post({ kind: 'done', part }))
      .catch((error) => post({ kind: 'failed', error: toErrorData(error) }));
  };
}

async function gather(task: GatherTask): Promise<TaskPart> {
  if (task.kind === 'compare') return comparePart(task, readerOf);
  const { elements, first, count } = task;
  const reader = await readerOf(elements);
  const gatherer = tensorGatherer(reader.dtype as never, count);
  await gatherTensor(reader, { add: (bytes, at) => gatherer.add(bytes, first + at) });
  return gatherer.part();
}

async function readerOf(stored: StoredElements): Promise<TensorReader> {
  const { bytes, type, count, order } = stored;
  if (isNumericDtype(type)) return tensorReader(fileSource(bytes), type, count, order);
  // A thread that reads numbers starts without what formats need.
  const { storedReader } = await latePart(() => import('../../formats/registry.ts'));
  return storedReader(stored);
}
