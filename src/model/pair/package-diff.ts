import { formatNumberOf } from '../../base/amounts.ts';
import type { ErrorData } from '../../base/errors.ts';
import type { DraftChange } from '../draft.ts';
import type { Package } from '../package.ts';
import type { RunFacts } from '../run-facts.ts';
import { type CallerChange, callerChanges } from './caller-changes.ts';
import type { FileDiff, FileDiffs } from './file-diffs.ts';
import { packageFields } from './package-fields.ts';
import { type RunChanges, runChanges } from './run-changes.ts';
import type { TensorDiffs } from './tensor-diffs.ts';

/** How two packages differ, as far as no file need be read whole: plain data that can be posted between threads. */
export interface PackageDiff {
  callers: CallerChange[];
  runs: RunChanges;
  /** What kept one of them from being looked through for what it would run. */
  runsErrors: readonly ErrorData[];
  fields: readonly DraftChange[];
  files: FileDiffs;
  /** What was not read of either package: `Package.more`. */
  more: readonly string[];
}

/** What reading small files has shown of two packages. */
export interface PairReadings {
  runs: readonly [RunFacts | undefined, RunFacts | undefined];
  runsErrors: readonly ErrorData[];
  /** The fields of the metadata file that differ. Undefined where the formats differ, or one cannot be edited. */
  fields: readonly DraftChange[] | undefined;
  files: FileDiffs;
}

/** How `b` differs from `a`. */
export function packageDiff(a: Package, b: Package, { runs, runsErrors, fields, files }: PairReadings): PackageDiff {
  return {
    callers: callerChanges(a, b),
    runs: runChanges(...runs),
    runsErrors,
    fields: fields ?? packageFields(a, b),
    files,
    more: [a.more, b.more].flatMap((more) => more?.text ?? []),
  };
}

/** Endings of files that are code, or that code is loaded from, whatever else is known of them. */
const CODE = /\.(?:py|pyc|so|dylib|dll|pyd|wasm|pkl|pickle|pt|pth|joblib|whl|jar|sh|js|mjs|c|cc|cpp|cu|rs|lua|ipynb)$/i;

/** The differing files that are code, or that code is loaded from. */
export function codeDiffs({ diffs }: FileDiffs): FileDiff[] {
  return diffs.filter(({ path, diff }) => CODE.test(path) && diff !== 'moved');
}

/** What of two packages nobody has compared, in a sentence. Undefined where all was. */
export function uncomparedSentence({ files, runs, runsErrors, more }: PackageDiff): string | undefined {
  const { unread, stated } = files;
  if (more.length > 0) return more.join(' ');
  if (unread > 0)
    return `${formatNumberOf(unread, 'file')} of the same size ${unread === 1 ? 'was' : 'were'} not compared.`;
  if (runsErrors.length > 0 || runs.unread.some(Boolean) || runs.isCut)
    return 'Not all files were looked at for what they would run.';
  if (stated > 0)
    return `The archives state the same checksums for ${formatNumberOf(stated, 'file')}, whose bytes were not compared.`;
  return undefined;
}

/** Whether nothing that was compared differs. */
export function isNothing(
  { callers, runs, fields, files }: PackageDiff,
  tensors: Pick<TensorDiffs, 'differing'>,
): boolean {
  const isSame = runs.changes.every(({ change }) => change === 'same');
  return callers.length + fields.length + files.differing + tensors.differing === 0 && isSame;
}
