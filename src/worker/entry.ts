import { folderContainer, sourceContainer } from '../archive/container.ts';
import type { Container, DigestRunner } from '../formats/format.ts';
import { openPackage } from '../formats/registry.ts';
import { fileSource } from '../source/file.ts';
import { remoteSource } from '../source/remote.ts';
import type { SourceDescriptor } from '../source/source.ts';
import { createDispatcher } from './calls/dispatch.ts';
import { createSession } from './calls/session.ts';
import { type HasherLike, poolDigests } from './hashing/pool.ts';
import { type Download, downloadWhole } from './links/whole-download.ts';
import type { CallOptions, FromWorker, ToWorker } from './protocol.ts';
import { KeptFiles } from './saving/private-files.ts';
import { adoptDownload, downloadSink, sweepDownloads } from './saving/private-folder.ts';

/** The worker's thread: wires messages to a session. What cannot be caught here ends the worker, and the page starts another. */

/** What is used of the worker's global scope; two libraries type it, the page's and the worker's. */
const scope = globalThis as unknown as {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
};

/** The page tells a new worker at once what to open again; it takes milliseconds. */
const SWEEP_AFTER_MS = 2000;

async function containerOf(
  descriptor: SourceDescriptor,
  signal: AbortSignal | undefined,
  onProgress: CallOptions['onProgress'],
): Promise<Container> {
  switch (descriptor.kind) {
    case 'file':
      if (descriptor.kept !== undefined) await kept.open(descriptor.kept);
      return sourceContainer(fileSource(descriptor.file));
    case 'folder':
      return folderContainer(descriptor.name, descriptor.files);
    case 'url':
      if (descriptor.whole) {
        const download = await downloadWhole(descriptor.url, { signal, onProgress, openSink: downloadSink });
        downloads.set(descriptor, download);
        if (download.kept !== undefined) {
          kept.add(download.kept, download.release);
          await kept.open(download.kept);
        }
        return sourceContainer(fileSource(download.blob, download.name));
      }
      return sourceContainer(await remoteSource(descriptor.url, signal ? { signal } : {}));
  }
}

/** Files of the browser's own that open packages stand on. */
const kept = new KeptFiles(adoptDownload);

/** Whole files of hosts that are kept while their packages are open. */
const downloads = new WeakMap<SourceDescriptor, Download>();

/** What open packages were opened from. */
const containers = new WeakMap<SourceDescriptor, Container>();

function spawn(): HasherLike {
  return new Worker(new URL('./hashing/hash-thread.ts', import.meta.url), { type: 'module' }) as HasherLike;
}

/** What is on this machine is hashed by workers; what comes from a host comes slower than one thread hashes. */
function digestsOf(descriptor: SourceDescriptor): DigestRunner | undefined {
  const container = containers.get(descriptor);
  // Safari before 15.5 has no workers within workers.
  const file = descriptor.kind === 'file' ? descriptor.file : downloads.get(descriptor)?.blob;
  if (!container || (descriptor.kind === 'url' && !file) || typeof Worker === 'undefined') return undefined;
  return {
    run: (jobs, options) => poolDigests({ source: container.source, file, spawn }).run(jobs, options),
  };
}

/** The name of the file of the browser's own that a package stands on. */
function keptOf(descriptor: SourceDescriptor): string | undefined {
  return descriptor.kind === 'file' ? descriptor.kept : downloads.get(descriptor)?.kept;
}

function release(descriptor: SourceDescriptor): void {
  const name = keptOf(descriptor);
  // Bytes of a saved package may be slices of it.
  if (name !== undefined) kept.close(name);
  else downloads.get(descriptor)?.release();
  downloads.delete(descriptor);
}

const session = createSession(
  async (descriptor, signal, onProgress) => {
    const container = await containerOf(descriptor, signal, onProgress);
    containers.set(descriptor, container);
    try {
      const opened = await openPackage(container, signal ? { signal } : {});
      if (container.servedFrom !== undefined) opened.package.servedFrom = container.servedFrom;
      return opened;
    } catch (error) {
      release(descriptor);
      throw error;
    }
  },
  undefined,
  digestsOf,
  release,
  {
    fileOf: (descriptor) => containers.get(descriptor)?.source,
    openSink: downloadSink,
    keptOf,
    kept,
  },
);
const dispatch = createDispatcher(session, (message, transfer) => scope.postMessage(message, transfer));

// Not before what an earlier worker of the page had open is held on to.
setTimeout(() => void sweepDownloads(), SWEEP_AFTER_MS);

scope.addEventListener('message', (event) => dispatch(event.data));
