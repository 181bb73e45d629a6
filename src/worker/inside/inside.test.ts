import { afterEach, expect, test, vi } from 'vitest';
import { folderContainer, sourceContainer } from '../../archive/container.ts';
import type { DigestRunner } from '../../archive/digest/job.ts';
import { inThreadDigests } from '../../archive/digest/runner.ts';
import { MAX_LEVELS, MAX_UNASKED_DECODED } from '../../base/limits.ts';
import { type DecodedRoom, decodedSource } from '../../source/decoded.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import type { SourceDescriptor } from '../../source/source.ts';
import { buildSafetensors, entryText } from '../../testing/builders/safetensors-builder.ts';
import { type BuiltEntry, buildZip } from '../../testing/builders/zip-builder.ts';
import { type CountingSource, countingSource } from '../../testing/counting-source.ts';
import { good, serve, stopServing } from '../../testing/range-host.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import { sourceOpener } from '../calls/opening.ts';
import { PrivateFiles } from '../saving/private-files.ts';
import { DecodedRooms, memoryRoom, type RoomDisk } from './decoded-rooms.ts';

afterEach(stopServing);

const MIB = 1024 * 1024;
const descriptor = { kind: 'url', url: 'https://a.example/a.zip' } as const;
const DEEPEST = { name: 'deepest.txt', data: 'here' };

/** A zip around a file. */
const zipped = (name: string, data: Uint8Array, method: 0 | 8) => buildZip([{ name, data, method }]);

/** Opens a zip with these entries, and then what lies inside. */
async function opened(entries: readonly BuiltEntry[], disk?: RoomDisk) {
  const source = countingSource(memorySource('a.zip', buildZip(entries)));
  const worker = callsInThread({ container: source }, disk ? { disk } : {});
  const { handle } = await worker.call('open', { descriptor });
  const text = async (at: number, path: string) =>
    new TextDecoder().decode(await worker.call('read', { handle: at, path, start: 0, end: 100 }));
  return { source, worker, handle, text };
}

function containerOf(asked: SourceDescriptor) {
  if (asked.kind === 'url') throw new Error('nothing is fetched');
  return asked.kind === 'folder' ? folderContainer(asked.name, asked.files) : sourceContainer(fileSource(asked.file));
}

const bytesOf = ({ accesses }: CountingSource, from: number) =>
  accesses.slice(from).reduce((sum, { kind, start, end }) => sum + (kind === 'blob' ? 0 : end - start), 0);

test.each([0, 8] as const)('a zip in a zip opens and reads, stored and compressed (method %i)', async (method) => {
  const { worker, handle, text } = await opened([
    { name: 'x/inner.zip', data: buildZip([DEEPEST]), method },
    { name: 'link.zip', data: 'x/inner.zip', host: 3, mode: 0o120777 },
  ]);
  for (const path of ['x/inner.zip', 'link.zip']) {
    const inner = await worker.call('open', { outer: handle, path });
    expect(inner.package.name).toBe(path.replace('x/', ''));
    expect(await text(inner.handle, 'deepest.txt')).toBe('here');
  }
});

test('a file of a folder opens', async () => {
  const files = [{ path: 'dir/inner.zip', file: new File([buildZip([DEEPEST])], 'inner.zip') }];
  const worker = callsInThread({}, { openSource: async (asked) => ({ container: containerOf(asked), release() {} }) });
  const { handle } = await worker.call('open', { descriptor: { kind: 'folder', name: 'dir', files } });
  const inner = await worker.call('open', { outer: handle, path: 'inner.zip' });
  expect(inner.package.files.map(({ path }) => path)).toEqual(['deepest.txt']);
});

test('a stored one is read where it lies, and only where it is needed', async () => {
  const large = buildZip([{ name: 'large.bin', data: new Uint8Array(4 * MIB) }, DEEPEST]);
  const { source, worker, handle, text } = await opened([{ name: 'inner.zip', data: large }]);
  const before = source.accesses.length;
  const inner = await worker.call('open', { outer: handle, path: 'inner.zip' });
  expect(await text(inner.handle, 'deepest.txt')).toBe('here');
  expect(bytesOf(source, before)).toBeLessThan(300_000);
});

test('one in a file of this machine is opened as a file: its bytes can be saved without reading them', async () => {
  const file = new File([zipped('inner.zip', buildZip([DEEPEST]), 0)], 'a.zip');
  const openSource = vi.fn(async (asked: SourceDescriptor) => ({ container: containerOf(asked), release() {} }));
  const worker = callsInThread({}, { openSource });
  const { handle } = await worker.call('open', { descriptor: { kind: 'file', file } });
  const inner = await worker.call('open', { outer: handle, path: 'inner.zip' });
  expect(openSource).toHaveBeenCalledTimes(2);
  const blob = await worker.call('savePackage', { handle: inner.handle });
  expect(new Uint8Array((await blob?.arrayBuffer()) as ArrayBuffer)).toEqual(buildZip([DEEPEST]));
});

test('a compressed one is checked on other threads: they get all of it as a file, once it is decoded', async () => {
  const inner = buildZip([DEEPEST, { name: 'long.bin', data: new Uint8Array(3 * MIB), method: 8 }]);
  const file = new File([zipped('inner.zip', inner, 8)], 'a.zip');
  const ran: number[] = [];
  const release = vi.fn();
  const openSource = vi.fn(async (asked: SourceDescriptor) => {
    const container = containerOf(asked);
    const digests: DigestRunner = {
      async run(jobs, options) {
        ran.push(container.size);
        await inThreadDigests(container.source).run(jobs, options);
      },
    };
    return { container, digests, release };
  });
  const worker = callsInThread({}, { openSource });
  const { handle } = await worker.call('open', { descriptor: { kind: 'file', file } });
  const opened = await worker.call('open', { outer: handle, path: 'inner.zip' });
  expect(openSource).toHaveBeenCalledTimes(1);
  expect(await worker.call('verify', { handle: opened.handle })).toMatchObject({ mismatches: [], findings: [] });
  expect(ran).toEqual([inner.length]);
  expect(openSource).toHaveBeenCalledTimes(2);
  expect(release).toHaveBeenCalledTimes(1);
});

test('files of the same folder are its siblings: shards beside their index', async () => {
  const shard = (name: string) => buildSafetensors(`{${entryText(name, 'U8', [2], 0, 2)}}`, new Uint8Array([1, 2]));
  const map = { a: 'one.safetensors', b: 'two.safetensors' };
  const { worker, handle } = await opened([
    { name: 'm/model.safetensors.index.json', data: JSON.stringify({ weight_map: map }) },
    { name: 'm/one.safetensors', data: shard('a') },
    { name: 'm/two.safetensors', data: shard('b'), method: 8 },
    { name: 'three.safetensors', data: shard('c') },
  ]);
  const model = await worker.call('open', { outer: handle, path: 'm/model.safetensors.index.json' });
  expect(model.package.tensors.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(model.package.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  for (const tensor of ['a', 'b']) {
    const bytes = await worker.call('tensorBytes', { handle: model.handle, tensor, start: 0, end: 9 });
    expect([...bytes]).toEqual([1, 2]);
  }
});

test('of a stored file in a package on a host, the header and the first cells come by three requests', async () => {
  const values = new Uint8Array(9 * MIB);
  values.set([5, 6, 7], 6 * MIB);
  const inner = buildSafetensors(
    `{${entryText('a', 'U8', [6 * MIB], 0, 6 * MIB)},${entryText('b', 'U8', [3 * MIB], 6 * MIB, 9 * MIB)}}`,
    values,
  );
  const zip = buildZip([
    { name: 'before.bin', data: new Uint8Array(MIB) },
    { name: 'w.safetensors', data: inner },
    { name: 'after.bin', data: new Uint8Array(MIB) },
  ]);
  const host = await serve(good({}, zip));
  const openSource = sourceOpener({
    privateFiles: new PrivateFiles(async () => () => {}),
    openSink: () => Promise.reject(new Error('nothing is saved')),
    spawnHasher: () => {
      throw new Error('nothing is hashed');
    },
  });
  const worker = callsInThread({}, { openSource });
  const outer = await worker.call('open', { descriptor: { kind: 'url', url: host.url } });
  const before = host.asked.length;
  const model = await worker.call('open', { outer: outer.handle, path: 'w.safetensors' });
  const bytes = await worker.call('tensorBytes', { handle: model.handle, tensor: 'b', start: 0, end: 3 });
  expect([...bytes]).toEqual([5, 6, 7]);
  expect(host.asked.length - before).toBeLessThanOrEqual(3);
});

test('a path that is not a file of the package is refused', async () => {
  const { worker, handle } = await opened([{ name: 'x/inner.zip', data: buildZip([DEEPEST]) }]);
  const open = worker.call('open', { outer: handle, path: 'x' });
  await expect(open).rejects.toMatchObject({ code: 'source/no-such-file' });
});

test('a file that is not what it claims to be fails with the code that it has alone, and opens as bytes', async () => {
  const { worker, handle } = await opened([{ name: 'a.zip', data: 'no zip' }]);
  const ask = { outer: handle, path: 'a.zip' };
  await expect(worker.call('open', ask)).rejects.toMatchObject({ code: 'zip/not-a-zip' });
  expect((await worker.call('open', { ...ask, asBytes: true })).package.format).toBe('file');
});

test('a file that is not a package opens as a file', async () => {
  const { worker, handle } = await opened([{ name: 'a.bin', data: 'no zip' }]);
  const inner = await worker.call('open', { outer: handle, path: 'a.bin' });
  expect(inner.package).toMatchObject({ format: 'file', name: 'a.bin', size: 6 });
});

test(`at most ${MAX_LEVELS} packages are open one inside the other`, async () => {
  let bytes = buildZip([DEEPEST]);
  for (let level = 0; level < MAX_LEVELS; level++) bytes = zipped('inner.zip', bytes, level % 2 ? 8 : 0);
  const worker = callsInThread({ container: memorySource('a.zip', bytes) });
  let { handle } = await worker.call('open', { descriptor });
  for (let level = 2; level <= MAX_LEVELS; level++) {
    ({ handle } = await worker.call('open', { outer: handle, path: 'inner.zip' }));
  }
  const open = worker.call('open', { outer: handle, path: 'inner.zip' });
  await expect(open).rejects.toMatchObject({ code: 'source/too-deep', fields: { limit: 10, actual: 11 } });
});

test('closing a package closes those inside it, the innermost first', async () => {
  const inner = zipped('inner.zip', buildZip([DEEPEST]), 8);
  const { worker, handle, text } = await opened([{ name: 'inner.zip', data: inner, method: 8 }]);
  const second = await worker.call('open', { outer: handle, path: 'inner.zip' });
  const third = await worker.call('open', { outer: second.handle, path: 'inner.zip' });
  await worker.call('close', { handle: second.handle });
  await expect(text(third.handle, 'deepest.txt')).rejects.toMatchObject({ code: 'internal/bug' });
  expect(await worker.call('read', { handle, path: 'inner.zip', start: 0, end: 2 })).toEqual(new Uint8Array([80, 75]));
  await expect(worker.call('open', { outer: second.handle, path: 'inner.zip' })).rejects.toMatchObject({
    code: 'internal/bug',
  });
});

/** A disk that keeps its rooms in memory, and says what was done. */
function watchedDisk(free: number | undefined) {
  const done: string[] = [];
  const disk: RoomDisk = {
    freeBytes: async () => free,
    async open(): Promise<DecodedRoom> {
      done.push('open');
      const room = memoryRoom();
      return { ...room, release: () => void done.push('release') };
    },
  };
  return { disk, done };
}

test('decoded bytes beyond the memory go to the disk, at most half of its room, and are removed', async () => {
  const { disk, done } = watchedDisk(500 * MIB);
  const rooms = new DecodedRooms(disk);
  const [first] = [await rooms.take(100 * MIB), await rooms.take(28 * MIB)];
  expect(done).toEqual([]);
  const third = await rooms.take(200 * MIB);
  expect(done).toEqual(['open']);
  const code = 'source/no-room';
  await expect(rooms.take(51 * MIB)).rejects.toMatchObject({ code, fields: { limit: 50 * MIB, actual: 51 * MIB } });
  third.release();
  expect(done).toEqual(['open', 'release']);
  await rooms.take(250 * MIB);
  first.release();
  await rooms.take(100 * MIB);
  expect(done).toEqual(['open', 'release', 'open']);
});

test('without a disk, decoded bytes stay within the budget', async () => {
  for (const disk of [undefined, watchedDisk(undefined).disk]) {
    const rooms = new DecodedRooms(disk);
    await rooms.take(200 * MIB);
    await expect(rooms.take(57 * MIB)).rejects.toMatchObject({ code: 'source/no-room' });
    await rooms.take(56 * MIB);
  }
});

test('a bomb in an inner zip is refused before it is decoded, and what was decoded is let go of', async () => {
  const { disk, done } = watchedDisk(10_000 * MIB);
  const size = 4_000_000_000;
  const entry = { name: 'bomb.zip', data: new Uint8Array(MIB), method: 8, size };
  const { worker, handle } = await opened([{ name: 'inner.zip', data: buildZip([entry]) }], disk);
  const inner = await worker.call('open', { outer: handle, path: 'inner.zip' });
  const ask = { outer: inner.handle, path: 'bomb.zip' };
  await expect(worker.call('open', ask)).rejects.toMatchObject({
    code: 'source/undecoded',
    fields: { limit: MAX_UNASKED_DECODED, actual: size },
  });
  expect(done).toEqual(['open', 'release']);
  await expect(worker.call('open', { ...ask, decodesAll: true })).rejects.toMatchObject({ code: 'zip/size-mismatch' });
  expect(done).toEqual(['open', 'release', 'open', 'release']);
});

test('one that decodes to more than is stated is refused', async () => {
  const { worker, handle } = await opened([{ name: 'a.zip', data: new Uint8Array(MIB), method: 8, size: 1000 }]);
  await expect(worker.call('open', { outer: handle, path: 'a.zip' })).rejects.toMatchObject({
    code: 'zip/size-mismatch',
  });
});

test('a compressed file is decoded once, as far as it is read', async () => {
  const bytes = Uint8Array.from({ length: 30_000 }, (_, at) => at % 251);
  let given = 0;
  const file = {
    ...memorySource('packed', bytes),
    stream: (start: number) =>
      new ReadableStream<Uint8Array>(
        {
          start() {
            given = start;
          },
          pull(stream) {
            if (given === bytes.length) return stream.close();
            stream.enqueue(bytes.slice(given, given + 1000));
            given = Math.min(bytes.length, given + 1000);
          },
        },
        { highWaterMark: 0 },
      ),
  };
  const source = decodedSource(file, memoryRoom(), bytes.length, 'bytes');
  expect(await source.read(5, 10)).toEqual(bytes.slice(5, 10));
  expect(given).toBe(1000);
  const parts = await Promise.all([source.read(20_000, 20_010), source.read(0, 5), source.read(999, 1001)]);
  expect(parts).toEqual([bytes.slice(20_000, 20_010), bytes.slice(0, 5), bytes.slice(999, 1001)]);
  expect(given).toBe(21_000);
  const controller = new AbortController();
  const read = source.read(0, bytes.length, controller.signal);
  controller.abort();
  await expect(read).rejects.toMatchObject({ tag: 'cancelled' });
  expect(await source.read(0, bytes.length)).toEqual(bytes);
  source.release();
  await expect(source.read(0, 1)).rejects.toMatchObject({ tag: 'cancelled' });
});
