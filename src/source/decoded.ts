import { abortable, throwIfAborted } from '../base/abort.ts';
import { grouped } from '../base/amounts.ts';
import { TooLargeError } from '../base/errors.ts';
import { rangedSource } from './ranged.ts';
import type { ByteSource } from './source.ts';
import { chunksOf } from './stream.ts';

/** Holds the decoded bytes of one file: in memory, or on the disk. */
export interface DecodedRoom {
  /** Adds bytes after those that are there. The caller keeps the buffer. */
  append(bytes: Uint8Array): Promise<void> | void;
  /** A copy of bytes that are there. */
  read(start: number, end: number): Promise<Uint8Array> | Uint8Array;
  /** All bytes that are there, for other threads. Undefined where they cannot have them. Never rejects. */
  blob(): Promise<Blob | undefined> | Blob;
  /** Lets go of the bytes. Called once. */
  release(): void;
}

/** Takes room for `size` decoded bytes. Rejects with `source/no-room`, or with `source/save-failed`. */
export type TakeRoom = (size: number) => Promise<DecodedRoom>;

const rooms = new WeakMap<ByteSource, TakeRoom>();

/** Says where files that are compressed in a source can be kept once they are decoded. Whoever says so releases them. */
export function keepDecodedOf(source: ByteSource, take: TakeRoom): void {
  rooms.set(source, take);
}

/** Where files that are compressed in a source can be kept. Undefined where nobody has said so. */
export function roomsFor(source: ByteSource): TakeRoom | undefined {
  return rooms.get(source);
}

export interface DecodedSource extends ByteSource {
  /** Decodes what is left, and gives all bytes as `DecodedRoom.blob` does. Rejects as reading the last byte does. */
  whole(signal?: AbortSignal): Promise<Blob | undefined>;
  /** Ends decoding, and lets go of the room. Later reads reject. */
  release(): void;
}

/**
 * Random access to a file that can only be decoded from its first byte on. It is decoded as far as reads need, and
 * once: what was decoded is in the room. Rejects with `source/undecoded` for a read that needs more than `limit` bytes
 * of it, before it decodes any of them, and otherwise as the file does.
 *
 * @param limit decoded bytes; the room must have space for as many
 */
export function decodedSource(file: ByteSource, room: DecodedRoom, limit: number, name: string): DecodedSource {
  const { size } = file;
  const ended = new AbortController();
  let chunks: AsyncGenerator<Uint8Array> | undefined;
  /** A chunk on its way. An aborted reader leaves it to the next one. */
  let pending: Promise<IteratorResult<Uint8Array>> | undefined;
  let decoded = 0;
  /** All bytes have come, and the file's size and checksum are right. */
  let isWhole = false;
  let turn: Promise<unknown> = Promise.resolve();

  /** Takes the next chunk into the room, or learns that there is none. */
  async function step(signal: AbortSignal | undefined): Promise<void> {
    // After a failure, goes on behind what is there.
    chunks ??= chunksOf(file.stream(decoded === size ? 0 : decoded, size, ended.signal));
    pending ??= chunks.next();
    pending.catch(() => {});
    try {
      const { done, value } = await abortable(pending, signal);
      pending = undefined;
      if (done) {
        if (decoded < size) throw new Error('a decoder ended early without saying so');
        isWhole = true;
      } else if (decoded < size) {
        await room.append(value);
        decoded += value.length;
      }
    } catch (error) {
      // The chunk may still come: the next reader waits for it.
      if (signal?.aborted && pending) throw error;
      chunks = undefined;
      pending = undefined;
      throw error;
    }
  }

  async function decode(to: number, signal: AbortSignal | undefined): Promise<void> {
    // What is wrong with the file may show only behind its last byte.
    while (decoded < to || (to === size && !isWhole)) {
      throwIfAborted(signal);
      throwIfAborted(ended.signal);
      await step(signal);
    }
  }

  /** Decodes up to `to`, one caller after the other. */
  function reach(to: number, signal: AbortSignal | undefined): Promise<unknown> {
    if (to > limit) {
      const message = grouped`“${name}” is compressed and has ${size} bytes. Boxcutter decompresses at most ${limit} of them without asking.`;
      return Promise.reject(new TooLargeError('source/undecoded', message, { limit, actual: size }));
    }
    const result = turn.then(() => decode(to, signal));
    turn = result.catch(() => {});
    return abortable(result, signal);
  }

  const source = rangedSource(name, size, async (start, end, signal) => {
    throwIfAborted(ended.signal);
    if (start === end) return new Uint8Array(0);
    if (end > decoded || (end === size && !isWhole)) await reach(end, signal);
    throwIfAborted(ended.signal);
    return room.read(start, end);
  });
  return {
    ...source,
    async whole(signal) {
      throwIfAborted(signal);
      throwIfAborted(ended.signal);
      await reach(size, signal);
      throwIfAborted(ended.signal);
      return room.blob();
    },
    release() {
      if (ended.signal.aborted) return;
      ended.abort();
      room.release();
    },
  };
}
