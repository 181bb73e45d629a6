import { BATCH_BYTES, BATCH_FILES, MAX_BATCHED_FILE, MAX_WHOLE_DIGEST } from '../../base/limits.ts';
import { MAX_INFLATE_CALL } from '../../codec/inflate.ts';
import { hasSubtle } from '../../codec/sha256.ts';
import { leadRoom } from '../lead.ts';
import type { DigestJob, DigestResult, StoredFile } from './job.ts';

/** Jobs, sorted by the best way to do them. */
export interface DigestSchedule {
  /** Files too large to be held whole, the largest first. */
  streams: StoredFile[];
  /** Files to hold whole, the largest first. */
  wholes: StoredFile[];
  /** Small files. A batch lies close together, in the order of the container, and takes one read. */
  batches: StoredFile[][];
  /** Files that cannot be read, as the directory shows. */
  refused: DigestResult[];
}

/** Bytes between two small files that are read along and dropped. Another read would cost more. */
const MAX_GAP = 64 * 1024;

/** Sorts jobs. Holds no file whole where there is no `crypto.subtle`. */
export function scheduleDigests(jobs: readonly DigestJob[]): DigestSchedule {
  const schedule: DigestSchedule = { streams: [], wholes: [], batches: [], refused: [] };
  const small: StoredFile[] = [];
  const whole = hasSubtle() ? MAX_WHOLE_DIGEST : 0;
  for (const job of jobs) {
    if ('refusal' in job) schedule.refused.push({ path: job.path, error: job.refusal, refused: true, findings: [] });
    else if (isSmall(job)) small.push(job);
    else if (job.size <= whole) schedule.wholes.push(job);
    else schedule.streams.push(job);
  }
  const largestFirst = (a: StoredFile, b: StoredFile) => b.size - a.size;
  schedule.streams.sort(largestFirst);
  schedule.wholes.sort(largestFirst);
  schedule.batches = gather(small);
  return schedule;
}

function isSmall({ size, storedSize, codec }: StoredFile): boolean {
  return size <= MAX_BATCHED_FILE && storedSize <= (codec === 'deflate' ? MAX_INFLATE_CALL : MAX_BATCHED_FILE);
}

/** Makes batches. Files of a folder lie nowhere and keep their order. */
function gather(files: StoredFile[]): StoredFile[][] {
  files.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
  const batches: StoredFile[][] = [];
  let batch: StoredFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const start = file.span?.start ?? 0;
    const from = batch[0]?.span?.start ?? 0;
    const reach = file.span ? batchReach(file) - from : bytes + file.size;
    const last = batch.at(-1);
    const gap = last?.span ? start - batchReach(last) : 0;
    if (batch.length === 0 || batch.length >= BATCH_FILES || reach > BATCH_BYTES || gap > MAX_GAP) {
      batch = [];
      batches.push(batch);
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  return batches;
}

/** Where the read of a small file ends. Its span may include gigabytes that belong to no file. */
export function batchReach(file: StoredFile): number {
  const { start, end } = file.span as { start: number; end: number };
  return Math.min(end, start + file.storedSize + leadRoom(file));
}
