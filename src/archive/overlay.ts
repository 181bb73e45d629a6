import { memorySource } from '../source/memory.ts';
import type { ByteSource } from '../source/source.ts';
import type { Archive, ArchiveEntry } from './archive.ts';

/** The archive under each overlay, and the files over it. An overlay never lies over another one. */
const bases = new WeakMap<Archive, { archive: Archive; files: ReadonlyMap<string, ByteSource> }>();

/**
 * An archive with more files beside it, from elsewhere. `open` gives them for paths where the archive itself has
 * nothing. `entries`, `resolve` and `plan` do not know them. Over an overlay, the files of both are joined.
 */
export function overlayArchive(archive: Archive, files: ReadonlyMap<string, ByteSource>): Archive {
  const known = bases.get(archive);
  const base = known?.archive ?? archive;
  const all = known ? new Map([...known.files, ...files]) : files;
  const overlay: Archive = {
    name: base.name,
    entries: base.entries,
    findings: base.findings,
    contentFindings: base.contentFindings,
    size: base.size,
    words: base.words,
    source: base.source,
    digestJob: (entry) => base.digestJob(entry),
    entryAt: (path) => base.entryAt(path),
    isFolder: (path) => base.isFolder(path),
    resolve: (path) => base.resolve(path),
    open: (path) => base.open(path) ?? all.get(path),
    planProblem: () => base.planProblem(),
    plan: base.plan?.bind(base),
  };
  bases.set(overlay, { archive: base, files: all });
  return overlay;
}

/**
 * An archive in which some files have other contents, by path. Where nothing is at a path, nothing is added. A symlink
 * there becomes a file. What is wrong with the other files is said as before; it makes no plan.
 */
export function replacedArchive(archive: Archive, contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Archive {
  const fresh = new Map<ArchiveEntry, Uint8Array<ArrayBuffer>>();
  const freshAt = new Map<string, ArchiveEntry>();
  const entries = archive.entries.map((entry): ArchiveEntry => {
    const bytes = contents.get(entry.path);
    if (!bytes || entry !== archive.entryAt(entry.path)) return entry;
    const next: ArchiveEntry = { path: entry.path, size: bytes.length, storedSize: bytes.length, kind: 'file' };
    fresh.set(next, bytes);
    freshAt.set(entry.path, next);
    return next;
  });
  /** The entry that a path means, symlinks followed. */
  const entryFor = (path: string): ArchiveEntry | undefined => {
    const entry = freshAt.get(path) ?? archive.resolve(path);
    return entry && (freshAt.get(entry.path) ?? entry);
  };
  const { plan: _, ...base } = overlayArchive(archive, new Map());
  return {
    ...base,
    entries,
    digestJob(entry) {
      const bytes = fresh.get(entry);
      if (!bytes) return archive.digestJob(entry);
      const { path, size, storedSize } = entry;
      return { path, size, storedSize, codec: 'stored', blob: new Blob([bytes]) };
    },
    entryAt: (path) => freshAt.get(path) ?? archive.entryAt(path),
    resolve: entryFor,
    open(path) {
      const entry = entryFor(path);
      const bytes = entry && fresh.get(entry);
      return bytes ? memorySource(path, bytes) : archive.open(path);
    },
  };
}
