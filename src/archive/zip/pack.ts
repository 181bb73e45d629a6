import { Inflate } from 'fflate';
import { throwIfAborted } from '../../base/abort.ts';
import { isEqual } from '../../base/bytes.ts';
import { InternalError, NetworkError } from '../../base/errors.ts';
import { quote } from '../../base/text.ts';
import { crc32 } from '../../codec/crc32.ts';
import { DEFLATE_LEVELS, type DeflateLevel, deflate, deflateEncoder } from '../../codec/deflate.ts';
import { createSha256, type Sha256 } from '../../codec/sha256.ts';
import { type Encoder, type EncoderReturn, INPUT_BYTES, zstdEncoder, zstdReturn } from '../../codec/zstd-encoder.ts';
import type { ByteSource } from '../../source/source.ts';
import { chunksOf } from '../../source/stream.ts';
import '../../codec/findings.ts';

/** Methods of a packed file. */
type PackMethod = 'zstd' | 'deflate' | 'stored';

/**
 * How the files of a new zip are compressed: `deflate` at the usual level, or at a chosen one. Each file that does not
 * shrink is stored all the same.
 */
export type Compression = PackMethod | `deflate-${DeflateLevel}`;

/** The chosen level of Deflate. Undefined for the usual one. */
function levelOf(compression: Compression): DeflateLevel | undefined {
  return DEFLATE_LEVELS.find((level) => compression === `deflate-${level}`);
}

/**
 * What the first piece of a larger file must save for the file to be compressed. Random access to a stored file is worth
 * more than a fiftieth of its size. Weights of float32 save a fourteenth, quantized ones and pictures nothing.
 */
const LEAST_SAVING = 1 / 50;

/** A piece of a file, and what the encoder gave for it: undefined where the file is stored, perhaps nothing. */
export interface PackedPiece {
  method: PackMethod;
  raw: Uint8Array<ArrayBuffer>;
  packed: Uint8Array<ArrayBuffer> | undefined;
}

/** What the headers and the hash list say of a file that was packed. */
export interface PackedEntry {
  method: PackMethod;
  /** Bytes of the content, and of what is stored of it. */
  size: number;
  storedSize: number;
  crc32: number;
  /** Of the content: 64 lower-case hexadecimal digits. */
  sha256: string;
}

export interface PackOptions {
  signal?: AbortSignal | undefined;
  /** Bytes of the content that were packed since the last call. */
  onBytes?: ((count: number) => void) | undefined;
}

/**
 * Packs one file: `emit` gets what is to be stored, piece by piece, and is waited for. Every piece is decoded again and
 * compared. The result depends on nothing but the bytes of the file. Rejects as the source does, with `source/changed`
 * where it does not have the bytes that it should, and with `internal/bug` where what was compressed decodes to anything
 * else.
 */
export type PackFile = (
  file: ByteSource,
  compression: Compression,
  emit: (bytes: Uint8Array<ArrayBuffer>) => Promise<void> | void,
  options: PackOptions,
) => Promise<PackedEntry>;

/** Packs a file in this thread. */
export const packFile: PackFile = async (file, compression, emit, { signal, onBytes }) => {
  const checker = new PackChecker(file.name);
  try {
    for await (const piece of packedPieces(file, compression, signal)) {
      // Whoever gets the bytes may transfer them.
      const { length } = piece.raw;
      const bytes = await checker.take(piece);
      if (bytes.length > 0) await emit(bytes);
      onBytes?.(length);
    }
    return await checker.finish();
  } finally {
    checker.free();
  }
};

/**
 * Compresses a file piece by piece. The first piece decides whether the file is compressed at all. Whoever takes the
 * pieces checks them: `PackChecker`.
 */
export async function* packedPieces(
  file: ByteSource,
  compression: Compression,
  signal?: AbortSignal,
): AsyncGenerator<PackedPiece> {
  let encoder: Encoder | undefined;
  let done = 0;
  try {
    for await (const raw of equalPieces(file, signal)) {
      const isFirst = done === 0;
      done += raw.length;
      const isLast = done === file.size;
      if (isFirst && isLast) {
        yield await packedWhole(raw, compression);
        return;
      }
      const alone = isFirst ? await compressed(raw, compression) : undefined;
      if (alone && alone.length <= raw.length * (1 - LEAST_SAVING))
        encoder = await (compression === 'zstd' ? zstdEncoder() : deflateEncoder(levelOf(compression)));
      yield pieceOf(raw, compression, encoder?.push(raw, isLast));
    }
  } finally {
    encoder?.free();
  }
}

function pieceOf(
  raw: Uint8Array<ArrayBuffer>,
  compression: Compression,
  packed: Uint8Array<ArrayBuffer> | undefined,
): PackedPiece {
  const method = compression === 'zstd' || compression === 'stored' ? compression : 'deflate';
  return { method: packed ? method : 'stored', raw, packed };
}

/** A file as one piece, compressed where that saves anything. */
export async function packedWhole(raw: Uint8Array<ArrayBuffer>, compression: Compression): Promise<PackedPiece> {
  const packed = await compressed(raw, compression);
  return pieceOf(raw, compression, packed && packed.length < raw.length ? packed : undefined);
}

/** Bytes that are compressed as a whole. Undefined where they are to be stored. */
async function compressed(raw: Uint8Array, compression: Compression): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (compression === 'stored') return undefined;
  if (compression !== 'zstd') return deflate(raw, levelOf(compression));
  const encoder = await zstdEncoder();
  try {
    return encoder.push(raw, true);
  } finally {
    encoder.free();
  }
}

/** The bytes of a source in pieces of `INPUT_BYTES`, each in memory of its own; the last one may be shorter. */
async function* equalPieces(file: ByteSource, signal?: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { size } = file;
  const chunks = file.pieces?.(0, size, signal) ?? chunksOf(file.stream(0, size, signal));
  let left = size;
  let piece = new Uint8Array(Math.min(left, INPUT_BYTES));
  let filled = 0;
  for await (const chunk of chunks) {
    throwIfAborted(signal);
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + piece.length - filled);
      if (part.length === 0) throw changed(file);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < piece.length) continue;
      left -= filled;
      const full = piece;
      piece = new Uint8Array(Math.min(left, INPUT_BYTES));
      filled = 0;
      yield full;
    }
  }
  if (left > 0) throw changed(file);
}

function changed({ name }: ByteSource): NetworkError {
  return new NetworkError('source/changed', `${quote(name)} changed while it was read.`);
}

/**
 * Takes the pieces of one file: hashes them, decodes what was compressed, and compares. `take` gives what is to be
 * stored.
 */
export class PackChecker {
  readonly #name: string;
  #hash: Sha256 | undefined;
  #decoder: EncoderReturn | undefined;
  readonly #entry: Omit<PackedEntry, 'sha256'> = { method: 'stored', size: 0, storedSize: 0, crc32: 0 };
  /** Pieces that were compressed, and did not come back from the decoder yet. */
  readonly #raw: Uint8Array[] = [];
  #rawAt = 0;

  /** @param name of the file, for the error */
  constructor(name: string) {
    this.#name = name;
  }

  async take({ method, raw, packed }: PackedPiece): Promise<Uint8Array<ArrayBuffer>> {
    this.#hash ??= await freeHash();
    this.#hash.update(raw);
    const entry = this.#entry;
    entry.crc32 = crc32(raw, entry.crc32);
    entry.size += raw.length;
    entry.method = method;
    entry.storedSize += (packed ?? raw).length;
    if (!packed || method === 'stored') return raw;
    this.#decoder ??= await returnOf(method);
    if (raw.length > 0) this.#raw.push(raw);
    try {
      this.#decoder.push(packed, (bytes) => this.#compare(bytes));
    } catch (error) {
      throw this.#wrong(error);
    }
    return packed;
  }

  /** What is known of the whole file. Rejects where not all of it came back from the decoder. */
  async finish(): Promise<PackedEntry> {
    // Of an empty file, nothing was taken.
    const hash = this.#hash ?? (await freeHash());
    try {
      this.#decoder?.finish();
    } catch (error) {
      throw this.#wrong(error);
    }
    if (this.#raw.length > 0) throw this.#wrong(undefined);
    const sha256 = hash.digest();
    // A digest leaves it ready for the next file.
    spareHashes.push(hash);
    this.#hash = undefined;
    return { ...this.#entry, sha256 };
  }

  free(): void {
    this.#decoder?.free();
    this.#decoder = undefined;
  }

  #compare(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const raw = this.#raw[0];
      if (!raw) throw this.#wrong(undefined);
      const part = raw.subarray(this.#rawAt, this.#rawAt + bytes.length - at);
      if (!isSame(part, bytes.subarray(at, at + part.length))) throw this.#wrong(undefined);
      at += part.length;
      this.#rawAt += part.length;
      if (this.#rawAt < raw.length) return;
      this.#raw.shift();
      this.#rawAt = 0;
    }
  }

  #wrong(cause: unknown): InternalError {
    if (cause instanceof InternalError) return cause;
    const message = `${quote(this.#name)} was compressed, and does not decompress to the same bytes.`;
    return new InternalError('internal/bug', message, { cause });
  }
}

/** Hashes of this thread that nobody uses: to make one takes longer than to hash a small file. */
const spareHashes: Sha256[] = [];

async function freeHash(): Promise<Sha256> {
  return spareHashes.pop() ?? createSha256();
}

/** As `isEqual`, four bytes at a time where both begin at a word: in a quarter of the time. */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  const words = a.byteOffset % 4 === 0 && b.byteOffset % 4 === 0 ? a.length >> 2 : 0;
  const x = new Int32Array(a.buffer, words ? a.byteOffset : 0, words);
  const y = new Int32Array(b.buffer, words ? b.byteOffset : 0, words);
  for (let at = 0; at < words; at++) if (x[at] !== y[at]) return false;
  return isEqual(a.subarray(words * 4), b.subarray(words * 4));
}

/** What gives back the bytes that were compressed. */
async function returnOf(method: Exclude<Compression, 'stored'>): Promise<EncoderReturn> {
  if (method === 'zstd') return zstdReturn();
  const inflate = new Inflate();
  let isOver = false;
  return {
    push(packed, onBytes) {
      inflate.ondata = (bytes, final) => {
        onBytes(bytes);
        isOver = final;
      };
      inflate.push(packed);
    },
    finish() {
      inflate.push(new Uint8Array(0), true);
      if (!isOver) throw new Error('The stream does not end.');
    },
    free() {},
  };
}
