import type { Severity } from '../base/finding-entry.ts';
import type { Finding, FindingCode } from '../base/findings.ts';

/**
 * The errors that an edit brings: where there are more of one code than before, and errors of a field that was set.
 * An error that only reads or stands differently is not a new one: a renamed input is also renamed in messages, and of
 * very many errors, only some are kept.
 *
 * @param keys the keys that were set, as `Finding.field` has them
 */
export function newErrors(before: readonly Finding[], after: readonly Finding[], keys: ReadonlySet<string>): Finding[] {
  const had = byCode(before, 'error');
  const found: Finding[] = [];
  for (const [code, errors] of byCode(after, 'error')) {
    const old = had.get(code) ?? [];
    const fresh = unknownOf(old, errors);
    if (countOf(errors) > countOf(old)) found.push(...(fresh.length > 0 ? fresh : errors));
    else found.push(...fresh.filter(({ field }) => field !== undefined && isBelow(field, keys)));
  }
  return found;
}

/**
 * The warnings, or the notes, after an edit that were not there before it, in the same words. One that only reads differently is among
 * them: unlike an error, it prevents nothing, and it is true of the new package. Of very many warnings, only some are
 * kept: then, others than before are new only where there are more of them.
 */
export function newUnfailing(
  severity: Exclude<Severity, 'error'>,
  before: readonly Finding[],
  after: readonly Finding[],
): Finding[] {
  const had = byCode(before, severity);
  const found: Finding[] = [];
  for (const [code, warnings] of byCode(after, severity)) {
    const old = had.get(code) ?? [];
    const fresh = unknownOf(old, warnings);
    if (countOf(warnings) > countOf(old)) found.push(...(fresh.length > 0 ? fresh : warnings));
    else if (!old.some(({ more }) => more)) found.push(...fresh);
  }
  return found;
}

function unknownOf(old: readonly Finding[], findings: readonly Finding[]): Finding[] {
  const known = new Set(old.map(identityOf));
  return findings.filter((each) => !known.has(identityOf(each)));
}

function byCode(findings: readonly Finding[], severity: Severity): Map<FindingCode, Finding[]> {
  const codes = new Map<FindingCode, Finding[]>();
  for (const finding of findings) {
    if (finding.severity !== severity) continue;
    const same = codes.get(finding.code);
    if (same) same.push(finding);
    else codes.set(finding.code, [finding]);
  }
  return codes;
}

function isBelow(field: string, keys: ReadonlySet<string>): boolean {
  return [...keys].some((key) => field === key || field.startsWith(`${key}.`));
}

function countOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, { more = 0 }) => sum + 1 + more, 0);
}

function identityOf({ path, field, message }: Finding): string {
  return [path, field, message].join('\0');
}
