import { linkedContents } from '../../../model/linked-content.ts';
import type { PackageFile } from '../../../model/package.ts';

/** A host that LINKS names, and the files of the package that it can give. */
export interface LinkedHost {
  host: string;
  files: number;
  /** The first of them. */
  paths: string[];
}

/**
 * Hosts that files which the package does not hold come from, those with most files first. A file may have several.
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
