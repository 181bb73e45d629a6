import { MAX_DRAFT_CHARACTERS, MAX_DRAFT_STEPS } from '../../base/limits.ts';
import { memo } from '../../base/memo.ts';
import {
  charactersOf,
  type DraftPackage,
  type EditStep,
  type FileChange,
  privateFilesOf,
  type Renewal,
  type Texts,
} from '../../model/draft.ts';

/**
 * States that undo and redo go through, oldest first. Plain data and no library: those record each `set` of a store,
 * but here a state that the worker refuses is removed from the middle, and the history changes in one `set` with what
 * the page shows.
 */
export interface History<T> {
  readonly past: readonly T[];
  readonly current: T;
  /** The states that redo goes to, the next one first. */
  readonly future: readonly T[];
}

export function historyOf<T>(current: T): History<T> {
  return { past: [], current, future: [] };
}

/** Adds a state. Undone states are dropped. */
export function pushed<T>({ past, current }: History<T>, next: T): History<T> {
  return { past: [...past, current], current: next, future: [] };
}

/** Replaces the current state. Undone states are dropped. */
export function replaced<T>({ past }: History<T>, next: T): History<T> {
  return { past, current: next, future: [] };
}

/** Goes one state back. Gives the same history at its end. */
export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), current: before, future: [history.current, ...history.future] };
}

/** Goes one state on. Gives the same history at its end. */
export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.current], current: next, future };
}

/** Every state, oldest first. */
export function allOf<T>({ past, current, future }: History<T>): T[] {
  return [...past, current, ...future];
}

/**
 * The history of the states that `keep` is true of; undefined where there are none. In place of a dropped current state
 * comes the one before it, or the next.
 */
export function filtered<T>(history: History<T>, keep: (state: T) => boolean): History<T> | undefined {
  const past = history.past.filter(keep);
  const future = history.future.filter(keep);
  if (keep(history.current)) return { past, current: history.current, future };
  const current = past.pop() ?? future.shift();
  return current === undefined ? undefined : { past, current, future };
}

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

/** One state of the draft in the history of its editing. */
export interface DraftDoc {
  /** What led here, as Undo calls it; undefined of the first. */
  readonly name: string | undefined;
  /**
   * What the format's view shows and edits. Only that view looks into them. They change at once with an edit. Undefined
   * where a text cannot be parsed, and while a typed text is not parsed yet (`pending`): then there are only the texts.
   */
  readonly values: unknown;
  /** The texts with the edit made in them. They come from the worker, later than the values. Rejects if it refuses. */
  readonly texts: Promise<Texts>;
  readonly renew: Renewal;
  readonly files: readonly FileChange[];
}

/** A state as the engine holds it. The worker's answers are filled in as they come. */
export interface EngineDoc extends DraftDoc {
  readonly key: string | undefined;
  values: unknown;
  readonly settle: { resolve(texts: Texts): void; reject(error: unknown): void };
  /** The texts, once the worker has made them. */
  known: Texts | undefined;
  /** Until then: the state that the step applies to, and the step. */
  base: EngineDoc | undefined;
  step: EditStep | undefined;
  /** The package that saving would give, as the worker said. The open one for the first state, so that it has none. */
  package: DraftPackage | undefined;
  /** Whether the worker failed to parse and check these texts. */
  failed: boolean;
  /** When the last of its steps was made, and when to ask the worker. Both as `Date.now()`. */
  at: number;
  due: number;
}

/** A new state, made now. Its texts come later where `known` is left out. */
export function docOf(parts: Partial<EngineDoc>): EngineDoc {
  const at = Date.now();
  let settle: EngineDoc['settle'] | undefined;
  const texts = new Promise<Texts>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // A rejection that nobody waits for is not an error.
  texts.catch(() => {});
  const doc: EngineDoc = {
    name: undefined,
    key: undefined,
    renew: false,
    files: NO_FILES,
    values: undefined,
    texts,
    settle: settle as EngineDoc['settle'],
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
export function trimmed(history: History<EngineDoc>): History<EngineDoc> {
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

const neededBy = memo(privateFilesOf);

/** Names of the private files that a state needs. Most states share their list of changes with the one before. */
export function privateFilesIn({ files }: EngineDoc): readonly string[] {
  return neededBy(files);
}

/** Forgets what the worker said of states that are many steps away, apart from the first one. */
export function forgetPackages({ past, future }: History<EngineDoc>, first: EngineDoc): void {
  for (const doc of [...past.slice(0, -KEPT_PACKAGES), ...future.slice(KEPT_PACKAGES)])
    if (doc !== first) doc.package = undefined;
}
