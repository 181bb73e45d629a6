import { Gunzip } from 'fflate';
import { throwIfAborted } from '../../base/abort.ts';
import { viewOf } from '../../base/bytes.ts';
import { BadFileError } from '../../base/errors.ts';
import { crc32 } from '../crc32.ts';
import { pacer } from '../pause.ts';
import './findings.ts';

/** Bytes of one read. */
const READ_BYTES = 1024 * 1024;

/** Compressed bytes that are decoded in one call. Deflate makes at most 1,032 bytes of one, so 16 MiB of these. */
const FEED_BYTES = 16 * 1024;

/** The CRC-32 and the size of what a member holds stand at its end. */
const TRAILER_BYTES = 8;

/**
 * A header: the longest extra field (64 KiB), a name and a comment. It is looked at as a whole, from its start, until
 * it is there.
 */
const MAX_HEADER_BYTES = 128 * 1024;

/** `code` of an error of fflate about a header (`FlateErrorCode.InvalidHeader`). All others are about Deflate. */
const INVALID_HEADER = 6;

/**
 * What the decoder has not taken yet, which fflate does not offer. `v` is 0 within the data of a member. Otherwise a
 * header is awaited, and stands from `v` - 1 on in `p`; what comes before it is the end of the member before.
 */
interface DecoderState {
  readonly p: Uint8Array;
  readonly v: number;
}

/** What of a byte source is read. */
export interface Readable {
  readonly size: number;
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/** Whether bytes begin as gzip does (RFC 1952, 2.3): its magic, and Deflate. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/**
 * Decodes gzip, one member after the other, as `gzip -d` does. Compares checksum and size of each. Rejects with
 * `gzip/bad-data` and `gzip/checksum` after what comes before the damage, and as the source does. The caller bounds what it takes: a small file may decode
 * to a thousand times its size.
 *
 * @param onTrailing called where bytes that are not a member follow the last one, as `gzip` warns
 */
export async function* gunzip(
  source: Readable,
  { signal, onTrailing, onRead }: FeedOptions & { onTrailing?(): void },
): AsyncGenerator<Uint8Array> {
  const member = new MemberDecoder();
  for await (const bytes of feed(source, 0, { signal, onRead })) {
    let isGoing: boolean;
    try {
      isGoing = member.push(bytes);
    } finally {
      // Also where it throws: what comes before the damage.
      yield* member.takeOutput();
    }
    if (!isGoing) {
      onTrailing?.();
      return;
    }
  }
  if (member.end() > 0) onTrailing?.();
}

export interface FeedOptions {
  signal?: AbortSignal | undefined;
  /** Told where in the source what was read ends. */
  onRead?(done: number): void;
}

/** The bytes of a source from `start` on, `FEED_BYTES` at a time, each in memory of its own. Pauses between them. */
export async function* feed(source: Readable, start: number, { signal, onRead }: FeedOptions) {
  const pace = pacer();
  for (let at = start; at < source.size; at += READ_BYTES) {
    const read = await source.read(at, Math.min(at + READ_BYTES, source.size), signal);
    for (let fed = 0; fed < read.length; fed += FEED_BYTES) {
      throwIfAborted(signal);
      yield read.slice(fed, fed + FEED_BYTES);
      await pace();
    }
    onRead?.(at + read.length);
  }
}

/** Decodes members one after the other, and compares each with its trailer. */
class MemberDecoder {
  readonly #decoder: Gunzip;
  #out: Uint8Array[] = [];
  #crc = 0;
  #size = 0;

  constructor() {
    this.#decoder = new Gunzip((chunk) => {
      if (chunk.length === 0) return;
      this.#crc = crc32(chunk, this.#crc);
      this.#size += chunk.length;
      // The decoder uses its buffer again.
      this.#out.push(chunk.slice());
    });
    this.#decoder.onmember = () => this.#checkTrailer();
  }

  /**
   * Takes compressed bytes. False where what follows a member is not another one: nothing can be pushed after that.
   * Throws `gzip/bad-data` and `gzip/checksum`.
   */
  push(bytes: Uint8Array): boolean {
    try {
      // Whether more follows is asked at the end: told of the last bytes, the decoder drops up to three of them.
      this.#decoder.push(bytes, false);
    } catch (error) {
      if (error instanceof BadFileError) throw error;
      if (!isHeaderError(error) || this.#state.v <= 1) throw badData(error);
      this.#checkTrailer();
      return false;
    }
    const { p, v } = this.#state;
    if (v > 0 && p.length - (v - 1) > MAX_HEADER_BYTES) {
      throw badData(new Error('a header has no end'));
    }
    return true;
  }

  /** What was decoded since the last call. */
  takeOutput(): Uint8Array[] {
    const out = this.#out;
    this.#out = [];
    return out;
  }

  /** Called after the last bytes. Gives the number of those that follow the last member. Throws as `push`. */
  end(): number {
    const { p, v } = this.#state;
    if (v <= 1 || p.length < v - 1) throw badData(new Error('it ends within a member'));
    this.#checkTrailer();
    return p.length - (v - 1);
  }

  get #state(): DecoderState {
    return this.#decoder as unknown as DecoderState;
  }

  /** Compares what was decoded of a member with the bytes at its end, and begins a new one. */
  #checkTrailer(): void {
    const { p, v } = this.#state;
    const trailer = p.subarray(v - 1 - TRAILER_BYTES, v - 1);
    const view = viewOf(trailer);
    if (view.getUint32(0, true) !== this.#crc || view.getUint32(4, true) !== this.#size % 2 ** 32) {
      throw new BadFileError('gzip/checksum', 'The checksum or size at its end does not match its content.');
    }
    this.#crc = 0;
    this.#size = 0;
  }
}

function isHeaderError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === INVALID_HEADER;
}

function badData(cause: unknown): BadFileError {
  return new BadFileError('gzip/bad-data', 'The gzip data is damaged or cut off.', { cause });
}
