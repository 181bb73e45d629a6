import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { memorySource } from '../../source/memory.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import { LinkedSources } from './linked-source.ts';

const BYTES = Uint8Array.from({ length: 2_000_000 }, (_, at) => (at * at) % 251);

/** What the host has now. */
let bytes = BYTES;

let server: Server;
let origin: string;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer(({ url, headers }, response) => {
    asked.push(`${url} ${headers.range}`);
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (url === '/weights' && headers.range === undefined) return void response.writeHead(200).end(bytes);
    if (url !== '/weights' || start === undefined) return void response.writeHead(404).end();
    // A host that hides versions from pages: only the size can show that the file is another.
    response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${bytes.length}` });
    response.end(bytes.subarray(Number(start), Number(end) + 1));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  bytes = BYTES;
  asked.length = 0;
});

test('a part of a linked file is all that is fetched of it, from the first address that has it', async () => {
  const sha256 = 'ab'.repeat(32);
  const zip = buildZip([
    { name: 'MANIFEST', data: `model/weights=${sha256}\n` },
    {
      name: 'LINKS',
      data: `version = 1\n[urls]\n${sha256} = ["${origin}/gone", "${origin}/weights"]\n`,
    },
    { name: 'carton.toml', data: 'spec_version = 1\n' },
  ]);
  const worker = callsInThread({ container: memorySource('a.carton', zip) });
  const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a' } });
  expect(asked).toEqual([]);
  const ask = (start: number, end: number) => worker.call('readLink', { handle, path: 'model/weights', start, end });
  const head = await ask(0, 8);
  expect(head).toEqual({ url: `${origin}/weights`, size: BYTES.length, bytes: BYTES.slice(0, 8) });
  expect((await ask(8, 5000)).bytes).toEqual(BYTES.slice(8, 5000));
  expect((await ask(1_000_000, 1_000_010)).bytes).toEqual(BYTES.slice(1_000_000, 1_000_010));
  expect((await ask(1_999_999, 3_000_000)).bytes).toEqual(BYTES.slice(1_999_999));
  expect(asked.slice(0, 3)).toEqual(['/gone bytes=0-16383', '/weights bytes=0-16383', '/weights bytes=999424-1015807']);
  expect(asked).toHaveLength(4);
  await expect(worker.call('readLink', { handle, path: 'MANIFEST', start: 0, end: 1 })).rejects.toMatchObject({
    code: 'internal/bug',
  });
});

async function openedWith(linked: Uint8Array) {
  const sha256 = createHash('sha256').update(linked).digest('hex');
  const zip = buildZip([
    { name: 'MANIFEST', data: `model/weights=${sha256}\n` },
    { name: 'LINKS', data: `version = 1\n[urls]\n${sha256} = ["${origin}/weights"]\n` },
    { name: 'carton.toml', data: 'spec_version = 1\n' },
  ]);
  const worker = callsInThread({ container: memorySource('a.carton', zip) });
  const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a' } });
  return {
    read: (start: number, end: number) => worker.call('readLink', { handle, path: 'model/weights', start, end }),
    check: () => worker.call('fetchLink', { handle, path: 'model/weights', keep: false }),
  };
}

test('a file that has another size on its host by now is read again', async () => {
  const { read } = await openedWith(BYTES);
  await read(0, 8);
  bytes = new Uint8Array(1_000_000).fill(7);
  const { size, bytes: part } = await read(500_000, 500_004);
  expect([size, part]).toEqual([1_000_000, new Uint8Array(4).fill(7)]);
});

test('once a file was fetched again, no part of what was read before is given', async () => {
  const { read, check } = await openedWith(BYTES);
  expect((await read(0, 4)).bytes).toEqual(BYTES.slice(0, 4));
  // As long as before, and the host tells no version: nothing in its answers shows the change.
  bytes = new Uint8Array(BYTES.length).fill(7);
  expect((await check()).tried).toMatchObject([{ error: { code: 'links/hash-mismatch' } }]);
  expect((await read(0, 4)).bytes).toEqual(new Uint8Array(4).fill(7));
});

test('a file that no address has is asked for again the next time', async () => {
  const links = new LinkedSources();
  for (let time = 1; time <= 2; time++) {
    await expect(links.open([`${origin}/a`, `${origin}/b`])).rejects.toMatchObject({ code: 'source/not-found' });
    expect(asked).toHaveLength(2 * time);
  }
  await expect(links.open([`${origin}/c`], AbortSignal.abort())).rejects.toMatchObject({ tag: 'cancelled' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toHaveLength(4);
});
