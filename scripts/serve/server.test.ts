import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFolder, MAX_LISTED } from './folder.ts';
import { serveFolder } from './server.ts';
import { startPage } from './start-page.ts';

const outer = mkdtempSync(join(tmpdir(), 'boxcutter-folder-'));
const folder = join(outer, 'models');
const page = join(outer, 'page');
const bytes = Buffer.from(Uint8Array.from({ length: 1000 }, (_, i) => i % 251));
const { signal } = new AbortController();
let served: Awaited<ReturnType<typeof serveFolder>>;
let token = '';

beforeAll(async () => {
  mkdirSync(join(folder, 'sub', '.git'), { recursive: true });
  mkdirSync(join(page, 'assets'), { recursive: true });
  mkdirSync(join(outer, 'models-of-others'));
  const files: [string, string | Buffer][] = [
    [join(outer, 'secret.txt'), 'secret'],
    [join(outer, 'models-of-others', 'secret.txt'), 'secret'],
    [join(folder, 'a.carton'), bytes],
    [join(folder, 'empty.npy'), ''],
    [join(folder, '.env'), 'secret'],
    [join(folder, 'sub', '.git', 'config'), 'secret'],
    [join(folder, 'sub', '<b> & "ü" #1?%20\u202e.gguf'), 'gguf'],
    [join(folder, 'sub', 'model-00001-of-00002.safetensors'), 'one'],
    [join(folder, 'sub', 'model-00002-of-00002.safetensors'), 'two'],
    [join(folder, 'sub', 'evil.html'), '<script>alert(1)</script>'],
    [join(page, 'index.html'), '<link rel="stylesheet" crossorigin href="./assets/index-1.css">'],
    [join(page, 'assets', 'index-1.css'), ''],
    [join(page, 'sw.js'), ''],
    [
      join(page, '_headers'),
      '/*\n  Content-Security-Policy: of the page\n  Cross-Origin-Resource-Policy: cross-origin\n',
    ],
  ];
  for (const [path, content] of files) writeFileSync(path, content);
  symlinkSync('a.carton', join(folder, 'inside.carton'));
  symlinkSync(join(outer, 'secret.txt'), join(folder, 'out.carton'));
  symlinkSync(join(outer, 'models-of-others'), join(folder, 'others'));
  symlinkSync(outer, join(folder, 'sub', 'up'));
  symlinkSync('nothing', join(folder, 'dangling.carton'));
  symlinkSync('/dev/zero', join(folder, 'zero.npy'));
  symlinkSync('.env', join(folder, 'hidden.npy'));
  symlinkSync('sub/.git', join(folder, 'git'));
  execFileSync('mkfifo', [join(folder, 'pipe.npy')]);
  served = await serveFolder({ folder, page, port: 0, strict: true, signal });
  token = new URL(served.address).pathname.slice(1, -1);
});

afterAll(async () => {
  await served.close();
  rmSync(outer, { recursive: true });
});

interface Ask {
  headers?: Record<string, string>;
  method?: string;
  host?: string;
}

/** Sends the path as it is; `fetch` would normalize it. */
function ask(path: string, { headers = {}, method = 'GET', host = '127.0.0.1' }: Ask = {}) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer; isWhole: boolean }>(
    (done, failed) => {
      request({ host, port: served.port, path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', () => {});
        response.on('close', () =>
          done({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
            isWhole: response.complete,
          }),
        );
      })
        .on('error', failed)
        .end();
    },
  );
}

const askBelow = (path: string, options?: Ask) => ask(`/${token}/${path}`, options);

describe('a served folder', () => {
  it('has 128 random bits in its address', () => {
    expect(served.address).toBe(`http://localhost:${served.port}/${token}/`);
    expect(Buffer.from(token, 'base64url')).toHaveLength(16);
  });

  it('is not there without the token', async () => {
    const wrong = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`;
    for (const path of ['/', `/${wrong}/`, `/${wrong}/files/a.carton`, `/${token}x/`, `/${token.slice(1)}/`, '/app/'])
      for (const method of ['GET', 'HEAD', 'POST'])
        expect(await ask(path, { method }), path).toMatchObject({ status: 404 });
    expect(await ask(`//${token}/`)).toMatchObject({ status: 404 });
    expect(await ask(`http://localhost/${token}/`)).toMatchObject({ status: 404 });
    expect(await ask(`/${token}`)).toMatchObject({ status: 301, headers: { location: `/${token}/` } });
  });

  it('answers to the names of loopback alone, at any port', async () => {
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:9999', '[::1]', '[::1]:80'])
      expect(await askBelow('', { headers: { Host: host } }), host).toMatchObject({ status: 200 });
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', 'localhost.', 'x@localhost']) {
      const { status, body } = await askBelow('', { headers: { Host: host } });
      expect([host, status, String(body)]).toEqual([
        host,
        421,
        'Open this as localhost, 127.0.0.1 or [::1]: no other name is served.\n',
      ]);
    }
  });

  it('is read-only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])
      expect(await askBelow('files/a.carton', { method }), method).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD' },
      });
    const answer = await new Promise<string>((done) => {
      const socket = connect(served.port, '127.0.0.1', () =>
        socket.write(`CONNECT /${token}/ HTTP/1.1\r\nHost: localhost\r\n\r\n`),
      );
      let said = '';
      socket.on('data', (part) => {
        said += part;
      });
      socket.on('error', () => {});
      socket.on('close', () => done(said));
    });
    expect(answer).not.toContain('200');
  });

  it('sends files by ranges', async () => {
    const whole = await askBelow('files/a.carton');
    expect(whole).toMatchObject({ status: 200, body: bytes, headers: { 'accept-ranges': 'bytes' } });
    const part = await askBelow('files/a.carton', { headers: { Range: 'bytes=100-199' } });
    expect(part).toMatchObject({ status: 206, headers: { 'content-range': 'bytes 100-199/1000' } });
    expect(part.body).toEqual(bytes.subarray(100, 200));
    expect(await askBelow('files/a.carton', { headers: { Range: 'bytes=1000-' } })).toMatchObject({ status: 416 });
    const head = await askBelow('files/a.carton', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '1000' }, body: Buffer.alloc(0) });
    const ranged = await askBelow('files/a.carton', { method: 'HEAD', headers: { Range: 'bytes=0-9' } });
    expect(ranged).toMatchObject({ status: 200, headers: { 'content-length': '1000' } });
    const known = { 'If-None-Match': whole.headers.etag ?? '' };
    expect(await askBelow('files/a.carton', { headers: known })).toMatchObject({ status: 304 });
    expect(await askBelow('files/empty.npy')).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(await askBelow('files/inside.carton')).toMatchObject({ status: 200, body: bytes });
  });

  it('sends the whole file where it has changed, with another ETag', async () => {
    const path = join(folder, 'changing.npy');
    writeFileSync(path, 'before');
    const { etag = '' } = (await askBelow('files/changing.npy')).headers;
    const ask = () => askBelow('files/changing.npy', { headers: { Range: 'bytes=0-2', 'If-Range': etag } });
    expect((await ask()).status).toBe(206);
    // Of the same size, and a nanosecond later.
    writeFileSync(path, 'after!');
    const now = await ask();
    expect([now.status, String(now.body)]).toEqual([200, 'after!']);
    expect(now.headers.etag).not.toBe(etag);
    rmSync(path);
    expect((await ask()).status).toBe(404);
  });

  it.each([
    ['is written to', (path: string) => utimesSync(path, 0, 0)],
    ['gets shorter', (path: string) => truncateSync(path, 10)],
  ])('cuts off a file that %s while it is sent', async (_, change) => {
    const path = join(folder, 'long.npy');
    writeFileSync(path, Buffer.alloc(64 * 2 ** 20));
    const isWhole = await new Promise<boolean>((done) => {
      request({ host: '127.0.0.1', port: served.port, path: `/${token}/files/long.npy` }, (response) => {
        // More than the buffers between both hold is not sent yet.
        response.once('data', () => change(path));
        response.on('error', () => {});
        response.on('close', () => done(response.complete));
      }).end();
    });
    expect(isWhole).toBe(false);
    rmSync(path);
  });

  it('keeps no connection for who does not have the token', async () => {
    for (const [path, headers] of [
      ['/wrong/', {}],
      [`/${token}/`, { Host: 'evil.example' }],
    ] as const)
      expect((await ask(path, { headers })).headers.connection).toBe('close');
  });

  it('serves nothing outside of it, and nothing that is hidden', async () => {
    for (const path of [
      'files/../secret.txt',
      'files/..%2fsecret.txt',
      'files/%2e%2e/secret.txt',
      'files/%2e%2e%2fsecret.txt',
      'files/sub/..%5c..%5csecret.txt',
      'files/sub/../a.carton',
      'files/sub%2fevil.html',
      'files//a.carton',
      'files/a.carton/',
      'files/%00',
      'files/a.carton%00',
      'files/%zz',
      'files/',
      'files',
      'files/sub',
      'files/sub/',
      'files/.env',
      'files/sub/.git/config',
      'files/out.carton',
      'files/others/secret.txt',
      'files/sub/up/secret.txt',
      'files/sub/up/models/.env',
      'files/dangling.carton',
      'files/zero.npy',
      'files/hidden.npy',
      'files/git/config',
      'files/a.carton%0d%0aSet-Cookie:%20a=b',
      'files/pipe.npy',
      `files/${encodeURIComponent(join(outer, 'secret.txt'))}`,
      'app/../secret.txt',
      'app/..%2f..%2fsecret.txt',
      'app/_headers',
      'app/sw.js',
      'elsewhere',
    ]) {
      const { status, body } = await askBelow(path);
      expect([path, status, String(body)]).toEqual([path, 404, '404\n']);
    }
  });

  it('tells browsers to run nothing of it, and to tell nobody', async () => {
    const { headers } = await askBelow('files/sub/evil.html');
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    for (const path of ['', 'app/', 'files/a.carton', 'boxcutter.json', 'nothing'])
      expect((await askBelow(path)).headers, path).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
    expect((await askBelow('app/')).headers).toMatchObject({
      'content-security-policy': 'of the page',
      'content-type': 'text/html; charset=utf-8',
    });
  });
});

describe('the start page', () => {
  it('links each package, and escapes its name', async () => {
    const { headers, body } = await askBelow('');
    const html = String(body);
    const links = [...html.matchAll(/href="(app\/\?[^"]*)"/g)].map(
      ([, href]) => new URL(href as string, served.address),
    );
    const opened = links.map(
      (url) => new URL(url.searchParams.get('url') ?? '', new URL('app/', served.address)).pathname,
    );
    expect(opened.map((path) => decodeURIComponent(path.slice(token.length + 2)))).toEqual([
      'boxcutter.json',
      'files/a.carton',
      'files/empty.npy',
      'files/inside.carton',
      'files/sub/<b> & "ü" #1?%20\u202e.gguf',
      'files/sub/model-00001-of-00002.safetensors',
      'files/sub/evil.html',
    ]);
    for (const path of opened) expect((await ask(path)).status, path).toBe(200);
    expect(html).toContain('&lt;b&gt; &amp; &quot;ü&quot; #1?%20\\u{202e}.gguf');
    expect(html).toContain('2 files, 6 B');
    expect(html).toContain('5 packages. ');
    expect(html).toContain('1 other file');
    expect(html).toContain('Left out: 8 items');
    expect(html).not.toMatch(/<script|secret|\u202e/);
    expect(html).toContain('href="app/assets/index-1.css"');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self' 'sha256-/);
  });

  it('gives the page a list of all packages', async () => {
    const { packages } = JSON.parse(String((await askBelow('boxcutter.json')).body));
    expect(packages).toContainEqual({ url: 'files/a.carton', path: 'a.carton', size: 1000 });
    expect(packages).toHaveLength(6);
  });

  it('says where there is nothing, or too much', async () => {
    const many = join(outer, 'many');
    mkdirSync(many);
    expect(startPage('many', await listFolder(many, signal), [])).toContain('No packages are in this folder.');
    for (let i = 0; i <= MAX_LISTED; i++) writeFileSync(join(many, `${i}.npy`), '');
    const list = await listFolder(many, signal);
    expect([list.packages.length, list.isCut]).toEqual([MAX_LISTED, true]);
    expect(startPage('many', list, [])).toContain('The folder has more files than are listed, at most 2000.');
    // As many entries as are at the top, so that what is further down is left out.
    const near = await listFolder(folder, signal, 10);
    expect(near.packages.flat().map(({ path }) => path)).toEqual(['a.carton', 'empty.npy', 'inside.carton']);
    expect(near.isCut).toBe(true);
    const canceled = AbortSignal.abort();
    await expect(listFolder(many, canceled)).rejects.toMatchObject({ code: 'internal/cancelled' });
  });
});
