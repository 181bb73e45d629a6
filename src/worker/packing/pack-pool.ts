import { type PackedEntry, type PackFile, packFile } from '../../archive/zip/pack.ts';
import { CancelledError, fromErrorData, InternalError } from '../../base/errors.ts';
import { MAX_PACKERS } from '../../base/limits.ts';
import { INPUT_BYTES } from '../../codec/zstd-encoder.ts';
import { onThreadDeath, type ThreadLike } from '../thread.ts';
import type { FromPacker, ToPacker } from './packing.ts';

export type PackerLike = ThreadLike<ToPacker, FromPacker>;

/** From this size on, one worker reads and compresses a file, and another one decodes, compares and hashes it. */
const LEAST_SHARED_BYTES = 8 * INPUT_BYTES;

interface Task {
  onMessage(message: FromPacker): void;
  fail(error: unknown): void;
}

/** A file that waits for workers, and how many it needs. */
interface Waiting {
  count: number;
  go(workers: PackerLike[]): void;
  fail(error: unknown): void;
}

/** At least two workers: one file is read while another is compressed. */
function defaultWorkers(): number {
  return Math.min(MAX_PACKERS, Math.max(2, globalThis.navigator?.hardwareConcurrency ?? 2));
}

/**
 * Packs files on workers, several at once. They are started when they are needed and ended by `end`. A small file takes
 * one worker, a large one two. Files get them in the order in which they ask: who writes the files in that order never
 * waits for one that cannot begin. A file whose source is not on this machine, or is an entry that must be decoded, is
 * packed in this thread. A worker that dies ends everything with `internal/worker-died`.
 */
export class PackPool {
  /** At most, and at least two. */
  readonly size: number;
  readonly #spawn: () => PackerLike;
  readonly #workers: PackerLike[] = [];
  readonly #idle: PackerLike[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #tasks = new Map<PackerLike, Task>();
  #isOver = false;

  constructor(spawn: () => PackerLike, size = defaultWorkers()) {
    this.#spawn = spawn;
    this.size = Math.max(2, size);
  }

  readonly pack: PackFile = async (file, compression, emit, options) => {
    if (!file.blob) return packFile(file, compression, emit, options);
    // Before anything is read: files that are slow to read would lose their place.
    const workers = await this.#take(file.size < LEAST_SHARED_BYTES ? 1 : 2);
    try {
      // An entry of an archive knows where its bytes lie only after a first read.
      if (file.size > 0) await file.read(0, 1, options.signal);
      const blob = file.blob(0, file.size);
      if (blob)
        return await this.#run(workers, { kind: 'pack', file: blob, name: file.name, compression }, emit, options);
    } finally {
      this.#idle.push(...workers);
      this.#serve();
    }
    return packFile(file, compression, emit, options);
  };

  /** Ends all workers, whatever they do. */
  end(): void {
    this.#isOver = true;
    for (const worker of this.#workers) worker.terminate();
    for (const task of [...this.#tasks.values(), ...this.#waiting.splice(0)]) task.fail(new CancelledError());
  }

  #take(count: number): Promise<PackerLike[]> {
    return new Promise((go, fail) => {
      if (this.#isOver) {
        fail(new CancelledError());
        return;
      }
      this.#waiting.push({ count, go, fail });
      this.#serve();
    });
  }

  /** Gives workers to those who wait for them, in order. */
  #serve(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (this.#idle.length + this.size - this.#workers.length < next.count) return;
      this.#waiting.shift();
      next.go(Array.from({ length: next.count }, () => this.#idle.pop() ?? this.#start()));
    }
  }

  #start(): PackerLike {
    const worker = this.#spawn();
    this.#workers.push(worker);
    worker.addEventListener('message', ({ data }) => this.#tasks.get(worker)?.onMessage(data));
    onThreadDeath(worker, (cause) => {
      const message = 'A worker that packs files stopped unexpectedly.';
      for (const task of this.#tasks.values()) task.fail(new InternalError('internal/worker-died', message, { cause }));
    });
    return worker;
  }

  /** @param workers one that does all, or one that compresses and one that checks */
  #run(
    workers: readonly PackerLike[],
    ask: Extract<ToPacker, { kind: 'pack' }>,
    emit: Parameters<PackFile>[2],
    { signal, onBytes }: Parameters<PackFile>[3],
  ): Promise<PackedEntry> {
    const packer = workers[0] as PackerLike;
    const checker = workers[1] ?? packer;
    return new Promise<PackedEntry>((resolve, reject) => {
      let last: Promise<unknown> = Promise.resolve();
      const end = () => {
        this.#tasks.delete(packer);
        this.#tasks.delete(checker);
        signal?.removeEventListener('abort', onAbort);
      };
      const fail = (error: unknown) => {
        end();
        reject(error);
      };
      // The workers may go on for a while. Whoever cancels ends them all.
      const onAbort = () => fail(new CancelledError(undefined, { cause: signal?.reason }));
      const onMessage = (message: FromPacker) => {
        if (message.kind === 'progress') onBytes?.(message.count);
        else if (message.kind === 'failed') fail(fromErrorData(message.error));
        else
          last = last
            .then(async () => {
              if (message.kind === 'packed') {
                end();
                resolve(message.entry);
                return;
              }
              await emit(message.bytes);
              checker.postMessage({ kind: 'written' });
            })
            .catch(fail);
      };
      if (signal?.aborted || this.#isOver) {
        onAbort();
        return;
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      const task = { onMessage, fail };
      this.#tasks.set(packer, task);
      this.#tasks.set(checker, task);
      if (checker === packer) {
        packer.postMessage(ask);
        return;
      }
      const { port1, port2 } = new MessageChannel();
      checker.postMessage({ kind: 'check', name: ask.name, port: port2 }, [port2]);
      packer.postMessage({ ...ask, port: port1 }, [port1]);
    });
  }
}
