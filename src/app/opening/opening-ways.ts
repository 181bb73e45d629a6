import { createSafeContext } from '@mantine/core';
import type { KeptDraftNote } from '../../state/draft/offer-slice.ts';
import type { SourceDescriptor } from '../../state/load.ts';
import type { Recent } from '../../state/recents.ts';

/** The ways to open a package, for all controls that offer them. */
export interface Opening {
  /** The local file that a reload has closed: its name, and its id if it is among the recents. */
  readonly lost: { name?: string | undefined; recent?: string | undefined } | undefined;
  /** A link asks for a file of the reader's own network, and whether to read it is asked. */
  readonly isAsking: boolean;
  chooseFile(): void;
  chooseFolder(): void;
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
  openDrop(transfer: DataTransfer): void;
  /** Opens a package that was just made. */
  openMade(descriptor: SourceDescriptor): void;
}

export const [OpeningContext, useOpening] = createSafeContext<Opening>(
  'A control that opens packages is outside OpeningProvider.',
);
