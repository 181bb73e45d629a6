import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

/** What a host sends for a file, or instead of it. */
export interface Hosted {
  bytes: Buffer | string;
  type?: string;
  cors?: boolean;
  /** Whether pages of other sites may read Content-Range and ETag. */
  exposed?: boolean;
  ranges?: boolean;
  /** Milliseconds before each answer. */
  delay?: number;
  /** Requests for bytes from there on get no answer. */
  silentFrom?: number;
}

export interface Host {
  origin: string;
  /** The requests, as `GET /a.carton bytes=0-0`. */
  asked: string[];
  /** Count of all bytes that were sent. */
  sent(): number;
  close(): Promise<void>;
}

/** Starts a host of another origin on this computer. It serves `folder` under `at`, as a plain static host does. */
export async function startHost(
  files: Record<string, Hosted>,
  { folder, at = '/' }: { folder?: string; at?: string } = {},
): Promise<Host> {
  const asked: string[] = [];
  let sent = 0;
  const server = createServer(async ({ method = 'GET', url = '/', headers }, response) => {
    const { pathname } = new URL(url, 'http://host');
    const range = headers.range;
    asked.push([method, pathname, range].filter((part) => part !== undefined).join(' '));
    const file =
      files[pathname] ?? (folder && pathname.startsWith(at) ? inFolder(folder, pathname.slice(at.length)) : undefined);
    if (!file) return refuse(response);
    if (file.delay) await new Promise((done) => setTimeout(done, file.delay));
    if (file.cors) response.setHeader('Access-Control-Allow-Origin', '*');
    if (file.exposed) response.setHeader('Access-Control-Expose-Headers', 'Content-Range, ETag');
    response.setHeader('Content-Type', file.type ?? 'application/octet-stream');
    response.setHeader('ETag', '"1"');
    const bytes = Buffer.from(file.bytes);
    const match = file.ranges ? /^bytes=(\d+)-(\d*)$/.exec(range ?? '') : null;
    const start = Number(match?.[1] ?? 0);
    const end = match?.[2] ? Math.min(Number(match[2]) + 1, bytes.length) : bytes.length;
    if (file.silentFrom !== undefined && start >= file.silentFrom) return;
    if (match) response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${bytes.length}`);
    response.setHeader('Content-Length', end - start);
    response.writeHead(match ? 206 : 200);
    if (method === 'HEAD') return response.end();
    sent += end - start;
    return response.end(bytes.subarray(start, end));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The host has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    sent: () => sent,
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

function inFolder(folder: string, path: string): Hosted | undefined {
  try {
    const file = join(folder, path === '' ? 'index.html' : decodeURIComponent(path));
    return { bytes: readFileSync(file), type: TYPES[extname(file)] ?? 'application/octet-stream', ranges: true };
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse): void {
  response.writeHead(404);
  response.end();
}
