import { createSafeContext } from '@mantine/core';
import type { MadeFormat } from '../../formats/views.ts';
import type { Texts } from '../../model/draft.ts';
import type { FolderFile, Opened } from '../../state/load.ts';

/** Begins a new package, for all controls that offer it. */
export interface NewPackageWays {
  /** Asks what it is to be made of. */
  choose(): void;
  /** Of a folder that is chosen in the browser's dialog. */
  fromFolder(made: MadeFormat): void;
  fromNothing(made: MadeFormat): void;
  /** Of the package that is shown. Undefined where none is, or it is a file of the format that is made. */
  fromShown(made: MadeFormat): (() => void) | undefined;
  /** Of the folder that is shown, which is an unpacked package of a format that is made. Undefined where none is. */
  pack: (() => void) | undefined;
}

export const [WaysContext, useNewPackage] = createSafeContext<NewPackageWays>(
  'A control that makes packages is outside NewPackageProvider.',
);

/**
 * A folder, or the package that is shown: of an unpacked one of the format that is made, with the texts of its draft.
 * The dialog, which is loaded late, makes material of it.
 */
export type MakingOf = { name: string; files: readonly FolderFile[] } | { opened: Opened; unpacked?: Texts };

/** What the dialog shows: the ways, or the form for what was chosen. From nothing, it is of nothing. */
export type Making = { at: 'choose' } | { at: 'form'; made: MadeFormat; of: MakingOf | undefined; id: number };
