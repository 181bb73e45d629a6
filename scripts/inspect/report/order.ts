import { quote } from '../../../src/base/text.ts';
import { asksForReport } from '../refusals.ts';
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

type Values = Readonly<Record<string, unknown>>;

/**
 * The report that is asked for. Undefined where something else is asked of one package. Throws a `Misuse` where a value
 * is none that it can have.
 */
export function reportOrder(files: readonly string[], values: Values): ReportOrder | undefined {
  const { format, baseline, sarif, json = false } = values as Partial<Record<string, string | boolean>>;
  const newBaseline = newBaselineOf(values);
  if (!asksForReport(values)) return undefined;
  if (format !== undefined && !FORMATS.some((name) => name === format))
    throw new Misuse(`--format must be one of ${FORMATS.join(', ')}.`);
  return {
    files,
    format: json ? 'json' : ((format ?? 'text') as ReportOrder['format']),
    strict: values.strict === true,
    baseline: baseline as string | undefined,
    newBaseline,
    sarif: sarif as string | undefined,
  };
}

function newBaselineOf(values: Values): NewBaseline | undefined {
  const { 'write-baseline': out, reason, until } = values as Partial<Record<string, string>>;
  if (out === undefined) return undefined;
  if (reason === undefined || until === undefined) return undefined;
  if (reason.trim() === '') throw new Misuse('--reason must say why they are accepted. It is empty.');
  if (!isDay(until)) throw new Misuse(`--until: ${quote(until)} is not a date like 2027-01-31.`);
  // The same clock as that of the baseline: the day in UTC.
  if (until < new Date().toISOString().slice(0, 10)) throw new Misuse(`--until: ${until} is in the past.`);
  return { out, reason, until };
}
