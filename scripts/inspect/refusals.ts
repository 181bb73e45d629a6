import { OPTIONS, type Option, type OptionName } from './options.ts';
import { Misuse } from './usage.ts';

/** What options need and exclude. What their values must be is checked where they are read. */

const EDITS = ['set', 'put', 'rename', 'remove', 'link', 'bake', 'reseal'] as const satisfies readonly OptionName[];

const SAVED = ['npy', 'csv', 'tsv', 'png'] as const satisfies readonly OptionName[];

/** What looks at something else than all that is found, and has an exit code of its own. */
const OTHER_LOOKS = ['tensor', 'scan', 'checklist', 'run', 'with'] as const satisfies readonly OptionName[];

const REPORTS = ['format', 'baseline', 'sarif', 'write-baseline'] as const satisfies readonly OptionName[];

/** What is for one package, and prints something else than a report of what is found. */
const OF_ONE = [...OTHER_LOOKS, ...EDITS, 'out', 'new'] as const satisfies readonly OptionName[];

/** Options that mean nothing without one of others, beside those whose help says so (`with`). */
const NEEDS: readonly { these: readonly OptionName[]; need: readonly OptionName[]; what?: string }[] = [
  { these: ['slice', 'npy', 'tsv', 'png'], need: ['tensor'] },
  { these: ['csv'], need: ['tensor', 'scan'] },
  { these: [...EDITS, 'new'], need: ['out'], what: ', a file that does not exist yet' },
  { these: ['write-baseline'], need: ['reason'] },
  { these: ['write-baseline'], need: ['until'], what: ', the last day on which it is accepted: 2027-01-31' },
];

/** Options that cannot be given together. */
const EXCLUDES: readonly { these: readonly OptionName[]; not: readonly OptionName[] }[] = [
  { these: ['scan'], not: ['tensor', 'new', 'out', 'verify', 'index'] },
  { these: ['checklist'], not: ['scan', 'tensor', 'new', 'out'] },
  { these: ['run'], not: ['tensor', 'scan', 'checklist', 'with', 'new', 'out', 'verify'] },
  { these: ['tensor'], not: ['out', 'verify'] },
  { these: ['new'], not: ['in', 'tensor'] },
  { these: ['compare'], not: ['slice', ...SAVED] },
  { these: ['with'], not: ['tensor', 'scan', 'checklist', 'new', 'out'] },
  { these: ['strict'], not: ['tensor', 'checklist', 'run', 'with'] },
  { these: ['json'], not: ['format', 'markdown'] },
  { these: ['baseline'], not: ['write-baseline'] },
  { these: REPORTS, not: OF_ONE },
];

/** Options whose value is the path of a file. */
const FILES = ['out', ...SAVED, 'baseline', 'sarif', 'write-baseline', 'with', 'compare'] as const;

type Values = Readonly<Record<string, unknown>>;

/**
 * Throws a `Misuse` where options do not go together.
 *
 * @param values of all options, as `parseArgs` gives them
 * @param files how many there are
 */
export function checkOptions(values: Values, files: number): void {
  const has = (name: OptionName) => values[name] !== undefined;
  for (const name of FILES) if (values[name] === '') throw new Misuse(`--${name} needs a file.`);
  const single = [...OF_ONE, 'in' as const].find(has);
  if (files > 1 && single) throw new Misuse(`--${single} is for one package, not for ${files}.`);
  for (const { these, not } of EXCLUDES) {
    const [one, other] = [these.find(has), not.find(has)];
    if (one && other) throw new Misuse(`--${one} cannot be combined with --${other}.`);
  }
  if (has('scan') && has('csv') && has('json')) throw new Misuse('--json cannot be combined with --csv.');
  const documented = (Object.keys(OPTIONS) as OptionName[]).flatMap((name) => {
    const { with: need }: Option = OPTIONS[name];
    return need ? [{ these: [name], need: need as readonly OptionName[] }] : [];
  });
  for (const { these, need, what = '' } of [...NEEDS, ...documented] as typeof NEEDS) {
    const one = these.find(has);
    if (one && !need.some(has))
      throw new Misuse(`--${one} needs ${need.map((name) => `--${name}`).join(' or ')}${what}.`);
  }
}

/** Whether what is found is reported, and nothing else is asked for. */
export function asksForReport(values: Values): boolean {
  return !OF_ONE.some((name) => values[name] !== undefined);
}
