import { File } from 'node:buffer';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeOverLock } from '../../state/lock.ts';
import { PrivateDisk } from '../../testing/private-disk.ts';
import { openPrivateSink, sweepPrivateFiles } from './private-files.ts';

let disk: PrivateDisk;

/** From here on, this tab or worker is the one that runs. */
function as(client: string): void {
  vi.stubGlobal('navigator', disk.navigatorOf(client));
}

beforeEach(() => {
  disk = new PrivateDisk();
  vi.stubGlobal('File', File);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What a worker has fetched of a linked file. */
async function halfFetched() {
  const sink = await openPrivateSink(8);
  await sink.write(Uint8Array.of(1, 2, 3, 4));
  return sink;
}

test('what a worker that died has fetched in part is removed at the next start, and not before', async () => {
  as('worker');
  await halfFetched();
  expect([...disk.files.values()]).toEqual([Uint8Array.of(1, 2, 3, 4)]);
  // Another tab starts meanwhile.
  as('other worker');
  await sweepPrivateFiles();
  expect(disk.files.size).toBe(1);
  await disk.end('worker');
  as('next worker');
  await sweepPrivateFiles();
  expect(disk.files.size).toBe(0);
});

test('a start without private files sweeps nothing, and makes no folder', async () => {
  as('worker');
  await sweepPrivateFiles();
  vi.stubGlobal('navigator', {});
  await sweepPrivateFiles();
  expect(disk.files.size).toBe(0);
});

test('a file that a draft has got outlives the worker that fetched it, and not the page', async () => {
  as('worker');
  const sink = await halfFetched();
  await sink.write(Uint8Array.of(5, 6, 7, 8));
  const blob = await sink.finish();
  expect(blob.size).toBe(8);
  as('page');
  takeOverLock(sink.lock as string);
  await disk.end('worker');
  as('next worker');
  await sweepPrivateFiles();
  expect(disk.files.size).toBe(1);
  await disk.end('page');
  await disk.end('next worker');
  as('worker of the next visit');
  await sweepPrivateFiles();
  expect(disk.files.size).toBe(0);
});

test('a fetch that is given up leaves no file', async () => {
  as('worker');
  const sink = await halfFetched();
  await sink.drop();
  sink.release();
  await vi.waitFor(() => expect(disk.files.size).toBe(0));
});
