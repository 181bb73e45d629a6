import { sourceContainer } from '../../src/archive/container.ts';
import type { OpenPackage } from '../../src/formats/format.ts';
import { DecodedRooms } from '../../src/worker/inside/decoded-rooms.ts';
import { innerFile } from '../../src/worker/inside/inner-file.ts';
import { innerGzip } from '../../src/worker/inside/inner-gzip.ts';
import type { Opened } from './source.ts';

/** What is decoded of compressed files is held in memory. */
const ROOMS = new DecodedRooms(undefined);

/**
 * The file at `path` of an open package, to be opened as a package itself. `opened` are those around it, the outermost
 * first. Rejects as `innerFile` and `innerGzip` do.
 */
export async function openInner(
  open: OpenPackage,
  path: string,
  opened: readonly Opened[],
  signal?: AbortSignal,
): Promise<Opened> {
  const { source, sibling, release } = await innerFile(open, path, { levels: opened.length, rooms: ROOMS, signal });
  const checkUnchanged = opened[0]?.checkUnchanged;
  try {
    const unwrapped = await innerGzip(source, { rooms: ROOMS, signal });
    return {
      container: unwrapped?.container ?? sourceContainer(source, sibling),
      checkUnchanged,
      async close() {
        unwrapped?.release();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
