import type { ByteSource } from '../source/source.ts';
import type { Archive } from './archive.ts';

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
    ...(base.source ? { source: base.source } : {}),
    digestJob: (entry) => base.digestJob(entry),
    entryAt: (path) => base.entryAt(path),
    isFolder: (path) => base.isFolder(path),
    resolve: (path) => base.resolve(path),
    open: (path) => base.open(path) ?? all.get(path),
    planProblem: () => base.planProblem(),
    ...(base.plan ? { plan: base.plan.bind(base) } : {}),
  };
  bases.set(overlay, { archive: base, files: all });
  return overlay;
}
