import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { claimDrop, isDropClaimed } from './drop-claim.ts';
import { droppedFiles, entriesOf } from './dropped-files.ts';
import { pastedFiles } from './media-files.ts';

/** Where files were dropped, in CSS pixels of the window. */
export interface DropPoint {
  readonly x: number;
  readonly y: number;
}

/** What an element needs to take files that are dropped on it or pasted in it. */
export interface FileDrop {
  /** Marks it while files are dragged over the page (`app/opening/opening-ways.tsx`). */
  'data-takes-files': true;
  /** Files are dragged over it. */
  'data-over': true | undefined;
  onDragOver(event: DragEvent): void;
  onDragLeave(event: DragEvent): void;
  onDrop(event: DragEvent): void;
  onPaste(event: ClipboardEvent): void;
}

/**
 * Lets an element take dropped and pasted files. An element in it that takes them itself comes first. The rest of the
 * page sees that the event's default is prevented, and leaves it. Files of a dropped folder have names with its path.
 */
export function useFileDrop(onFiles: (files: File[], at: DropPoint | undefined) => void): FileDrop {
  const [isOver, setOver] = useState(false);
  const takes = (event: DragEvent) => !event.defaultPrevented && event.dataTransfer.types.includes('Files');
  return {
    'data-takes-files': true,
    'data-over': isOver || undefined,
    onDragOver(event) {
      const taken = takes(event);
      setOver(taken);
      if (!taken) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    onDragLeave(event) {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
    },
    onDrop(event) {
      setOver(false);
      if (isDropClaimed(event.nativeEvent) || !event.dataTransfer.types.includes('Files')) return;
      claimDrop(event.nativeEvent);
      const { dataTransfer, clientX: x, clientY: y } = event;
      const files = [...dataTransfer.files];
      if (!entriesOf(dataTransfer).some((entry) => entry.isDirectory)) return onFiles(files, { x, y });
      const named = droppedFiles(dataTransfer).then((all) => all.map(({ path, file }) => new File([file], path)));
      // What cannot be read says so itself, as whoever takes it reads it.
      void named.catch(() => files).then((all) => onFiles(all, { x, y }));
    },
    onPaste(event) {
      const files = event.defaultPrevented ? [] : pastedFiles(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files, undefined);
    },
  };
}
