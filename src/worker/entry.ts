import { openPackage } from '../formats/registry.ts';
import { createDispatcher, createHandlers } from './calls/dispatch.ts';
import { sourceOpener } from './calls/opening.ts';
import { type HasherLike, poolDigests } from './hashing/pool.ts';
import type { PackerLike } from './packing/pack-pool.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import {
  adoptPrivateFile,
  openPrivateSink,
  PRIVATE_DISK,
  PrivateFiles,
  sweepPrivateFiles,
} from './saving/private-files.ts';
import { threadScope } from './thread.ts';

/**
 * The worker's thread. Wires messages to the calls' handlers. An error that is not caught ends the worker, and the page
 * starts another.
 */

/** What is used of the worker's global scope, which has two types: the page's and the worker's. */
const scope = threadScope<ToWorker, FromWorker>();

/** The page tells a new worker at once what to open again, and what its drafts hold: that takes milliseconds. */
const SWEEP_AFTER_MS = 2000;

const privateFiles = new PrivateFiles(adoptPrivateFile);

const spawnHasher = () =>
  new Worker(new URL('./hashing/hash-thread.ts', import.meta.url), { type: 'module' }) as HasherLike;

const handlers = createHandlers({
  openSource: sourceOpener({ privateFiles, openSink: openPrivateSink, spawnHasher }),
  openPackage,
  disk: PRIVATE_DISK,
  fileDigests: poolDigests({ spawn: spawnHasher }),
  fetch: (...ask) => fetch(...ask),
  openSink: openPrivateSink,
  privateFiles,
  spawnPacker: () => new Worker(new URL('./packing/pack-thread.ts', import.meta.url), { type: 'module' }) as PackerLike,
});
const dispatch = createDispatcher(handlers, (message, transfer) => scope.postMessage(message, transfer));

// Only once this worker holds the private files of packages and drafts that an earlier worker had.
setTimeout(() => void sweepPrivateFiles(), SWEEP_AFTER_MS);

scope.addEventListener('message', (event) => dispatch(event.data));
