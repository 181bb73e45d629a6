import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRange, serve } from './serve.mjs';

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-serve-'));
const root = join(folder, 'dist');
const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'not for the web');
  writeFileSync(join(root, 'index.html'), '<!doctype html>');
  writeFileSync(join(root, 'some file.carton'), bytes);
  writeFileSync(join(root, 'empty.bin'), '');
  writeFileSync(join(root, 'assets', 'a.js'), '0');
  writeFileSync(join(root, '_headers'), '# rules\n/*\n  X-Everywhere: yes\n/assets/*\n  Cache-Control: immutable\n');
  server = await serve({ root, port: 0 });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Sends the path as it is; `fetch` would normalize it. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((done, failed) => {
    request({ host: '127.0.0.1', port: server.port, path, headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    })
      .on('error', failed)
      .end();
  });
}

describe('the static server', () => {
  it('serves files with the headers of _headers', async () => {
    const page = await get('/?url=sample.carton');
    expect(page).toMatchObject({ status: 200, headers: { 'x-everywhere': 'yes', 'cache-control': 'no-cache' } });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await get('/assets/a.js')).headers).toMatchObject({ 'cache-control': 'immutable', 'x-everywhere': 'yes' });
    expect(await get('/nothing')).toMatchObject({ status: 404, headers: { 'x-everywhere': 'yes' } });
  });

  it('answers a range with exactly that range', async () => {
    const part = await get('/some%20file.carton', { Range: 'bytes=100-199' });
    expect(part).toMatchObject({
      status: 206,
      headers: { 'content-range': 'bytes 100-199/1000', 'content-length': '100', 'accept-ranges': 'bytes' },
    });
    expect([...part.body]).toEqual([...bytes.slice(100, 200)]);
    expect([...(await get('/some%20file.carton', { Range: 'bytes=-7' })).body]).toEqual([...bytes.slice(-7)]);
    expect([...(await get('/some%20file.carton', { Range: 'bytes=990-5000' })).body]).toEqual([...bytes.slice(990)]);
  });

  it('refuses a range that cannot be satisfied, and sends all of a file that changed', async () => {
    const beyond = await get('/some%20file.carton', { Range: 'bytes=1000-' });
    expect(beyond).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */1000' } });
    const changed = await get('/some%20file.carton', { Range: 'bytes=0-9', 'If-Range': '"another"' });
    expect(changed.status).toBe(200);
    expect(changed.body).toHaveLength(1000);
    const same = await get('/some%20file.carton', { Range: 'bytes=0-9', 'If-Range': String(changed.headers.etag) });
    expect(same.status).toBe(206);
  });

  it('answers HEAD, requests for empty files, and unknown methods', async () => {
    expect(await get('/some%20file.carton', {}, 'HEAD')).toMatchObject({
      status: 200,
      headers: { 'content-length': '1000' },
    });
    expect(await get('/empty.bin')).toMatchObject({ status: 200, headers: { 'content-length': '0' } });
    expect(await get('/', {}, 'POST')).toMatchObject({ status: 405 });
  });

  it('serves nothing outside its folder', async () => {
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/_headers',
    ]) {
      expect(await get(path), path).toMatchObject({ status: 404 });
    }
    expect(await get('/%00')).toMatchObject({ status: 400 });
    expect(await get('/%zz')).toMatchObject({ status: 400 });
    expect(await get('/assets/')).toMatchObject({ status: 404 });
  });

  it('takes a free port if its own is taken', async () => {
    const second = await serve({ root, port: server.port });
    expect(second.port).not.toBe(server.port);
    await second.close();
    await expect(serve({ root, port: server.port, strict: true })).rejects.toThrow('EADDRINUSE');
  });
});

describe('parseRange', () => {
  it('accepts one range of bytes, and nothing else', () => {
    expect(parseRange('bytes=0-0', 10)).toEqual({ start: 0, end: 0 });
    expect(parseRange('bytes=5-', 10)).toEqual({ start: 5, end: 9 });
    expect(parseRange('bytes=-20', 10)).toEqual({ start: 0, end: 9 });
    expect(parseRange('bytes=-0', 10)).toBeNull();
    expect(parseRange('bytes=0-', 0)).toBeNull();
    expect(parseRange('bytes=99999999999999999999-', 10)).toBeNull();
    expect(parseRange('bytes=0-99999999999999999999', 10)).toEqual({ start: 0, end: 9 });
    const many = `bytes=${Array.from({ length: 1000 }, (_, i) => `${i}-${i}`).join(',')}`;
    for (const header of [undefined, 'bytes=-', 'bytes=5-4', 'bytes=0-1,3-4', many, 'items=0-1']) {
      expect(parseRange(header, 10)).toBeUndefined();
    }
  });
});
