import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host on loopback that answers requests for parts of a file. */

/** The file that hosts send where they are given no other. */
export const BYTES = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251);

/** Answers a request for bytes `range`, half-open; undefined where it asks for all. */
export type Answer = (request: IncomingMessage, response: ServerResponse, range: [number, number] | undefined) => void;

let last: Server | undefined;

/** Ends the server that `serve` has started last. Call it after each test. */
export async function stopServing(): Promise<void> {
  last?.closeAllConnections();
  await new Promise((resolve) => (last ? last.close(resolve) : resolve(undefined)));
  last = undefined;
}

/** Starts a server on loopback. Returns its address, and what it was asked for. */
export async function serve(answer: Answer): Promise<{ url: string; asked: string[]; server: Server }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const header = request.headers.range;
    asked.push(`${request.method} ${header ?? ''}`.trim());
    const match = header?.match(/^bytes=(\d+)-(\d+)$/);
    answer(request, response, match ? [Number(match[1]), Number(match[2]) + 1] : undefined);
  });
  last = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/models/a%20b.carton?sig=1`, asked, server };
}

/** Answers as a good host does, with some headers changed; undefined omits one. */
export function good(headers: Record<string, string | undefined> = {}, bytes = BYTES): Answer {
  return (request, response, range) => {
    if (request.method === 'HEAD') return void response.writeHead(200, { 'Content-Length': bytes.length }).end();
    if (!range) return void response.writeHead(200).end(bytes);
    const [start, end] = [range[0], Math.min(range[1], bytes.length)];
    const all = { 'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}`, ETag: '"one"', ...headers };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    response.writeHead(206, given).end(bytes.subarray(start, end));
  };
}
