import { BATCH_BYTES, BATCH_FILES, MAX_BATCHED_FILE, MAX_WHOLE_DIGEST } from '../../base/limits.ts';
import { MAX_INFLATE_CALL } from '../../codec/inflate.ts';
import { leadRoom } from '../zip/local-header.ts';
import type { DigestJobs, DigestResult, StoredFile } from './job.ts';

/** Jobs, sorted by the best way to do them. */
export interface DigestSchedule {
  /** Files too large to be held whole, the largest first. */
  streams: StoredFile[];
  /** Files to hold whole, the largest first. */
  wholes: StoredFile[];
  /** Small files. A batch lies close together, in the order of the container, and takes one read. */
  batches: Batches;
  /** Files that cannot be read, as the directory shows. */
  refused: DigestResult[];
}

/**
 * The last batches become smaller, down to this many files, each a quarter of what is left: no thread ends long before
 * the others. A batch takes a read, and that as long as twenty small files.
 */
const LAST_BATCH_FILES = 128;
const LAST_BATCHES = 4;

/** Bytes between two small files that are read along and dropped. Another read would cost more. */
const MAX_GAP = 64 * 1024;

/** Sorts jobs. Files of at most `maxWhole` bytes are held whole. */
export function scheduleDigests(jobs: DigestJobs, maxWhole = MAX_WHOLE_DIGEST): DigestSchedule {
  const schedule = noDigests();
  const small = new SmallFiles(jobs);
  for (let place = 0; place < jobs.length; place++) {
    const job = jobs.at(place);
    if (!job) continue;
    if ('refusal' in job) schedule.refused.push({ path: job.path, error: job.refusal, refused: true, findings: [] });
    else if (isSmall(job)) small.add(place, job);
    else if (job.size <= maxWhole) schedule.wholes.push(job);
    else schedule.streams.push(job);
  }
  const largestFirst = (a: StoredFile, b: StoredFile) => b.size - a.size;
  schedule.streams.sort(largestFirst);
  schedule.wholes.sort(largestFirst);
  schedule.batches = small.batches();
  return schedule;
}

/** A schedule of nothing. */
export function noDigests(): DigestSchedule {
  return { streams: [], wholes: [], batches: new Batches([], new Uint32Array(), []), refused: [] };
}

/** Whether jobs have more decoded bytes than that, as the archive states them. */
export function holdMoreThan(jobs: DigestJobs, most: number): boolean {
  let bytes = 0;
  for (let place = 0; place < jobs.length && bytes <= most; place++) bytes += jobs.at(place)?.size ?? 0;
  return bytes > most;
}

function isSmall({ size, storedSize, codec }: StoredFile): boolean {
  return size <= MAX_BATCHED_FILE && storedSize <= (codec === 'deflate' ? MAX_INFLATE_CALL : MAX_BATCHED_FILE);
}

/** Batches that wait, as places of jobs. The files of a batch are made when it is taken. */
export class Batches {
  readonly #jobs: DigestJobs;
  readonly #places: Uint32Array;
  readonly #ends: readonly number[];
  #taken = 0;

  /**
   * @param places those of jobs that can be read, batch after batch
   * @param ends where each batch ends in `places`
   */
  constructor(jobs: DigestJobs, places: Uint32Array, ends: readonly number[]) {
    this.#jobs = jobs;
    this.#places = places;
    this.#ends = ends;
  }

  /** How many wait. */
  get length(): number {
    return this.#ends.length - this.#taken;
  }

  /** Takes the first one. */
  shift(): StoredFile[] | undefined {
    const end = this.#ends[this.#taken];
    if (end === undefined) return undefined;
    const from = this.#ends[this.#taken - 1] ?? 0;
    this.#taken++;
    return Array.from(this.#places.subarray(from, end), (place) => this.#jobs.at(place) as StoredFile);
  }
}

/** Small files on their way into batches, by the places of their jobs. */
class SmallFiles {
  readonly #jobs: DigestJobs;
  readonly #places: Uint32Array;
  /** Where each begins in the container. -1 for one that lies in none, as the files of a folder: these come first. */
  readonly #starts: Float64Array;
  /** Where the read of each ends. Of one that lies in no container, its bytes. */
  readonly #reaches: Float64Array;
  #count = 0;
  #isSorted = true;

  constructor(jobs: DigestJobs) {
    this.#jobs = jobs;
    this.#places = new Uint32Array(jobs.length);
    this.#starts = new Float64Array(jobs.length);
    this.#reaches = new Float64Array(jobs.length);
  }

  add(place: number, file: StoredFile): void {
    const start = file.span?.start ?? -1;
    if (start < (this.#starts[this.#places[this.#count - 1] ?? place] as number)) this.#isSorted = false;
    this.#starts[place] = start;
    this.#reaches[place] = file.span ? batchReach(file) : file.size;
    this.#places[this.#count++] = place;
  }

  /** Makes batches. Files of a folder keep their order. */
  batches(): Batches {
    const places = this.#places.slice(0, this.#count);
    const start = (place: number) => this.#starts[place] as number;
    // Most are in order already.
    if (!this.#isSorted) places.sort((a, b) => start(a) - start(b) || a - b);
    const ends: number[] = [];
    let first = 0;
    let from = 0;
    let last = 0;
    let most = 0;
    for (const [at, place] of places.entries()) {
      const begin = start(place);
      const isLoose = begin < 0;
      const reach = (isLoose ? last : 0) + (this.#reaches[place] as number);
      if (at > first && (at - first >= most || reach - from > BATCH_BYTES || begin - last > MAX_GAP)) {
        ends.push(at);
        first = at;
      }
      if (at === first) {
        from = isLoose ? last : begin;
        most = Math.min(BATCH_FILES, Math.max(LAST_BATCH_FILES, Math.ceil((places.length - at) / LAST_BATCHES)));
      }
      last = reach;
    }
    if (places.length > 0) ends.push(places.length);
    return new Batches(this.#jobs, places, ends);
  }
}

/** Where the read of a small file ends. Its span may include gigabytes that belong to no file. */
export function batchReach(file: StoredFile): number {
  const { start, end } = file.span as { start: number; end: number };
  return Math.min(end, start + file.storedSize + leadRoom(file));
}
