import type { Finding } from '../../../base/findings.ts';
import { LISTED_OF_MANY } from '../../../base/limits.ts';
import { memo, pairMemo, recentMemo } from '../../../base/memo.ts';
import { contentFile, fileIndex } from '../../../model/file/file-index.ts';
import type { PackageFile } from '../../../model/package.ts';
import { filesMatching } from '../../../widgets/file-tree/rows.ts';
import { isTroubled } from '../../../widgets/files/file-status.tsx';
import type { ZippedFile } from './chosen-zip.ts';

/**
 * The lists of files that the Files tab shows. Each is made once. While a package is verified, the store changes ten
 * times a second, and React renders a tab that is just opened from the start each time.
 */

type Files = readonly PackageFile[];

const NO_FILES: Files = [];

export const linkedFiles = memo((files: Files) =>
  fileIndex(files).totals.linked === 0 ? NO_FILES : files.filter(({ hash }) => hash === 'linked'),
);

/** The files that are listed of more than `MAX_LISTED_FILES`. */
export const listedFiles = memo((files: Files) =>
  files.length > LISTED_OF_MANY ? files.slice(0, LISTED_OF_MANY) : files,
);

export const setOf = memo((files: Files): ReadonlySet<PackageFile> => new Set(files));

/** Files that are in trouble by themselves, whatever the findings say. */
const wrongAtFirst = memo((files: Files) => files.filter((file) => isTroubled(file, undefined, file.hash)));

/** Files with a problem that opening has shown. Looks up the files of the findings, and not the findings of each file. */
export const troubledAtFirst = pairMemo((files: Files, findings: ReadonlyMap<string, readonly Finding[]>) => {
  const wrong = wrongAtFirst(files);
  const troubled = new Set(wrong);
  const index = fileIndex(files);
  for (const [path, about] of findings) {
    const file = index.get(path);
    if (file && isTroubled(file, about, file.hash)) troubled.add(file);
  }
  return troubled.size === wrong.length ? wrong : files.filter((file) => troubled.has(file));
});

/** All files with a problem, each once. */
export const troubledFiles = pairMemo((atFirst: Files, wrong: Files) =>
  atFirst.length === 0 ? wrong : Array.from(new Set(atFirst.concat(wrong))),
);

/** The files whose path contains every word of a query. All of them where it is empty. */
export const matchingFiles = recentMemo((files: Files, query) => (query === '' ? files : filesMatching(files, query)));

/** Whether the package has the bytes of a file, or of the target of a symlink. */
export function isHeld(files: Files, file: PackageFile): boolean {
  const content = contentFile(files, file);
  return content?.size !== undefined && !file.unsafe && !content.unsafe;
}

/**
 * The chosen files in the order of the package. A symlink has the content of its target. Reads no other file.
 *
 * @param can whether a file may be chosen
 */
export function zippedFiles(
  files: Files,
  chosen: ReadonlySet<string>,
  can: (file: PackageFile) => boolean,
): readonly ZippedFile[] {
  const index = fileIndex(files);
  const places = [...chosen].flatMap((path) => index.placeOf(path) ?? []).sort((a, b) => a - b);
  return places.flatMap((place) => {
    const file = files[place] as PackageFile;
    if (file.shadowed || !can(file)) return [];
    const content = contentFile(files, file);
    if (content?.size === undefined || (content !== file && !can(content))) return [];
    return [{ path: file.path, size: content.size }];
  });
}
