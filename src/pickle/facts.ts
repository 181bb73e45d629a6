import { formatCount, formatNumberOf } from '../base/amounts.ts';
import {
  type FactItems,
  type FactText,
  factFile,
  factItems,
  factName,
  type RunFact,
  type RunFacts,
  type RunWarning,
} from '../model/run-facts.ts';
import { importText } from './import.ts';
import type { Standing } from './standing.ts';
import type { PickleImport } from './value.ts';
import type { Walk } from './walk.ts';

/**
 * A name that a file imports. The file has no path where there is only one; `label` names it where it is in an archive
 * at that path.
 */
export type ImportOfFile = PickleImport & { path?: string; label?: string };

/** What walks over pickles say of loading them. Lists of `imports` have each name once for each file. */
export interface WalkSummary {
  imports: readonly ImportOfFile[];
  /** Names that are not listed. */
  more: Readonly<Record<Standing, number>>;
  /** What could not be walked over: a sentence each, without its point. */
  gaps: readonly FactText[];
  /** What is unusual beside the names. */
  oddities: readonly FactText[];
}

/** What one walk says. */
export function summaryOf({ imports, problem, asked, brokenFrameAt }: Walk): WalkSummary {
  const changed = imports.list.filter(({ isChanged }) => isChanged);
  return {
    imports: imports.list,
    more: imports.more,
    gaps: [
      ...(problem ? [[`At byte ${problem.offset}, ${problem.message}. What follows is unknown`]] : []),
      ...(brokenFrameAt === undefined
        ? []
        : [[`At byte ${brokenFrameAt}, a frame has a wrong size. Readers disagree on what follows`]]),
    ],
    oddities: [
      ...(asked.computedCalls > 0 ? [['It calls what another call returns']] : []),
      ...changed.slice(0, MAX_WARNINGS).map((item): FactText => ['It changes ', factName(importText(item)), ' itself']),
    ],
  };
}

/** What walks over several files say together, with the path and the label of its file at each name. */
export function joinedSummary(files: readonly { path: string; label?: string; summary: WalkSummary }[]): WalkSummary {
  const textsOf = (part: 'gaps' | 'oddities') =>
    files.flatMap(({ path, label, summary }) =>
      summary[part].map((text): FactText => [factFile(path, undefined, label), ': ', ...text]),
    );
  const sum = (standing: Standing) => files.reduce((total, { summary }) => total + summary.more[standing], 0);
  return {
    imports: files.flatMap(({ path, label, summary }) => summary.imports.map((item) => ({ ...item, path, label }))),
    more: { dangerous: sum('dangerous'), unknown: sum('unknown'), harmless: sum('harmless') },
    gaps: textsOf('gaps'),
    oddities: textsOf('oddities'),
  };
}

/** " in a.pkl", where the item names its file. */
function placeText(preposition: 'in' | 'of', { path, label }: ImportOfFile): FactText {
  return path === undefined ? [] : [` ${preposition} `, factFile(path, undefined, label)];
}

/** Dangerous names that stand by themselves. The others are in the list. */
const MAX_WARNINGS = 5;

/** The files of a package that are unpickled. */
export interface UnpickledFiles {
  /** What the fact begins with: "model/a.pkl: ". */
  text: FactText;
  lists: readonly FactItems[];
  notes: readonly FactText[];
}

/** What loading imports and calls, as a fact. */
export function unpickleFact(summary: WalkSummary, files?: UnpickledFiles): RunFact {
  const { imports, gaps, oddities } = summary;
  const of = (standing: Standing) => imports.filter((item) => item.standing === standing);
  const dangerous = of('dangerous');
  const [first] = dangerous;
  const others = new Set(dangerous.map(({ label, path }) => label ?? path)).size - 1;
  const rest = dangerous.length - MAX_WARNINGS;
  const left = gaps.length - MAX_WARNINGS;
  const warningOf = (item: ImportOfFile): RunWarning => {
    const called = item.calledWith === undefined ? [] : [' with ', factName(item.calledWith)];
    const verb = item.calls > 0 ? 'Calls ' : 'Imports ';
    return { text: [verb, factName(importText(item)), ...called, ...placeText('in', item)], isError: true };
  };
  const more = [
    ...(rest > 0 ? [[`and ${formatNumberOf(rest, 'more dangerous import')}`]] : []),
    ...oddities.slice(0, MAX_WARNINGS),
    ...gaps.slice(0, MAX_WARNINGS),
    ...(left > 0 ? [[`and ${formatNumberOf(left, 'file')} more`]] : []),
  ];
  const groups = STANDINGS.map((standing) => ({ standing, items: of(standing) })).filter(
    ({ items }) => items.length > 0,
  );
  return {
    kind: 'unpickles',
    text: [...(files?.text ?? []), ...importsText(summary, files !== undefined)],
    brief: first
      ? [
          first.calls > 0 ? 'calls ' : 'imports ',
          factName(importText(first)),
          ...placeText('in', first),
          others > 0 ? ` and ${formatNumberOf(others, 'more file')}` : '',
        ]
      : imports.length === 0
        ? importsText(summary, true)
        : [`imports ${formatNumberOf(moduleCount(imports), 'module')}`],
    warnings: [...dangerous.slice(0, MAX_WARNINGS).map(warningOf), ...more.map((text) => ({ text }))],
    notes: files && files.notes.length > 0 ? files.notes : undefined,
    lists: [
      ...(files?.lists ?? []),
      ...groups.map(({ standing, items }) =>
        factItems([TITLES[standing]], items, itemText, items.length + summary.more[standing]),
      ),
    ],
  };
}

const STANDINGS: readonly Standing[] = ['dangerous', 'unknown', 'harmless'];

function moduleCount(imports: readonly ImportOfFile[]): number {
  return new Set(imports.map(({ module, unnamed }) => unnamed ?? module)).size;
}

/** "Imports os.system (dangerous)", "imports 3 names of 2 modules: 1 unknown, 2 harmless". */
function importsText({ imports, more, gaps }: WalkSummary, isInSentence: boolean): FactText {
  const gap = gaps.length > 0 ? ', as far as it can be read' : '';
  const verb = isInSentence ? 'imports' : 'Imports';
  const counts = STANDINGS.map((standing): [Standing, number] => {
    const names = imports.filter((item) => item.standing === standing).map(importText);
    return [standing, new Set(names).size + more[standing]];
  });
  const sum = counts.reduce((total, [, count]) => total + count, 0);
  const [first] = imports;
  if (sum === 0) return [`${isInSentence ? verb : 'Plain values: imports'} nothing${gap}`];
  if (sum === 1 && first) return [`${verb} `, factName(importText(first)), ` (${first.standing})${gap}`];
  const parts = counts.filter(([, count]) => count > 0).map(([standing, count]) => `${formatCount(count)} ${standing}`);
  return [
    `${verb} ${formatNumberOf(sum, 'name')} of ${formatNumberOf(moduleCount(imports), 'module')}${gap}: ${parts.join(', ')}`,
  ];
}

const TITLES: Readonly<Record<Standing, string>> = {
  dangerous: 'Dangerous names',
  unknown: 'Unknown names',
  harmless: 'Harmless names of Python and the frameworks',
};

function itemText(item: ImportOfFile): FactText {
  const { calls, offset } = item;
  const times = calls === 0 ? 'not called' : calls === 1 ? 'called once' : `called ${formatCount(calls)} times`;
  return [factName(importText(item)), `, ${times}, first at byte ${formatCount(offset)}`, ...placeText('of', item)];
}

/** What loading pickles runs, in a sentence. */
export function unpickleRuns(summary: WalkSummary): Pick<RunFacts, 'sentence' | 'weight'> {
  const { imports, more, gaps, oddities } = summary;
  const has = (standing: Standing) => more[standing] > 0 || imports.some((item) => item.standing === standing);
  if (has('dangerous')) return { sentence: 'Loading it calls dangerous code', weight: 'error' };
  if (has('unknown') || oddities.length > 0) return { sentence: 'Loading it imports unknown code', weight: 'warning' };
  if (gaps.length > 0) return { sentence: 'What loading it runs is not fully known', weight: 'warning' };
  return { sentence: 'Loading it unpickles', weight: 'info' };
}
