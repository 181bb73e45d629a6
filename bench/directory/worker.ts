import { fileSource } from '../../src/source/file.ts';
import { openArchive } from '../../src/testing/open-archive.ts';

/** The time that reading one directory takes, in a thread as fresh as the process of Python. */
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
// Messages to a worker wait until it has loaded. That time does not belong to the directory.
scope.postMessage('loaded');
