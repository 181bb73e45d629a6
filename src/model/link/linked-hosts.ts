import { formatNumberOf } from '../../base/amounts.ts';
import type { PackageFile } from '../package.ts';
import { type FactText, factFile, fromHosts, MAX_FACT_HOSTS, type RunFact } from '../run-facts.ts';
import { linkedContents } from './linked-content.ts';

/** A host of links, and the files of the package that can be fetched from it. */
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

/** Hosts and files of each that a fact lists. The files of a package are listed elsewhere, with all their addresses. */
const MAX_LISTED_HOSTS = 20;
const MAX_LISTED_FILES = 50;

/**
 * The fact about files that the package only links to. Undefined where there is nothing to say.
 *
 * @param unknown why it is not known what is linked, if so
 */
export function linkedDownloads(files: readonly PackageFile[], unknown?: FactText): RunFact | undefined {
  const hosts = linkedHosts(files, MAX_LISTED_FILES);
  if (hosts.length === 0) return unknown && { kind: 'downloads', text: ['Unknown: ', ...unknown] };
  const count = linkedContents(files).reduce((sum, { paths }) => sum + paths.length, 0);
  const notes: FactText[] = [];
  if (hosts.length > MAX_LISTED_HOSTS) notes.push([`And ${hosts.length - MAX_LISTED_HOSTS} more hosts`]);
  if (unknown) notes.push(['Possibly more: ', ...unknown]);
  const names = hosts.map(({ host }) => host);
  return {
    kind: 'downloads',
    text: [formatNumberOf(count, 'file'), ...fromHosts(names)],
    hosts: names.slice(0, MAX_FACT_HOSTS + 1),
    notes: notes.length > 0 ? notes : undefined,
    lists: hosts.slice(0, MAX_LISTED_HOSTS).map(({ host, files: total, paths }) => ({
      title: [{ host }],
      count: total,
      items: paths.map((path) => [factFile(path)]),
    })),
  };
}
