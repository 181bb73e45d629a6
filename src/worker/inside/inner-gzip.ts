import { type Container, sourceContainer } from '../../archive/container.ts';
import { decodeGzip } from '../../archive/gzip.ts';
import { abortable } from '../../base/abort.ts';
import { grouped } from '../../base/amounts.ts';
import { BoxcutterError, TooLargeError } from '../../base/errors.ts';
import { MAX_UNASKED_DECODED, MAX_UNWRAPPED_BYTES } from '../../base/limits.ts';
import { rangedSource } from '../../source/ranged.ts';
import type { ByteSource } from '../../source/source.ts';
import type { CallOptions } from '../protocol.ts';
import { GrowingRoom } from './decoded-rooms.ts';
import type { InnerOptions } from './inner-file.ts';

/** The content of a gzip file of an open package. */
export interface InnerGzip {
  container: Container;
  /** Lets go of what was decoded. */
  release(): void;
}

/**
 * Decodes a file of an open package that is gzip, within the room that all inner packages share. Undefined if it is not
 * gzip. Rejects with `source/undecoded` where it holds more than `MAX_UNASKED_DECODED` bytes and nobody agreed to that,
 * with `source/no-room`, or as `decodeGzip`.
 */
export async function innerGzip(
  source: ByteSource,
  { decodesAll = false, rooms, signal }: Pick<InnerOptions, 'decodesAll' | 'rooms' | 'signal'>,
  onProgress?: CallOptions['onProgress'],
): Promise<InnerGzip | undefined> {
  const limit = decodesAll ? MAX_UNWRAPPED_BYTES : MAX_UNASKED_DECODED;
  const room = new GrowingRoom(rooms, limit);
  try {
    const found = await decodeGzip(source, { signal, onProgress, limit }, (chunk) => room.append(chunk));
    if (!found) return undefined;
    const container = { ...sourceContainer(roomSource(found.name, found.bytes, room)), wrapping: found.wrapping };
    return { container, release: () => room.release() };
  } catch (error) {
    room.release();
    if (decodesAll || !(error instanceof BoxcutterError) || error.code !== 'gzip/too-large') throw error;
    const message = grouped`“${source.name}” is compressed. Boxcutter decompresses at most ${limit} bytes of it without asking.`;
    throw new TooLargeError('source/undecoded', message, { limit });
  }
}

/** Random access to what is in a room. */
function roomSource(name: string, size: number, room: GrowingRoom): ByteSource {
  return rangedSource(name, size, (start, end, signal) => abortable(room.read(start, end), signal));
}
