import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import { fail, parseHeaders, sendFile, typeOf } from '../serve.mjs';
import { listFolder, openBelow } from './folder.ts';
import { listenOnLoopback } from './loopback.mjs';
import { APP, FILES, LIST, packageList, START_POLICY, startPage } from './start-page.ts';

/** 128 bits: nobody guesses that. */
const TOKEN_BYTES = 16;

/** Names that a browser has for this computer, also through a tunnel. Any other name means DNS rebinding. */
const HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** Of all answers. Whoever has the token in the address can read the folder, so no other host may see it. */
const HEADERS: readonly [name: string, value: string][] = [
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

/** Of the folder's files: a page or a picture in it must not run scripts that could read the others. */
const FILE_POLICY = "default-src 'none'; sandbox";

/** The service worker would keep a whole copy of the page for each token. `_headers` is for this server. */
const NOT_SERVED: ReadonlySet<string> = new Set(['sw.js', '_headers']);

export interface ServeOptions {
  /** The folder. */
  folder: string;
  /** The folder of the built page. */
  page: string;
  port: number;
  /** Rejects if the port is taken; otherwise another one is. */
  strict: boolean;
  signal: AbortSignal;
}

interface Served {
  root: string;
  page: string;
  /** SHA-256 of the token. */
  key: Buffer;
  token: string;
  rules: ReturnType<typeof parseHeaders>;
  styles: readonly string[];
  signal: AbortSignal;
}

/**
 * Serves a folder, the page and a list of the folder's packages on loopback, read-only, below a path that only who
 * starts it knows. Rejects where the folder or the page cannot be read, and where the port is taken.
 *
 * @returns the address of the list, and what ends it
 */
export async function serveFolder({ folder, page, port, strict, signal }: ServeOptions) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const html = readFileSync(join(page, 'index.html'), 'utf8');
  const served: Served = {
    root: await realpath(folder),
    page: await realpath(page),
    key: digest(token),
    token,
    rules: parseHeaders(readFileSync(join(page, '_headers'), 'utf8')),
    styles: [...html.matchAll(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)"/g)].map(([, path]) => path as string),
    signal,
  };
  const server = await listenOnLoopback({
    port,
    strict,
    answer: (request, response) => void answerServed(served, request, response).catch(() => response.destroy()),
  });
  return { ...server, address: `http://localhost:${server.port}/${token}/` };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function answerServed(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  if (!HOST.test(request.headers.host ?? ''))
    return refuse(response, 421, 'Open this as localhost, 127.0.0.1 or [::1]: no other name is served.');
  const names = namesIn(request.url ?? '');
  const [token = '', ...rest] = names ?? [];
  // The hashes have the same length, and tell nothing of how alike the tokens are.
  if (!timingSafeEqual(digest(token), served.key)) return refuse(response, 404);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return fail(response, 405, { Allow: 'GET, HEAD' }, 'The folder is read-only.');
  const [place, ...path] = rest;
  if (place === undefined) return fail(response, 301, { Location: `/${served.token}/` });
  if (rest.length === 1 && place === '') return sendStart(served, request, response);
  if (rest.length === 1 && place === LIST) return sendList(served, request, response);
  if (`${place}/` === APP) return sendPage(served, path, request, response);
  if (`${place}/` === FILES) return sendServed(served, path, request, response);
  fail(response, 404);
}

/** For who does not have the token: keeps no connection for them. */
function refuse(response: ServerResponse, status: number, text?: string): void {
  fail(response, status, { Connection: 'close' }, text);
}

/** The names between the slashes of a request's path, decoded. Undefined where it is not a path, or cannot be decoded. */
function namesIn(target: string): string[] | undefined {
  const [path = ''] = target.split(/[?#]/, 1);
  if (!path.startsWith('/')) return undefined;
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

async function sendStart({ root, styles, signal }: Served, request: IncomingMessage, response: ServerResponse) {
  response.setHeader('Content-Security-Policy', START_POLICY);
  const html = startPage(basename(root) || root, await listFolder(root, signal), styles);
  sendText(request, response, 'text/html; charset=utf-8', html);
}

async function sendList({ root, signal }: Served, request: IncomingMessage, response: ServerResponse) {
  sendText(request, response, 'application/json', packageList(await listFolder(root, signal)));
}

function sendText({ method }: IncomingMessage, response: ServerResponse, type: string, text: string): void {
  const length = Buffer.byteLength(text);
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': length, 'Cache-Control': 'no-store' });
  response.end(method === 'HEAD' ? undefined : text);
}

/** The built page, with the headers that it has on any host. */
async function sendPage(served: Served, names: string[], request: IncomingMessage, response: ServerResponse) {
  const path = names.length === 1 && names[0] === '' ? ['index.html'] : names;
  const name = path.join('/');
  const file = NOT_SERVED.has(name) ? undefined : await openBelow(served.page, path);
  if (!file) return fail(response, 404);
  for (const { matches, headers } of served.rules) {
    if (!matches.test(`/${name}`)) continue;
    for (const [header, value] of headers) if (!response.hasHeader(header)) response.setHeader(header, value);
  }
  await sendFile(request, response, file, typeOf(name));
}

async function sendServed({ root }: Served, names: string[], request: IncomingMessage, response: ServerResponse) {
  const file = await openBelow(root, names);
  if (!file) return fail(response, 404);
  response.setHeader('Content-Security-Policy', FILE_POLICY);
  response.setHeader('Content-Disposition', 'attachment');
  await sendFile(request, response, file, 'application/octet-stream');
}
