import type { FileMark } from '../../../model/file/file-changes.ts';
import type { PackageFile } from '../../../model/package.ts';
import { useFileChanges, useOpenPackage } from '../../../state/hooks.ts';
import { shownFiles } from '../../files/listing/shown-files.ts';
import { useTensorMarks } from '../../tensors/edit/use-tensor-acts.ts';

/** The changes of files by their rows, but for those of files that are told with a tensor. */
export function useFileMarks(): { files: readonly PackageFile[]; marks: readonly (readonly [string, FileMark])[] } {
  const { files, marks } = shownFiles(useOpenPackage().files, useFileChanges());
  const ofTensors = new Set(useTensorMarks().flatMap((mark) => mark.files));
  const isOther = ([path, { from }]: readonly [string, FileMark]) =>
    !ofTensors.has(path) && (from === undefined || !ofTensors.has(from));
  return { files, marks: [...marks].filter(isOther) };
}
