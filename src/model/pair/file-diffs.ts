import { addTo } from '../../base/group-by.ts';
import { fileIndex } from '../file/file-index.ts';
import { baseName } from '../file/file-name.ts';
import type { PackageFile } from '../package.ts';

/** What is known of a file's bytes without reading them. */
export interface FileSide {
  path: string;
  size?: number | undefined;
  sha256?: string | undefined;
}

/**
 * How a file of one package differs from that of another.
 * - `moved`: the same bytes are at another path.
 * - `unread`: both have as many bytes, and nobody has compared them. Equal hashes that are only stated prove nothing.
 */
export interface FileDiff {
  diff: 'added' | 'removed' | 'changed' | 'moved' | 'unread';
  /** Of the second package; of the first where it is removed. */
  path: string;
  before?: FileSide;
  after?: FileSide;
  /** What tells: hashes that the packages state, the checksums of their archives, sizes, where links lead, or the bytes. */
  by: 'hash' | 'crc' | 'size' | 'link' | 'path' | 'bytes';
}

export interface FileDiffs {
  /** In the order of the second package, then what was removed. At most `MAX_FILE_DIFFS`. */
  diffs: FileDiff[];
  /** How many more differ. */
  more: number;
  /** Files that are the same. */
  same: number;
  /** Of these, those of which nobody has read a byte: their archives state one checksum, or they are linked by one hash. */
  stated: number;
  /** How many have other bytes, or are in one package alone, or at another path. */
  differing: number;
  unread: number;
}

/** Differing files that are told. A package may have a million, and nobody reads as many rows. */
export const MAX_FILE_DIFFS = 10_000;

/** A package's files, and the CRC-32 that its archive states of one, where it states any. */
export interface ComparedFiles {
  files: readonly PackageFile[];
  crc32?(path: string): number | undefined;
}

/**
 * How the files of `b` differ from those of `a`: by their sizes, the CRC-32 that archives state, and the hashes that both
 * packages state of a file. Reads nothing. The lists of hashes and links are left out: they follow from the others.
 */
export function fileDiffs(a: ComparedFiles, b: ComparedFiles): FileDiffs {
  const index = fileIndex(a.files);
  // A package of one file is that file, whatever its name.
  const [alone] = a.files.length === 1 && b.files.length === 1 ? a.files : [];
  const result: FileDiffs = { diffs: [], more: 0, same: 0, stated: 0, differing: 0, unread: 0 };
  const tell = (diff: FileDiff) => {
    if (diff.diff === 'unread') result.unread++;
    else result.differing++;
    if (result.diffs.length < MAX_FILE_DIFFS) result.diffs.push(diff);
    else result.more++;
  };
  const added: PackageFile[] = [];
  const after = new Set<string>();
  for (const file of b.files) {
    if (!isCompared(file)) continue;
    const old = alone ?? index.get(file.path);
    after.add(old?.path ?? file.path);
    if (!old || !isCompared(old)) {
      added.push(file);
      continue;
    }
    const found = difference(old, file, a.crc32?.(old.path), b.crc32?.(file.path));
    if (found) tell({ ...found, path: file.path, before: sideOf(old), after: sideOf(file) });
    else {
      result.same++;
      if (file.size !== 0) result.stated++;
    }
  }
  const removed = a.files.filter((file) => isCompared(file) && !after.has(file.path));
  const movedFrom = moves(removed, added, a, b);
  const moved = new Set(movedFrom.values());
  for (const file of added) {
    const from = movedFrom.get(file);
    if (from) tell({ diff: 'moved', path: file.path, before: sideOf(from), after: sideOf(file), by: keyKind(file) });
    else tell({ diff: 'added', path: file.path, after: sideOf(file), by: 'path' });
  }
  for (const file of removed)
    if (!moved.has(file)) tell({ diff: 'removed', path: file.path, before: sideOf(file), by: 'path' });
  return result;
}

function isCompared({ role, shadowed }: PackageFile): boolean {
  return role !== 'hash-list' && role !== 'link-list' && !shadowed;
}

function sideOf({ path, size, sha256 }: PackageFile): FileSide {
  return { path, size, sha256 };
}

function difference(
  old: PackageFile,
  now: PackageFile,
  oldCrc: number | undefined,
  crc: number | undefined,
): Pick<FileDiff, 'diff' | 'by'> | undefined {
  if (old.kind !== now.kind || old.linkText !== now.linkText) return { diff: 'changed', by: 'link' };
  if (old.kind === 'symlink') return undefined;
  if (old.size !== undefined && now.size !== undefined && old.size !== now.size) return { diff: 'changed', by: 'size' };
  // A list of hashes may be older than a file.
  const isSameCrc = oldCrc === undefined || crc === undefined ? undefined : oldCrc === crc;
  if (isSameCrc === false) return { diff: 'changed', by: 'crc' };
  if (old.sha256 !== undefined && now.sha256 !== undefined) {
    if (old.sha256 !== now.sha256) return { diff: 'changed', by: 'hash' };
    if (!sameUrls(old, now)) return { diff: 'changed', by: 'link' };
    // Whoever fetches a linked file holds it against its hash.
    return isSameCrc || old.link !== undefined ? undefined : { diff: 'unread', by: 'hash' };
  }
  if (old.size === 0 && now.size === 0) return undefined;
  return isSameCrc ? undefined : { diff: 'unread', by: 'size' };
}

function sameUrls({ link: old }: PackageFile, { link: now }: PackageFile): boolean {
  if (old === now) return true;
  return old?.urls.length === now?.urls.length && (old?.urls ?? []).every((url, at) => url === now?.urls[at]);
}

/** Removed files with the same bytes. */
interface Gone {
  files: PackageFile[];
  /** How many of them were looked at. */
  at: number;
  byName: Map<string, PackageFile[]>;
}

/** Where each added file was before, if the same bytes were removed elsewhere. Of several, one of the same name. */
function moves(
  removed: readonly PackageFile[],
  added: readonly PackageFile[],
  a: ComparedFiles,
  b: ComparedFiles,
): Map<PackageFile, PackageFile> {
  const gone = new Map<string, Gone>();
  for (const file of removed) {
    const key = contentKey(file, a);
    if (key === undefined) continue;
    const same: Gone = gone.get(key) ?? { files: [], at: 0, byName: new Map() };
    gone.set(key, same);
    same.files.push(file);
    addTo(same.byName, baseName(file.path), file);
  }
  const found = new Map<PackageFile, PackageFile>();
  const taken = new Set<PackageFile>();
  const take = (file: PackageFile, from: PackageFile | undefined) => {
    if (!from) return;
    found.set(file, from);
    taken.add(from);
  };
  const sameAs = (file: PackageFile) => gone.get(contentKey(file, b) ?? '');
  for (const file of added) take(file, sameAs(file)?.byName.get(baseName(file.path))?.shift());
  for (const file of added) {
    const same = found.has(file) ? undefined : sameAs(file);
    if (!same) continue;
    while (taken.has(same.files[same.at] as PackageFile)) same.at++;
    take(file, same.files[same.at]);
  }
  return found;
}

function contentKey({ sha256, size, path, kind, link }: PackageFile, { crc32 }: ComparedFiles): string | undefined {
  if (kind === 'symlink' || size === 0) return undefined;
  const crc = crc32?.(path);
  // A hash that is only stated moves nothing.
  if (crc === undefined && !link) return undefined;
  if (sha256 !== undefined) return `${sha256} ${size} ${crc}`;
  return crc === undefined || size === undefined ? undefined : `${size} ${crc}`;
}

function keyKind({ sha256 }: PackageFile): FileDiff['by'] {
  return sha256 === undefined ? 'crc' : 'hash';
}
