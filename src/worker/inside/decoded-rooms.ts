import { grouped } from '../../base/amounts.ts';
import { CancelledError, TooLargeError } from '../../base/errors.ts';
import { DECODED_BUDGET, INNER_DISK_SHARE, INNER_MEMORY_BYTES } from '../../base/limits.ts';
import type { DecodedRoom } from '../../source/decoded.ts';

/** Where decoded bytes go that memory has no room for. */
export interface RoomDisk {
  /** Bytes that this site may still write. Undefined where the browser has no private files, or says nothing. */
  freeBytes(): Promise<number | undefined>;
  open(): Promise<DecodedRoom>;
}

/** Hands out room for the decoded bytes of inner packages, of all that are open. */
export class DecodedRooms {
  readonly #disk: RoomDisk | undefined;
  #inMemory = 0;
  #onDisk = 0;

  /** @param disk without one, all bytes are held in memory, within `DECODED_BUDGET` */
  constructor(disk: RoomDisk | undefined) {
    this.#disk = disk;
  }

  /** Room for `size` bytes. Rejects with `source/no-room`, or with `source/save-failed` as making a file does. */
  async take(size: number): Promise<DecodedRoom> {
    if (size <= INNER_MEMORY_BYTES - this.#inMemory) return this.#memory(size);
    const free = await this.#disk?.freeBytes();
    if (!this.#disk || free === undefined) {
      if (size <= DECODED_BUDGET - this.#inMemory) return this.#memory(size);
      throw noRoom(size, DECODED_BUDGET - this.#inMemory);
    }
    const limit = Math.floor(free * INNER_DISK_SHARE) - this.#onDisk;
    if (size > limit) throw noRoom(size, Math.max(0, limit));
    this.#onDisk += size;
    const give = () => {
      this.#onDisk -= size;
    };
    const room = await this.#disk.open().catch((error: unknown) => {
      give();
      throw error;
    });
    return releasing(room, give);
  }

  #memory(size: number): DecodedRoom {
    this.#inMemory += size;
    return releasing(memoryRoom(), () => {
      this.#inMemory -= size;
    });
  }
}

function noRoom(size: number, limit: number): TooLargeError {
  const message = grouped`Decompressed, it has ${size} bytes, but there is only room for ${limit}.`;
  return new TooLargeError('source/no-room', message, { limit, actual: size });
}

/** The same, and lets go of more when it is released. */
export function releasing<T extends Pick<DecodedRoom, 'release'>>(held: T, onRelease: () => void): T {
  return {
    ...held,
    release() {
      held.release();
      onRelease();
    },
  };
}

/** Bytes of one piece of memory. A file that is read at its start alone takes one piece. */
const PIECE_BYTES = 1024 * 1024;

/** Room in memory, which grows as it is written to. */
export function memoryRoom(): DecodedRoom {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  return {
    append(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const from = size % PIECE_BYTES;
        if (from === 0) pieces.push(new Uint8Array(PIECE_BYTES));
        const part = bytes.subarray(at, at + PIECE_BYTES - from);
        (pieces.at(-1) as Uint8Array).set(part, from);
        at += part.length;
        size += part.length;
      }
    },
    read(start, end) {
      const bytes = new Uint8Array(end - start);
      for (let at = start; at < end; ) {
        const from = at % PIECE_BYTES;
        const part = (pieces[Math.floor(at / PIECE_BYTES)] as Uint8Array).subarray(from, from + end - at);
        bytes.set(part, at - start);
        at += part.length;
      }
      return bytes;
    },
    blob() {
      return new Blob(pieces.map((piece, at) => piece.subarray(0, size - at * PIECE_BYTES)));
    },
    release() {
      pieces.length = 0;
    },
  };
}

/** Bytes of the first part. Each part is as large as all before it. */
const FIRST_PART_BYTES = 4 * 1024 * 1024;

interface Part {
  room: DecodedRoom;
  start: number;
  size: number;
}

/**
 * Room for an unknown number of decoded bytes. It is taken in parts as they come, so that at
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
