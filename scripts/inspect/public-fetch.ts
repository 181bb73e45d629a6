import { lookup } from 'node:dns/promises';
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
 * asked there. It rejects with `source/bad-url` instead.
 *
 * @param trusted URLs that the user has given, which may be anywhere
 */
export function publicFetch(
  trusted: ReadonlySet<string>,
  resolve: Resolve = addressesOf,
  fetchFile: typeof fetch = fetch,
): typeof fetch {
  return async (input, init) => {
    let url = String(input);
    if (trusted.has(url)) return fetchFile(url, init);
    for (let redirects = 0; ; redirects++) {
      await refusePrivate(url, resolve);
      const response = await fetchFile(url, { ...init, redirect: 'manual' });
      const to = REDIRECTS.has(response.status) ? response.headers.get('Location') : null;
      if (to === null) return response;
      discard(response);
      if (redirects === MAX_REDIRECTS || !URL.canParse(to, url))
        throw new NetworkError('source/bad-url', 'The host leads on too often, or to no URL.', { url });
      url = new URL(to, url).href;
    }
  };
}

async function refusePrivate(url: string, resolve: Resolve): Promise<void> {
  const { host, hostname } = new URL(url);
  const isPrivate = isPrivateHost(hostname) || (await resolve(hostname)).some(isPrivateHost);
  if (!isPrivate) return;
  const message = `${hostText(host)} is this computer or in a local network. --force downloads from there anyway.`;
  throw new NetworkError('source/bad-url', message, { url });
}

async function addressesOf(host: string): Promise<readonly string[]> {
  const found = await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
