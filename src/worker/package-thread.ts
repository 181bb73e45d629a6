import { openPackage } from '../formats/registry.ts';
import { createDispatcher, createHandlers, type Post, postingEntries } from './calls/dispatch.ts';
import { sourceOpener } from './calls/opening.ts';
import { type HasherLike, poolDigests } from './hashing/pool.ts';
import type { PackerLike } from './packing/pack-pool.ts';
import type { ToWorker } from './protocol.ts';
import {
  adoptPrivateFile,
  openPrivateSink,
  PRIVATE_DISK,
  PrivateFiles,
  sweepPrivateFiles,
} from './saving/private-files.ts';

/** The page tells a new worker at once what to open again, and what its drafts hold: that takes milliseconds. */
const SWEEP_AFTER_MS = 2000;

const spawnHasher = () =>
  new Worker(new URL('./entry.ts', import.meta.url), { type: 'module', name: 'hasher' }) as HasherLike;

const spawnPacker = () =>
  new Worker(new URL('./entry.ts', import.meta.url), { type: 'module', name: 'packer' }) as PackerLike;

/** The thread that holds the open packages: gives the page's messages to the calls' handlers. */
export function createPackageThread(post: Post): (message: ToWorker) => void {
  const privateFiles = new PrivateFiles(adoptPrivateFile);
  // Only once this worker holds the private files of packages and drafts that an earlier worker had.
  setTimeout(() => void sweepPrivateFiles(), SWEEP_AFTER_MS);
  const handlers = createHandlers({
    openSource: sourceOpener({ privateFiles, openSink: openPrivateSink, spawnHasher }),
    openPackage,
    disk: PRIVATE_DISK,
    fileDigests: poolDigests({ spawn: spawnHasher }),
    fetch: (...ask) => fetch(...ask),
    openSink: openPrivateSink,
    privateFiles,
    spawnPacker,
  });
  return createDispatcher(handlers, postingEntries(post));
}
