import type { Finding, FindingCode } from '../base/findings.ts';

/** What findings of a format's packages mean, by their codes. */
export interface FormatVerdicts {
  /** Errors for which the reference reader refuses to load the whole package. */
  refused: readonly FindingCode[];
  /** Findings by which the hash list does not say of every line which file it means. */
  unsoundHashList: readonly FindingCode[];
}

/**
 * What comes of loading a package with these findings: `refused` by its reference reader; `doubtful` where it may fail,
 * or give something else than its author packed.
 */
export type LoadVerdict = 'refused' | 'doubtful' | 'fine';

/** The errors among findings, apart by what they mean for loading the package. */
export interface JudgedErrors {
  errors: readonly Finding[];
  refused: readonly Finding[];
  doubtful: readonly Finding[];
}

export function judgedErrors(findings: readonly Finding[], { refused }: FormatVerdicts): JudgedErrors {
  const codes = new Set(refused);
  const errors = findings.filter(({ severity }) => severity === 'error');
  return {
    errors,
    refused: errors.filter(({ code }) => codes.has(code)),
    doubtful: errors.filter(({ code }) => !codes.has(code)),
  };
}

/** How many findings there are, with those beyond the cap of their code. */
export function countFindings(findings: readonly Finding[]): number {
  return findings.reduce((sum, { more }) => sum + 1 + (more ?? 0), 0);
}

export function loadVerdict(findings: readonly Finding[], verdicts: FormatVerdicts): LoadVerdict {
  const { refused, doubtful } = judgedErrors(findings, verdicts);
  if (refused.length > 0) return 'refused';
  return doubtful.length > 0 ? 'doubtful' : 'fine';
}
