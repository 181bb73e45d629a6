import { folderArchive } from '../archive/folder.ts';
import { openArchive } from '../archive/open.ts';
import { type Container, type DigestRunner, isArchive } from '../formats/format.ts';
import { openPackage } from '../formats/registry.ts';
import { fileSource } from '../source/file.ts';
import { remoteSource } from '../source/remote.ts';
import type { SourceDescriptor } from '../source/source.ts';
import { createDispatcher } from './dispatch.ts';
import { type HasherLike, poolDigests } from './pool.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { createSession } from './session.ts';

/** The worker's thread: wires messages to a session. What cannot be caught here ends the worker, and the page starts another. */

/** What is used of the worker's global scope; two libraries type it, the page's and the worker's. */
const scope = globalThis as unknown as {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
};

async function containerOf(descriptor: SourceDescriptor, signal: AbortSignal | undefined): Promise<Container> {
  switch (descriptor.kind) {
    case 'file':
      return fileSource(descriptor.file);
    case 'folder':
      return folderArchive(descriptor.name, descriptor.files);
    case 'url':
      return remoteSource(descriptor.url, signal ? { signal } : {});
  }
}

/** What open packages were opened from. */
const containers = new WeakMap<SourceDescriptor, Container>();

function spawn(): HasherLike {
  return new Worker(new URL('./hasher.ts', import.meta.url), { type: 'module' }) as HasherLike;
}

/** What is on this machine is hashed by workers; what comes from a host comes slower than one thread hashes. */
function digestsOf(descriptor: SourceDescriptor): DigestRunner | undefined {
  const container = containers.get(descriptor);
  // Safari before 15.5 has no workers within workers.
  if (!container || descriptor.kind === 'url' || typeof Worker === 'undefined') return undefined;
  return {
    async run(jobs, options) {
      const archive = isArchive(container) ? container : await openArchive(container, options);
      const file = descriptor.kind === 'file' ? { file: descriptor.file } : {};
      await poolDigests({ archive, ...file, spawn }).run(jobs, options);
    },
  };
}

const session = createSession(
  async (descriptor, signal) => {
    const container = await containerOf(descriptor, signal);
    containers.set(descriptor, container);
    return openPackage(container, signal ? { signal } : {});
  },
  undefined,
  digestsOf,
);
const dispatch = createDispatcher(session, (message, transfer) => scope.postMessage(message, transfer));

scope.addEventListener('message', (event) => dispatch(event.data));
