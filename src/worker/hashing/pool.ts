import { Hasher } from '../../archive/digest/hasher.ts';
import type { DigestJobs, DigestOptions, DigestResult, DigestRunner, StoredFile } from '../../archive/digest/job.ts';
import { inThreadDigests, MIN_ARENA } from '../../archive/digest/runner.ts';
import { type DigestSchedule, holdMoreThan, noDigests, scheduleDigests } from '../../archive/digest/schedule.ts';
import { throwIfAborted } from '../../base/abort.ts';
import { CancelledError, fromErrorData, InternalError } from '../../base/errors.ts';
import {
  DECODED_BUDGET,
  MAX_HASHERS,
  MAX_UNGATED_DIGEST,
  MAX_UNPOOLED_BYTES,
  MAX_ZSTD_WINDOW,
  SHARED_ZSTD_WINDOW,
  UNFREED_BYTES,
} from '../../base/limits.ts';
import { compiledSha256 } from '../../codec/sha256.ts';
import { zstdModule } from '../../codec/zstd.ts';
import { fileSource } from '../../source/file.ts';
import type { ByteSource } from '../../source/source.ts';
import { onThreadDeath, type ThreadLike } from '../thread.ts';
import type { FromHasher, HashTask, ToHasher } from './hashing.ts';

export type HasherLike = ThreadLike<ToHasher, FromHasher>;

export interface PoolOptions {
  /** The container that the files lie in. Undefined for a folder: each of its files is on its own. */
  source?: ByteSource | undefined;
  /** The same bytes as a Blob, for the workers. */
  file?: Blob | undefined;
  /** Starts a worker. */
  spawn(): HasherLike;
  /** How many workers run at once. The default leaves one core to the page. */
  workers?: number;
  /** Largest file that is held whole, in bytes. Tests give less. */
  maxWhole?: number | undefined;
}

/** At least two: one hashes while the other waits for the disk. */
export function defaultWorkers(): number {
  const cores = globalThis.navigator?.hardwareConcurrency ?? 2;
  return Math.min(MAX_HASHERS, Math.max(2, cores - 1));
}

/**
 * Computes digests on workers. They are started for one run and ended with it, so that their memory is freed. Large
 * files go first; one that is too large to be held goes through two workers where there are more workers than such
 * files. Each worker that becomes free takes the next file. This thread takes a share of the small files: it has hashed
 * thousands before the first worker has started. A worker that dies ends the run with `internal/worker-died`.
 */
export function poolDigests({ workers = defaultWorkers(), ...pool }: PoolOptions): DigestRunner {
  return {
    async run(jobs, options) {
      throwIfAborted(options.signal);
      if (!holdMoreThan(jobs, MAX_UNPOOLED_BYTES)) return inThreadDigests(pool.source).run(jobs, options);
      return new Run({ ...pool, workers }, jobs, options).settled;
    },
  };
}

interface Member {
  worker: HasherLike;
  arenaBytes: number;
  /** Tasks that it was given and has not finished, the oldest first. */
  tasks: HashTask[];
  /**
   * Whether another task may wait behind this one. False for a large file: another worker may be free before this one.
   */
  takesMore: boolean;
}

/** One verification on the pool. */
class Run {
  readonly settled: Promise<void>;
  #schedule: DigestSchedule;
  readonly #options: DigestOptions;
  readonly #workers: HasherLike[] = [];
  readonly #members: Member[] = [];
  /** Members that want to copy a large file. The first one copies, the others wait. */
  readonly #turns: Member[] = [];
  /** Ends this thread's share of the work. */
  readonly #controller = new AbortController();
  #isHelping = false;
  /** Files with a large zstd window. They are done last. */
  #wide: StoredFile[] = [];
  #isWide = false;
  readonly #file: Blob | undefined;
  readonly #spawn: () => HasherLike;
  #done = 0;
  #isOver = false;
  #resolve!: () => void;
  #reject!: (error: unknown) => void;

  constructor(
    { source, file, spawn, workers, maxWhole }: PoolOptions & { workers: number },
    jobs: DigestJobs,
    options: DigestOptions,
  ) {
    this.#options = options;
    this.#file = file;
    this.#spawn = spawn;
    const { signal } = options;
    const onAbort = () => this.#end(new CancelledError(undefined, { cause: signal?.reason }));
    this.settled = new Promise<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    }).finally(() => signal?.removeEventListener('abort', onAbort));
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#schedule = noDigests();
    try {
      // It loads while the work is scheduled.
      this.#workers.push(spawn());
      this.#schedule = scheduleDigests(jobs, maxWhole);
      for (const result of this.#schedule.refused) options.onDigest(result);
      const { streams, wholes, batches } = this.#schedule;
      // Where all files are small, this thread counts as one of the workers.
      const large = streams.length * 2 + wholes.length;
      const count = Math.max(1, Math.min(large > 0 ? workers : workers - 1, large + batches.length));
      while (this.#workers.length < count) this.#workers.push(spawn());
      this.#start(SHARED_ZSTD_WINDOW);
      this.#help(source).catch((error) => this.#end(error));
      this.#assign();
    } catch (error) {
      this.#end(error);
    }
  }

  /** Gives the workers the container, and an arena for each of the largest files, as far as the budget goes. */
  #start(maxWindow: number): void {
    const file = this.#file;
    let left = DECODED_BUDGET;
    for (const [i, worker] of this.#workers.entries()) {
      const size = this.#schedule.wholes[i]?.size ?? 0;
      const given = size <= left ? size : 0;
      left -= given;
      const arenaBytes = Math.max(MIN_ARENA, given + 1);
      const member: Member = { worker, arenaBytes, tasks: [], takesMore: true };
      this.#members.push(member);
      worker.addEventListener('message', ({ data }) => this.#receive(member, data));
      onThreadDeath(worker, (cause) => {
        const message = 'A worker that checks files stopped unexpectedly.';
        this.#end(new InternalError('internal/worker-died', message, { cause }));
      });
      const compiled = { zstd: zstdModule(), sha256: compiledSha256() };
      worker.postMessage({ kind: 'start', file, ...compiled, arenaBytes, maxWindow });
    }
  }

  /** Does batches in this thread. */
  async #help(source: ByteSource | undefined): Promise<void> {
    const { batches } = this.#schedule;
    if (batches.length === 0) return;
    this.#isHelping = true;
    const hasher = await Hasher.create(this.#file ? fileSource(this.#file) : source, {
      arenaBytes: MIN_ARENA,
      maxWindow: SHARED_ZSTD_WINDOW,
      freesReadsAfter: this.#file && UNFREED_BYTES,
    });
    try {
      const { signal } = this.#controller;
      const next = () => {
        const files = this.#isOver ? undefined : batches.shift();
        return files && { files, reading: hasher.readAhead(files, signal) };
      };
      const options = {
        signal,
        onResult: (result: DigestResult) => this.#isOver || this.#options.onDigest(result),
        onBytes: (count: number) => this.#isOver || this.#addBytes(count),
        onWide: (file: StoredFile) => this.#wide.push(file),
      };
      // While it hashes one batch, the bytes of the next one come.
      for (let batch = next(); batch && !this.#isOver; ) {
        const following = next();
        await hasher.batch(batch.files, options, batch.reading);
        batch = following;
      }
    } finally {
      hasher.free();
    }
    this.#isHelping = false;
    this.#assign();
  }

  #addBytes(count: number): void {
    this.#done += count;
    this.#options.onBytes?.(this.#done);
  }

  #receive(member: Member, message: FromHasher): void {
    if (this.#isOver || !this.#members.includes(member)) return;
    try {
      switch (message.kind) {
        case 'bytes':
          this.#addBytes(message.count);
          break;
        case 'results':
          for (const result of message.results) this.#options.onDigest(result);
          break;
        case 'hashes':
          this.#tellHashes(member.tasks[0], message);
          break;
        case 'wide':
          this.#wide.push(...message.files);
          break;
        case 'wants-turn':
          this.#turns.push(member);
          if (this.#turns.length === 1) member.worker.postMessage({ kind: 'turn' });
          break;
        case 'turn-over':
          this.#turns.shift();
          this.#turns[0]?.worker.postMessage({ kind: 'turn' });
          break;
        case 'done':
          member.tasks.shift();
          this.#assign();
          break;
        case 'failed':
          this.#end(fromErrorData(message.error));
          break;
      }
    } catch (error) {
      this.#end(error);
    }
  }

  #tellHashes(task: HashTask | undefined, { hashes }: Extract<FromHasher, { kind: 'hashes' }>): void {
    if (task?.kind !== 'batch')
      throw new InternalError('internal/bug', 'Hashes came for files that nobody asked about.');
    for (const [place, { path }] of task.files.entries()) {
      const sha256 = hashes[place];
      if (sha256 !== undefined) this.#options.onDigest({ path, sha256, findings: [] });
    }
  }

  /** Gives work to members that have none. Ends the run when no work is left. */
  #assign(): void {
    if (this.#isOver) return;
    for (;;) {
      const idle = this.#members.filter(({ tasks }) => tasks.length === 0);
      const stream = this.#schedule.streams[0];
      const [first, second] = idle;
      // Two members share a large file only where there are not enough of them for all: hashing takes most of the time,
      // and one of the two does not hash.
      const isEnough = this.#members.length === 1 || this.#schedule.streams.length >= idle.length;
      if (stream && first && isEnough && !this.#isWide) {
        this.#schedule.streams.shift();
        this.#give(first, { kind: 'file', file: stream }, false);
        continue;
      }
      if (stream && first && second) {
        this.#schedule.streams.shift();
        this.#pipe(first, second, stream);
        continue;
      }
      const next = idle.find((member) => this.#giveNext(member));
      if (!next) break;
    }
    for (const member of this.#members) {
      while (member.tasks.length === 1 && member.takesMore && this.#giveSmall(member));
    }
    if (this.#isHelping || this.#members.some(({ tasks }) => tasks.length > 0)) return;
    if (this.#wide.length > 0) this.#startWide();
    else this.#end(undefined);
  }

  /**
   * Files with large windows go through two fresh workers; one of them decodes. A worker never frees the memory of a
   * window, and eight large windows would take a gigabyte.
   */
  #startWide(): void {
    for (const worker of this.#workers.splice(0)) worker.terminate();
    this.#members.length = 0;
    this.#turns.length = 0;
    this.#isWide = true;
    this.#schedule.streams = this.#wide;
    this.#wide = [];
    this.#workers.push(this.#spawn(), this.#spawn());
    this.#start(MAX_ZSTD_WINDOW);
    this.#assign();
  }

  /** The largest file that fits the member's arena, else a file that fits no arena, else a batch. */
  #giveNext(member: Member): boolean {
    const { wholes } = this.#schedule;
    let index = wholes.findIndex(({ size }) => size < member.arenaBytes);
    if (index < 0 && this.#schedule.batches.length === 0) index = wholes.length > 0 ? 0 : -1;
    const file = wholes[index];
    if (file) {
      wholes.splice(index, 1);
      this.#give(member, { kind: 'file', file }, file.size <= MAX_UNGATED_DIGEST);
      return true;
    }
    return this.#giveSmall(member);
  }

  #giveSmall(member: Member): boolean {
    const files = this.#schedule.batches.shift();
    if (!files) return false;
    this.#give(member, { kind: 'batch', files }, true);
    return true;
  }

  #pipe(decoder: Member, hasher: Member, file: StoredFile): void {
    const { port1, port2 } = new MessageChannel();
    this.#give(hasher, { kind: 'hash', port: port2 }, false, [port2]);
    this.#give(decoder, { kind: 'decode', file, port: port1 }, false, [port1]);
  }

  #give(member: Member, task: HashTask, takesMore: boolean, transfer: Transferable[] = []): void {
    member.tasks.push(task);
    member.takesMore = takesMore;
    member.worker.postMessage({ kind: 'task', task }, transfer);
  }

  #end(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller.abort();
    for (const worker of this.#workers) worker.terminate();
    if (error === undefined) this.#resolve();
    else this.#reject(error);
  }
}
