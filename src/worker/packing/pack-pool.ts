import { type PackedEntry, type PackFile, PIECE_BYTES, packFile } from '../../archive/zip/pack.ts';
import { CancelledError, fromErrorData, InternalError } from '../../base/errors.ts';
import { MAX_PACKERS } from '../../base/limits.ts';
import type { FromPacker, ToPacker } from './packing.ts';

/** What the pool needs of a Worker. Tests give one that runs in their own thread. */
export interface PackerLike {
  postMessage(message: ToPacker, transfer: Transferable[]): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<FromPacker>) => void): void;
  addEventListener(type: 'error' | 'messageerror', listener: (event: Event) => void): void;
}

/** From this size on, one worker reads and compresses a file, and another one decodes, compares and hashes it. */
const LEAST_SHARED_BYTES = 8 * PIECE_BYTES;

/** One file at a time goes through a lane. */
interface Lane {
  packer: PackerLike;
  /** Started with the first large file. */
  checker?: PackerLike;
}

interface Task {
  onMessage(message: FromPacker): void;
  fail(error: unknown): void;
}

/** At least two lanes: one file is read while another is compressed. */
function defaultLanes(): number {
  const { navigator } = globalThis as { navigator?: { hardwareConcurrency?: number } };
  const cores = navigator?.hardwareConcurrency ?? 2;
  return Math.min(MAX_PACKERS, Math.max(2, cores - 1));
}

/**
 * Packs files on workers, several at once. They are started when they are needed and ended by `end`. A file whose source
 * is not on this machine, or is an entry that must be decoded, is packed in this thread. A worker that dies ends
 * everything with `internal/worker-died`.
 */
export class PackPool {
  readonly lanes: number;
  readonly #spawn: () => PackerLike;
  readonly #idle: Lane[] = [];
  readonly #workers: PackerLike[] = [];
  readonly #waiting: ((lane: Lane) => void)[] = [];
  readonly #tasks = new Map<PackerLike, Task>();
  #started = 0;

  constructor(spawn: () => PackerLike, lanes = defaultLanes()) {
    this.#spawn = spawn;
    this.lanes = lanes;
  }

  readonly pack: PackFile = async (file, compression, emit, options) => {
    // An entry of an archive knows where its bytes lie only after a first read.
    if (file.blob && file.size > 0) await file.read(0, 1, options.signal);
    const blob = file.blob?.(0, file.size);
    if (!blob) return packFile(file, compression, emit, options);
    const lane = await this.#lane();
    try {
      return await this.#run(lane, { kind: 'pack', file: blob, name: file.name, compression }, emit, options);
    } finally {
      this.#free(lane);
    }
  };

  /** Ends all workers, whatever they do. */
  end(): void {
    for (const worker of this.#workers) worker.terminate();
    for (const task of this.#tasks.values()) task.fail(new CancelledError());
  }

  async #lane(): Promise<Lane> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#started === this.lanes) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#started++;
    return { packer: this.#start() };
  }

  #free(lane: Lane): void {
    const next = this.#waiting.shift();
    if (next) next(lane);
    else this.#idle.push(lane);
  }

  #start(): PackerLike {
    const worker = this.#spawn();
    this.#workers.push(worker);
    worker.addEventListener('message', ({ data }) => this.#tasks.get(worker)?.onMessage(data));
    const onDeath = (event: Event) => {
      event.preventDefault();
      const cause = 'message' in event ? event.message : event.type;
      const message = 'A worker that packs files stopped unexpectedly.';
      for (const task of this.#tasks.values()) task.fail(new InternalError('internal/worker-died', message, { cause }));
    };
    worker.addEventListener('error', onDeath);
    worker.addEventListener('messageerror', onDeath);
    return worker;
  }

  #run(
    lane: Lane,
    ask: Extract<ToPacker, { kind: 'pack' }>,
    emit: Parameters<PackFile>[2],
    { signal, onBytes }: Parameters<PackFile>[3],
  ): Promise<PackedEntry> {
    const { packer } = lane;
    const isShared = ask.file.size >= LEAST_SHARED_BYTES;
    if (isShared) lane.checker ??= this.#start();
    const checker = isShared ? (lane.checker as PackerLike) : packer;
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
              checker.postMessage({ kind: 'written' }, []);
            })
            .catch(fail);
      };
      if (signal?.aborted) {
        onAbort();
        return;
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      const task = { onMessage, fail };
      this.#tasks.set(packer, task);
      this.#tasks.set(checker, task);
      if (!isShared) {
        packer.postMessage(ask, []);
        return;
      }
      const { port1, port2 } = new MessageChannel();
      checker.postMessage({ kind: 'check', name: ask.name, port: port2 }, [port2]);
      packer.postMessage({ ...ask, port: port1 }, [port1]);
    });
  }
}
