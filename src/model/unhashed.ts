import { grouped } from '../base/amounts.ts';
import type { Package } from './package.ts';

/** Whether a package says which hashes its files have. A zip has only checksums. */
export function hasHashes({ can, words }: Pick<Package, 'can' | 'words'>): boolean {
  return can.verify && words.hashList !== undefined;
}

/** What was found when a package without hashes was read. */
export interface UnhashedCheck {
  /** Files whose size or checksum is not what the archive says, or whose bytes cannot be read. */
  damaged: number;
  /** Files that are never opened: a second one of a name, and those whose name is not safe. */
  left: number;
}

/** What checking a package says where it has no hashes to compare. No full stop at its end. */
export function unhashedSentence({ damaged, left }: UnhashedCheck): string {
  const rest =
    left === 0
      ? ''
      : `, and ${left === 1 ? '1 file that is never opened was' : grouped`${left} files that are never opened were`} not read`;
  if (damaged === 0) return `It has no hashes. Sizes and checksums agree${rest}`;
  return `It has no hashes. ${damaged === 1 ? '1 file fails' : grouped`${damaged} files fail`} the size and checksum check${rest}`;
}

/** How many files of a package are never opened, and so never read. */
export function countNeverOpened(files: readonly { shadowed?: boolean; unsafe?: boolean }[]): number {
  return files.reduce((sum, { shadowed, unsafe }) => sum + Number(shadowed || unsafe || false), 0);
}
