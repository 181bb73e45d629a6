import {
  type Compression,
  PackChecker,
  type PackedEntry,
  type PackedPiece,
  packedPieces,
  packFile,
} from '../../archive/zip/pack.ts';
import { type ErrorData, fromErrorData, toErrorData } from '../../base/errors.ts';
import { fileSource } from '../../source/file.ts';

export type ToPacker =
  /**
   * Packs a file. With a port, only reads and compresses it: the worker at the other end checks, hashes and gives the
   * bytes.
   */
  | { kind: 'pack'; file: Blob; name: string; compression: Compression; port?: MessagePort }
  /** Takes the pieces of a file from another worker. */
  | { kind: 'check'; name: string; port: MessagePort }
  /** One message of bytes was written. */
  | { kind: 'written' };

export type FromPacker =
  /** The next bytes to be stored. */
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  /** More bytes of the content were packed. */
  | { kind: 'progress'; count: number }
  /** The task is finished. Left out by a worker that only compresses. */
  | { kind: 'packed'; entry: PackedEntry }
  | { kind: 'failed'; error: ErrorData };

/** Messages of bytes that may be on the way, and pieces between two workers: 4 MiB each keep all threads busy. */
const ON_THE_WAY = 4;

/** From the worker that compresses to the one that checks, in order. */
type PipeMessage = { piece: PackedPiece } | { end: true } | { error: ErrorData };

/** What two threads have on the way. */
class Window {
  #free = ON_THE_WAY;
  #wake: (() => void) | undefined;

  async take(): Promise<void> {
    while (this.#free === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#free--;
  }

  give(): void {
    this.#free++;
    this.#wake?.();
  }
}

type Post = (message: FromPacker, transfer: Transferable[]) => void;

/** A worker that packs files, without its thread: takes messages and posts others. Does one task at a time. */
export function createPacking(post: Post): (message: ToPacker) => void {
  let unwritten = new Window();
  const emit = async (bytes: Uint8Array<ArrayBuffer>) => {
    await unwritten.take();
    post({ kind: 'bytes', bytes }, [bytes.buffer]);
  };
  const onBytes = (count: number) => post({ kind: 'progress', count }, []);
  const fail = (error: unknown) => post({ kind: 'failed', error: toErrorData(error) }, []);

  async function pack({ file, name, compression, port }: Extract<ToPacker, { kind: 'pack' }>): Promise<void> {
    const source = fileSource(file, name);
    if (port) await compressInto(port, packedPieces(source, compression), onBytes);
    else post({ kind: 'packed', entry: await packFile(source, compression, emit, { onBytes }) }, []);
  }

  return (message) => {
    if (message.kind === 'written') {
      unwritten.give();
      return;
    }
    unwritten = new Window();
    if (message.kind === 'pack') pack(message).catch(fail);
    else checkFrom(message.port, message.name, emit).then((entry) => post({ kind: 'packed', entry }, []), fail);
  };
}

/** Sends pieces through the port. An error goes the same way: the other end tells of it. */
async function compressInto(
  port: MessagePort,
  pieces: AsyncIterable<PackedPiece>,
  onBytes: (count: number) => void,
): Promise<void> {
  const untaken = new Window();
  port.onmessage = () => untaken.give();
  const send = (message: PipeMessage, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  try {
    for await (const piece of pieces) {
      await untaken.take();
      const { length } = piece.raw;
      send({ piece }, piece.packed ? [piece.raw.buffer, piece.packed.buffer] : [piece.raw.buffer]);
      onBytes(length);
    }
    send({ end: true });
  } catch (error) {
    send({ error: toErrorData(error) });
  }
}

/** Checks the pieces that come through the port, and gives what to store. */
async function checkFrom(
  port: MessagePort,
  name: string,
  emit: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<PackedEntry> {
  const checker = new PackChecker(name);
  try {
    return await new Promise<PackedEntry>((resolve, reject) => {
      let last: Promise<unknown> = Promise.resolve();
      const take = async (message: PipeMessage) => {
        if ('error' in message) throw fromErrorData(message.error);
        if ('end' in message) {
          resolve(await checker.finish());
          return;
        }
        const bytes = await checker.take(message.piece);
        if (bytes.length > 0) await emit(bytes);
        port.postMessage('taken');
      };
      port.onmessage = ({ data }: MessageEvent<PipeMessage>) => {
        last = last.then(() => take(data)).catch(reject);
      };
    });
  } finally {
    port.close();
    checker.free();
  }
}
