import { asContainer, type Container } from '../archive/container.ts';
import { openPackage } from '../formats/registry.ts';
import { memorySource } from '../source/memory.ts';
import type { ByteSource } from '../source/source.ts';
import type { OpenedSource } from '../worker/calls/open-packages.ts';
import { gatherPool } from '../worker/gathering/pool.ts';
import { createHandlers, type WorkerPorts } from '../worker/package-thread.ts';
import type { CallName, CallOptions, WorkerCalls } from '../worker/protocol.ts';
import { PrivateFiles } from '../worker/saving/private-files.ts';
import { GathererInThread } from './gatherer-in-thread.ts';

/** Calls of the worker, answered in the thread of the test. */
export interface CallsInThread {
  call<N extends CallName>(
    name: N,
    ask: WorkerCalls[N]['ask'],
    options?: CallOptions,
  ): Promise<WorkerCalls[N]['answer']>;
}

/**
 * Calls of the worker without a browser.
 * @param source what every descriptor opens, whatever it names: a container or the source of a file, and more if the
 *   test needs it
 * @param ports replaces the defaults: the formats of the registry, `fetch` of Node, no place to save, and no private
 *   files
 */
export function callsInThread(
  {
    container = memorySource('a.carton', new Uint8Array(0)),
    release = () => {},
    ...source
  }: Partial<Omit<OpenedSource, 'container'>> & { container?: Container | ByteSource },
  ports: Partial<WorkerPorts> = {},
): CallsInThread {
  const handlers = createHandlers({
    openSource: async () => ({ container: asContainer(container), release, ...source }),
    openPackage,
    fetch: (...ask) => fetch(...ask),
    openSink: () => Promise.reject(new Error('There is no place to save.')),
    privateFiles: new PrivateFiles(async () => () => {}),
    gather: gatherPool(() => new GathererInThread(), 2),
    decodePicture: () => Promise.reject(new Error('There is no browser.')),
    ...ports,
  });
  return {
    async call(name, ask, options = {}) {
      return handlers[name](ask, options);
    },
  };
}
