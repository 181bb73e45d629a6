import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react';
import { type FileDrop, useFileDrop } from '../../../widgets/files/file-drop.ts';

/** Files that were dropped on an item of a list, outside of the fields that take files themselves. */
const Given = createContext<File[]>([]);

/** Gives an item's files to what is in it. */
export const ItemFilesProvider = Given.Provider;

/**
 * Lets a whole item take files, its title and margin too: whoever drops a picture on an example means that example.
 *
 * @param onOpen opens the item, whose fields are there only then
 */
export function useItemDrop(onOpen: () => void): { drop: FileDrop; given: File[] } {
  const [given, setGiven] = useState<File[]>([]);
  const drop = useFileDrop((files) => {
    setGiven([...files]);
    onOpen();
  });
  return { drop, given };
}

/** Takes the files that were dropped on the item around it, where `isFor` says that they are for this part of it. */
export function useItemFiles(isFor: boolean, onFiles: (files: readonly File[]) => void): void {
  const given = useContext(Given);
  const onDrop = useEffectEvent(onFiles);
  useEffect(() => {
    // Taken out, so that an item that is folded and opened does not get them twice.
    if (isFor && given.length > 0) onDrop(given.splice(0));
  }, [isFor, given]);
}
