import { factItems, factName, type RunFacts } from '../../../model/run-facts.ts';
import { type EntryWalk, entriesSummary } from '../../../pickle/entry-walks.ts';
import { summaryOf, unpickleFact, unpickleRuns } from '../../../pickle/facts.ts';
import type { Walk } from '../../../pickle/walk.ts';

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
  const members = count(unread.length, 'member');
  const others = factItems(
    ['Members that were not read'],
    unread.map(({ path, why }) => [factName(path), `, ${why}`]),
  );
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
    text: [`${count(pickled.length, 'array')} of Python objects: `],
    notes: [[REFUSED], ...(unread.length > 0 ? [[`${members} could not be read, and may be a pickle`]] : [])],
    lists: [
      factItems(
        ['Arrays that are pickles'],
        pickled.map((name) => [factName(name)]),
      ),
      ...(unread.length > 0 ? [others] : []),
    ],
  });
  return { ...(unread.length > 0 && runs.weight === 'info' ? UNKNOWN : runs), facts: [fact] };
}

const UNKNOWN = { sentence: 'What loading it runs is unknown', weight: 'warning' } as const;

function count(number: number, of: string): string {
  return `${number.toLocaleString('en')} ${of}${number === 1 ? '' : 's'}`;
}
