import type { ArchiveEntry } from '../../../archive/archive.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { type EntryWalk, type PicklePlace, walkPlaces } from '../../../pickle/entry-walks.ts';
import { reportWalk } from '../../../pickle/report.ts';
import { type Walk, walkPickles } from '../../../pickle/walk.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { NpyHeader } from './header.ts';

/** NumPy unpickles one object, which is the array (numpy.lib.format, `read_array`). */
const ONE_PICKLE = { maxPickles: 1 } as const;

/** Whether a walk ended because it may read no more without being asked for. */
export function isUnread({ problem }: Walk): boolean {
  return problem?.reason === 'unread';
}

/** Walks over the pickle behind the header of an array of objects, and reports what loading it imports. */
export async function walkObjects(
  source: ByteSource,
  { dataStart }: NpyHeader,
  path: string,
  report: Report,
  options: { maxRead: number; signal: AbortSignal | undefined },
): Promise<Walk> {
  const walk = await walkPickles(source, { ...options, ...ONE_PICKLE, start: dataStart });
  reportObjects(walk, source.size, path, report);
  return walk;
}

/**
 * The same of members of an archive. What cannot be read becomes a finding.
 *
 * @param open the member's bytes, also where its checksum is wrong: NumPy compares it after it has unpickled
 */
export async function walkMembers(
  places: readonly PicklePlace[],
  open: (entry: ArchiveEntry) => ByteSource | undefined,
  report: Report,
  options: { maxRead: number; signal: AbortSignal | undefined },
): Promise<EntryWalk[]> {
  const walks = await walkPlaces(places, open, { ...options, ...ONE_PICKLE });
  for (const { entry, walk, why } of walks) {
    const { path, size } = entry;
    if (walk) reportObjects(walk, size, path, report);
    else report.add('pickle/unreadable', `${quote(path)}: ${why}.`, { path });
  }
  return walks;
}

function reportObjects({ trailingAt, ...walk }: Walk, size: number, path: string, report: Report): void {
  reportWalk(walk, path, report);
  if (trailingAt === undefined) return;
  const rest = size - trailingAt;
  report.add('numpy/trailing-bytes', `${rest === 1 ? '1 byte follows' : `${rest} bytes follow`} the array.`, { path });
}
