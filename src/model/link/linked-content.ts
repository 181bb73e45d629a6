import { addressText } from '../../base/address.ts';
import { hostText } from '../../base/host.ts';
import { memo } from '../../base/memo.ts';
import { fileIndex } from '../file/file-index.ts';
import type { PackageFile } from '../package.ts';

/** Schemes of addresses that name the host that is asked: for `javascript://a.example/`, none is. */
const ASKS_HOST = /^(?:https?|ftps?|sftp|ssh|git|svn|file):$/;

/**
 * The host of an address, with its port where it has one. Undefined where `url` is not an address, or one that no host
 * is asked for.
 */
export function hostOf(url: string): string | undefined {
  const { protocol, host } = URL.canParse(url) ? new URL(url) : { protocol: '', host: '' };
  return ASKS_HOST.test(protocol) && host !== '' ? host : undefined;
}

/** The host of an address in words, or the address where it has none. */
export function hostInWords(url: string): string {
  const host = hostOf(url);
  return host === undefined ? addressText(url) : hostText(host);
}

/** A content that the package links to, with every path that it has in the package. */
export interface LinkedContent {
  /** As the hash list states it, in lower case. */
  sha256: string;
  paths: string[];
  urls: readonly string[];
  /** Hosts of `urls`, each once, in order. */
  hosts: string[];
}

/**
 * What a package links to, each content once: several paths may have the same hash. Made once for each list of files.
 */
export const linkedContents = memo((files: readonly PackageFile[]): readonly LinkedContent[] => {
  const bySha256 = new Map<string, LinkedContent>();
  for (const { path, sha256, hash, link, shadowed } of fileIndex(files).totals.linked === 0 ? [] : files) {
    if (hash !== 'linked' || !link || sha256 === undefined || shadowed) continue;
    const key = sha256.toLowerCase();
    const content = bySha256.get(key);
    if (content) content.paths.push(path);
    else bySha256.set(key, { sha256: key, paths: [path], urls: link.urls, hosts: hostsOf(link.urls) });
  }
  return [...bySha256.values()];
});

/** The hosts of addresses, each once, in order. */
export function hostsOf(urls: readonly string[]): string[] {
  return [...new Set(urls.flatMap((url) => hostOf(url) ?? []))];
}

/**
 * The hosts that one click may contact, in words: "a.example", "a.example, or else b.example", "a.example, or else 2
 * other hosts".
 */
export function hostsInWords(urls: readonly string[]): string {
  const [first, ...others] = hostsOf(urls).map(hostText);
  if (first === undefined) return 'its URL';
  if (others.length === 0) return first;
  return others.length === 1 ? `${first}, or else ${others[0]}` : `${first}, or else ${others.length} other hosts`;
}
