import { createContext, useContext } from 'react';
import type { FolderFile, Opened } from '../../state/load.ts';

/** Begins a new package, for all controls that offer it. */
export interface NewPackageWays {
  /** Asks what it is to be made of. */
  choose(): void;
  /** Of a folder that is chosen in the browser's dialog. */
  fromFolder(): void;
  fromNothing(): void;
  /** Of the package that is shown. Undefined where none is, or it is of the format that is made. */
  fromShown: (() => void) | undefined;
}

export const WaysContext = createContext<NewPackageWays | undefined>(undefined);

export function useNewPackage(): NewPackageWays {
  const ways = useContext(WaysContext);
  if (!ways) throw new Error('A control that makes packages is outside NewPackageProvider.');
  return ways;
}

/** A folder, or the package that is shown. The dialog, which is loaded late, makes material of it. */
export type MakingOf = { name: string; files: readonly FolderFile[] } | { opened: Opened };

/** What the dialog shows: the ways, or the form for what was chosen. From nothing, it is of nothing. */
export type Making = { at: 'choose' } | { at: 'form'; of: MakingOf | undefined; id: number };
