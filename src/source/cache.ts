import { throwIfAborted } from '../base/abort.ts';
import { SOURCE_CACHE_BYTES } from '../base/limits.ts';
import { LruCache, SharedTask } from '../base/shared-task.ts';
import { type ByteSource, checkRange } from './source.ts';
import { streamOf } from './stream.ts';

export interface CacheOptions {
  /** Bytes of one block. */
  blockBytes?: number;
  /** Bytes that the cache keeps in all. */
  maxBytes?: number;
  /** A read that reaches into the last block becomes a read of at least this many bytes at the end of the source. */
  endBytes?: number;
  /** Streams of at most this many bytes are cached too. */
  streamBytes?: number;
  /** If reads are consecutive, at most this many bytes are read ahead; the amount doubles each time. */
  aheadBytes?: number;
}

/**
 * A request to a host takes longer than its first 64 KiB. With blocks of this size, a directory and the files next to
 * it need few requests.
 */
const BLOCK_BYTES = 64 * 1024;

/**
 * Caches the blocks of a source that were read. Reads consecutive missing blocks by one read. Does not keep a failed
 * read. Returns copies. Blobs, streams of more than `streamBytes`, and reads of more than half of `maxBytes` bypass the
 * cache: they are too large for it.
 */
export function cachedSource(
  source: ByteSource,
  {
    blockBytes = BLOCK_BYTES,
    maxBytes = SOURCE_CACHE_BYTES,
    endBytes = 0,
    streamBytes = 0,
    aheadBytes = 0,
  }: CacheOptions = {},
): ByteSource {
  const blockCount = Math.ceil(source.size / blockBytes);
  const endBlock = Math.ceil(Math.max(0, source.size - endBytes) / blockBytes);
  /** The block after the last read, and how many blocks to read ahead if that one is the next to be missing. */
  let following = 0;
  let ahead = 0;
  const blocks = new LruCache<number, Uint8Array>(maxBytes, (block) => block.length);

  /** Blocks `first` (included) to `last` (excluded). One read for each gap loads the missing ones. */
  const load = (first: number, last: number, signal: AbortSignal | undefined): Promise<Uint8Array[]> => {
    const found: Promise<Uint8Array>[] = [];
    for (let index = first; index < last; ) {
      let end = index;
      while (end < last && !blocks.has(end)) end++;
      if (end === index) {
        found.push(blocks.get(index, () => Promise.reject(new Error('a block that is there was loaded')), signal));
        index++;
        continue;
      }
      const start = index * blockBytes;
      const stop = Math.min(end * blockBytes, source.size);
      const run = new SharedTask((inner) => source.read(start, stop, inner));
      for (; index < end; index++) {
        const from = index * blockBytes - start;
        const block = async (inner: AbortSignal) => (await run.join(inner)).slice(from, from + blockBytes);
        found.push(blocks.get(index, block, signal));
      }
    }
    return Promise.all(found);
  };

  /** Like `load`, and reads more blocks if that saves a later read. */
  const loadAround = async (first: number, last: number, signal: AbortSignal | undefined): Promise<Uint8Array[]> => {
    let from = first;
    let to = last;
    let missing = first;
    while (missing < last && blocks.has(missing)) missing++;
    if (missing < last) {
      if (last === blockCount && !blocks.has(last - 1)) from = Math.min(first, endBlock);
      // The first read may be anywhere. The second read in a row is the first that shows an order.
      ahead = missing === following && following > 0 ? Math.min(Math.max(1, ahead * 2), aheadBytes / blockBytes) : 0;
      to = Math.min(blockCount, last + Math.floor(ahead));
      following = to;
    }
    return (await load(from, to, signal)).slice(first - from, last - from);
  };

  const cached: ByteSource = {
    name: source.name,
    size: source.size,
    async read(start, end, signal) {
      throwIfAborted(signal);
      checkRange(source, start, end);
      if (start === end) return new Uint8Array(0);
      if (end - start > maxBytes / 2) return source.read(start, end, signal);
      const first = Math.floor(start / blockBytes);
      const parts = await loadAround(first, Math.ceil(end / blockBytes), signal);
      const bytes = new Uint8Array(end - start);
      let at = start;
      for (const [offset, block] of parts.entries()) {
        const blockStart = (first + offset) * blockBytes;
        const part = block.subarray(at - blockStart, end - blockStart);
        bytes.set(part, at - start);
        at += part.length;
      }
      return bytes;
    },
    stream(start, end, signal) {
      if (end - start > streamBytes) return source.stream(start, end, signal);
      return streamOf(async function* (inner) {
        const bytes = await cached.read(start, end, inner);
        if (bytes.length > 0) yield bytes;
      }, signal);
    },
    blob: (start, end) => source.blob?.(start, end),
  };
  return cached;
}
