import { type Finding, type FindingCode, type FindingPlace, finding, MAX_FINDINGS_PER_CODE } from './findings.ts';

/**
 * Collects findings and caps each code on the way. A hostile directory can cause a finding for each of a million
 * entries.
 */
export class Report {
  readonly findings: Finding[] = [];
  readonly #byCode = new Map<FindingCode, { count: number; last: Finding }>();
  readonly #caps: Partial<Record<FindingCode, number>>;

  /** @param caps higher caps for some codes, for a reader that filters them later */
  constructor(caps: Partial<Record<FindingCode, number>> = {}) {
    this.#caps = caps;
  }

  /** @param place if finding the place takes long, a function: it is only called for findings that are kept */
  add(code: FindingCode, message: string, place: FindingPlace | (() => FindingPlace) = {}): void {
    if (this.#isFull(code, 1)) return;
    this.#keep(finding(code, message, typeof place === 'function' ? place() : place));
  }

  /** Adds findings of others, and what they counted beyond the cap. */
  include(findings: Iterable<Finding>): void {
    for (const { more = 0, ...item } of findings) {
      if (this.#isFull(item.code, 1 + more)) continue;
      this.#keep(more > 0 ? { ...item, more } : item);
    }
  }

  /** Whether the code has reached its cap. If so, counts `more` findings. */
  #isFull(code: FindingCode, more: number): boolean {
    const known = this.#byCode.get(code);
    if (!known || known.count < (this.#caps[code] ?? MAX_FINDINGS_PER_CODE)) return false;
    known.last.more = (known.last.more ?? 0) + more;
    return true;
  }

  #keep(item: Finding): void {
    this.findings.push(item);
    const count = (this.#byCode.get(item.code)?.count ?? 0) + 1;
    this.#byCode.set(item.code, { count, last: item });
  }
}
