import { folderArchive } from '../archive/folder.ts';
import type { Container } from '../formats/format.ts';
import { openPackage } from '../formats/registry.ts';
import { fileSource } from '../source/file.ts';
import { httpSource } from '../source/http.ts';
import type { SourceDescriptor } from '../source/source.ts';
import { createDispatcher } from './dispatch.ts';
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
      return httpSource(descriptor.url, signal ? { signal } : {});
  }
}

const session = createSession(async (descriptor, signal) =>
  openPackage(await containerOf(descriptor, signal), signal ? { signal } : {}),
);
const dispatch = createDispatcher(session, (message, transfer) => scope.postMessage(message, transfer));

scope.addEventListener('message', (event) => dispatch(event.data));
