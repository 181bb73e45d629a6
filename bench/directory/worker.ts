import { openArchive } from '../../src/archive/open.ts';
import { fileSource } from '../../src/source/file.ts';

/** Times the reading of one directory, in a thread as fresh as Python's process is. */
export type Answer = { milliseconds: number; entries: number } | { error: string };

const scope = globalThis as unknown as {
  postMessage(message: Answer | 'loaded'): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<File>) => void): void;
};

async function read(file: File): Promise<Answer> {
  const started = performance.now();
  try {
    const archive = await openArchive(fileSource(file));
    return { milliseconds: performance.now() - started, entries: archive.entries.length };
  } catch (error) {
    return { error: String(error) };
  }
}

scope.addEventListener('message', async ({ data }) => scope.postMessage(await read(data)));
// What is posted before a worker has loaded waits for it, and that time is not the directory's.
scope.postMessage('loaded');
