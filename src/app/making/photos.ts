import { useEffect, useMemo, useState } from 'react';
import { asksFirst, type CuttablePhoto, canCut, photosIn } from '../../widgets/media-files.ts';
import type { Material } from './material.ts';

/** Photos among the files of a folder, by their paths there. */
export type FolderPhotos = ReadonlyMap<string, CuttablePhoto>;

const NONE: FolderPhotos = new Map();

/** Looks for photos among the files of this computer. Undefined until all were looked at. */
export function useFolderPhotos({ files }: Material): FolderPhotos | undefined {
  const own = useMemo(
    () => files.flatMap(({ path, from }) => ('file' in from ? [{ path, file: from.file }] : [])),
    [files],
  );
  const [found, setFound] = useState<FolderPhotos | undefined>(own.length === 0 ? NONE : undefined);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const look = async () => {
      const photos = await photosIn(
        own.map(({ file }) => file),
        { signal },
      );
      if (signal.aborted) return;
      setFound(new Map([...photos].map(([at, photo]) => [own[at]?.path ?? '', photo])));
    };
    // It rejects only where it is canceled.
    if (own.length > 0) look().catch(() => {});
    return () => ended.abort();
  }, [own]);
  return found;
}

/** What there is to say of photos that go into a package. */
export interface PhotoSums {
  /** Paths of those that say where they were taken. */
  placed: readonly string[];
  /** Paths of those that may say it. */
  unsure: readonly string[];
  /** Whether there is something to cut out of any of these. */
  canCut: boolean;
}

/** @param paths files that are chosen */
export function photoSums(photos: FolderPhotos, paths: readonly string[]): PhotoSums {
  const asked = paths.flatMap((path) => {
    const photo = photos.get(path);
    return photo && asksFirst(photo) ? [{ path, photo }] : [];
  });
  return {
    placed: asked.flatMap(({ path, photo }) => (photo.place === undefined ? [] : path)),
    unsure: asked.flatMap(({ path, photo }) => (photo.place === undefined ? path : [])),
    canCut: asked.some(({ photo }) => canCut(photo)),
  };
}
