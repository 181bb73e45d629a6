import type { Finding, FindingCode } from '../../src/base/findings.ts';

/**
 * The errors that an edit brings: where there are more of one code than before, and errors of a field that was set.
 * An error that only reads or stands differently is no new one: a renamed input is also renamed in messages, and of
 * very many errors, only some are kept.
 *
 * @param keys the keys that were set, as `Finding.field` has them
 */
export function newErrors(before: readonly Finding[], after: readonly Finding[], keys: ReadonlySet<string>): Finding[] {
  const had = errorsByCode(before);
  const found: Finding[] = [];
  for (const [code, errors] of errorsByCode(after)) {
    const old = had.get(code) ?? [];
    const known = new Set(old.map(identityOf));
    const fresh = errors.filter((error) => !known.has(identityOf(error)));
    if (countOf(errors) > countOf(old)) found.push(...(fresh.length > 0 ? fresh : errors));
    else found.push(...fresh.filter(({ field }) => field !== undefined && isBelow(field, keys)));
  }
  return found;
}

function errorsByCode(findings: readonly Finding[]): Map<FindingCode, Finding[]> {
  const codes = new Map<FindingCode, Finding[]>();
  for (const finding of findings) {
    if (finding.severity !== 'error') continue;
    const errors = codes.get(finding.code);
    if (errors) errors.push(finding);
    else codes.set(finding.code, [finding]);
  }
  return codes;
}

function isBelow(field: string, keys: ReadonlySet<string>): boolean {
  return [...keys].some((key) => field === key || field.startsWith(`${key}.`));
}

function countOf(errors: readonly Finding[]): number {
  return errors.reduce((sum, { more = 0 }) => sum + 1 + more, 0);
}

function identityOf({ path, field, message }: Finding): string {
  return [path, field, message].join('\0');
}
