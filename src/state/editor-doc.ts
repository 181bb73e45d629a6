import { MAX_DRAFT_CHARACTERS, MAX_DRAFT_STEPS } from '../base/limits.ts';
import {
  charactersOf,
  type DraftPackage,
  type EditStep,
  type FileChange,
  privateFilesOf,
  type Renewal,
  type Texts,
} from '../model/draft.ts';
import type { History } from './history.ts';

/**
 * The worker is asked about a step with a key when no other has followed for this many milliseconds. A fast typist's
 * keys are 60 to 100 ms apart.
 */
const TYPING_PAUSE_MS = 80;

/**
 * States before and after the current one that keep the worker's answer, so that undoing shows it at once. Of the
 * others the worker is asked again.
 */
const KEPT_PACKAGES = 10;

const NO_FILES: readonly FileChange[] = [];

/** A state of the draft, as the editor holds it. The worker's answers are filled in as they come. */
export interface EditorDoc {
  readonly name: string | undefined;
  readonly key: string | undefined;
  readonly renew: Renewal;
  readonly files: readonly FileChange[];
  values: unknown;
  readonly texts: Promise<Texts>;
  readonly settle: { resolve(texts: Texts): void; reject(error: unknown): void };
  /** The texts, once the worker has made them. */
  known: Texts | undefined;
  /** Until then: the state that the step applies to, and the step. */
  base: EditorDoc | undefined;
  step: EditStep | undefined;
  /** The package that saving would give, as the worker said. The open one for the first state, so that it has none. */
  package: DraftPackage | undefined;
  /** Whether the worker failed to parse and check these texts. */
  failed: boolean;
  /** When the last of its steps was made, and when to ask the worker. Both as `Date.now()`. */
  at: number;
  due: number;
}

/** The base of a state with the texts of another one: where these are known, it needs none. */
export function baseOfSame(doc: EditorDoc): EditorDoc | undefined {
  return doc.known === undefined ? doc : undefined;
}

/** A new state, made now. Its texts come later where `known` is left out. */
export function docOf(parts: Partial<EditorDoc>): EditorDoc {
  const at = Date.now();
  let settle: EditorDoc['settle'] | undefined;
  const texts = new Promise<Texts>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // A rejection that nobody waits for is no error.
  texts.catch(() => {});
  const doc: EditorDoc = {
    name: undefined,
    key: undefined,
    renew: false,
    files: NO_FILES,
    values: undefined,
    texts,
    settle: settle as EditorDoc['settle'],
    known: undefined,
    base: undefined,
    step: undefined,
    package: undefined,
    failed: false,
    at,
    due: parts.key === undefined ? at : at + TYPING_PAUSE_MS,
    ...parts,
  };
  if (doc.known !== undefined) doc.settle.resolve(doc.known);
  return doc;
}

/** The history without its oldest states, where there are too many or their texts are too long. */
export function trimmed(history: History<EditorDoc>): History<EditorDoc> {
  let characters = 0;
  let from = history.past.length;
  while (from > 0 && history.past.length - from < MAX_DRAFT_STEPS && characters <= MAX_DRAFT_CHARACTERS) {
    from--;
    const texts = history.past[from]?.known;
    if (texts) characters += charactersOf(texts);
  }
  // A state that waits for its text may need those before it.
  const waiting = history.past.findIndex((doc) => doc.known === undefined);
  if (waiting >= 0) from = Math.min(from, waiting);
  return from === 0 ? history : { ...history, past: history.past.slice(from) };
}

/** By the list of changes, which most states share with the one before. */
const needed = new WeakMap<readonly FileChange[], readonly string[]>();

/** Names of the private files that a state needs. */
export function privateFilesIn({ files }: EditorDoc): readonly string[] {
  const known = needed.get(files) ?? privateFilesOf(files);
  needed.set(files, known);
  return known;
}

/** Forgets what the worker said of states that are many steps away, apart from the first one. */
export function forgetPackages({ past, future }: History<EditorDoc>, first: EditorDoc): void {
  for (const doc of [...past.slice(0, -KEPT_PACKAGES), ...future.slice(KEPT_PACKAGES)])
    if (doc !== first) doc.package = undefined;
}
