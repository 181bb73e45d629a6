import type { ArchiveEntry } from '../../../archive/archive.ts';
import { formatNumberOf } from '../../../base/amounts.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { factItems, factName, type RunFacts } from '../../../model/run-facts.ts';
import { type EntryWalk, entriesSummary, type PicklePlace, walkPlaces } from '../../../pickle/entry-walks.ts';
import { summaryOf, unpickleFact, unpickleRuns } from '../../../pickle/facts.ts';
import { reportWalk } from '../../../pickle/report.ts';
import { type Walk, walkPickles } from '../../../pickle/walk.ts';
import type { ByteSource } from '../../../source/source.ts';
import { bytesFollow } from '../../weight-file.ts';
import type { NpyHeader } from './header.ts';

/** NumPy unpickles one object, which is the array (numpy.lib.format, `read_array`). */
const ONE_PICKLE = { maxPickles: 1 } as const;

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
  report.add('numpy/trailing-bytes', bytesFollow(BigInt(size - trailingAt), 'the array'), { path });
}

const REFUSED = 'numpy.load rejects it without allow_pickle=True';

const NOTHING: RunFacts = {
  sentence: 'Loading it runs nothing',
  weight: 'ok',
  facts: [{ kind: 'nothing', text: ['numpy.load reads numbers and text, and runs nothing from the file'] }],
};

/** What loading an array would run: nothing, unless it is a pickle. Then what a walk over it has found. */
export function arrayRuns(walk: Walk | undefined): RunFacts {
  if (!walk) return NOTHING;
  const summary = summaryOf(walk);
  return { ...unpickleRuns(summary), facts: [{ ...unpickleFact(summary), notes: [[REFUSED]] }] };
}

/** A member of an archive that could be a pickle: nobody looked. */
export interface UnreadMember {
  path: string;
  /** To follow the path, after a comma. */
  why: string;
}

/**
 * What loading the arrays of an archive would run.
 *
 * @param pickled names of arrays of objects, in the archive's order
 * @param walks over their pickles
 */
export function archiveRuns(
  pickled: readonly string[],
  walks: readonly EntryWalk[],
  unread: readonly UnreadMember[],
): RunFacts {
  if (pickled.length === 0 && unread.length === 0) return NOTHING;
  const members = formatNumberOf(unread.length, 'member');
  const others = factItems(['Members that were not read'], unread, ({ path, why }) => [factName(path), `, ${why}`]);
  if (pickled.length === 0) {
    return {
      ...UNKNOWN,
      facts: [
        {
          kind: 'unpickles',
          text: [`Perhaps ${members}: what could not be read may be a pickle, which can run any code when read`],
          brief: [`${members} not read`],
          notes: [[REFUSED]],
          lists: [others],
        },
      ],
    };
  }
  const summary = entriesSummary(walks);
  const runs = unpickleRuns(summary);
  const fact = unpickleFact(summary, {
    text: [`${formatNumberOf(pickled.length, 'array')} of Python objects: `],
    notes: [[REFUSED], ...(unread.length > 0 ? [[`${members} could not be read, and may be a pickle`]] : [])],
    lists: [
      factItems(['Arrays that are pickles'], pickled, (name) => [factName(name)]),
      ...(unread.length > 0 ? [others] : []),
    ],
  });
  return { ...(unread.length > 0 && runs.weight === 'info' ? UNKNOWN : runs), facts: [fact] };
}

const UNKNOWN = { sentence: 'What loading it runs is unknown', weight: 'warning' } as const;
