import type { Finding } from '../base/findings.ts';
import type { PackageFile } from './package.ts';

const indexes = new WeakMap<readonly PackageFile[], ReadonlyMap<string, PackageFile>>();

/**
 * The files of a package by path. Where several entries have one name, gives the one that is not shadowed. Made once
 * for each list.
 */
export function fileIndex(files: readonly PackageFile[]): ReadonlyMap<string, PackageFile> {
  const known = indexes.get(files);
  if (known) return known;
  const index = new Map<string, PackageFile>();
  for (const file of files) {
    const other = index.get(file.path);
    if (!other || (other.shadowed && !file.shadowed)) index.set(file.path, file);
  }
  indexes.set(files, index);
  return index;
}

/**
 * The file that holds a file's content: the file itself, or a symlink's target. Undefined for a symlink that leads
 * nowhere, unless its content can be fetched from a host.
 */
export function contentFile(files: readonly PackageFile[], file: PackageFile): PackageFile | undefined {
  if (file.kind !== 'symlink' || (file.link && file.target === undefined)) return file;
  return file.target === undefined ? undefined : fileIndex(files).get(file.target);
}

const groups = new WeakMap<readonly Finding[], ReadonlyMap<string, readonly Finding[]>>();

/** Findings by path, in their order. A finding about two files is listed under both. Made once for each list. */
export function findingsByPath(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const known = groups.get(findings);
  if (known) return known;
  const byPath = new Map<string, Finding[]>();
  for (const finding of findings) {
    for (const path of new Set([finding.path, finding.also])) {
      if (path === undefined) continue;
      const list = byPath.get(path);
      if (list) list.push(finding);
      else byPath.set(path, [finding]);
    }
  }
  groups.set(findings, byPath);
  return byPath;
}
