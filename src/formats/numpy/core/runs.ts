import { factItems, factName, type RunFact, type RunFacts } from '../../../model/run-facts.ts';

const REFUSED = 'numpy.load rejects it without allow_pickle=True';

/** What loading arrays would run: nothing, unless some of them are pickles. Their names, in the file's order. */
export function runsOf(pickled: readonly string[], what: 'array' | 'archive'): RunFacts {
  if (pickled.length === 0) {
    return {
      sentence: 'Loading it runs nothing',
      weight: 'ok',
      facts: [{ kind: 'nothing', text: ['numpy.load reads numbers and text, and runs nothing from the file'] }],
    };
  }
  const unpickled: RunFact = {
    kind: 'unpickles',
    text:
      what === 'array'
        ? ['The array is a pickle of Python objects, which can run any code when it is read']
        : [`${countText(pickled.length)} of Python objects, which can run any code when read`],
    brief: [pickled.length === 1 ? 'a pickle' : `${pickled.length} pickles`],
    notes: [[REFUSED]],
    ...(what === 'array'
      ? {}
      : {
          lists: [
            factItems(
              ['Arrays that are pickles'],
              pickled.map((name) => [factName(name)]),
            ),
          ],
        }),
  };
  return { sentence: 'Loading it can run any code', weight: 'warning', facts: [unpickled] };
}

function countText(pickles: number): string {
  return pickles === 1 ? '1 of its arrays is a pickle' : `${pickles} of its arrays are pickles`;
}
