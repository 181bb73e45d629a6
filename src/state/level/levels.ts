import { createStore, type StoreApi } from 'zustand/vanilla';
import { shallow } from 'zustand/vanilla/shallow';
import { percentDecoded } from '../../base/address.ts';
import { type ErrorData, InternalError, NetworkError, toErrorData } from '../../base/errors.ts';
import type { Severity } from '../../base/finding-entry.ts';
import { type Finding, mergeFindings } from '../../base/findings.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import { type Inside, isInner, OUTERMOST, parseInner } from '../../model/place.ts';
import { countFindings } from '../../model/verdict.ts';
import type { InnerChoice, WorkerClient } from '../../worker/protocol.ts';
import type { AppState, AppStore, PackageChangeReason, StoreOptions } from '../app-state.ts';
import { hasPut } from '../file-place.ts';
import { type LoadState, openedOf } from '../load.ts';
import { createAppStore } from '../store.ts';
import { type InnerPut, type PutOptions, putInto } from './inner-put.ts';
import type { ProblemCounts } from './inner-slice.ts';

export type { InnerChoice } from '../../worker/protocol.ts';

/** One of the packages that are open one inside the other, with a store of its own. */
export interface Level {
  readonly store: AppStore;
  readonly inside: Inside;
  /** How the file that it lies in is opened. */
  readonly choice: InnerChoice;
}

export interface LevelsState {
  /** The outermost first. The last one may still be opening. */
  readonly levels: readonly [Level, ...Level[]];
  /** The innermost whose package is open: the page is about it. The outermost where none is open. */
  readonly shown: Level;
  /** What is being opened, on whatever level. */
  readonly opening: Extract<LoadState, { phase: 'opening' }> | undefined;
  /** The last failure to open, where something stays open. */
  readonly alert: ErrorData | undefined;
}

/** What became of a fragment that `follow` was given. */
export type Followed =
  /** What it names is shown. */
  | 'shown'
  /** Something else was followed meanwhile, or nothing is open. */
  | 'left'
  /** The file at `path` of the package at `inside` could not be opened, or people canceled that. */
  | { inside: Inside; path: string };

/** The open packages, one inside the other. The outer ones stay open as they are, with their drafts and checks. */
export interface Levels {
  readonly state: StoreApi<LevelsState>;
  /** The store of the outermost package. It is there also while nothing is open. */
  readonly outermost: AppStore;
  /**
   * Opens the packages that a fragment of the address leads into, and closes inner ones that it does not. Never
   * rejects: what cannot be opened is the alert of the package around it.
   *
   * @param choice how the innermost one is opened; by default as it was, if it is open
   */
  follow(fragment: string, choice?: InnerChoice): Promise<Followed>;
  /**
   * Puts the edited package that is shown into the one around it, as a step of that one's draft, and closes it. Rejects
   * as `putInto`; then nothing has changed.
   *
   * @param onPut called right before the outer package is shown, with the file there
   */
  putIntoOuter(options: PutOptions, onPut: (put: InnerPut, inside: Inside) => void): Promise<InnerPut>;
  /** How many of the open levels a fragment leaves open. */
  keptBy(fragment: string): number;
  /** Packages with unsaved changes, without the outermost `kept` levels. */
  unsaved(kept: number): readonly Unsaved[];
  cancelOpening(): void;
  dismissAlerts(): void;
}

/** A package with unsaved changes. */
export interface Unsaved {
  name: string;
  /** Whether the changes outlive the page, and are offered again. */
  isKept: boolean;
}

/** The parameters are those of `createAppStore`. What is in a package is not a recent of its own. */
export function createLevels(client: WorkerClient, options: StoreOptions = {}): Levels {
  const outermost = createAppStore(client, options, onChanged(OUTERMOST));
  const first: Level = { store: outermost, inside: OUTERMOST, choice: {} };
  const state = createStore<LevelsState>()(() => ({
    levels: [first],
    shown: first,
    opening: undefined,
    alert: undefined,
  }));
  /** Inner levels that are opening, by their stores. Each gives whether it has opened. */
  const openings = new Map<AppStore, Promise<boolean>>();
  /** What ends the inner levels, by their stores. */
  const ends = new Map<AppStore, AbortController>();
  /** The fragment that is followed; another object for each call. */
  let followed = {};

  watch(outermost);

  /** Inner packages go with the one around them: before the next one is there, which may have some at once. */
  function onChanged(inside: Inside) {
    return (_: unknown, reason: PackageChangeReason) => {
      if (reason !== 'revived' && reason !== 'grown') closeBelow(inside.length + 1);
      return {};
    };
  }

  function watch(store: AppStore): () => void {
    return store.subscribe(({ load, alert }, before) => {
      if (load !== before.load || alert !== before.alert) update(state.getState().levels);
    });
  }

  function update(levels: LevelsState['levels']): void {
    const loads = levels.map(({ store }) => store.getState().load);
    const shown = levels.findLast((_, at) => openedOf(loads[at] as LoadState)) ?? levels[0];
    const next: LevelsState = {
      levels,
      shown,
      opening: loads.find((load) => load.phase === 'opening'),
      alert: shown.store.getState().alert ?? outermost.getState().alert,
    };
    if (!shallow(next, state.getState())) state.setState(next);
  }

  /** Keeps the first `count` levels. */
  function closeBelow(count: number): void {
    const { levels } = state.getState();
    if (levels.length <= count) return;
    const [kept, closed] = [levels.slice(0, count), levels.slice(count)];
    // Before they are closed: the page must not see a level without its package.
    update(kept as unknown as LevelsState['levels']);
    for (const { store } of closed.reverse()) {
      store.getState().close();
      ends.get(store)?.abort();
      ends.delete(store);
    }
  }

  /** A level in the file at `path` of the package of another one. Nothing is open there yet. */
  function add(outer: Level, path: string, choice: InnerChoice): Level {
    const inside = [...outer.inside, path];
    const end = new AbortController();
    const until = end.signal;
    const { drafts, isEmbedded, startRunThread } = options;
    const of = { drafts, isEmbedded, startRunThread, until, outer: outer.store };
    const store = createAppStore(client, of, onChanged(inside));
    const level = { store, inside, choice };
    until.addEventListener('abort', watch(store));
    until.addEventListener(
      'abort',
      store.subscribe((now, before) => follows(level, outer, now, before)),
    );
    ends.set(store, end);
    update([...state.getState().levels, level]);
    return level;
  }

  /** What an inner level's package is to the one around it. */
  function follows({ inside }: Level, outer: Level, { load, contentFindings }: AppState, before: AppState): void {
    if (load === before.load && contentFindings === before.contentFindings) return;
    const path = inside.at(-1) as string;
    const opened = openedOf(load);
    if (opened) outer.store.getState().setInnerProblems(path, countsOf(opened.package.findings, contentFindings));
    if (load.phase !== 'failed') return;
    // It could not be opened, or not again after the worker died.
    closeBelow(inside.length);
    outer.store.getState().fail({ ...load.error, path: load.error.path ?? path, inner: path });
  }

  /** Opens the file at `path` of the package of a level. Gives whether that is open now. */
  function open(outer: Level, path: string, choice: InnerChoice): Promise<boolean> {
    dismissAlerts();
    const { store, inside } = add(outer, path, choice);
    const opening = store
      .getState()
      .openInner(outer.store, path, choice)
      .then(() => {
        openings.delete(store);
        const isLevel = state.getState().levels[inside.length]?.store === store;
        const isOpen = isLevel && store.getState().load.phase === 'ready';
        if (isLevel && !isOpen) closeBelow(inside.length);
        return isOpen;
      });
    openings.set(store, opening);
    return opening;
  }

  function dismissAlerts(): void {
    for (const { store } of state.getState().levels) store.getState().dismissAlert();
  }

  async function follow(fragment: string, choice: InnerChoice = {}): Promise<Followed> {
    const mine = {};
    followed = mine;
    let rest = fragment;
    for (let count = 1; ; count++) {
      const { levels } = state.getState();
      const level = levels[count - 1] as Level;
      const opened = openedOf(level.store.getState().load);
      if (!opened) return 'left';
      const changes = level.store.getState().draft?.current.files;
      const isFile = (path: string) => fileIndex(opened.package.files).has(path) || hasPut(changes, path);
      const inner = parseInner(rest, isFile);
      if (!inner) {
        closeBelow(count);
        if (!isInner(rest)) return 'shown';
        const path = percentDecoded(rest.slice(rest.indexOf('/in/') + 4));
        const message = 'The package has no file at this path.';
        level.store.getState().fail(toErrorData(new NetworkError('source/no-such-file', message, { path })));
        return { inside: level.inside, path };
      }
      const { path } = inner;
      const next = levels[count];
      const asked = isInner(inner.rest) ? {} : choice;
      const isSame = next?.inside.at(-1) === path && isAs(next.choice, asked);
      if (!isSame) closeBelow(count);
      const isThere = await (isSame ? (openings.get(next.store) ?? true) : open(level, path, asked));
      if (followed !== mine) return 'left';
      if (!isThere) return { inside: level.inside, path };
      ({ rest } = inner);
    }
  }

  return {
    state,
    outermost,
    follow,
    async putIntoOuter(options, onPut) {
      const { levels, shown } = state.getState();
      const { store, inside } = shown;
      const outer = levels[inside.length - 1];
      const path = inside.at(-1);
      if (!outer || path === undefined)
        throw new InternalError('internal/bug', 'Boxcutter tried to put the outermost package into another one.');
      const put = await putInto(outer.store, store, path, options);
      outer.store.getState().setInnerProblems(put.path, problemsOf(store.getState()));
      onPut(put, outer.inside);
      closeBelow(inside.length);
      return put;
    },
    keptBy(fragment) {
      let rest = fragment;
      const { levels } = state.getState();
      for (const [at, { inside }] of levels.slice(1).entries()) {
        const inner = parseInner(rest, (path) => path === inside.at(-1));
        if (!inner) return at + 1;
        ({ rest } = inner);
      }
      return levels.length;
    },
    unsaved(kept) {
      return state
        .getState()
        .levels.slice(kept)
        .flatMap(({ store }) => {
          const { draft, load } = store.getState();
          const name = openedOf(load)?.package.name;
          return draft?.changed && name !== undefined ? [{ name, isKept: draft.unkept === undefined }] : [];
        });
    },
    cancelOpening() {
      for (const { store } of state.getState().levels) store.getState().cancelOpening();
    },
    dismissAlerts,
  };
}

/** Whether a package that was opened with one choice need not be opened again for another. */
function isAs(open: InnerChoice, asked: InnerChoice): boolean {
  const has = (key: keyof InnerChoice) => !asked[key] || open[key] === true;
  return has('decodesAll') && has('asBytes');
}

/** The problems of what saving the draft gives, but for files that it takes over. */
function problemsOf({ draft, load }: AppState): ProblemCounts {
  return countsOf(draft?.shown.findings ?? openedOf(load)?.package.findings ?? [], []);
}

function countsOf(...lists: [readonly Finding[], readonly Finding[]]): ProblemCounts {
  const findings = mergeFindings(...lists);
  const count = (severity: Severity) => countFindings(findings.filter((found) => found.severity === severity));
  return { error: count('error'), warning: count('warning'), info: count('info') };
}
