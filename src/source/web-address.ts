import { addressText, percentDecoded } from '../base/address.ts';
import { NetworkError } from '../base/errors.ts';
import { isLoopback } from '../base/host.ts';
import { HUGGING_FACE_HOSTS, toFileAddress } from './hugging-face-address.ts';

/**
 * Hosts where people copy the address of a page about a file. Each function turns it into the address of the file
 * itself.
 */
const PAGES = new Map<string, (url: URL) => void>([
  ...HUGGING_FACE_HOSTS.map((host) => [host, toFileAddress] as const),
  ['github.com', gitHub],
  ['www.github.com', gitHub],
  // The reference implementation does the same.
  [
    'carton.pub',
    (url) => {
      url.host = 'dl.carton.pub';
    },
  ],
]);

/**
 * Turns an address that people have into the address to read the file from. Replaces the address of a page about a
 * file, keeps the query (signatures stand there) and drops the fragment. Throws `source/bad-url` as `checkUrl` does.
 */
export function fileAddress(url: string): URL {
  const address = checkUrl(url);
  PAGES.get(address.hostname)?.(address);
  return address;
}

/**
 * The address of a file beside another one, with the same query. Throws `source/bad-url` as `fileAddress`.
 *
 * @param name one part of a path, not encoded
 */
export function besideAddress(url: string, name: string): string {
  const address = fileAddress(url);
  address.pathname = address.pathname.replace(/[^/]*$/, () => encodeURIComponent(name));
  return address.href;
}

/**
 * `/owner/repository/blob/revision/path` → the same path on raw.githubusercontent.com. `/raw/` redirects there, but
 * without CORS.
 */
function gitHub(url: URL): void {
  const match = /^(\/[^/]+\/[^/]+)\/(?:blob|raw)(\/[^/]+\/.+)$/.exec(url.pathname);
  if (!match) return;
  url.hostname = 'raw.githubusercontent.com';
  url.pathname = `${match[1]}${match[2]}`;
}

/**
 * Checks an address before any request. Allows https. Allows http only on this computer, where nobody else can listen,
 * or if the page itself came over http. Drops the fragment. Throws `source/bad-url`.
 */
export function checkUrl(url: string): URL {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch (error) {
    throw new NetworkError('source/bad-url', `“${url}” is not a URL.`, { url, cause: error });
  }
  const refuse = (why: string) => new NetworkError('source/bad-url', `“${addressText(url)}” ${why}.`, { url });
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') throw refuse('does not begin with https://');
  if (parsed.username || parsed.password) {
    parsed.username = '';
    parsed.password = '';
    // Users may show the message to others or report it, so it must not hold the password.
    const shown = `“${addressText(parsed.href)}” contains a user name or password, which would be sent to the host`;
    throw new NetworkError('source/bad-url', `${shown}.`, { url: parsed.href });
  }
  if (parsed.protocol === 'http:' && !isLoopback(parsed.hostname) && globalThis.location?.protocol !== 'http:') {
    throw refuse('is not encrypted: browsers read only https:// from other computers');
  }
  parsed.hash = '';
  return parsed;
}

/** The last segment of the path, decoded if it can be. Without a path, the host. */
export function nameOf({ pathname, host }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '');
  return last === undefined ? host : percentDecoded(last);
}
