import { fileNameProblem } from '../../../model/file/name-problem.ts';
import type { FileEditing } from '../../../model/package.ts';
import { freePath, type NewFile, takenNames, whyKept } from './file-paths.ts';

/** What to do with a new file whose path another file has. */
export type TakenChoice = 'replace' | 'both' | 'none';

/** A new file, and what there is to say of its path. */
export interface Addition {
  readonly path: string;
  readonly why?: string;
}

/**
 * New files by what has to be asked or said of their paths.
 *
 * @param taken the paths that files have now
 */
export function additionsOf(files: readonly NewFile[], taken: readonly string[], can: FileEditing) {
  const names = takenNames(taken);
  const there: (Addition & NewFile)[] = [];
  const free: NewFile[] = [];
  const refused: Addition[] = [];
  const doubtful: Addition[] = [];
  for (const file of files) {
    const { path } = file;
    const kept = whyKept(can, path);
    const problem = names.has(path) ? undefined : fileNameProblem(path, names);
    if (kept !== undefined) refused.push({ path, why: kept });
    else if (problem?.severity === 'error') refused.push({ path, why: problem.text });
    else if (names.has(path)) there.push(file);
    else {
      if (problem) doubtful.push({ path, why: problem.text });
      free.push(file);
    }
  }
  return {
    /** Another file has the path. */
    taken: there as readonly Addition[],
    /** No file can have the path, or no other content: they are left out. */
    refused,
    /** Some programs cannot unpack them. */
    doubtful,
    /** The files that are added. */
    chosen(choice: TakenChoice): readonly NewFile[] {
      if (choice === 'none') return free;
      if (choice === 'replace') return [...free, ...there];
      const used = new Set(files.map(({ path }) => path));
      const renamed = there.map(({ path, file }) => {
        const next = freePath(path, (each) => names.has(each) || used.has(each));
        used.add(next);
        return { path: next, file };
      });
      return [...free, ...renamed];
    },
  };
}
