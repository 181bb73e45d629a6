import { createSafeContext } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconPackageImport } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatCount } from '../../base/amounts.ts';
import { BadFileError } from '../../base/errors.ts';
import { OPENED } from '../../formats/list.ts';
import type { KeptDraftNote } from '../../state/draft/offer-slice.ts';
import type { SourceDescriptor } from '../../state/load.ts';
import type { Recent } from '../../state/recents.ts';
import { isDropClaimed } from '../../widgets/files/drop-claim.ts';
import { entriesOf, entryFiles, readFailed } from '../../widgets/files/dropped-files.ts';
import classes from './opening-ways.module.css';
import type { Visit } from './visit.ts';

/** The ways to open a package, for all controls that offer them. */
export interface Opening {
  /** The local file that a reload has closed: its name, and its id if it is among the recents. */
  readonly lost: Extract<Visit, { kind: 'lost' }> | undefined;
  /** A link asks for a file of the reader's own network, and whether to read it is asked. */
  readonly isAsking: boolean;
  chooseFile(): void;
  chooseFolder(): void;
  /** Lets people choose a folder for something else than opening it. */
  askFolder(take: (files: readonly File[]) => void): void;
  /** Opens what a kept draft belongs to, to go on with it: from its address, or else from a file that is chosen. */
  openDraft(draft: Pick<KeptDraftNote, 'id' | 'origin' | 'inside'>): void;
  /** Asks for the open file or folder again: it has changed, or was moved. */
  chooseAgain(): void;
  /** Opens the current version of the open file from the disk. Needs the `handle` of its descriptor. */
  reopen(): void;
  /** Opens what was open before. Asks for the right to read a file, or for the file, where the browser wants that. */
  openRecent(recent: Recent): void;
  openSample(): void;
  openUrl(url: string): void;
  /** Opens a file as any other file, whatever it is or claims to be. */
  openBytes(descriptor: Exclude<SourceDescriptor, { kind: 'folder' }>): void;
  /** Opens what was dropped or is being read, once it is there. Shows the error where it cannot be read. */
  openFound(found: Promise<SourceDescriptor>): void;
  /** Opens one package of a shelf. */
  openItem(descriptor: SourceDescriptor): void;
  /** Opens a package that was just made. */
  openMade(descriptor: SourceDescriptor): void;
  /** Opens two packages, and compares them. */
  openPair(before: SourceDescriptor, after: SourceDescriptor): void;
  /** Compares the package that is shown with another one, or with its draft. With nothing, it is shown alone again. */
  compareWith(other: SourceDescriptor | 'draft' | undefined): void;
  /** As `compareWith`, with what was open before. */
  compareRecent(recent: Recent): void;
  /** Lets people choose what the package that is shown is compared with. */
  chooseOther(what?: 'file' | 'folder'): void;
}

export const [OpeningContext, useOpening] = createSafeContext<Opening>(
  'A control that opens packages is outside OpeningProvider.',
);

/** What files are dragged over: the page, or a part of it that takes them. */
type Over = 'page' | 'part';

/** Parts of the page that take files (`widgets/files/file-drop.ts`). */
const PARTS = '[data-takes-files]';

/**
 * Opens files and folders that are dropped anywhere on the window, except where another part of the page takes them: it
 * prevents the default of the event. Shows a frame while they are dragged over it, or, where there are such parts, only
 * says so: they are marked then (`html[data-file-drag]`).
 */
export function DropTarget() {
  const { openFound } = useOpening();
  const [over, setOver] = useState<Over>();

  const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  useWindowEvent('dragover', (event) => {
    if (!holdsFiles(event)) return;
    if (event.defaultPrevented) {
      setOver('part');
      return;
    }
    // Without this the browser would leave the page and show the file itself.
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    setOver('page');
  });
  useWindowEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setOver(undefined);
  });
  useWindowEvent('drop', (event) => {
    setOver(undefined);
    if (isDropClaimed(event) || !holdsFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    openFound(droppedDescriptor(event.dataTransfer));
  });

  const isDragging = over !== undefined;
  useEffect(() => {
    if (!isDragging) return;
    const { dataset } = document.documentElement;
    dataset.fileDrag = '';
    return () => {
      delete dataset.fileDrag;
    };
  }, [isDragging]);

  if (over === undefined) return null;
  if (document.querySelector(PARTS))
    return (
      <div className={classes.notice} aria-hidden>
        <IconPackageImport size={16} stroke={1.75} />
        {over === 'part' ? 'Drop it to add it' : 'Drop it in a marked field to add it, or elsewhere to open it'}
      </div>
    );
  if (over === 'part') return null;
  return (
    <div className={classes.root} aria-hidden>
      <div className={classes.frame}>
        <IconPackageImport className={classes.icon} size={48} stroke={1.5} />
        <p className={classes.title}>Drop it to open it</p>
        <p className={classes.hint}>{OPENED}</p>
      </div>
    </div>
  );
}

/**
 * What was dropped, as something to open: one file, one folder, or several of them as a folder. Call it in the event
 * handler itself: the browser empties the list when the handler returns. Rejects with BadFileError
 * `source/nothing-dropped`, TooLargeError `zip/directory-too-large`, or NetworkError `source/read-failed`.
 */
export async function droppedDescriptor(transfer: DataTransfer): Promise<SourceDescriptor> {
  const entries = entriesOf(transfer);
  const files = [...transfer.files];
  const handle = files.length === 1 ? droppedHandle(transfer) : undefined;
  const [folder] = entries.filter((entry) => entry.isDirectory);
  if (folder) {
    const name = entries.length === 1 ? folder.name : severalName(entries.length, false);
    return { kind: 'folder', name, files: await entryFiles(entries) };
  }
  const descriptor = filesDescriptor(files);
  const found = await handle;
  return descriptor.kind === 'file' && found ? { ...descriptor, handle: found } : descriptor;
}

/** What files and folders are called that were dropped or chosen together. */
function severalName(count: number, isFiles: boolean): string {
  return `${formatCount(count)} ${isFiles ? 'files' : 'files and folders'}`;
}

/** Where the dropped file lies, in browsers that say so. Never rejects. */
async function droppedHandle({ items }: DataTransfer): Promise<FileSystemFileHandle | undefined> {
  const item: (DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> }) | undefined = [
    ...items,
  ].find(({ kind }) => kind === 'file');
  try {
    const handle = await item?.getAsFileSystemHandle?.();
    return handle?.kind === 'file' ? (handle as FileSystemFileHandle) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Files chosen in the dialog of browsers that also say where they lie, so that a reload does not lose them. `input`
 * where an input must ask: in other browsers, and in a frame of another site, where this dialog is forbidden. Rejects with NetworkError `source/read-failed`.
 */
export async function pickedDescriptor(): Promise<SourceDescriptor | 'canceled' | 'input'> {
  const { showOpenFilePicker } = window;
  if (!showOpenFilePicker) return 'input';
  try {
    const handles = await showOpenFilePicker.call(window, { multiple: true });
    const descriptor = filesDescriptor(await Promise.all(handles.map((handle) => handle.getFile())));
    return descriptor.kind === 'file' ? { ...descriptor, handle: handles[0] } : descriptor;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'AbortError') return 'canceled';
    if (name === 'SecurityError') return 'input';
    throw readFailed(error);
  }
}

/**
 * The files, or the files of a folder, that were chosen in a dialog, as something to open: several files as a folder.
 * Throws BadFileError `source/nothing-dropped`.
 */
export function filesDescriptor(files: readonly File[]): SourceDescriptor {
  const [first] = files;
  if (!first) throw new BadFileError('source/nothing-dropped', 'No file was dropped or chosen.');
  const [folder] = first.webkitRelativePath.split('/');
  if (files.length === 1 && !folder) return { kind: 'file', file: first };
  return {
    kind: 'folder',
    name: folder || severalName(files.length, true),
    files: files.map((file) => ({ path: file.webkitRelativePath || file.name, file })),
  };
}
