import type { Finding } from '../base/findings.ts';
import { quote } from '../base/text.ts';
import type { FileChange } from './draft.ts';
import { pathsAfter } from './file/file-changes.ts';
import { fileIndex } from './file/file-index.ts';
import type { PackageFile } from './package.ts';

/** What a draft makes of the files of the open package. */
export interface DraftedFiles {
  /** The files of the open package. */
  own: readonly PackageFile[];
  /** Those of the package that saving the draft would give. Files that stay as they are are the same objects. */
  files: readonly PackageFile[];
  changes: readonly FileChange[];
  /** Paths of files whose text the draft changes. */
  edited: ReadonlySet<string>;
}

/**
 * What reading the files of the open package has found, as far as it holds for the package that saving a draft would
 * give: not of files that saving writes again, and of a renamed file, whose bytes stay, at its new path.
 */
export function contentFindingsAfter(
  findings: readonly Finding[],
  { own, files, changes, edited }: DraftedFiles,
): readonly Finding[] {
  const [before, after] = [fileIndex(own), fileIndex(files)];
  const pathAfter = pathsAfter(changes);
  return findings.flatMap((finding) => {
    const { path } = finding;
    if (path === undefined) return finding;
    if (edited.has(path)) return [];
    if (files === own || after.get(path) === before.get(path)) return finding;
    const next = pathAfter(path);
    if (next === undefined || next === path || edited.has(next)) return [];
    const [old, moved] = [before.get(path), after.get(next)];
    // With another hash in the list, it may match.
    if (!old || !moved || old.sha256?.toLowerCase() !== moved.sha256?.toLowerCase()) return [];
    return { ...finding, path: next, message: finding.message.replaceAll(quote(path), () => quote(next)) };
  });
}
