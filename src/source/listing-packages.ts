import type { HostedFile } from '../base/errors.ts';
import type { ListedFiles } from './listing-text.ts';

/**
 * `boxcutter.json`: `{ "boxcutter": 1, "packages": ["a.bin", { "url": "b.bin", "path": "b", "size": 5 }] }`.
 * `docs/shelf.md` describes it.
 */

/** Whether a text begins as such a list. */
export function isPackageList(head: string): boolean {
  return /^\s*\{\s*"boxcutter"\s*:/.test(head.replace(/^\ufeff/, ''));
}

/** The packages of a list. Addresses that are not of the web are left out. Undefined where it is not a list. */
export function parsePackageList(text: string, url: string): ListedFiles | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
  const { packages } = (value ?? {}) as { packages?: unknown };
  if (!Array.isArray(packages)) return undefined;
  const files = packages.flatMap((entry: unknown) => fileOf(entry, url) ?? []);
  const left = packages.length - files.length;
  return { files, note: left > 0 ? `${left} of its entries are not addresses of packages.` : undefined };
}

function fileOf(entry: unknown, list: string): HostedFile | undefined {
  const { url, path, size } = (typeof entry === 'string' ? { url: entry } : (entry ?? {})) as Record<string, unknown>;
  const address = typeof url === 'string' && URL.canParse(url, list) ? new URL(url, list) : undefined;
  if (!address || !['https:', 'http:'].includes(address.protocol)) return undefined;
  return {
    path: typeof path === 'string' && path !== '' ? path : pathOf(address, list),
    url: address.href,
    size: Number.isSafeInteger(size) && (size as number) >= 0 ? (size as number) : undefined,
  };
}

/** From the folder of the list on, or else from the host on. */
function pathOf(address: URL, list: string): string {
  const folder = new URL('.', list).href;
  const path = address.href.startsWith(folder)
    ? address.href.slice(folder.length)
    : `${address.host}${address.pathname}`;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
