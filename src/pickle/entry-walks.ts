import type { ArchiveEntry } from '../archive/archive.ts';
import { faultOfFile } from '../base/errors.ts';
import type { ByteSource } from '../source/source.ts';
import { joinedSummary, summaryOf, type WalkSummary } from './facts.ts';
import { type Walk, type WalkOptions, walkPickles } from './walk.ts';

/** What the page offers where a walk ended early (`Package.more`). */
export const UNREAD_REST = {
  text: 'Only the start of its pickles was read. What the rest imports is unknown.',
  action: 'Read the rest',
};

/** A pickle of an archive, with what a walk over it found, or why there was none. */
export interface EntryWalk {
  entry: ArchiveEntry;
  walk?: Walk;
  why?: string;
}

/** Pickles of an archive that are walked over. PyTorch's has three; one of NumPy has one for each array of objects. */
const MAX_ENTRIES = 1_000;

/** Where a pickle begins in an entry of an archive: at its first byte where `start` is left out. */
export interface PicklePlace {
  entry: ArchiveEntry;
  start?: number;
}

/** Walks over pickles of an archive. `maxRead` is for all of them together, `maxPickles` for each entry. */
export async function walkPlaces(
  places: readonly PicklePlace[],
  open: (entry: ArchiveEntry) => ByteSource | undefined,
  { maxRead, ...options }: WalkOptions & { maxRead: number },
): Promise<EntryWalk[]> {
  const walks: EntryWalk[] = [];
  let left = maxRead;
  for (const [index, { entry, start = 0 }] of places.entries()) {
    const source = open(entry);
    if (!source || index >= MAX_ENTRIES) {
      walks.push({ entry, why: source ? 'it is beyond a limit' : 'it cannot be opened' });
      continue;
    }
    try {
      walks.push({ entry, walk: await walkPickles(source, { ...options, start, maxRead: Math.max(left, 0) }) });
      left -= Math.min(source.size, left);
    } catch (error) {
      walks.push({ entry, why: `it cannot be read: ${faultOfFile(error).message}` });
    }
  }
  return walks;
}

/** `UNREAD_REST`, where one of the walks ended because it may read no more without being asked for. */
export function unreadRest(walks: readonly { walk?: Walk | undefined }[]): typeof UNREAD_REST | undefined {
  return walks.some(({ walk }) => walk?.problem?.reason === 'unread') ? UNREAD_REST : undefined;
}

/** What the pickles of an archive say together. */
export function entriesSummary(walks: readonly EntryWalk[]): WalkSummary {
  return joinedSummary(
    walks.map(({ entry: { path }, walk, why }) => ({
      path,
      summary: walk ? summaryOf(walk) : { ...joinedSummary([]), gaps: [[`${why}`]] },
    })),
  );
}
