import { Gunzip } from 'fflate';
import { throwIfAborted } from '../../base/abort.ts';
import { concatBytes } from '../../base/bytes.ts';
import { BadFileError } from '../../base/errors.ts';
import { crc32 } from '../crc32.ts';
import { pacer } from '../pause.ts';
import './findings.ts';

/** Bytes of one read. */
const READ_BYTES = 1024 * 1024;

/** Compressed bytes that are decoded in one call. Deflate makes at most 1,032 bytes of one, so 33 MiB of these. */
const FEED_BYTES = 32 * 1024;

/** The CRC-32 and the size of what a member holds stand at its end. */
const TRAILER_BYTES = 8;

/** Compressed bytes kept behind the decoder, in which the end of a member is looked for. Longer than a real header. */
const KEPT_BYTES = 4 * FEED_BYTES;

/** What of a byte source is read. */
interface Readable {
  readonly size: number;
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/** Whether bytes begin as gzip does (RFC 1952, 2.3): its magic, and Deflate. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/** A member whose end was reached: what its trailer must say. */
interface Member {
  /** Where the trailer ends, in compressed bytes. Undefined for the last one. */
  end: number | undefined;
  crc: number;
  size: number;
}

/**
 * Decodes gzip, one member after the other, as `gzip -d` does. Compares checksum and size of each. Rejects with
 * `gzip/bad-data` and `gzip/checksum`, and as the source does. The caller bounds what it takes: a small file may decode
 * to a thousand times its size.
 *
 * @param onTrailing called where bytes follow the last member that are none, as `gzip` warns
 */
export async function* gunzip(
  source: Readable,
  {
    signal,
    onTrailing,
    onRead,
  }: { signal?: AbortSignal | undefined; onTrailing?(): void; onRead?(done: number): void },
): AsyncGenerator<Uint8Array> {
  const pace = pacer();
  const out: Uint8Array[] = [];
  const ended: Member[] = [];
  const now = { crc: 0, size: 0 };
  let kept: Uint8Array = new Uint8Array(0);
  let keptStart = 0;
  const decoder = new Gunzip((chunk) => {
    if (chunk.length === 0) return;
    now.crc = crc32(chunk, now.crc);
    now.size += chunk.length;
    // The decoder uses its buffer again.
    out.push(chunk.slice());
  });
  decoder.onmember = (end) => {
    ended.push({ end, ...now });
    Object.assign(now, { crc: 0, size: 0 });
  };
  const trailerAt = (end: number) => kept.subarray(end - TRAILER_BYTES - keptStart, end - keptStart);

  for (let at = 0; at < source.size; at += READ_BYTES) {
    const read = await source.read(at, Math.min(at + READ_BYTES, source.size), signal);
    for (let fed = 0; fed < read.length; fed += FEED_BYTES) {
      throwIfAborted(signal);
      const part = read.slice(fed, fed + FEED_BYTES);
      const isLast = at + fed + part.length === source.size;
      const behind = Math.max(0, kept.length - KEPT_BYTES);
      kept = concatBytes([kept.subarray(behind), part]);
      keptStart += behind;
      let error: unknown;
      try {
        decoder.push(part, isLast);
      } catch (thrown) {
        error = thrown;
      }
      for (const member of ended.splice(0)) checkMember(member, trailerAt(member.end as number));
      if (error !== undefined) {
        // What is no header may follow the last member: padding, or anything.
        if (!includes(kept, trailerOf(now))) throw badData(error);
        onTrailing?.();
        yield* out.splice(0);
        return;
      }
      if (isLast) checkMember({ end: undefined, ...now }, trailerAt(source.size));
      yield* out.splice(0);
      await pace();
    }
    onRead?.(at + read.length);
  }
}

function trailerOf({ crc, size }: Pick<Member, 'crc' | 'size'>): Uint8Array {
  const bytes = new Uint8Array(TRAILER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, crc, true);
  view.setUint32(4, size % 2 ** 32, true);
  return bytes;
}

function checkMember(member: Member, trailer: Uint8Array): void {
  const expected = trailerOf(member);
  if (trailer.length === TRAILER_BYTES && expected.every((byte, at) => byte === trailer[at])) return;
  throw new BadFileError('gzip/checksum', 'The checksum or size at its end does not match its content.');
}

function includes(bytes: Uint8Array, wanted: Uint8Array): boolean {
  const [first = 0] = wanted;
  for (let at = bytes.lastIndexOf(first); at >= 0; at = bytes.lastIndexOf(first, at - 1)) {
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return true;
    if (at === 0) return false;
  }
  return false;
}

function badData(cause: unknown): BadFileError {
  return new BadFileError('gzip/bad-data', 'The gzip data is damaged or cut off.', { cause });
}
