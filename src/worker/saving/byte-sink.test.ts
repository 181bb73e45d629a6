import { expect, test } from 'vitest';
import { diskFile } from '../../testing/disk-file.ts';
import { watchedSinks } from '../../testing/watched-sink.ts';
import { writeToBrowser, writeToDisk } from './byte-sink.ts';

/** What is written, whose steps end with a cancel at one of them. */
function canceledAt(last: 'write' | 'check') {
  const controller = new AbortController();
  const step = (name: typeof last) => async () => {
    if (name === last) controller.abort();
  };
  return { writing: { write: step('write'), check: step('check') }, signal: controller.signal };
}

test.each(['write', 'check'] as const)('a cancel at the end of %s leaves nothing in the browser', async (last) => {
  const { done, openSink } = watchedSinks();
  const { writing, signal } = canceledAt(last);
  await expect(writeToBrowser(openSink, 1, writing, signal)).rejects.toMatchObject({ tag: 'cancelled' });
  expect(done).toEqual(['open 1', 'drop', 'release']);
});

test('a cancel once all is written leaves a file on the disk as it was', async () => {
  const old = new TextEncoder().encode('what was saved before');
  const { disk, handle } = diskFile('a', old);
  const { writing, signal } = canceledAt('write');
  await expect(writeToDisk(handle, writing, signal)).rejects.toMatchObject({ tag: 'cancelled' });
  expect([disk.opened, disk.closed, disk.content]).toEqual([1, 0, old]);
});
