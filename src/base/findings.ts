import { BASE_FINDINGS } from './base-findings.ts';
import { shortened } from './text.ts';

/**
 * error: the format's reference reader refuses the package, or bytes are not what its lists or its directory say.
 * warning: it loads, but something is off. info: worth knowing.
 */
export type Severity = 'error' | 'warning' | 'info';

/** What is said of a code, once. The page shows it as help, and docs/findings.md is made of it. */
export interface FindingEntry {
  severity: Severity;
  /** A few words, as a heading. */
  title: string;
  /** What it means for whoever uses the package. */
  meaning: string;
  /** What to do about it. */
  action: string;
}

/** Entries by code. A code is `area/what`. */
export type FindingEntries = Readonly<Record<`${string}/${string}`, FindingEntry>>;

type BaseTable = typeof BASE_FINDINGS;

/**
 * Every code there is, with its entry. Each table adds its own codes to this type, so that a wrong code does not compile:
 *
 *     declare module '../base/findings.ts' {
 *       interface FindingTable extends Table {}
 *     }
 */
export interface FindingTable extends BaseTable {}

/** Every code that a finding or an error may carry. */
export type FindingCode = keyof FindingTable;

const entries = new Map<string, FindingEntry>();
const headings = new Map<string, string>();

/**
 * Adds a table. Whoever opens a package or decodes its bytes imports the tables of what can be wrong with them, so that they are loaded before
 * `finding` is called; `formats/findings.test.ts` checks it. Throws where a code is in a table already.
 */
export function defineFindings<const Table extends FindingEntries>(table: Table): Table {
  for (const [code, entry] of Object.entries(table)) {
    if (entries.has(code)) throw new Error(`${code} is defined twice.`);
    entries.set(code, entry);
  }
  return table;
}

/** Gives an area, which is what stands before the `/` of a code, its heading in docs/findings.md. Throws where it has one. */
export function defineArea(area: string, heading: string): void {
  if (headings.has(area)) throw new Error(`The area ${area} has two headings.`);
  headings.set(area, heading);
}

/** The entry of a code. Throws where nobody has imported the table of the code. */
export function findingEntry(code: FindingCode): FindingEntry {
  const entry = entries.get(code);
  if (!entry) throw new Error(`The table of ${code} is not loaded.`);
  return entry;
}

/** All entries of the tables that are loaded, by code, and the headings by area, both in the order in which they were defined. */
export function loadedFindings(): {
  entries: ReadonlyMap<string, FindingEntry>;
  headings: ReadonlyMap<string, string>;
} {
  return { entries, headings };
}

defineFindings(BASE_FINDINGS);
defineArea('source', 'Reading the file or the network');
defineArea('internal', 'Boxcutter itself');

/** Something that the user should know about the package. `code` is stable; `severity` is that of its code. */
export interface Finding {
  code: FindingCode;
  severity: Severity;
  /** One sentence, in the user's words. */
  message: string;
  /** The file in the package. */
  path?: string;
  /** Another file that it is about, as the data of a tensor whose entry in the index is wrong. */
  also?: string;
  /** 1-based place in that file. */
  line?: number;
  column?: number;
  /** What would mend it where no person need say what is meant: a name of the format's own. */
  fix?: string;
  /** The field's text after the fix, where that writes it otherwise. */
  fixed?: string;
  /** The field of the file at `path` that it is about, as keys and indices (from 0) joined by dots: `input.0.name`. */
  field?: string;
  /** The line of text at `line`, cut to a readable length. */
  excerpt?: string;
  /** The value of an example or self-test that it is about, beside which it is shown too. */
  binding?: BindingPlace;
  /** On the last kept finding of its code: how many more there are. */
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
  'path' | 'also' | 'line' | 'column' | 'fix' | 'fixed' | 'field' | 'excerpt' | 'binding'
>;

/** Characters of a message. Names in it are quoted by `quote`, which cuts them; this is for the rest that strangers write. */
const MAX_MESSAGE = 1000;

/** A finding, with the severity of its code. */
export function finding(code: FindingCode, message: string, place: FindingPlace = {}): Finding {
  return { code, severity: findingEntry(code).severity, message: shortened(message, MAX_MESSAGE), ...place };
}

/** Kept of each code; a hostile package can have a finding for each of a million entries. */
export const MAX_FINDINGS_PER_CODE = 100;

const SEVERITY_ORDER: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/**
 * Merges lists of findings: the same one once, errors first and otherwise in the order given, each code capped at
 * `MAX_FINDINGS_PER_CODE` with the rest counted in `more` of the last one kept. What is beyond the cap is counted, and not looked at.
 */
export function mergeFindings(...lists: readonly (readonly Finding[])[]): Finding[] {
  const kept: Finding[] = [];
  const seen = new Set<string>();
  const byCode = new Map<FindingCode, { count: number; last: Finding }>();
  for (const list of lists) {
    for (const item of list) {
      const more = item.more ?? 0;
      const known = byCode.get(item.code);
      if (known && known.count >= MAX_FINDINGS_PER_CODE) {
        known.last.more = (known.last.more ?? 0) + 1 + more;
        continue;
      }
      const key = JSON.stringify([item.code, item.path, item.line, item.column, item.message]);
      if (!seen.has(key)) {
        seen.add(key);
        const { more: _, ...copy } = item;
        kept.push(copy);
        byCode.set(item.code, { count: (known?.count ?? 0) + 1, last: copy });
      }
      const last = byCode.get(item.code)?.last;
      if (more > 0 && last) last.more = (last.more ?? 0) + more;
    }
  }
  return kept.sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
}
