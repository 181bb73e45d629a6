/** Files whose names hold a hash of their content: the same in each version that has them. */
const HASHED = /^(?:assets|worker)\/[^/]+$/;

export function isHashed(path: string): boolean {
  return HASHED.test(path);
}

/** Whether an address is that of the page in a folder, whatever comes after. Below it may be pages of others. */
export function isPage(url: string, scope: string): boolean {
  const { origin, pathname } = new URL(url);
  return ['', 'index.html'].some((path) => origin + pathname === scope + path);
}

/**
 * Which file of the page a request is for: its path in the page's folder, which is empty for the page itself. Undefined
 * where the browser is to do all as if there were no service worker: for parts of files (`Range`), other methods and
 * hosts, and all that the build has not made, such as other pages in folders of the same host.
 *
 * @param scope the address of the page's folder
 * @param files the paths of the files of this version. Pages of earlier ones ask for theirs, too
 */
export function keptPath(
  { method, url, mode, headers }: Pick<Request, 'method' | 'url' | 'mode' | 'headers'>,
  scope: string,
  files: ReadonlySet<string>,
): string | undefined {
  const address = new URL(url);
  const folder = new URL(scope);
  if (method !== 'GET' || headers.has('range') || address.origin !== folder.origin) return undefined;
  if (!address.pathname.startsWith(folder.pathname)) return undefined;
  const path = address.pathname.slice(folder.pathname.length);
  // The page itself reads what comes after: `?url=`.
  if (mode === 'navigate') return isPage(url, scope) ? '' : undefined;
  return path !== '' && address.search === '' && (isHashed(path) || files.has(path)) ? path : undefined;
}
