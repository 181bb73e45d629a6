import { BASE_FINDINGS } from './base-findings.ts';
import type { FindingEntry, Severity } from './finding-entry.ts';
import { shortened } from './text.ts';

/** Entries by code. A code is `area/what`, for example `zip/overlap`. */
export type FindingEntries = Readonly<Record<`${string}/${string}`, FindingEntry>>;

/**
 * Every code with its entry. Each table adds its own codes to this type, so that a wrong code does not compile:
 *
 *     declare module '../base/findings.ts' {
 *       interface FindingTable extends Readonly<typeof ZIP_FINDINGS> {}
 *     }
 */
export interface FindingTable extends Readonly<typeof BASE_FINDINGS> {}

/** Every code that a finding or an error may carry. */
export type FindingCode = keyof FindingTable;

const entries = new Map<string, FindingEntry>();
/** Entries of another thread, which need not be loaded here. */
const adopted = new Map<string, FindingEntry>();
const headings = new Map<string, string>();

/**
 * Adds a table. It must be loaded before `finding` is called with one of its codes: a format's core imports the
 * format's own tables, other modules those of the codes they use. `formats/findings.test.ts` checks this. Throws if a
 * code is defined already.
 */
export function defineFindings<const Table extends FindingEntries>(table: Table): Table {
  for (const [code, entry] of Object.entries(table)) {
    if (entries.has(code)) throw new Error(`${code} is defined twice.`);
    entries.set(code, entry);
  }
  return table;
}

/**
 * Sets the heading of an area in docs/findings.md. The area of a code is the part before the `/`. Throws if the area
 * has a heading already.
 */
export function defineArea(area: string, heading: string): void {
  if (headings.has(area)) throw new Error(`The area ${area} has two headings.`);
  headings.set(area, heading);
}

/** Adds the entries that the worker has loaded with a format: the page shows what its findings mean. */
export function adoptFindings(loaded: Iterable<readonly [string, FindingEntry]>): void {
  for (const [code, entry] of loaded) adopted.set(code, entry);
}

/** The entry of a code. Throws if no module has imported the table of that code, nor another thread sent it. */
export function findingEntry(code: FindingCode): FindingEntry {
  const entry = entries.get(code) ?? adopted.get(code);
  if (!entry) throw new Error(`The table of ${code} is not loaded.`);
  return entry;
}

/** All loaded entries by code, and all headings by area. Both are in the order of definition. */
export function loadedFindings(): {
  entries: ReadonlyMap<string, FindingEntry>;
  headings: ReadonlyMap<string, string>;
} {
  return { entries, headings };
}

defineFindings(BASE_FINDINGS);
defineArea('source', 'Reading the file or the network');
defineArea('internal', 'Boxcutter itself');

/** Something that the user should know about the package. `code` is stable, and `severity` is the one of the code. */
export interface Finding {
  code: FindingCode;
  severity: Severity;
  /** One sentence, in the user's words. */
  message: string;
  /** Path of the file in the package. */
  path?: string;
  /**
   * Path of a second file that the finding is about. For example: `path` is the index of the tensors, and `also` is the
   * data of the tensor whose entry is wrong.
   */
  also?: string;
  /** 1-based place in the file at `path`. */
  line?: number;
  column?: number;
  /** Names a repair that needs no decision by a person. The format defines the name. */
  fix?: string;
  /** The text of the field after the repair, if the repair writes it in another way. */
  fixed?: string;
  /**
   * The field in the file at `path` that the finding is about: keys and indices (from 0) joined by dots, as in
   * `input.0.name`.
   */
  field?: string;
  /** The line of text at `line`, cut to a readable length. */
  excerpt?: string;
  /** The value of an example or self-test that the finding is about. The page shows the finding beside it too. */
  binding?: BindingPlace;
  /** The tensor that the finding is about, and the index of an element of it: `0,27,3`. */
  tensor?: { name: string; cell?: string | undefined };
  /** Set on the last finding of a code if there are more than the cap: how many were left out. */
  more?: number;
}

/** Names one value of an example or self-test. */
export interface BindingPlace {
  of: 'example' | 'self-test';
  /** From 0, in the package's order. */
  index: number;
  side: 'input' | 'output';
  name: string;
}

export type FindingPlace = Pick<
  Finding,
  'path' | 'also' | 'line' | 'column' | 'fix' | 'fixed' | 'field' | 'excerpt' | 'binding' | 'tensor'
>;

/** Most characters of a message. `quote` cuts the names in it; this limit cuts any other text that strangers wrote. */
const MAX_MESSAGE = 1000;

/** A finding, with the severity of its code. */
export function finding(code: FindingCode, message: string, place: FindingPlace = {}): Finding {
  return { code, severity: findingEntry(code).severity, message: shortened(message, MAX_MESSAGE), ...place };
}

/** Findings that are kept of each code. A hostile package can cause one for each of a million entries. */
export const MAX_FINDINGS_PER_CODE = 100;

/** The worst first. */
export const SEVERITY_ORDER: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** Findings up to a cap for each code. What is beyond it is counted in `more` of the last one kept. */
export class CappedFindings {
  readonly findings: Finding[] = [];
  readonly #byCode = new Map<FindingCode, { count: number; last: Finding }>();
  readonly #caps: Partial<Record<FindingCode, number>>;

  /** @param caps higher caps for some codes, for a reader that filters them later */
  constructor(caps: Partial<Record<FindingCode, number>> = {}) {
    this.#caps = caps;
  }

  /** Whether the code has reached its cap. If so, counts `more` findings. */
  isFull(code: FindingCode, more: number): boolean {
    if ((this.#byCode.get(code)?.count ?? 0) < (this.#caps[code] ?? MAX_FINDINGS_PER_CODE)) return false;
    this.count(code, more);
    return true;
  }

  keep(item: Finding): void {
    this.findings.push(item);
    this.#byCode.set(item.code, { count: (this.#byCode.get(item.code)?.count ?? 0) + 1, last: item });
  }

  /** Counts findings of a code that are not kept. One of the code must be. */
  count(code: FindingCode, more: number): void {
    const last = this.#byCode.get(code)?.last;
    if (last && more > 0) last.more = (last.more ?? 0) + more;
  }
}

/**
 * Merges lists of findings. Drops duplicates and puts errors first; otherwise keeps the order. Keeps at most
 * `MAX_FINDINGS_PER_CODE` findings of each code, and counts the rest without comparing their texts.
 */
export function mergeFindings(...lists: readonly (readonly Finding[])[]): Finding[] {
  const merged = new CappedFindings();
  const seen = new Set<string>();
  for (const found of lists.flat()) {
    if (merged.isFull(found.code, 1 + (found.more ?? 0))) continue;
    const { more = 0, ...item } = found;
    const key = JSON.stringify([item.code, item.path, item.line, item.column, item.message]);
    if (!seen.has(key)) merged.keep(item);
    seen.add(key);
    merged.count(item.code, more);
  }
  return merged.findings.sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
}
