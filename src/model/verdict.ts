import type { Finding, FindingCode, FindingEntries } from '../base/findings.ts';

/** What a format's findings mean, by their codes. */
export interface FormatVerdicts {
  /** Errors for which the reference reader refuses to load the package. */
  refused: readonly FindingCode[];
  /** Warnings of what makes loading fail, though the reader opens the package. */
  fails?: readonly FindingCode[];
  /** Findings that make it unclear which file a line of the hash list means. */
  unsoundHashList?: readonly FindingCode[];
}

/** All errors of a format's table but these. */
export function errorsOf(table: FindingEntries, except: readonly FindingCode[]): FindingCode[] {
  const errors = Object.entries(table).filter(([, { severity }]) => severity === 'error');
  return errors.map(([code]) => code as FindingCode).filter((code) => !except.includes(code));
}

/**
 * What happens when a package with these findings is loaded. `harmful`: a file in it calls dangerous code. `refused`:
 * its reference reader refuses it. `doubtful`: loading may fail, or give something else than its author packed.
 */
export type LoadVerdict = 'harmful' | 'refused' | 'doubtful' | 'fine';

/** Errors of any format that say what loading the package does, and not that it fails. */
const HARMFUL: ReadonlySet<FindingCode> = new Set(['pickle/dangerous']);

/**
 * The errors among findings, sorted by what they mean for loading the package. Those that are `harmful`, which say what
 * loading does, are also among the refused or doubtful ones.
 */
export function judgedErrors(findings: readonly Finding[], { refused }: FormatVerdicts) {
  const codes = new Set(refused);
  const errors = findings.filter(({ severity }) => severity === 'error');
  return {
    errors,
    refused: errors.filter(({ code }) => codes.has(code)),
    doubtful: errors.filter(({ code }) => !codes.has(code)),
    harmful: errors.filter(({ code }) => HARMFUL.has(code)),
  };
}

/** How many findings there are. Counts those beyond the cap of their code. */
export function countFindings(findings: readonly Finding[]): number {
  return findings.reduce((sum, { more }) => sum + 1 + (more ?? 0), 0);
}

/**
 * Why loading fails though the reader opens the package: "a lock file is missing", of the message "Will not load: a lock
 * file is missing." Undefined where nothing is known.
 */
export function failureOf(findings: readonly Finding[], { fails = [] }: FormatVerdicts): string | undefined {
  return findings.find(({ code }) => fails.includes(code))?.message.replace(/^Will not load: |\.$/g, '');
}

export function loadVerdict(findings: readonly Finding[], verdicts: FormatVerdicts): LoadVerdict {
  const { refused, doubtful, harmful } = judgedErrors(findings, verdicts);
  if (harmful.length > 0) return 'harmful';
  if (refused.length > 0) return 'refused';
  return doubtful.length > 0 ? 'doubtful' : 'fine';
}
