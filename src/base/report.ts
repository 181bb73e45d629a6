import { CappedFindings, type Finding, type FindingCode, type FindingPlace, finding } from './findings.ts';

/**
 * Collects findings and caps each code on the way. A hostile directory can cause a finding for each of a million
 * entries.
 */
export class Report extends CappedFindings {
  /** @param place if finding the place takes long, a function: it is only called for findings that are kept */
  add(code: FindingCode, message: string, place: FindingPlace | (() => FindingPlace) = {}): void {
    if (this.isFull(code, 1)) return;
    this.keep(finding(code, message, typeof place === 'function' ? place() : place));
  }

  /** Adds findings of others, and what they counted beyond the cap. */
  include(findings: Iterable<Finding>): void {
    for (const { more = 0, ...item } of findings) {
      if (this.isFull(item.code, 1 + more)) continue;
      this.keep(item);
      this.count(item.code, more);
    }
  }
}
