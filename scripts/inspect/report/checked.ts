import { type ErrorData, toErrorData } from '../../../src/base/errors.ts';
import { type Finding, SEVERITY_ORDER } from '../../../src/base/findings.ts';
import type { Package } from '../../../src/model/package.ts';
import type { Verification } from '../../../src/model/verification.ts';
import { withRemedy } from '../failure.ts';

/** Who accepts a finding: why, and up to which day (`2027-01-31`), that day included. */
export interface Acceptance {
  reason: string;
  until: string;
}

/** A finding, and what the baseline says of it: nothing, that it is accepted, or that it was until a day that is over. */
export interface JudgedFinding extends Finding {
  accepted?: Acceptance;
  expired?: Acceptance;
}

/** What came of one FILE of the command line. */
export interface Checked<F extends Finding = JudgedFinding> {
  /** As it was given: a path or a URL. */
  file: string;
  /** The paths of `--in`. */
  inside: readonly string[];
  /** Undefined where it cannot be opened or read to its end. */
  found?: Package & { verified?: Pick<Verification, 'files' | 'bytes' | 'mismatches'> | null };
  /** Why not. `findings` then has the same as an error. */
  error?: ErrorData;
  /** The folder of the disk that has the files of the package as they are: not in an archive, nor compressed. */
  folder?: string | undefined;
  /** Where a file of the package begins in FILE, its header included, in bytes. */
  offsetOf?: ((path: string) => number | undefined) | undefined;
  findings: readonly F[];
}

/** What came of the files of a run, and what the baseline says of it. */
export interface Judged {
  checked: readonly Checked[];
  /** Sentences about entries of the baseline that match nothing. */
  unmatched: readonly string[];
  /** Whether there is a baseline: only then is something said of what is not accepted. */
  hasBaseline: boolean;
}

/** What a run reports. */
export interface Report extends Judged {
  /** Whether it is of several packages, or of what is in a folder, which may be one today and two tomorrow. */
  isList: boolean;
  /** Sentences about the run as a whole, without a stranger's words: what was not checked, and why it fails. */
  notes: readonly string[];
}

/** Sorts findings by severity, and accepted ones after all others. */
export function worstFirst(a: JudgedFinding, b: JudgedFinding): number {
  if (!a.accepted !== !b.accepted) return a.accepted ? 1 : -1;
  return SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity];
}

/** A file that cannot be opened, as a result. */
export function unopened({ file, inside }: Pick<Checked, 'file' | 'inside'>, error: unknown): Checked<Finding> {
  const data = toErrorData(error);
  const told = { ...data, message: withRemedy(data.code, data.message).replaceAll('\n', ' ') };
  return { file, inside, error: told, findings: [errorFinding(told)] };
}

/** What is said of a file that cannot be opened, as findings are. Its severity is that of what stops the run. */
function errorFinding({ code, message, path, line, column }: ErrorData): Finding {
  return { code, severity: 'error', message, path, line, column };
}

/**
 * The exit code: 2 where a file cannot be opened, 1 for errors, and with `strict` for warnings, otherwise 0. What the
 * baseline accepts does not count.
 */
export function exitCodeOf(checked: readonly Checked[], strict: boolean): 0 | 1 | 2 {
  const open = checked.map(({ error, findings }) => ({ error, left: findings.filter(({ accepted }) => !accepted) }));
  if (open.some(({ error, left }) => error && left.length > 0)) return 2;
  return open.some(({ left }) => left.some(({ severity }) => fails(severity, strict))) ? 1 : 0;
}

/** Whether findings of a severity fail. */
export function fails(severity: Finding['severity'], strict: boolean): boolean {
  return severity === 'error' || (strict && severity === 'warning');
}
