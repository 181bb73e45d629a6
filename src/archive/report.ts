import { type Finding, type FindingCode, type FindingPlace, finding, MAX_FINDINGS_PER_CODE } from '../base/findings.ts';

/** Findings as they come up, each code capped while they do: a hostile directory has one for each of a million entries. */
export class Report {
  readonly findings: Finding[] = [];
  readonly #counts = new Map<FindingCode, number>();
  readonly #last = new Map<FindingCode, Finding>();

  add(code: FindingCode, message: string, place: FindingPlace = {}): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    const last = this.#last.get(code);
    if (count > MAX_FINDINGS_PER_CODE && last) {
      last.more = (last.more ?? 0) + 1;
      return;
    }
    const item = finding(code, message, place);
    this.findings.push(item);
    this.#last.set(code, item);
  }
}
