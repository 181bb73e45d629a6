import type { FormatId } from '../model/package.ts';
import type { Tab } from '../model/place.ts';

/**
 * What a format is, in its `descriptor.ts`, which the page and the worker load before anything is opened. So it is
 * small, and imports nothing of the format. Its code is in `core/format.ts` (`Format`), and what it adds to the page in
 * `view/view.ts` (`FormatView`), if it adds anything. Both are found by the name of the folder and loaded when needed.
 */
export interface FormatDescriptor {
  readonly id: FormatId;
  /** The folder in `formats`, where it has another name than the id. */
  readonly folder?: string;
  /** What people call its files where the page lists what it opens. */
  readonly label: string;
  /** The tabs that its packages may fill. The first one is shown first. */
  readonly tabs: readonly [Tab, ...Tab[]];
  /** The icon of files with one of `ends`, by the kind of the files of the package that they are among. */
  readonly icon?: 'package' | 'tensor' | 'weights' | 'archive';
  /** What lists of packages are filtered by. Left out, they are other files. */
  readonly kind?: 'packages' | 'weights' | 'pickles' | 'arrays' | 'archives';
  /** How the names of its files end, in lower case. */
  readonly ends?: readonly string[];
  /** What its files begin with, one character for each byte. */
  readonly heads?: readonly string[];
  /** Other names that its files may have. Opening alone asks: they say too little to offer a file to be opened. */
  mayBeNamed?(name: string): boolean;
  /** The same of the first 16 bytes of a file, or all of a shorter one. */
  mayBegin?(head: Uint8Array): boolean;
  /** The same of the path of an entry in an archive or a folder: one that fits is enough. */
  mayHold?(path: string, isFolder: boolean): boolean;
  /** The set that a file is one of by its name, such as the shards of a model with their index: all are one package. */
  setOf?(name: string): string | undefined;
  /** Whether a folder, by the names in it, is one package with all that is below it. Opening looks at the content. */
  isFolder?(folder: FolderNames): boolean;
}

/** The names in a folder. */
export interface FolderNames {
  readonly files: ReadonlyMap<string, unknown>;
  readonly folders: ReadonlyMap<string, FolderNames>;
}
