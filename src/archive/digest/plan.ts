import { BATCH_BYTES, BATCH_FILES, MAX_BATCHED_FILE, MAX_WHOLE_DIGEST } from '../../base/limits.ts';
import { MAX_INFLATE_CALL } from '../../codec/inflate.ts';
import { hasSubtle } from '../../codec/sha256.ts';
import { leadRoom } from '../lead.ts';
import type { DigestJob, DigestResult, StoredFile } from './job.ts';

/** Jobs sorted by how they are best done. */
export interface DigestPlan {
  /** Too large to be held whole. The largest first, as all below. */
  streams: StoredFile[];
  /** To be held whole. */
  wholes: StoredFile[];
  /** Small ones that lie near each other, in the order of the container, to be read at once. */
  batches: StoredFile[][];
  /** Files that the directory alone tells cannot be read. */
  refused: DigestResult[];
}

/** Bytes between two small files that are read along and dropped: fewer than another read would cost. */
const MAX_GAP = 64 * 1024;

/** Sorts jobs. Where there is no `crypto.subtle`, nothing is held whole. */
export function planDigests(jobs: readonly DigestJob[]): DigestPlan {
  const plan: DigestPlan = { streams: [], wholes: [], batches: [], refused: [] };
  const small: StoredFile[] = [];
  const whole = hasSubtle() ? MAX_WHOLE_DIGEST : 0;
  for (const job of jobs) {
    if ('refusal' in job) plan.refused.push({ path: job.path, error: job.refusal, refused: true, findings: [] });
    else if (isSmall(job)) small.push(job);
    else if (job.size <= whole) plan.wholes.push(job);
    else plan.streams.push(job);
  }
  const largestFirst = (a: StoredFile, b: StoredFile) => b.size - a.size;
  plan.streams.sort(largestFirst);
  plan.wholes.sort(largestFirst);
  plan.batches = gather(small);
  return plan;
}

function isSmall({ size, storedSize, codec }: StoredFile): boolean {
  return size <= MAX_BATCHED_FILE && storedSize <= (codec === 'deflate' ? MAX_INFLATE_CALL : MAX_BATCHED_FILE);
}

/** Files of a folder, which lie nowhere, come in the order given. */
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

/** Up to where a small file is read: its span may go on for gigabytes of nothing. */
export function batchReach(file: StoredFile): number {
  const { start, end } = file.span as { start: number; end: number };
  return Math.min(end, start + file.storedSize + leadRoom(file));
}
