import type { OptionName } from '../options.ts';
import { Misuse } from '../usage.ts';
import { isDay } from './baseline.ts';
import type { NewBaseline } from './new-baseline.ts';

const FORMATS = ['text', 'findings', 'github', 'sarif'] as const;

/** How what was found in packages is reported. */
export interface ReportOrder {
  /** Paths or URLs, one at least. */
  files: readonly string[];
  format: (typeof FORMATS)[number] | 'json';
  /** Warnings fail. */
  strict: boolean;
  /** Path of the baseline. */
  baseline?: string | undefined;
  /** A baseline is written in place of a report. */
  newBaseline?: NewBaseline | undefined;
  /** Also writes SARIF to this file, which must not exist yet. */
  sarif?: string | undefined;
}

/** What makes sense for one package only, or prints something else than a report. */
const OF_ONE = [
  'in',
  'set',
  'put',
  'rename',
  'remove',
  'link',
  'bake',
  'reseal',
  'out',
  'tensor',
  'scan',
  'checklist',
  'run',
  'with',
  'new',
  'runner',
  'compression',
  'keep',
  'leave-out',
] as const satisfies readonly OptionName[];

type Values = Readonly<Record<string, unknown>>;

/**
 * The report that is asked for. Undefined where one package is looked at as without any of the options here. Throws a
 * `Misuse` where they do not fit the others.
 */
export function reportOrder(files: readonly string[], values: Values): ReportOrder | undefined {
  const { format, baseline, sarif, json = false } = values as Partial<Record<string, string | boolean>>;
  const newBaseline = newBaselineOf(values);
  const asked = Object.entries({ format, baseline, sarif, 'write-baseline': newBaseline }).find(([, value]) => value);
  const other = OF_ONE.find((name) => values[name] !== undefined && (name !== 'in' || files.length > 1));
  if (files.length > 1 && other) throw new Misuse(`--${other} is for one package, not for ${files.length}.`);
  if (asked && other && other !== 'in') throw new Misuse(`--${asked[0]} cannot be combined with --${other}.`);
  if (format !== undefined && !FORMATS.some((name) => name === format))
    throw new Misuse(`--format must be one of ${FORMATS.join(', ')}.`);
  if (json && format !== undefined) throw new Misuse('--json and --format cannot be combined.');
  if (baseline && newBaseline) throw new Misuse('--baseline and --write-baseline cannot be combined.');
  for (const [name, path] of Object.entries({ baseline, sarif }))
    if (path === '') throw new Misuse(`--${name} needs a file.`);
  if (other && other !== 'in') return undefined;
  return {
    files,
    format: json ? 'json' : ((format ?? 'text') as ReportOrder['format']),
    strict: strictOf(values),
    baseline: baseline as string | undefined,
    newBaseline,
    sarif: sarif as string | undefined,
  };
}

/** What has an exit code of its own, or looks at something else than findings. */
const NOT_STRICT = ['tensor', 'scan', 'checklist', 'run', 'with'] as const satisfies readonly OptionName[];

/** Whether warnings fail. Throws a `Misuse` where nothing says what the package's warnings are. */
export function strictOf({ strict = false, ...values }: Values): boolean {
  const other = NOT_STRICT.find((name) => values[name] !== undefined);
  if (strict && other) throw new Misuse(`--strict cannot be combined with --${other}.`);
  return strict as boolean;
}

function newBaselineOf(values: Values): NewBaseline | undefined {
  const { 'write-baseline': out, reason, until } = values as Partial<Record<string, string>>;
  if (out === undefined) {
    if (reason === undefined && until === undefined) return undefined;
    throw new Misuse('--reason and --until need --write-baseline.');
  }
  if (out === '') throw new Misuse('--write-baseline needs a file that does not exist yet.');
  if (reason === undefined || reason.trim() === '') throw new Misuse('--write-baseline needs --reason.');
  if (until === undefined || !isDay(until))
    throw new Misuse('--write-baseline needs --until, the last day on which it is accepted: 2027-01-31.');
  // The same clock as that of the baseline: the day in UTC.
  if (until < new Date().toISOString().slice(0, 10)) throw new Misuse(`--until: ${until} is over.`);
  return { out, reason, until };
}
