import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/**
 * How the host of a file differs from a good host. By default it sends ranges and CORS headers, and exposes every
 * header.
 */
export interface Switches {
  /** Ignores ranges: answers 200 with the whole file. */
  noRanges?: boolean;
  /** Ignores ranges from this request for the file on, counted from 1. */
  noRangesFrom?: number;
  /** Sends no CORS headers. */
  noCors?: boolean;
  /** Sends CORS headers, but exposes none. */
  unexposed?: boolean;
  /** Refuses HEAD, as signed addresses do. */
  noHead?: boolean;
  /** Bytes that every part has too many (negative: too few). The headers state the wrong length too. */
  lengthOff?: number;
  /** Sends the part that is this many bytes further on, and claims that it is the requested one. */
  shifted?: number;
  /** Compresses either each part, or the whole file, and then sends parts of it. */
  gzip?: 'parts' | 'whole';
  /** Bytes sent at once, and the milliseconds between two sends. */
  slow?: { bytes: number; ms: number };
  /** Closes every connection without an answer. */
  away?: boolean;
  /** Bytes per second of every answer. */
  rate?: number;
  /** Milliseconds before every answer. */
  latency?: number;
  /** Breaks the connection in the middle of these answers, counted from 1. `every`: of all except the first. */
  dies?: number[] | 'every';
  /** Sends another ETag and other bytes from this request on, counted from 1. */
  changesFrom?: number;
  /** Answers requests `from` to `to` with this status, counted from 1. By default all of them. */
  status?: { code: number; from?: number; to?: number; headers?: Record<string, string> };
  /** Redirects to this: a whole address, or a path on this host. */
  redirect?: string;
  /** Headers of every answer. */
  headers?: Record<string, string>;
}

/** A file that may be larger than memory. `read` gives bytes `start` to `end`. */
export interface RemoteFile {
  size: number;
  read(start: number, end: number): Uint8Array;
}

export function fileOf(bytes: Uint8Array): RemoteFile {
  return { size: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}

/** One request for a path. */
export interface Asked {
  method: string;
  range: string | undefined;
  /** The origin of the page that asks. */
  origin: string | undefined;
  /** Time of the request, as in `Date.now()`. */
  at: number;
  /** Bytes of the body that were sent. */
  sent: number;
}

/** A server of files on loopback. Each file has its own path and its own switches. */
export class RemoteServer {
  readonly #files = new Map<string, { file: RemoteFile; switches: Switches; asked: Asked[]; gets: number }>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  /** The page is at `localhost` on another port. */
  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The same host by another name. To a browser, it is another host. */
  get otherOrigin(): string {
    return this.origin.replace('localhost', '127.0.0.1');
  }

  /** Serves a file at the path, and returns its address. */
  put(path: string, file: RemoteFile, switches: Switches = {}): string {
    this.#files.set(path, { file, switches, asked: [], gets: 0 });
    return `${this.origin}${path}`;
  }

  asked(path: string): readonly Asked[] {
    return this.#files.get(path)?.asked ?? [];
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const held = this.#files.get(new URL(request.url ?? '/', this.origin).pathname);
    if (!held) return void response.writeHead(404, { 'Access-Control-Allow-Origin': '*' }).end();
    const { switches } = held;
    const asked: Asked = {
      method: request.method ?? '',
      range: request.headers.range,
      origin: request.headers.origin,
      at: Date.now(),
      sent: 0,
    };
    held.asked.push(asked);
    if (switches.away) return void response.destroy();
    if (switches.latency !== undefined) await wait(switches.latency);
    for (const [name, value] of Object.entries(switches.headers ?? {})) response.setHeader(name, value);
    if (!switches.noCors) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      if (!switches.unexposed) response.setHeader('Access-Control-Expose-Headers', '*');
    }
    if (request.method === 'OPTIONS') return void response.writeHead(403).end();
    const head = request.method === 'HEAD';
    if (switches.redirect !== undefined) return void response.writeHead(302, { Location: switches.redirect }).end();
    if (head && switches.noHead) return void response.writeHead(403).end();
    const count = head ? held.gets : ++held.gets;
    const { status } = switches;
    if (status && count >= (status.from ?? 1) && count <= (status.to ?? Number.POSITIVE_INFINITY)) {
      return void response.writeHead(status.code, status.headers).end('<p>no</p>');
    }
    await this.#send(held.file, switches, count, asked, head, response);
  }

  async #send(
    file: RemoteFile,
    switches: Switches,
    count: number,
    asked: Asked,
    head: boolean,
    response: ServerResponse,
  ): Promise<void> {
    const changed = count >= (switches.changesFrom ?? Number.POSITIVE_INFINITY);
    if (!switches.noRanges) response.setHeader('Accept-Ranges', 'bytes');
    response.setHeader('ETag', changed ? '"two"' : '"one"');
    const match = /^bytes=(\d+)-(\d*)$/.exec(asked.range ?? '');
    const ranged = match !== null && !head && !switches.noRanges && count < (switches.noRangesFrom ?? 1e9);
    const packed = switches.gzip === 'whole' ? gzipSync(file.read(0, file.size)) : undefined;
    const whole = packed ? fileOf(packed) : file;
    if (switches.gzip) response.setHeader('Content-Encoding', 'gzip');
    const start = ranged ? Number(match[1]) : 0;
    const end = ranged && match[2] !== '' ? Math.min(Number(match[2]) + 1, whole.size) : whole.size;
    if (ranged) response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${whole.size}`);
    let length = end - start;
    if (ranged) length = Math.max(0, length + (switches.lengthOff ?? 0));
    const from = ranged ? Math.min(start + (switches.shifted ?? 0), whole.size - length) : start;
    let read = (a: number, b: number) => whole.read(from + a, from + b);
    if (changed) {
      const real = read;
      read = (a, b) => real(a, b).map((byte) => byte ^ 1);
    }
    if (switches.gzip === 'parts') {
      const part = gzipSync(read(0, length));
      length = part.length;
      read = (a, b) => part.subarray(a, b);
    }
    response.setHeader('Content-Length', length);
    response.writeHead(ranged ? 206 : 200);
    if (head) return void response.end();
    const dies = switches.dies === 'every' ? count > 1 : switches.dies?.includes(count);
    const last = dies ? Math.floor(length / 2) : length;
    const { rate } = switches;
    const step = switches.slow?.bytes ?? (rate === undefined ? 256 * 1024 : 16 * 1024);
    const begun = performance.now();
    for (let at = 0; at < last; at += step) {
      const piece = read(at, Math.min(at + step, last));
      // A client that leaves is not a failure of this host.
      if (response.destroyed) return;
      await new Promise<void>((done) => {
        const end = () => {
          response.off('close', end);
          done();
        };
        response.once('close', end);
        response.write(piece, end);
      });
      asked.sent += piece.length;
      if (switches.slow) await wait(switches.slow.ms);
      // Wait by the clock: the delays of timers would add up.
      if (rate !== undefined) await wait(Math.max(0, begun + (1000 * asked.sent) / rate - performance.now()));
    }
    if (dies) {
      await wait(50);
      response.destroy();
    } else response.end();
  }
}
