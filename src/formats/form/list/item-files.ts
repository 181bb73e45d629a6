import { createContext, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type FileDrop, useFileDrop } from '../../../widgets/files/file-drop.ts';

/** Files that were dropped on an item of a list, outside of the fields that take files themselves. */
interface ItemFiles {
  /** How often files were dropped. */
  readonly drops: number;
  /** Gives the files that nobody has taken, once. */
  take(): File[];
}

const NONE: ItemFiles = { drops: 0, take: () => [] };

const Given = createContext(NONE);

/** Gives an item's files to what is in it. */
export const ItemFilesProvider = Given.Provider;

/**
 * Lets a whole item take files, its title and margin too: whoever drops a picture on an example means that example.
 *
 * @param onOpen opens the item, whose fields are there only then
 */
export function useItemDrop(onOpen: () => void): { drop: FileDrop; given: ItemFiles } {
  const held = useRef<File[]>([]);
  const [drops, setDrops] = useState(0);
  const drop = useFileDrop((files) => {
    held.current = files;
    setDrops((count) => count + 1);
    onOpen();
  });
  const given = useMemo(() => ({ drops, take: () => held.current.splice(0) }), [drops]);
  return { drop, given };
}

/** Takes the files that were dropped on the item around it, where `isFor` says that they are for this part of it. */
export function useItemFiles(isFor: boolean, onFiles: (files: readonly File[]) => void): void {
  const { drops, take } = useContext(Given);
  const onDrop = useEffectEvent(onFiles);
  useEffect(() => {
    const files = drops === 0 || !isFor ? [] : take();
    if (files.length > 0) onDrop(files);
  }, [isFor, drops, take]);
}
