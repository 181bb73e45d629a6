import { formatBytes } from '../../../base/amounts.ts';
import { recentMemo } from '../../../base/memo.ts';
import { shortened } from '../../../base/text.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { PackageFile } from '../../../model/package.ts';
import { readmePath } from '../../../model/readme.ts';
import { useOpenPackage } from '../../../state/hooks.ts';
import { FileIcon } from '../../../widgets/file-tree/file-icon.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import classes from './first-files.module.css';

/** Packages of fewer files need no advice on where to begin. */
const FROM = 4;

/** A file that one may begin with, and why. */
export interface FirstFile {
  file: PackageFile;
  why: string;
}

/**
 * The files that say most of a package: its README, its metadata, and the largest, each once. None where there are few.
 *
 * @param metadata the path of the metadata file, or nothing
 */
export const firstFiles = recentMemo((files: readonly PackageFile[], metadata): FirstFile[] => {
  const held = files.filter(({ size, unsafe, shadowed }) => size !== undefined && !unsafe && !shadowed);
  if (held.length < FROM) return [];
  const largest = held.reduce((most, file) => ((file.size ?? 0) > (most.size ?? 0) ? file : most));
  const found = [
    { file: readmeOf(held), why: 'what its author says' },
    { file: held.find(({ path }) => path === metadata), why: 'its metadata' },
    { file: largest, why: 'the largest' },
  ];
  const paths = found.map(({ file }) => file?.path);
  return found.filter((first, at): first is FirstFile => !!first.file && paths.indexOf(first.file.path) === at);
});

/** The README that lies in the fewest folders. */
function readmeOf(files: readonly PackageFile[]): PackageFile | undefined {
  const depth = ({ path }: PackageFile) => path.split('/').length;
  const found = files.filter(({ path }) => readmePath([baseName(path)]) !== undefined);
  return found.toSorted((a, b) => depth(a) - depth(b))[0];
}

/** Links to the files that one may begin with, while none is chosen. */
export function FirstFiles() {
  const { files, words } = useOpenPackage();
  const first = firstFiles(files, words.metadataFile ?? '');
  if (first.length === 0) return null;
  return (
    <ul className={classes.root} aria-label="Files to begin with">
      {first.map(({ file, why }) => (
        <li key={file.path} className={classes.row}>
          <FileIcon file={file} className={classes.icon} />
          <PlaceLink to={{ tab: 'files', item: file.path }}>
            <NameText mono>{shortened(file.path)}</NameText>
          </PlaceLink>
          <span className={classes.why}>
            {why}, {formatBytes(file.size ?? 0)}
          </span>
        </li>
      ))}
    </ul>
  );
}
