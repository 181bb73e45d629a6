import { type Walk, walkPickles } from '../../pickle/walk.ts';
import { type Recorded, recorded } from './pickle-recorder.ts';
import { RandomPickles } from './random-pickle.ts';

/** How walks over random pickles compare with what Python's unpicklers ask for. */
export interface Difference {
  /** Files that were compared, and those that crashed NumPy. */
  files: number;
  crashed: number;
  /** Names that were asked for. */
  asked: number;
  /** Files with a name that the walk neither lists nor says to be uncertain about. */
  silent: { bytes: Uint8Array; asked: string }[];
  /** Names that a walk misses which says that it is uncertain. */
  said: number;
  /** Files that a reading of Python loads to their end, and those of them that the walk is uncertain about. */
  loaded: Record<string, number>;
  gaps: Record<string, number>;
}

/** Compares walks over that many random pickles. The same ones for the same seed. */
export async function pickleDifference(
  seed: number,
  count: number,
  written: readonly Uint8Array[] = [],
): Promise<Difference> {
  const found: Difference = { files: 0, crashed: 0, asked: 0, silent: [], said: 0, loaded: {}, gaps: {} };
  const random = new RandomPickles(seed, written);
  function* files() {
    for (let left = count; left > 0; left--) yield random.next();
  }
  for await (const [bytes, recording] of recorded(files())) {
    if (!recording) {
      found.crashed++;
      continue;
    }
    const walk = await walkPickles({ size: bytes.length, read: async (start, end) => bytes.slice(start, end) });
    compare(bytes, walk, recording, found);
  }
  return found;
}

function compare(bytes: Uint8Array, walk: Walk, { asked, ends }: Recorded, found: Difference): void {
  const listed = new Set(walk.imports.list.map(({ module, name, unnamed }) => `${unnamed ?? ''}\n${module}\n${name}`));
  const isUnnamed = walk.imports.list.some(({ unnamed }) => unnamed !== undefined);
  const isGap = walk.problem !== undefined || walk.brokenFrameAt !== undefined;
  const missed = asked.filter(([module, name]) => !listed.has(`\n${module}\n${name}`) && !isUnnamed);
  found.files++;
  found.asked += asked.length;
  if (missed.length > 0 && !isGap) found.silent.push({ bytes, asked: JSON.stringify(missed) });
  if (isGap) found.said += missed.length;
  for (const [reading, isWhole] of Object.entries(ends)) {
    if (!isWhole) continue;
    found.loaded[reading] = (found.loaded[reading] ?? 0) + 1;
    if (isGap) found.gaps[reading] = (found.gaps[reading] ?? 0) + 1;
  }
}
