import { useCallback } from 'react';
import { baseName } from '../../model/file/file-name.ts';
import type { Actions } from '../../state/app-state.ts';
import { useActions, useWork } from '../../state/hooks.ts';
import type { Loading } from '../../state/load.ts';
import { asksFirst, canCut, type FoundPhoto, type PackedFile, photosIn } from '../../widgets/files/media-files.ts';
import type { Material, MaterialFile } from './material.ts';

/** Photos among the files of a new package, by their paths in the folder or in the open package. */
export type MaterialPhotos = ReadonlyMap<string, FoundPhoto>;

/** Files of an open package whose first bytes are looked at. Of more of them, only those that are called pictures. */
const MAX_SNIFFED = 10_000;

/** Bytes of all photos of an open package that are edited. Decompressed, they are in memory. */
const MAX_CUT_BYTES = 512 << 20;

const PICTURE_NAME = /\.(?:jpe?g|png|webp|gif|avif|hei[cf])$/i;

/**
 * The files that are searched for photos: all of a folder. Each part of a file on another host is a request, so there
 * it is those that are called pictures.
 */
export function searchedFiles({ files, isFar = false }: Material): readonly MaterialFile[] {
  const isNamed = isFar || files.length > MAX_SNIFFED;
  return files.filter(({ path, from }) => 'file' in from || !isNamed || PICTURE_NAME.test(path));
}

/** Reads files of the open package, each only in the parts that may say where it was taken. */
export function packedFiles(
  { readBytes, readBlob }: Pick<Actions, 'readBytes' | 'readBlob'>,
  signal: AbortSignal,
): (file: Pick<MaterialFile, 'path' | 'size'>) => PackedFile {
  let left = MAX_CUT_BYTES;
  return ({ path, size }) => ({
    size,
    slice: (start, end) => ({
      arrayBuffer: async () => (await readBytes(path, start, end, { asOpened: true, signal })).slice().buffer,
    }),
    async whole() {
      if (size > left) throw new RangeError('Together, the photos are too large to keep in memory.');
      left -= size;
      return new File([await readBlob(path, '', { asOpened: true, signal })], baseName(path));
    },
  });
}

/** Looks for photos among the files. Fails where the code for it cannot be loaded. */
export function useMaterialPhotos(material: Material): Loading<MaterialPhotos> {
  const { readBytes, readBlob } = useActions();
  const work = useCallback(
    async ({ signal }: { signal: AbortSignal }) => {
      const searched = searchedFiles(material);
      if (searched.length === 0) return new Map();
      const packed = packedFiles({ readBytes, readBlob }, signal);
      const files = searched.map((file) => ('file' in file.from ? file.from.file : packed(file)));
      const photos = await photosIn(files, { signal });
      return new Map([...photos].map(([at, photo]) => [searched[at]?.path ?? '', photo]));
    },
    [material, readBytes, readBlob],
  );
  return useWork<MaterialPhotos>(work);
}

/** What there is to say of photos that go into a package. */
export interface PhotoSums {
  /** Paths of those that say where they were taken. */
  placed: readonly string[];
  /** Paths of those that may say it. */
  unsure: readonly string[];
  /** Paths of photos that cannot be edited here: together they are too large, or they cannot be read whole. */
  uncut: readonly string[];
  /** Whether there is something to cut out of any of these. */
  canCut: boolean;
}

/** @param paths files that are chosen */
export function photoSums(photos: MaterialPhotos, paths: readonly string[]): PhotoSums {
  const asked = paths.flatMap((path) => {
    const photo = photos.get(path);
    return photo && asksFirst(photo) ? [{ path, photo }] : [];
  });
  return {
    placed: asked.flatMap(({ path, photo }) => (photo.place === undefined ? [] : path)),
    unsure: asked.flatMap(({ path, photo }) => (photo.place === undefined ? path : [])),
    uncut: asked.flatMap(({ path, photo }) => (canCut(photo) && !photo.cut ? path : [])),
    canCut: asked.some(({ photo }) => canCut(photo) && photo.cut !== undefined),
  };
}
