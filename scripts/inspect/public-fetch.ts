import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { NetworkError } from '../../src/base/errors.ts';
import { hostText, isPrivateHost } from '../../src/base/host.ts';
import { discard } from '../../src/source/request.ts';

/** Redirects that are followed, as many as browsers follow (Fetch Standard, 4.4). */
const MAX_REDIRECTS = 20;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The addresses of a host. None where nobody knows it: then it cannot be reached either. */
type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * A `fetch` for URLs that a package names. It asks no host that is this computer or in a local network, whether by its
 * name, by the addresses that its name has, or by a redirect: a package of a stranger would otherwise choose what is
 * asked there. It rejects with `source/bad-url` instead. A name is looked up once, and what is connected to is an address
 * that was checked: a second look-up could have another answer.
 *
 * @param trusted URLs that the user has given, which may be anywhere
 */
export function publicFetch(
  trusted: ReadonlySet<string>,
  resolve: Resolve = addressesOf,
  ask: typeof askHost = askHost,
): typeof fetch {
  return async (input, init) => {
    let url = String(input);
    if (trusted.has(url)) return fetch(url, init);
    for (let redirects = 0; ; redirects++) {
      const asked = url;
      if (isPrivateHost(new URL(asked).hostname)) throw privateHost(asked);
      const response = await ask(asked, init, async (host) => {
        const addresses = await resolve(host);
        if (addresses.map(canonical).some(isPrivateHost)) throw privateHost(asked);
        return addresses;
      });
      const to = REDIRECTS.has(response.status) ? response.headers.get('Location') : null;
      if (to === null) return response;
      discard(response);
      if (redirects === MAX_REDIRECTS || !URL.canParse(to, url))
        throw new NetworkError('source/bad-url', 'The host leads on too often, or to no URL.', { url });
      url = new URL(to, url).href;
    }
  };
}

function privateHost(url: string): NetworkError {
  const { host } = new URL(url);
  const message = `${hostText(host)} is this computer or in a local network. --force downloads from there anyway.`;
  return new NetworkError('source/bad-url', message, { url });
}

/** An address as URLs have it: systems write IPv4 in IPv6 with dots. */
function canonical(address: string): string {
  return isIPv6(address) ? new URL(`http://[${address.replace(/%.*/, '')}]`).hostname : address;
}

async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);
}

/** What hosts compress with although nobody asks for it: a file that is stored so. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/**
 * Asks for a URL as `fetch` does, and follows no redirect.
 *
 * @param resolve gives the addresses of a host that has a name. One of them is connected to
 */
export async function askHost(url: string, init: RequestInit = {}, resolve: Resolve): Promise<Response> {
  const send = url.startsWith('https:') ? requestSecurely : request;
  const headers = { ...Object.fromEntries(new Headers(init.headers)), 'Accept-Encoding': 'identity' };
  const { method = 'GET', signal } = init;
  const answer = await new Promise<IncomingMessage>((done, failed) => {
    // No connection of an earlier request: nobody has checked where it leads.
    const options = { agent: false, method, headers, lookup: lookupIn(resolve), ...(signal && { signal }) } as const;
    send(url, options).once('response', done).once('error', failed).end();
  });
  const { statusCode: status = 0, headers: told } = answer;
  const decoder = DECODERS[told['content-encoding'] ?? '']?.();
  const body = Readable.toWeb(decoder ? pipeline(answer, decoder, () => {}) : answer) as ReadableStream<Uint8Array>;
  const pairs = Object.entries(told).flatMap(([name, value = '']) => [value].flat().map((one) => [name, one] as const));
  const hasBody = ![204, 205, 304].includes(status);
  const response = new Response(hasBody ? body : null, { status, headers: pairs.map(([name, one]) => [name, one]) });
  return Object.defineProperty(response, 'url', { value: url });
}

/** `resolve` as Node asks for it: for one address, or for all. */
function lookupIn(resolve: Resolve): LookupFunction {
  return (host, { all }, told) => {
    const answer = async () => {
      const found = (await resolve(host)).map((address) => ({ address, family: isIP(address) }));
      const [first] = found;
      if (!first) throw Object.assign(new Error(`No address of ${host} is known.`), { code: 'ENOTFOUND' });
      return all ? ([null, found] as const) : ([null, first.address, first.family] as const);
    };
    answer().then(
      ([none, address, family]) => told(none, address, family),
      (error) => told(error, []),
    );
  };
}
