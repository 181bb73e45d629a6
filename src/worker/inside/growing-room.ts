import { CancelledError } from '../../base/errors.ts';
import type { DecodedRoom } from '../../source/decoded.ts';
import type { DecodedRooms } from './decoded-rooms.ts';

/** Bytes of the first part. Each part is as large as all before it. */
const FIRST_PART_BYTES = 4 * 1024 * 1024;

interface Part {
  room: DecodedRoom;
  start: number;
  size: number;
}

/**
 * Room for decoded bytes of which nobody knows how many there will be. It is taken in parts as they come, so that at
 * most twice as much is taken as they need.
 */
export class GrowingRoom {
  readonly #rooms: DecodedRooms;
  readonly #limit: number;
  #parts: Part[] = [];
  #size = 0;
  #isReleased = false;

  /** @param limit of bytes that are appended at most */
  constructor(rooms: DecodedRooms, limit: number) {
    this.#rooms = rooms;
    this.#limit = limit;
  }

  /** Adds bytes after those that are there. Rejects as `DecodedRooms.take`. */
  async append(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const part = await this.#open();
      const piece = bytes.subarray(at, at + part.start + part.size - this.#size);
      await part.room.append(piece);
      at += piece.length;
      this.#size += piece.length;
    }
  }

  /** A copy of bytes that are there. */
  async read(start: number, end: number): Promise<Uint8Array> {
    if (this.#isReleased) throw new CancelledError();
    const bytes = new Uint8Array(end - start);
    for (const part of this.#parts) {
      const from = Math.max(start, part.start);
      const to = Math.min(end, part.start + part.size);
      if (from < to) bytes.set(await part.room.read(from - part.start, to - part.start), from - start);
    }
    return bytes;
  }

  /** Lets go of all parts. */
  release(): void {
    this.#isReleased = true;
    for (const { room } of this.#parts.splice(0)) room.release();
  }

  /** The part that the next byte goes to. */
  async #open(): Promise<Part> {
    const last = this.#parts.at(-1);
    if (last && this.#size < last.start + last.size) return last;
    const size = Math.min(Math.max(FIRST_PART_BYTES, this.#size), this.#limit - this.#size);
    const part = { room: await this.#rooms.take(size), start: this.#size, size };
    this.#parts.push(part);
    return part;
  }
}
