import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { sendFile } from '../serve.mjs';
import { listenOnLoopback, MAX_CONNECTIONS } from './loopback.mjs';

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-loopback-'));
const path = join(folder, 'large.npy');
writeFileSync(path, Buffer.alloc(2 ** 26));

afterAll(() => rmSync(folder, { recursive: true }));

const listening = (answer: RequestListener) => listenOnLoopback({ port: 0, strict: true, answer });
const asking = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** A connection that sends a text. */
function connected(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  return socket.on('error', () => {});
}

const closed = (socket: Socket) => new Promise((done) => socket.resume().once('close', done));

it('answers requests that come at once one after the other, in their order', async () => {
  let [under, most] = [0, 0];
  const server = await listening(async ({ url }, response) => {
    most = Math.max(most, ++under);
    await new Promise((done) => setImmediate(done));
    under--;
    response.end(url);
  });
  const targets = ['/a', '/b', '/c', '/d'];
  const socket = connected(server.port, targets.map(asking).join(''));
  let said = '';
  socket.on('data', (part) => {
    said += part;
  });
  await vi.waitFor(() => expect(said.match(/^\/\w/gm)).toEqual(targets));
  expect(most).toBe(1);
  socket.destroy();
  await server.close();
});

it('lets go of the file that was on its way, and opens none for who has left', async () => {
  const server = await listening(async (request, response) =>
    sendFile(request, response, await open(path), 'application/octet-stream'),
  );
  const socket = connected(server.port, asking('/').repeat(5));
  await new Promise((done) => socket.once('data', done));
  socket.pause();
  expect(openFiles()).toBeLessThanOrEqual(1);
  socket.destroy();
  await vi.waitFor(() => expect(openFiles()).toBe(0));
  // More than a browser ever asks at once.
  await closed(connected(server.port, asking('/').repeat(100)));
  await server.close();
});

/** How often the file is open. Only Linux says so. */
function openFiles(): number {
  const own = '/proc/self/fd';
  const links = (existsSync(own) ? readdirSync(own) : []).map((fd) => linkOf(join(own, fd)));
  return links.filter((to) => to === path).length;
}

/** Where a link leads. Nothing where it is gone. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

it('ends connections that do not ask, or not to the end', async () => {
  const patience = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 5 };
  const answer: RequestListener = (_, response) => response.end();
  const server = await listenOnLoopback({ port: 0, strict: true, answer, patience });
  for (const begun of ['', 'GET / HTTP/1.1\r\nHost: local', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1'])
    await closed(connected(server.port, begun));
  await server.close();
});

it('takes so many connections, and no more', async () => {
  const server = await listening((_, response) => response.end());
  const answered = async () => {
    const socket = connected(server.port, asking('/'));
    await new Promise((done) => socket.once('data', done).once('close', done));
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: MAX_CONNECTIONS }, answered));
  expect(sockets.filter(({ bytesRead }) => bytesRead === 0)).toEqual([]);
  expect((await answered()).bytesRead).toBe(0);
  sockets[0]?.destroy();
  await vi.waitFor(async () => expect((await answered()).bytesRead).toBeGreaterThan(0));
  for (const socket of sockets) socket.destroy();
  await server.close();
});
