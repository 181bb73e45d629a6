import type { ByteSource } from '../source/source.ts';
import type { Archive } from './archive.ts';

/** What an overlay lies over, so that overlays do not pile up. */
const bases = new WeakMap<Archive, { archive: Archive; files: ReadonlyMap<string, ByteSource> }>();

/**
 * An archive with files from elsewhere beside it. `open` gives them where the archive itself has nothing; `entries` and `resolve` do not
 * know them, nor does `plan`. Over an archive that is such an overlay already, its files are kept.
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
