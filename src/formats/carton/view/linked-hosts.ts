import type { PackageFile } from '../../../model/package.ts';

/** A host that LINKS names, and the files of the package that it can give. */
export interface LinkedHost {
  host: string;
  paths: string[];
}

/** Hosts that files which the package does not hold come from, those with most files first. A file may have several. */
export function linkedHosts(files: readonly PackageFile[]): LinkedHost[] {
  const hosts = new Map<string, string[]>();
  for (const { path, hash, link, shadowed } of files) {
    if (hash !== 'linked' || shadowed) continue;
    const named = new Set((link?.urls ?? []).map(hostOf));
    for (const host of named) {
      const paths = hosts.get(host);
      if (paths) paths.push(path);
      else hosts.set(host, [path]);
    }
  }
  return [...hosts].map(([host, paths]) => ({ host, paths })).sort((a, b) => b.paths.length - a.paths.length);
}

function hostOf(url: string): string {
  const host = URL.canParse(url) ? new URL(url).host : '';
  return host === '' ? 'an address without a host' : host;
}
