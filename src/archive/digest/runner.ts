import { throwIfAborted } from '../../base/abort.ts';
import { MAX_BATCHED_FILE, PIPE_PIECE } from '../../base/limits.ts';
import type { ByteSource } from '../../source/source.ts';
import { Hasher } from './hasher.ts';
import type { DigestRunner } from './job.ts';
import { scheduleDigests } from './schedule.ts';

/** Bytes of an arena that holds any small file, or a piece of a large one. */
export const MIN_ARENA = Math.max(MAX_BATCHED_FILE + 1, PIPE_PIECE);

/**
 * Hashes files in this thread, one after the other.
 *
 * @param source the container that the files lie in; undefined for a folder
 * @param maxWhole largest file that is held whole, in bytes
 */
export function inThreadDigests(source: ByteSource | undefined, maxWhole?: number): DigestRunner {
  return {
    async run(jobs, { signal, onDigest, onBytes }) {
      throwIfAborted(signal);
      const { streams, wholes, batches, refused } = scheduleDigests(jobs, maxWhole);
      for (const result of refused) onDigest(result);
      const arenaBytes = Math.max(MIN_ARENA, (wholes[0]?.size ?? 0) + 1);
      const hasher = await Hasher.create(source, { arenaBytes });
      let done = 0;
      const options = {
        signal,
        onResult: onDigest,
        onBytes(count: number) {
          done += count;
          onBytes?.(done);
        },
      };
      try {
        for (const file of [...streams, ...wholes]) await hasher.file(file, options);
        for (let files = batches.shift(); files; files = batches.shift()) await hasher.batch(files, options);
      } finally {
        hasher.free();
      }
      throwIfAborted(signal);
    },
  };
}
