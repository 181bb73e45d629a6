import { linkedContents } from '../../../model/linked-content.ts';
import type { PackageFile } from '../../../model/package.ts';

/** A host in LINKS, and the files of the package that can be fetched from it. */
export interface LinkedHost {
  host: string;
  files: number;
  /** The first of them. */
  paths: string[];
}

/**
 * The hosts of files that the package does not hold. Hosts with most files come first. A file may have several hosts.
 *
 * @param maxPaths paths kept of each host: a million files may have dozens of hosts each
 */
export function linkedHosts(files: readonly PackageFile[], maxPaths: number): LinkedHost[] {
  const hosts = new Map<string, LinkedHost>();
  for (const { paths, hosts: named } of linkedContents(files)) {
    for (const host of named) {
      const known = hosts.get(host) ?? { host, files: 0, paths: [] };
      known.files += paths.length;
      for (const path of paths.slice(0, maxPaths - known.paths.length)) known.paths.push(path);
      hosts.set(host, known);
    }
  }
  return [...hosts.values()].sort((a, b) => b.files - a.files);
}
