import type { RunFact, RunFacts } from '../../../model/run-facts.ts';
import type { FormatVerdicts } from '../../../model/verdict.ts';
import type { PackageWords } from '../../../model/words.ts';
import type { ShownSource } from './own.ts';

export const WORDS: PackageWords = {
  one: 'model library',
  a: 'a model library',
  reader: 'TVM',
  checked: ['metadata.json', 'the graph', 'the sizes of all parameters'],
};

/** Errors for which TVM loads no parameters or no graph, or its tools do not read the package. */
export const VERDICTS: FormatVerdicts = {
  refused: [
    'mlf/bad-json',
    'mlf/no-metadata',
    'mlf/bad-metadata',
    'mlf/bad-version',
    'mlf/no-module',
    'mlf/missing-file',
    'mlf/bad-graph',
    'mlf/params-magic',
    'mlf/params-cut',
    'mlf/params-count',
    'mlf/params-array',
    'mlf/params-size',
    'mlf/params-device',
  ],
};

/** What using a model library runs: its code is compiled or linked into a program, and called. */
export function runsOf(sources: readonly ShownSource[]): RunFacts {
  const written = sources.filter(({ kind }) => kind === 'source');
  const compiled = sources.filter(({ kind }) => kind === 'library');
  if (written.length + compiled.length === 0) {
    const nothing: RunFact = { kind: 'nothing', text: ['Nothing: the package has no code in codegen'] };
    return { sentence: 'Using it runs nothing', weight: 'ok', facts: [nothing] };
  }
  const number = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);
  const parts = [
    ...(written.length > 0 ? [`compiles ${number(written.length, 'source file')}`] : []),
    ...(compiled.length > 0 ? [`links ${number(compiled.length, 'compiled file')}`] : []),
  ];
  const what = written.length > 0 ? 'compiles and runs C' : 'runs compiled code';
  return {
    sentence: `Using it ${what}`,
    weight: 'warning',
    facts: [
      {
        kind: 'runs',
        text: [`Using it ${parts.join(' and ')} from codegen, whose functions are then called`],
        brief: [parts.join(' and ')],
        notes: [['Boxcutter does not compile or run it']],
      },
    ],
  };
}
