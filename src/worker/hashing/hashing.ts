import { Hasher, type HasherOptions } from '../../archive/digest/hasher.ts';
import type { DigestResult, StoredFile } from '../../archive/digest/job.ts';
import { type ErrorData, toErrorData } from '../../base/errors.ts';
import { PIPE_PIECE, PIPE_PIECES, UNFREED_BYTES } from '../../base/limits.ts';
import { adoptSha256, createSha256 } from '../../codec/sha256.ts';
import { adoptZstd } from '../../codec/zstd.ts';
import { fileSource } from '../../source/file.ts';

/** A piece of work for one worker of the pool. */
export type HashTask =
  | { kind: 'batch'; files: StoredFile[] }
  | { kind: 'file'; file: StoredFile }
  /** A large file takes two workers: one decodes and checks it, the one at the other end of the port hashes it. */
  | { kind: 'decode'; file: StoredFile; port: MessagePort }
  | { kind: 'hash'; port: MessagePort };

export type ToHasher =
  /** Comes first, once. `file` is the container; a folder has none. `zstd` and `sha256`, if compiled already. */
  | {
      kind: 'start';
      file?: Blob;
      zstd?: WebAssembly.Module;
      sha256?: WebAssembly.Module;
      arenaBytes: number;
      maxWindow: number;
    }
  | { kind: 'task'; task: HashTask }
  /** Now this worker may copy a large file. */
  | { kind: 'turn' };

export type FromHasher =
  /** More decoded bytes. */
  | { kind: 'bytes'; count: number }
  | { kind: 'results'; results: DigestResult[] }
  /**
   * SHA-256 of files of the oldest task, a batch, by their places: of those with nothing else to report. It is
   * half of their results, and messages stay in memory for long.
   */
  | { kind: 'hashes'; hashes: (string | undefined)[] }
  /** Files that need a larger window than this worker gives. They have no results. */
  | { kind: 'wide'; files: StoredFile[] }
  | { kind: 'wants-turn' }
  | { kind: 'turn-over' }
  /** The oldest task is finished, and all its results were told. */
  | { kind: 'done' }
  /** The worker cannot go on. */
  | { kind: 'failed'; error: ErrorData };

/** From the decoding worker to the hashing one, in order. Each buffer comes back to be filled again. */
type PipeMessage = { bytes: Uint8Array<ArrayBuffer> } | { end: DigestResult | undefined };

/** Least time between two messages about bytes, in milliseconds. */
const TELL_INTERVAL = 50;

/** The pool's worker, without its thread: takes messages and posts others. Does tasks in order. */
export function createHashing(post: (message: FromHasher) => void): (message: ToHasher) => void {
  let hasher: Promise<Hasher> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let myTurn: (() => void) | undefined;
  let bytes = 0;
  let told = 0;

  const tellBytes = () => {
    if (bytes > 0) post({ kind: 'bytes', count: bytes });
    bytes = 0;
    told = performance.now();
  };
  const onBytes = (count: number) => {
    bytes += count;
    if (performance.now() - told > TELL_INTERVAL) tellBytes();
  };
  const gate = () =>
    new Promise<() => void>((resolve) => {
      myTurn = () => resolve(() => post({ kind: 'turn-over' }));
      post({ kind: 'wants-turn' });
    });

  async function perform(task: HashTask, reading: Promise<Uint8Array | undefined> | undefined): Promise<void> {
    if (!hasher) throw new Error('a task came before the start');
    const results: DigestResult[] = [];
    const wide: StoredFile[] = [];
    const hashes: string[] = [];
    const options = {
      onBytes,
      onResult: (result: DigestResult) => results.push(result),
      onWide: (file: StoredFile) => wide.push(file),
    };
    const onHash = (place: number, sha256: string) => {
      hashes[place] = sha256;
    };
    switch (task.kind) {
      case 'batch':
        await (await hasher).batch(task.files, { ...options, onHash }, reading);
        break;
      case 'file':
        await (await hasher).file(task.file, options);
        break;
      case 'decode':
        await decodeInto(await hasher, task.file, task.port, options);
        break;
      case 'hash': {
        const result = await hashFrom(task.port);
        if (result) results.push(result);
        break;
      }
    }
    tellBytes();
    if (wide.length > 0) post({ kind: 'wide', files: wide });
    if (hashes.length > 0) post({ kind: 'hashes', hashes });
    if (results.length > 0) post({ kind: 'results', results });
    post({ kind: 'done' });
  }

  return (message) => {
    switch (message.kind) {
      case 'start': {
        const { file, zstd, sha256, arenaBytes, maxWindow } = message;
        // The hasher's own decoder then waits for this.
        if (zstd) adoptZstd(zstd);
        if (sha256) adoptSha256(sha256);
        const limits = { arenaBytes, maxWindow, gate, freesReadsAfter: UNFREED_BYTES };
        hasher = Hasher.create(file && fileSource(file), limits);
        hasher.catch((error) => post({ kind: 'failed', error: toErrorData(error) }));
        break;
      }
      case 'task': {
        const { task } = message;
        // The bytes of a batch come while the task before it is done.
        const reading = task.kind === 'batch' ? hasher?.then((ready) => ready.readAhead(task.files)) : undefined;
        reading?.catch(() => {});
        last = last
          .then(() => perform(task, reading))
          .catch((error) => post({ kind: 'failed', error: toErrorData(error) }));
        break;
      }
      case 'turn':
        myTurn?.();
        break;
    }
  };
}

/** Decodes a file and sends its bytes through the port. At most `PIPE_PIECES` pieces are on the way. */
async function decodeInto(
  hasher: Hasher,
  file: StoredFile,
  port: MessagePort,
  options: Pick<HasherOptions, 'onBytes' | 'onWide'>,
): Promise<void> {
  const free: Uint8Array<ArrayBuffer>[] = [];
  let made = 0;
  let filling: Uint8Array<ArrayBuffer> | undefined;
  let filled = 0;
  let wake: (() => void) | undefined;
  port.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
    free.push(data);
    wake?.();
  };
  const empty = async () => {
    if (free.length === 0 && made < PIPE_PIECES) {
      made++;
      return new Uint8Array(PIPE_PIECE);
    }
    while (free.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return free.pop() as Uint8Array<ArrayBuffer>;
  };
  const send = () => {
    if (!filling || filled === 0) return;
    const message: PipeMessage = { bytes: filling.subarray(0, filled) };
    port.postMessage(message, [filling.buffer]);
    filling = undefined;
    filled = 0;
  };
  // Decoders may give a kilobyte at a time. A message for each would cost more than its hash.
  const consume = async (piece: Uint8Array) => {
    for (let at = 0; at < piece.length; ) {
      filling ??= await empty();
      const part = piece.subarray(at, at + filling.length - filled);
      filling.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === filling.length) send();
    }
  };
  const end = await hasher.pieces(file, consume, options);
  send();
  port.postMessage({ end } satisfies PipeMessage);
}

/**
 * Hashes what comes through the port. Resolves to the decoder's result, with the hash if all bytes came. Undefined if
 * it has none.
 */
async function hashFrom(port: MessagePort): Promise<DigestResult | undefined> {
  const hash = await createSha256();
  return new Promise((resolve, reject) => {
    port.onmessage = ({ data }: MessageEvent<PipeMessage>) => {
      try {
        if ('bytes' in data) {
          hash.update(data.bytes);
          const whole = new Uint8Array(data.bytes.buffer);
          port.postMessage(whole, [whole.buffer]);
          return;
        }
        port.close();
        const { end } = data;
        const isWhole = end?.error === undefined || end.error.code === 'zip/crc-mismatch';
        resolve(end && isWhole ? { ...end, sha256: hash.digest() } : end);
      } catch (error) {
        reject(error);
      }
    };
  });
}
