import type { Finding } from '../base/findings.ts';
import type { Place } from './place.ts';
import type { FactText } from './run-facts.ts';

/**
 * Something that an exacting publisher wants of a package before others get it. What is not done is not an error: its
 * findings say what is wrong with it.
 */
export interface CheckItem {
  /** Stays the same when words change. `docs/checklist.md` lists them. */
  check: string;
  done: boolean;
  /** It is not done because nobody has looked yet. */
  unseen?: true;
  /** Without it, others cannot load the package, may not use it, or get what they should not. */
  matters?: true;
  /** What is so: "2 inputs have no description". */
  says: FactText;
  /** Why it is wanted, or what was found. */
  why?: FactText;
  /** More about what to do, which unfolds. */
  more?: CheckAdvice;
  act?: CheckAct;
}

/** What to do, in sentences, and a command that does it. */
export interface CheckAdvice {
  text: readonly FactText[];
  command?: string;
}

/**
 * What can be done about it.
 *
 * - `field`: leads to a field of the form, as `input.0.description`.
 * - `entry`: leads to the entry of a header, by its key.
 * - `place`: leads elsewhere in the package.
 * - `fix`: the format's `fixStep` makes an edit of it (`FormatDrafts`).
 * - `remove`: takes files out.
 * - `verify`, `links`, `search`: looks at what was not looked at yet.
 */
export type CheckAct =
  | { kind: 'field'; label: string; field: string }
  | { kind: 'entry'; label: string; entry: string }
  | { kind: 'place'; label: string; to: Place }
  | { kind: 'fix'; label: string; fix: CheckFix }
  | { kind: 'remove'; label: string; paths: readonly string[] }
  | { kind: 'verify' | 'links' | 'search'; label: string };

/** An edit of a field, as findings name it. */
export type CheckFix = Pick<Finding, 'fix' | 'fixed' | 'field'>;

/** What is known of a package beside its content: what the reader asked for, and what came of it. */
export interface KnownOfPackage {
  /** Whether the files that a save takes over match the hash list. */
  integrity: 'matches' | 'differs' | 'unchecked' | 'checking';
  /** Linked contents: all of them, those that were fetched and match, and those that were not as they should be. */
  links: { all: number; matching: number; failed: number; hosts: number };
}

/** How far the content of files is searched: not at all, up to the usual limits, or all of it. */
export type ContentSearch = 'none' | 'usual' | 'whole';

/** How many are done. */
export function doneCount(items: readonly CheckItem[]): number {
  return items.filter(({ done }) => done).length;
}

/** The order in which people read them: what matters, what is missing or not looked at, and what is done. */
export function inReadingOrder(items: readonly CheckItem[]): CheckItem[] {
  const rank = ({ done, matters, unseen }: CheckItem) => (done ? 3 : matters ? 0 : unseen ? 2 : 1);
  return [...items].sort((a, b) => rank(a) - rank(b));
}
