import { type DragEvent, useRef, useState } from 'react';
import { claimDrop } from '../../../widgets/files/drop-claim.ts';
import { droppedFiles } from '../../../widgets/files/dropped-files.ts';
import type { FileActs } from './file-editing.tsx';
import { folderOf, type MovedPath } from './file-paths.ts';

/** The type of what is dragged within the tree. Only the tree understands it. */
const DRAGGED = 'application/x-boxcutter-files';

/** Where the drop would go. */
export interface DropPlace {
  readonly act: 'add' | 'move';
  /** The path of the folder; empty for the top. */
  readonly folder: string;
}

export type FilesDrop = ReturnType<typeof useFilesDrop>;

/** Dragging rows, and dropping them or files of this computer on folders. */
export function useFilesDrop(acts: FileActs | undefined) {
  const [place, setPlace] = useState<DropPlace>();
  const dragged = useRef<readonly MovedPath[]>([]);

  function show(next: DropPlace | undefined): void {
    setPlace((now) => (now?.act === next?.act && now?.folder === next?.folder ? now : next));
  }

  return {
    place,
    /** Rows begin to be dragged. */
    onDrag(paths: readonly MovedPath[], transfer: DataTransfer) {
      dragged.current = paths;
      transfer.effectAllowed = 'move';
      transfer.setData(DRAGGED, '');
      transfer.setData('text/plain', paths.map(({ path }) => path).join('\n'));
    },
    handlers: {
      onDragOver(event: DragEvent) {
        const next = acts && placeOf(event, acts, dragged.current);
        show(next);
        if (!next) return;
        // Keeps the page from opening what is dropped here.
        event.preventDefault();
        event.dataTransfer.dropEffect = next.act === 'add' ? 'copy' : 'move';
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) show(undefined);
      },
      onDrop(event: DragEvent) {
        const to = acts && placeOf(event, acts, dragged.current);
        show(undefined);
        if (!acts || !to) return;
        claimDrop(event.nativeEvent);
        if (to.act === 'move') {
          acts.move(dragged.current, to.folder);
          dragged.current = [];
          return;
        }
        droppedFiles(event.dataTransfer).then((files) => acts.addFiles(files, to.folder), acts.fail);
      },
      onDragEnd() {
        dragged.current = [];
        show(undefined);
      },
    },
  };
}

/**
 * Where it would be dropped: into the folder whose row it is over, or that holds the file there. Beside the rows, files
 * of this computer go where files are added. Undefined where it would change nothing.
 */
function placeOf(
  { dataTransfer, target }: DragEvent,
  acts: FileActs,
  dragged: readonly MovedPath[],
): DropPlace | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[role="row"][data-path], [data-folder]') : null;
  const { path, folder: own } = row?.dataset ?? {};
  const over = own ?? (path === undefined ? undefined : folderOf(path));
  if (dataTransfer.types.includes(DRAGGED)) {
    const isInTree = target instanceof Element && target.closest('[role="treegrid"]') !== null;
    if (over === undefined && !isInTree) return undefined;
    const folder = over ?? '';
    return dragged.some((each) => canMove(each, folder)) ? { act: 'move', folder } : undefined;
  }
  if (!dataTransfer.types.includes('Files')) return undefined;
  return { act: 'add', folder: over || acts.folder };
}

/** Whether it is elsewhere now, and the folder is not in it. */
function canMove({ path, isFolder }: MovedPath, folder: string): boolean {
  return folderOf(path) !== folder && !(isFolder && `${folder}/`.startsWith(`${path}/`));
}
