// Serves the production build on loopback as a static host would: with ranges, and with the headers of `_headers`.
// Needs only Node, so that it runs before anything is installed. `boxcutter serve` sends its files with it, too.

import { readFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { listenOnLoopback } from './serve/loopback.mjs';

export const ROOT = fileURLToPath(new URL('../dist', import.meta.url));
const DEFAULT_PORT = 4173;

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.map': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** @typedef {{ matches: RegExp, headers: [name: string, value: string][] }} HeaderRule */

/**
 * Parses a `_headers` file. Each rule is a path, in which `*` stands for anything, and below it the headers, indented.
 * @param {string} text
 * @returns {HeaderRule[]}
 */
export function parseHeaders(text) {
  /** @type {HeaderRule[]} */
  const rules = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (/^\s/.test(line)) {
      const colon = line.indexOf(':');
      const rule = rules.at(-1);
      if (colon < 0 || !rule) throw new Error(`_headers: cannot read the line "${line}"`);
      rule.headers.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
    } else {
      const pattern = line
        .trim()
        .split('*')
        .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*');
      rules.push({ matches: new RegExp(`^${pattern}$`), headers: [] });
    }
  }
  return rules;
}

/**
 * Parses a `Range` header with one range. `end` is inclusive, as in HTTP.
 * @param {string | undefined} header
 * @param {number} size
 * @returns {{ start: number, end: number } | null | undefined} `undefined` to send the whole file (no header, several
 *   ranges, another unit); `null` if the range cannot be satisfied
 */
export function parseRange(header, size) {
  const match = header === undefined ? null : /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? null : { start: size - length, end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < start) return undefined;
  return start >= size ? null : { start, end };
}

/**
 * @param {string} root
 * @param {HeaderRule[]} rules
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answerBuilt(root, rules, request, response) {
  const path = decodePath(request.url ?? '/');
  for (const rule of rules) {
    if (path !== undefined && rule.matches.test(path))
      for (const [name, value] of rule.headers) response.setHeader(name, value);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return fail(response, 405, { Allow: 'GET, HEAD' });
  if (path === undefined) return fail(response, 400);

  const file = resolve(join(root, path.endsWith('/') ? `${path}index.html` : path));
  const info =
    file.startsWith(root + sep) && path !== '/_headers' ? await stat(file).catch(() => undefined) : undefined;
  if (!info?.isFile()) return fail(response, 404);
  await sendFile(request, response, await open(file), typeOf(file));
}

/**
 * The type that browsers are told of a file of the build, by the ending of its name.
 * @param {string} path
 */
export function typeOf(path) {
  return TYPES[extname(path)] ?? 'application/octet-stream';
}

/**
 * Answers GET with a file, or with the range of it that is asked for, and HEAD, for which ranges mean nothing (RFC 9110,
 * 14.2). Cuts the answer off where the file
 * changes meanwhile. Closes the file.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {import('node:fs/promises').FileHandle} file
 * @param {string} type
 */
export async function sendFile(request, response, file, type) {
  // Whoever asked may have left while the file was opened.
  if (response.destroyed) return file.close();
  response.once('close', () => file.close().catch(() => {}));
  const info = await file.stat({ bigint: true });
  const size = Number(info.size);
  const etag = etagOf(info);
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Content-Type', type);
  response.setHeader('ETag', etag);
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-cache');
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();

  const condition = request.headers['if-range'];
  const isRanged = request.method === 'GET' && (condition === undefined || condition === etag);
  const range = isRanged ? parseRange(request.headers.range, size) : undefined;
  if (range === null) return fail(response, 416, { 'Content-Range': `bytes */${size}` });
  const start = range?.start ?? 0;
  const end = range?.end ?? size - 1;
  if (range) response.setHeader('Content-Range', `bytes ${start}-${end}/${size}`);
  response.setHeader('Content-Length', end - start + 1);
  response.writeHead(range ? 206 : 200);
  if (request.method === 'HEAD' || size === 0) return void response.end();
  // The callback takes the error of a reader that leaves early.
  pipeline(Readable.from(bytesOf(file, start, end, etag), { objectMode: false }), response, () => {});
}

/** Bytes of a file that are read at once. */
const CHUNK_BYTES = 256 * 1024;

/**
 * The bytes from `start` to `end`, inclusive. Throws before the last of them where the file is another one by then.
 * @param {import('node:fs/promises').FileHandle} file
 * @param {number} start
 * @param {number} end
 * @param {string} etag
 */
async function* bytesOf(file, start, end, etag) {
  for (let at = start; at <= end; ) {
    const length = Math.min(CHUNK_BYTES, end - at + 1);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
    at += bytesRead;
    const isChanged = at > end && etagOf(await file.stat({ bigint: true })) !== etag;
    if (bytesRead === 0 || isChanged) throw new Error('The file changed while it was sent.');
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Differs where a file was written to, and where another one has its name.
 * @param {import('node:fs').BigIntStats} info
 */
function etagOf({ size, mtimeNs, ino }) {
  return `"${[size, mtimeNs, ino].map((part) => part.toString(16)).join('-')}"`;
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {Record<string, string>} [headers]
 * @param {string} [text] a sentence about it
 */
export function fail(response, status, headers = {}, text = String(status)) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers });
  response.end(`${text}\n`);
}

/** @param {string} target */
function decodePath(target) {
  try {
    const path = decodeURIComponent(new URL(target, 'http://localhost').pathname);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

/**
 * Serves `root` on loopback, as `listenOnLoopback`.
 * @param {{ root?: string, port?: number, strict?: boolean }} [options]
 */
export async function serve({ root = ROOT, port = DEFAULT_PORT, strict = false } = {}) {
  const folder = resolve(root);
  const rules = parseHeaders(readFileSync(join(folder, '_headers'), 'utf8'));
  return listenOnLoopback({
    port,
    strict,
    answer: (request, response) =>
      answerBuilt(folder, rules, request, response).catch((error) => {
        console.error(error);
        response.destroy();
      }),
  });
}

// Not in the npm package, where this module is part of the program's own file.
if (import.meta.url.endsWith('/serve.mjs') && import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const at = process.argv.indexOf('--port');
  const { port } = await serve(at < 0 ? {} : { port: Number(process.argv[at + 1]), strict: true });
  console.log(`http://localhost:${port}/`);
}
