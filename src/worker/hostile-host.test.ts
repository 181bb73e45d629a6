import { createHash } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { sourceContainer } from '../archive/container.ts';
import { fromErrorData, toErrorData } from '../base/errors.ts';
import { MAX_GLANCE_REQUESTS } from '../base/limits.ts';
import { memorySource } from '../source/memory.ts';
import { remoteSource } from '../source/remote.ts';
import { unaskedFetch } from '../source/request.ts';
import { buildZip } from '../testing/builders/zip-builder.ts';
import { callsInThread } from '../testing/worker-calls.ts';
import { fetchLinked } from './links/link-fetch.ts';

/**
 * What is said of a host that does not do as it should, in whatever state it begins to: a table of states and
 * misbehaviors. All go over real connections. No state waits for ever, and none takes wrong bytes for right ones.
 */

/** Milliseconds of silence after which a connection counts as broken, of a host that falls silent, and of others. */
const STALL_MS = 400;
const PATIENCE_MS = 20_000;

const ELEMENTS = 200_000;
const VALUES = Uint8Array.from({ length: ELEMENTS }, (_, at) => (at * 2654435761) >>> 11);

/** A carton whose tensor lies far from both ends, which are read when it is opened. */
const CARTON = (() => {
  const toml = `spec_version = 1
model_name = "Remote"
[runner]
runner_name = "noop"
required_framework_version = "=1.0.0"
runner_compat_version = 1
`;
  const index = '[[tensor]]\nname = "t"\ndtype = "uint8"\nshape = [200000]\nfile = "tensor_0.bin"\ninner = []\n';
  const files: [string, Uint8Array | string][] = [
    ['carton.toml', toml],
    ['model/a.bin', VALUES],
    ['tensor_data/index.toml', index],
    ['tensor_data/tensor_0.bin', VALUES],
    ['zlast/z.bin', VALUES],
  ];
  const manifest = files.map(([name, data]) => `${name}=${createHash('sha256').update(data).digest('hex')}\n`);
  return buildZip([...files, ['MANIFEST', manifest.join('')] as const].map(([name, data]) => ({ name, data })));
})();

/** An answer to a request for bytes `start` to `end` (half-open) of the file. */
type Answer = (response: ServerResponse, start: number, end: number, isRange: boolean) => void;

const rangeOf = (start: number, end: number, total = CARTON.length) => `bytes ${start}-${end - 1}/${total}`;

const good: Answer = (response, start, end, isRange) => {
  const headers = { ETag: '"one"', 'Content-Length': end - start };
  if (isRange) response.writeHead(206, { ...headers, 'Content-Range': rangeOf(start, end) });
  else response.writeHead(200, headers);
  response.end(CARTON.subarray(start, end));
};

/** As a good host, with other headers, and what becomes of the body. */
const odd =
  (headers: (start: number, end: number) => Record<string, string | number>, send: Answer): Answer =>
  (response, start, end, isRange) => {
    const own = isRange ? { 'Content-Range': rangeOf(start, end) } : {};
    response.writeHead(isRange ? 206 : 200, { ETag: '"one"', ...own, ...headers(start, end) });
    send(response, start, end, isRange);
  };

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end('<p>no</p>');

const all: Answer = (response, start, end) => void response.end(CARTON.subarray(start, end));
const changed = CARTON.map((byte) => byte ^ 1);

const HOSTS = {
  'has another version': odd(
    () => ({ ETag: '"two"' }),
    (response, start, end) => void response.end(changed.subarray(start, end)),
  ),
  'has a longer file': odd((start, end) => ({ 'Content-Range': rangeOf(start, end, CARTON.length + 9) }), all),
  'sends other bytes': odd(
    () => ({}),
    (response, start, end) => void response.end(changed.subarray(start, end)),
  ),
  'stalls before it answers': () => {},
  'stalls in the middle': odd(
    (start, end) => ({ 'Content-Length': end - start }),
    (response, start, end) => void response.write(CARTON.subarray(start, Math.floor((start + end) / 2))),
  ),
  'sends a byte now and then': odd(
    (start, end) => ({ 'Content-Length': end - start }),
    (response, start) => {
      let at = start;
      const timer = setInterval(() => response.write(CARTON.subarray(at, ++at)), 20);
      response.on('close', () => clearInterval(timer));
    },
  ),
  'announces more than it sends': odd((start, end) => ({ 'Content-Length': end - start + 5 }), all),
  'announces less than it sends': (response, start, end, isRange) => {
    // Node would not send such an answer.
    const range = isRange ? `Content-Range: ${rangeOf(start, end)}\r\n` : '';
    const head = `HTTP/1.1 ${isRange ? '206 Partial Content' : '200 OK'}\r\nETag: "one"\r\n${range}Content-Length: ${end - start - 5}\r\n\r\n`;
    response.socket?.write(head);
    // Without an end: a client that is not done with the body yet may take that for a broken connection.
    response.socket?.write(CARTON.subarray(start, end));
  },
  'sends fewer bytes': odd(
    () => ({}),
    (response, start, end) => void response.end(CARTON.subarray(start, end - 5)),
  ),
  'sends more bytes': odd(
    () => ({}),
    (response, start, end) => {
      response.write(CARTON.subarray(start, end));
      response.end('and more');
    },
  ),
  'sends the whole file': (response) => good(response, 0, CARTON.length, false),
  'sends other ranges': odd((start, end) => ({ 'Content-Range': rangeOf(start + 7, end + 7) }), all),
  'redirects in circles': status(302, { Location: '/circle' }),
  'closes midway': odd(
    (start, end) => ({ 'Content-Length': end - start }),
    (response, start) => void response.write(CARTON.subarray(start, start + 3), () => response.destroy()),
  ),
  'asks for a pause': status(429, { 'Retry-After': '1' }),
  'is overloaded': status(503),
  'refuses from now on': status(403),
  'has deleted the file': status(404),
} satisfies Record<string, Answer>;

/** Hosts that leave a connection open, and send no more. */
const SILENT: ReadonlySet<Answer> = new Set([
  HOSTS['stalls before it answers'],
  HOSTS['stalls in the middle'],
  HOSTS['sends a byte now and then'],
  HOSTS['announces more than it sends'],
]);

const servers = new Set<Server>();

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A good host, until it is told otherwise. */
async function serve(bad: Answer) {
  let answer: Answer = good;
  const server = createServer((request, response) => {
    const match = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    const end = match?.[2] ? Math.min(Number(match[2]) + 1, CARTON.length) : CARTON.length;
    answer(response, Number(match?.[1] ?? 0), end, match !== null);
  });
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/remote.carton`,
    stallMs: SILENT.has(bad) ? STALL_MS : PATIENCE_MS,
    begin() {
      answer = bad;
    },
    end() {
      answer = good;
    },
  };
}

/** A worker that opens the host's file, and those of this machine. Waits for no retries. */
function worker(stallMs: number, fetchFile?: typeof fetch) {
  const pause = async () => {};
  return callsInThread(
    {},
    {
      openSource: async (descriptor, { signal }) => {
        const source =
          descriptor.kind === 'url'
            ? await remoteSource(descriptor.url, { signal, pause, stallMs, fetch: fetchFile })
            : memorySource('local.carton', CARTON);
        return { container: sourceContainer(source), release() {}, isRemote: descriptor.kind === 'url' } as never;
      },
    },
  );
}

type Host = Awaited<ReturnType<typeof serve>>;
/** Reaches a state, has the host begin to misbehave, and gives what comes of what is done then. */
type State = (host: Host) => Promise<string>;

async function opened({ url, stallMs }: Host) {
  const calls = worker(stallMs);
  const { handle } = await calls.call('open', { descriptor: { kind: 'url', url } });
  return { calls, handle };
}

const STATES = {
  async opening({ url, stallMs, begin }) {
    begin();
    const { package: pkg } = await worker(stallMs).call('open', { descriptor: { kind: 'url', url } });
    return pkg.title === 'Remote' ? 'right' : 'another package';
  },
  async 'reading a tensor'(host) {
    const { calls, handle } = await opened(host);
    host.begin();
    const bytes = await calls.call('tensorBytes', { handle, tensor: 't', start: 0, end: ELEMENTS });
    return Buffer.compare(bytes, VALUES) === 0 ? 'right' : 'other values';
  },
  async verifying(host) {
    const { calls, handle } = await opened(host);
    host.begin();
    const { findings } = await calls.call('verify', { handle });
    return findings.at(-1)?.code ?? 'right';
  },
  async comparing(host) {
    const { calls, handle } = await opened(host);
    const file = new File([], 'local.carton');
    const local = await calls.call('open', { descriptor: { kind: 'file', file } });
    host.begin();
    const other = { handle, tensor: 't' };
    await calls.call('tensorCompare', { handle: local.handle, tensor: 't', with: other });
    return 'right';
  },
  async 'fetching a linked file'({ url, stallMs, begin }) {
    begin();
    const sha256 = createHash('sha256').update(CARTON).digest('hex');
    const target = { path: 'a', sha256, size: CARTON.length, urls: [url] };
    const { found, tried } = await fetchLinked(target, { fetch, stallMs });
    if (tried[0]) throw fromErrorData(tried[0].error);
    return found?.sha256 === sha256 ? 'right' : 'other bytes';
  },
  async 'a row of a list'({ url, stallMs, begin }) {
    begin();
    const calls = worker(stallMs, unaskedFetch({ times: MAX_GLANCE_REQUESTS, areLed: false }));
    const { title } = await calls.call('glance', { descriptor: { kind: 'url', url } });
    return title === 'Remote' ? 'right' : 'another package';
  },
} satisfies Record<string, State>;

/** What is said, by state in the order of `STATES`. `right`: the bytes that were meant. */
const SAID: Readonly<Record<keyof typeof HOSTS, readonly string[]>> = {
  'has another version': [
    'zip/not-a-zip',
    'source/changed',
    'source/changed',
    'source/changed',
    'links/hash-mismatch',
    'zip/not-a-zip',
  ],
  'has a longer file': [
    'source/bad-range',
    'source/changed',
    'source/changed',
    'source/changed',
    'right',
    'source/not-asked',
  ],
  'sends other bytes': [
    'zip/not-a-zip',
    'zip/crc-mismatch',
    'manifest/hash-mismatch',
    'zip/crc-mismatch',
    'links/hash-mismatch',
    'zip/not-a-zip',
  ],
  'stalls before it answers': [
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
  ],
  'stalls in the middle': [
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
  ],
  'sends a byte now and then': [
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
  ],
  'announces more than it sends': [
    'source/unreachable',
    'source/bad-range',
    'source/bad-range',
    'source/bad-range',
    'source/unreachable',
    'source/unreachable',
  ],
  'announces less than it sends': [
    'source/bad-range',
    'source/bad-range',
    'source/bad-range',
    'source/bad-range',
    'links/hash-mismatch',
    'source/bad-range',
  ],
  'sends fewer bytes': [
    'source/bad-range',
    'source/bad-range',
    'source/bad-range',
    'source/bad-range',
    'links/hash-mismatch',
    'source/bad-range',
  ],
  'sends more bytes': [
    'source/bad-range',
    'source/bad-range',
    'source/bad-range',
    'source/bad-range',
    'links/hash-mismatch',
    'source/bad-range',
  ],
  'sends the whole file': ['right', 'source/no-ranges', 'source/no-ranges', 'source/no-ranges', 'right', 'right'],
  'sends other ranges': [
    'source/bad-range',
    'source/bad-range',
    'source/bad-range',
    'source/bad-range',
    'right',
    'source/bad-range',
  ],
  'redirects in circles': [
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/not-asked',
  ],
  'closes midway': [
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
    'source/unreachable',
  ],
  'asks for a pause': [
    'source/http-status',
    'source/http-status',
    'source/http-status',
    'source/http-status',
    'source/http-status',
    'source/http-status',
  ],
  'is overloaded': [
    'source/http-status',
    'source/http-status',
    'source/http-status',
    'source/http-status',
    'source/http-status',
    'source/http-status',
  ],
  'refuses from now on': [
    'source/forbidden',
    'source/forbidden',
    'source/forbidden',
    'source/forbidden',
    'source/forbidden',
    'source/forbidden',
  ],
  'has deleted the file': [
    'source/not-found',
    'source/not-found',
    'source/not-found',
    'source/not-found',
    'source/not-found',
    'source/not-found',
  ],
};

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';

describe.concurrent.each(Object.entries(HOSTS))('a host that %s', (what, answer) => {
  const said = SAID[what as keyof typeof HOSTS];

  it.each(Object.entries<State>(STATES).map(([state, reach], at) => [state, said[at], reach] as const))(
    'while %s: %s',
    async (_, expected, reach) => {
      const outcome = await reach(await serve(answer)).catch((error: unknown) => {
        // A sentence for the reader, with the host or the figures in it.
        expect(toErrorData(error).message).toMatch(/^[^a-z{}].{15,}\.$/);
        return codeOf(error);
      });
      expect(outcome).toBe(expected);
    },
  );

  // Wrong bytes of the right version are kept as the file's, as long as it is open.
  it.skipIf(what === 'sends other bytes')('is read again once it does as it should', async () => {
    const host = await serve(answer);
    const { calls, handle } = await opened(host);
    const read = () => calls.call('tensorBytes', { handle, tensor: 't', start: 0, end: ELEMENTS });
    host.begin();
    await expect(read()).rejects.toMatchObject({ tag: /^(network|bad-file)$/ as unknown as string });
    host.end();
    expect(Buffer.compare(await read(), VALUES)).toBe(0);
  });
});
