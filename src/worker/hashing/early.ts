import { createSha256 } from '../../codec/sha256.ts';
import { loadZstd } from '../../codec/zstd.ts';
import type { HasherLike } from './pool.ts';

/** A worker that nobody has asked for after this many milliseconds is ended. Opening takes less. */
const KEPT_MS = 15_000;

/** A worker of the pool that starts before it is known what to hash. */
export interface EarlyHasher {
  /** The early worker, or a new one where it is taken or has died. */
  spawn(): HasherLike;
  /** Ends the early worker, unless it is taken. */
  end(): void;
}

/**
 * Starts a worker, and loads zstd and the hash for small files, while a package is opened. A thread takes as long to
 * start as it takes to hash some thousand small files.
 */
export function startEarly(spawn: () => HasherLike): EarlyHasher {
  // Whoever decodes and hashes hears of the errors.
  loadZstd().catch(() => {});
  createSha256().catch(() => {});
  let waiting: HasherLike | undefined = spawn();
  const end = () => {
    clearTimeout(timer);
    waiting?.terminate();
    waiting = undefined;
  };
  const timer = setTimeout(end, KEPT_MS);
  waiting.addEventListener('error', (event) => {
    event.preventDefault();
    waiting = undefined;
  });
  return {
    spawn() {
      clearTimeout(timer);
      const worker = waiting ?? spawn();
      waiting = undefined;
      return worker;
    },
    end,
  };
}
