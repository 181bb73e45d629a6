import { factItems, factName, type RunFacts } from '../../../model/run-facts.ts';

const REFUSED = 'numpy.load rejects it without allow_pickle=True';

const NOTHING: RunFacts = {
  sentence: 'Loading it runs nothing',
  weight: 'ok',
  facts: [{ kind: 'nothing', text: ['numpy.load reads numbers and text, and runs nothing from the file'] }],
};

/** What loading an array would run: nothing, unless it is a pickle. */
export function arrayRuns(isPickle: boolean): RunFacts {
  if (!isPickle) return NOTHING;
  return {
    sentence: 'Loading it can run any code',
    weight: 'warning',
    facts: [
      {
        kind: 'unpickles',
        text: ['The array is a pickle of Python objects, which can run any code when it is read'],
        brief: ['a pickle'],
        notes: [[REFUSED]],
      },
    ],
  };
}

/** A member of an archive that could be a pickle: nobody looked. */
export interface UnreadMember {
  path: string;
  /** To follow the path, after a comma. */
  why: string;
}

/** What loading the arrays of an archive would run. Names are in the archive's order. */
export function archiveRuns(pickled: readonly string[], unread: readonly UnreadMember[]): RunFacts {
  if (pickled.length === 0 && unread.length === 0) return NOTHING;
  const isPickle = pickled.length > 0;
  const members = count(unread.length, 'member');
  const pickles = factItems(
    ['Arrays that are pickles'],
    pickled.map((name) => [factName(name)]),
  );
  const others = factItems(
    ['Members that were not read'],
    unread.map(({ path, why }) => [factName(path), `, ${why}`]),
  );
  return {
    sentence: isPickle ? 'Loading it can run any code' : 'What loading it runs is unknown',
    weight: 'warning',
    facts: [
      {
        kind: 'unpickles',
        text: isPickle
          ? [`${count(pickled.length, 'array')} of Python objects: pickles, which can run any code when read`]
          : [`Perhaps ${members}: what could not be read may be a pickle, which can run any code when read`],
        brief: [isPickle ? count(pickled.length, 'pickle') : `${members} not read`],
        notes: [
          [REFUSED],
          ...(isPickle && unread.length > 0 ? [[`${members} could not be read, and may be a pickle`]] : []),
        ],
        lists: [...(isPickle ? [pickles] : []), ...(unread.length > 0 ? [others] : [])],
      },
    ],
  };
}

function count(number: number, of: string): string {
  return `${number.toLocaleString('en')} ${of}${number === 1 ? '' : 's'}`;
}
