import { type ErrorData, toErrorData } from '../../base/errors.ts';
import type { ComparePart } from '../../tensor/compare/comparer.ts';
import { type GatheredPart, gatherTensor, numericDtype, tensorGatherer } from '../../tensor/statistics/statistics.ts';
import { type CompareTask, comparePart } from './compare-task.ts';
import { type ScanGiven, type ScanTask, scanPieces } from './scan-task.ts';
import { storedElements } from './stored-elements.ts';
import type { StoredPart } from './stored-parts.ts';

/** Elements of a tensor whose statistics a thread of the pool gathers. Plain data, as its result is. */
export interface StatisticsTask extends StoredPart {
  kind: 'statistics';
  /** The elements of the whole tensor. */
  count: number;
}

export type GatherTask = StatisticsTask | ScanTask | CompareTask;

/** What the tasks of a kind give. */
export interface Gathered {
  statistics: GatheredPart;
  scan: ScanGiven[];
  compare: ComparePart;
}

export type FromGatherer = { kind: 'done'; part: Gathered[GatherTask['kind']] } | { kind: 'failed'; error: ErrorData };

/** The pool's thread, without its scope: takes tasks, and posts the part that each gives. Does them in order. */
export function createGathering(post: (message: FromGatherer) => void): (task: GatherTask) => void {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    last = last
      .then(() => perform(task))
      .then((part) => post({ kind: 'done', part }))
      .catch((error) => post({ kind: 'failed', error: toErrorData(error) }));
  };
}

async function perform(task: GatherTask): Promise<Gathered[GatherTask['kind']]> {
  if (task.kind === 'scan') return scanPieces(task);
  if (task.kind === 'compare') return comparePart(task);
  return gather(task);
}

async function gather({ elements, first, count }: StatisticsTask): Promise<GatheredPart> {
  const reader = await storedElements(elements);
  const gatherer = tensorGatherer(numericDtype(reader), count);
  await gatherTensor(reader, { add: (bytes, at) => gatherer.add(bytes, first + at) });
  return gatherer.part();
}
