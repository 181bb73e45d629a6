import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { askHost, publicFetch } from './public-fetch.ts';

/** Hosts that redirect, and what was asked of them. */
function hosts(redirects: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const ask: typeof askHost = async (url, _, resolve) => {
    await resolve(new URL(url).hostname);
    asked.push(url);
    const to = redirects[url];
    return new Response(
      to === undefined ? 'content' : null,
      to === undefined ? {} : { status: 302, headers: { Location: to } },
    );
  };
  return { asked, ask };
}

const PUBLIC = async () => ['203.0.113.7'];

test('a public host is asked, also where another public one leads to it', async () => {
  const { asked, ask } = hosts({
    'https://a.example/w': '/moved',
    'https://a.example/moved': 'https://b.example/w',
  });
  const response = await publicFetch(new Set(), PUBLIC, ask)('https://a.example/w', { method: 'GET' });
  expect(await response.text()).toBe('content');
  expect(asked).toEqual(['https://a.example/w', 'https://a.example/moved', 'https://b.example/w']);
});

test.each([
  ['https://localhost/w', []],
  ['https://192.168.0.1:8443/w', []],
  ['https://[::1]/w', []],
  // By a redirect, and by the address that a name has.
  ['https://leads.example/w', ['https://leads.example/w']],
  ['https://inside.example/w', []],
  ['https://mapped.example/w', []],
  ['https://zoned.example/w', []],
])('%s is not asked', async (url, before) => {
  const { asked, ask } = hosts({ 'https://leads.example/w': 'http://169.254.169.254/latest' });
  const addresses: Readonly<Record<string, string[]>> = {
    'inside.example': ['203.0.113.7', '10.0.0.8'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'zoned.example': ['fe80::1%eth0'],
  };
  const resolve = async (host: string) => addresses[host] ?? PUBLIC();
  await expect(publicFetch(new Set(), resolve, ask)(url)).rejects.toThrow('in a local network');
  expect(asked).toEqual(before);
});

/** A host on this computer that answers with the name by which it was asked. */
async function withHost<T>(
  work: (port: number) => Promise<T>,
  headers = {},
  encode = (text: string) => text as string | Buffer,
) {
  const server = createServer((request, response) =>
    response.writeHead(200, headers).end(encode(request.headers.host ?? '')),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    return await work((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a URL of the user is asked wherever it is', async () => {
  const said = await withHost(async (port) => {
    const url = `http://127.0.0.1:${port}/w`;
    const { ask } = hosts({});
    return (await publicFetch(new Set([url]), PUBLIC, ask)(url)).text();
  });
  expect(said).toMatch(/^127\.0\.0\.1:/);
});

test('a name is looked up once, and what is connected to is what was checked', async () => {
  let times = 0;
  const resolve = async () => {
    times++;
    return ['127.0.0.1'];
  };
  const said = await withHost(async (port) => {
    const response = await askHost(`http://rebound.example:${port}/w`, {}, resolve);
    expect([response.status, response.url]).toEqual([200, `http://rebound.example:${port}/w`]);
    return response.text();
  });
  expect([said.replace(/\d+$/, ''), times]).toEqual(['rebound.example:', 1]);
  // Its own look-up is what is asked, and it may refuse.
  await withHost(async (port) => {
    const url = `http://rebound.example:${port}/w`;
    await expect(publicFetch(new Set(), resolve)(url)).rejects.toMatchObject({ code: 'source/bad-url' });
    await expect(publicFetch(new Set(), async () => [])(url)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

test('what a host compresses comes as it was', async () => {
  const said = await withHost(
    async (port) => (await askHost(`http://a.example:${port}/`, {}, async () => ['127.0.0.1'])).text(),
    { 'Content-Encoding': 'gzip' },
    gzipSync,
  );
  expect(said).toMatch(/^a\.example:/);
});

test('a signal ends a request, and an answer that does not end', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/body') response.write('begin');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const resolve = async () => ['127.0.0.1'];
  const silent = new AbortController();
  const waiting = askHost(`http://a.example:${port}/silent`, { signal: silent.signal }, resolve);
  silent.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  const slow = new AbortController();
  const { body } = await askHost(`http://a.example:${port}/body`, { signal: slow.signal }, resolve);
  const reader = body?.getReader();
  expect(String.fromCharCode(...((await reader?.read())?.value ?? []))).toBe('begin');
  slow.abort();
  await expect(reader?.read()).rejects.toThrow();
  server.closeAllConnections();
  server.close();
});

test('redirects that do not end, and those to no URL, are refused', async () => {
  const { ask } = hosts({ 'https://a.example/': 'https://a.example/', 'https://b.example/': 'https://' });
  for (const url of ['https://a.example/', 'https://b.example/'])
    await expect(publicFetch(new Set(), PUBLIC, ask)(url)).rejects.toMatchObject({ code: 'source/bad-url' });
});
