import { File } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decodeUtf8 } from '../../base/bytes.ts';
import { LEFT_DRAFT_FILE_MS } from '../../base/limits.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { PrivateDisk } from '../../testing/private-disk.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import { sourceOpener } from '../calls/opening.ts';
import { adoptPrivateFile, openPrivateSink, PRIVATE_DISK, PrivateFiles, sweepPrivateFiles } from './private-files.ts';

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
  vi.useRealTimers();
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
  expect(disk.files.size).toBe(1);
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

/** A file that a worker has written before it died. The next worker is the one that runs. */
async function leftByWorker(): Promise<string> {
  as('worker');
  const sink = await halfFetched();
  await sink.finish();
  await disk.end('worker');
  as('next worker');
  return sink.privateFile as string;
}

test('a file that a draft has got outlives the worker that wrote it, and not the draft', async () => {
  const name = await leftByWorker();
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  const files = new PrivateFiles(adoptPrivateFile);
  await files.holdFor(1, [name]);
  await sweepPrivateFiles();
  await files.holdFor(1, [name, name]);
  await files.holdFor(2, [name]);
  await files.holdFor(1, []);
  await vi.advanceTimersByTimeAsync(2 * LEFT_DRAFT_FILE_MS);
  expect(disk.files.size).toBe(1);
  await files.holdFor(2, []);
  await vi.advanceTimersByTimeAsync(LEFT_DRAFT_FILE_MS - 1);
  expect(disk.files.size).toBe(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(disk.files.size).toBe(0);
});

test('a package and drafts that take over a file at once all get it', async () => {
  const name = await leftByWorker();
  const files = new PrivateFiles(adoptPrivateFile);
  await Promise.all([files.open(name), files.holdFor(1, [name]), files.holdFor(2, [name])]);
  files.close(name);
  await sweepPrivateFiles();
  expect(disk.files.size).toBe(1);
});

test('a file that nobody needs any more by the time it is taken over is removed', async () => {
  const name = await leftByWorker();
  const files = new PrivateFiles(adoptPrivateFile);
  const opened = files.open(name);
  files.close(name);
  await opened;
  await vi.waitFor(() => expect(disk.files.size).toBe(0));
});

test('a fetch that is given up leaves no file', async () => {
  as('worker');
  const sink = await halfFetched();
  await sink.drop();
  sink.release();
  await vi.waitFor(() => expect(disk.files.size).toBe(0));
});

test('a second file with a name that is held is refused, and the first one stays', async () => {
  const files = new PrivateFiles(adoptPrivateFile);
  const done: string[] = [];
  files.add('one', () => void done.push('release first'));
  await files.open('one');
  expect(() => files.add('one', () => {})).toThrow(expect.objectContaining({ code: 'internal/bug' }));
  expect(done).toEqual([]);
  files.close('one');
  expect(done).toEqual(['release first']);
});

describe('while the site’s data is deleted', () => {
  test('what is written says so, leaves nothing, and is written the next time', async () => {
    as('worker');
    const sink = await halfFetched();
    disk.clear();
    await expect(sink.finish()).rejects.toMatchObject({
      code: 'source/save-failed',
      message: expect.stringContaining('deleted in this browser'),
    });
    sink.release();
    const written = await halfFetched();
    await written.write(Uint8Array.of(5));
    disk.clear();
    await expect(written.finish()).rejects.toMatchObject({ code: 'source/save-failed' });
    const next = await halfFetched();
    expect((await next.finish()).size).toBe(4);
  });

  test('what was decompressed says so, and not that the chosen file is gone', async () => {
    as('worker');
    const room = await PRIVATE_DISK.open();
    await room.append(Uint8Array.of(1, 2, 3));
    expect(await room.read(0, 2)).toEqual(Uint8Array.of(1, 2));
    disk.clear();
    expect(() => room.read(0, 2)).toThrow(expect.objectContaining({ code: 'source/storage-cleared' }));
    expect(await room.blob()).toBeUndefined();
    room.release();
    await (await PRIVATE_DISK.open()).append(Uint8Array.of(1));
  });

  test('a downloaded package says so to whoever reads it, and opens again', async () => {
    as('worker');
    const zip = buildZip([{ name: 'a.txt', data: 'some text' }]);
    const privateFiles = new PrivateFiles(adoptPrivateFile);
    const fetchWhole = async () => new Response(zip.slice(), { headers: { 'Content-Length': String(zip.length) } });
    vi.stubGlobal('fetch', fetchWhole);
    const openSource = sourceOpener({
      privateFiles,
      openSink: openPrivateSink,
      spawnHasher: () => expect.unreachable('a small file is hashed here'),
    });
    const worker = callsInThread({}, { openSource, privateFiles });
    const ask = { descriptor: { kind: 'url', url: 'https://a.example/a.zip', whole: true } } as const;
    const read = async (handle: number) =>
      decodeUtf8(await worker.call('read', { handle, path: 'a.txt', start: 0, end: 9 }));
    const first = await worker.call('open', ask);
    expect(disk.files.size).toBe(1);
    expect(await read(first.handle)).toBe('some text');
    disk.clear();
    const { handle } = first;
    for (const call of [() => read(handle), () => worker.call('verify', { handle })])
      await expect(call()).rejects.toMatchObject({
        code: 'source/storage-cleared',
        message: 'The copy of “a.zip” in this browser was deleted while it was open.',
      });
    await worker.call('close', { handle });
    const again = await worker.call('open', ask);
    expect(await read(again.handle)).toBe('some text');
  });
});
