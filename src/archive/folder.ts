import { formatNumberOf, grouped } from '../base/amounts.ts';
import { MAX_ENTRIES } from '../base/limits.ts';
import { unsafeReason } from '../base/path.ts';
import { Report } from '../base/report.ts';
import { quote } from '../base/text.ts';
import { fileSource } from '../source/file.ts';
import type { ByteSource, FolderFile } from '../source/source.ts';
import type { Archive, ArchiveEntry, ArchiveWords } from './archive.ts';
import { checkDirectory } from './error.ts';
import { PathOrder, SimilarNames } from './path.ts';
import './findings.ts';

const WORDS: ArchiveWords = { name: 'A folder', directory: 'the names of the folder’s files' };

/**
 * The files of a folder as an archive: an unpacked package. Where all of them lie in one folder, that folder is taken
 * off: a browser's picker puts the chosen folder's name first. Checks names as those of a zip. Throws
 * `zip/directory-too-large`.
 */
export function folderArchive(name: string, files: readonly FolderFile[]): Archive {
  checkDirectory(files.length, MAX_ENTRIES, (count) => grouped`The folder has ${count} files.`);
  const report = new Report();
  const top = commonTop(files);
  const entries: ArchiveEntry[] = [];
  const byPath = new Map<string, { entry: ArchiveEntry; file: File; source?: ByteSource }>();
  let size = 0;
  for (const { path: given, file } of files) {
    const path = given.slice(top.length);
    const reason = unsafeReason(path);
    const shadowed = !reason && byPath.has(path);
    if (reason) report.add('zip/unsafe-path', `The name ${quote(path)} ${reason}.`, { path });
    else if (shadowed) {
      report.add('zip/duplicate-name', `The folder has ${quote(path)} more than once. Boxcutter uses the first one.`, {
        path,
      });
    }
    size += file.size;
    const entry: ArchiveEntry = {
      path,
      size: file.size,
      storedSize: file.size,
      kind: 'file',
      unsafe: reason !== undefined || undefined,
      shadowed: shadowed || undefined,
    };
    entries.push(entry);
    if (!reason && !shadowed) byPath.set(path, { entry, file });
  }
  const order = new PathOrder(byPath);
  order.reportClashes(report);
  const similar = new SimilarNames((path) => byPath.has(path));
  for (const path of byPath.keys()) similar.report(path, report);
  return {
    name,
    words: isLoose(files) ? { ...WORDS, name: formatNumberOf(files.length, 'file') } : WORDS,
    size,
    entries,
    findings: report.findings,
    contentFindings: [],
    entryAt: (path) => byPath.get(path)?.entry,
    isFolder: (path) => order.isFolder(path),
    resolve: (path) => byPath.get(path)?.entry,
    digestJob: ({ path, size, storedSize }) => ({
      path,
      size,
      storedSize,
      codec: 'stored',
      blob: byPath.get(path)?.file as File,
    }),
    open(path) {
      const found = byPath.get(path);
      if (found) found.source ??= fileSource(found.file, path);
      return found?.source;
    },
    planProblem: () => 'It is a folder, so it cannot be saved as one file.',
  };
}

/** Whether they are several files that were opened together: a folder that was opened is a part of each path. */
function isLoose(files: readonly FolderFile[]): boolean {
  return files.length > 1 && files.every(({ path }) => !path.includes('/'));
}

/** The first folder of all paths, with its `/`. '' where they do not share one. */
function commonTop(files: readonly FolderFile[]): string {
  const first = files[0]?.path ?? '';
  const top = first.slice(0, first.indexOf('/') + 1);
  return files.every(({ path }) => path.startsWith(top)) ? top : '';
}
