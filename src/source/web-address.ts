import { NetworkError } from '../base/errors.ts';

/** Hosts whose pages about a file people copy the address of: what gives the file itself, where there is one. */
const PAGES = new Map<string, (url: URL) => void>([
  ['huggingface.co', huggingFace],
  ['www.huggingface.co', huggingFace],
  ['hf.co', huggingFace],
  ['github.com', gitHub],
  ['www.github.com', gitHub],
  // As the reference implementation does.
  [
    'carton.pub',
    (url) => {
      url.host = 'dl.carton.pub';
    },
  ],
]);

/**
 * The address to read a file from, for one that people have: that of a page about the file becomes that of the file; queries stay as they
 * are (signatures stand there); fragments go. Throws `source/bad-url` as `checkUrl` does.
 */
export function fileAddress(url: string): URL {
  const address = checkUrl(url);
  PAGES.get(address.hostname)?.(address);
  return address;
}

/** `[/datasets]/owner/repository/blob/revision/path` → `…/resolve/…`; old repositories have no owner. */
function huggingFace(url: URL): void {
  // Others redirect to this one without letting pages follow.
  url.hostname = 'huggingface.co';
  url.pathname = url.pathname.replace(
    /^((?:\/(?:datasets|spaces))?(?:\/[^/]+){1,2})\/blob\/(?=[^/]+\/.)/,
    '$1/resolve/',
  );
}

/** `/owner/repository/blob/revision/path` → the same on raw.githubusercontent.com; `/raw/` redirects there without CORS. */
function gitHub(url: URL): void {
  const match = /^(\/[^/]+\/[^/]+)\/(?:blob|raw)(\/[^/]+\/.+)$/.exec(url.pathname);
  if (!match) return;
  url.hostname = 'raw.githubusercontent.com';
  url.pathname = `${match[1]}${match[2]}`;
}

/**
 * Checks an address before anything is asked of it: https, or http where nobody else can listen (this computer) or where the page
 * itself came over http. Drops its fragment. Throws `source/bad-url`.
 */
export function checkUrl(url: string): URL {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch (error) {
    throw new NetworkError('source/bad-url', `“${url}” is not an address.`, { url, cause: error });
  }
  const refuse = (why: string) => new NetworkError('source/bad-url', `“${url}” ${why}.`, { url });
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') throw refuse('does not begin with https://');
  if (parsed.username || parsed.password) {
    parsed.username = '';
    parsed.password = '';
    // The message may be shown to others, and be reported.
    const shown = `“${parsed.href}” was given with a user name or password, which would be sent to the host`;
    throw new NetworkError('source/bad-url', `${shown}.`, { url: parsed.href });
  }
  if (parsed.protocol === 'http:' && !isLoopback(parsed.hostname) && globalThis.location?.protocol !== 'http:') {
    throw refuse('is not encrypted: browsers read only https:// from other computers');
  }
  parsed.hash = '';
  return parsed;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The last part of the address's path, readable, else its host. */
export function nameOf({ pathname, host }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '');
  if (last === undefined) return host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
