import { createContext, useContext } from 'react';
import type { FileEditing } from '../../../model/package.ts';
import type { Job } from '../../job.ts';
import type { LinkAsk } from '../../links/link-acts.ts';
import type { ShownFiles } from '../listing/shown-files.ts';
import type { NewFile } from './file-paths.ts';

/** What can be done with the files of the open package. Each act is one step of the draft, and never rejects. */
export interface FileActs {
  readonly can: FileEditing;
  readonly shown: ShownFiles;
  /** The paths that files have with the changes made so far. */
  taken(): readonly string[];
  /** The folder that files are added to by default; empty for the top. */
  readonly folder: string;
  /** Lets people choose files to add. */
  chooseFiles(folder: string): void;
  /** Asks where there is a file already. */
  addFiles(files: readonly NewFile[], folder: string): void;
  /** Lets people choose a file that replaces another. */
  chooseReplacement(path: string): void;
  /** Moves a file, or a folder with everything in it. References follow. Resolves to whether it was possible. */
  rename(from: string, to: string, isFolder: boolean): Promise<boolean>;
  /** Moves files and folders into a folder. */
  move(paths: readonly MovedPath[], folder: string): void;
  /** Takes files out. Asks first where something refers to them. */
  remove(paths: readonly string[]): void;
  putBack(path: string): void;
  /** Saves a file on this computer. */
  download(path: string): void;
  /** Writes a text to a path; undefined restores the file. Typing without a pause is one step. */
  editText(path: string, text: string | undefined): void;
  /** Asks for the new path of a file or folder, or for that of a new file. */
  askPath(ask: PathAsk): void;
  /** Makes a file a link, brings a linked one in, or lets people edit its URLs. */
  askLink(ask: LinkAsk): void;
  /** Shows the editor of a text. */
  openText(path: string | undefined): void;
  /** The file whose text is edited in place. */
  readonly text: string | undefined;
  /** How far files that are added or replaced are, and the download that the menu of a row began. */
  readonly jobs: Readonly<Record<'put' | 'download', Pick<Job, 'state' | 'cancel'>>>;
  /** Why the last act was not made, in a sentence. */
  readonly problem: string | undefined;
  /** Files that were dropped cannot be read. */
  fail(error: unknown): void;
}

/** How files of this computer come into the draft. */
export type PutAct = 'add' | 'replace';

export interface MovedPath {
  readonly path: string;
  readonly isFolder: boolean;
}

/** `rename` begins with the name, `move` with the whole path. Both can do both. */
export type PathAsk =
  | { readonly act: 'rename' | 'move'; readonly path: string; readonly isFolder: boolean }
  | { readonly act: 'new'; readonly folder: string };

const ActsContext = createContext<FileActs | undefined>(undefined);

export const FileActsContext = ActsContext.Provider;

/** What can be done with the files. Undefined where they cannot be changed. */
export function useFileActs(): FileActs | undefined {
  return useContext(ActsContext);
}
