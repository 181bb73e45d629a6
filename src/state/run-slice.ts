import { InternalError, isCancelled, toErrorData } from '../base/errors.ts';
import { fileIndex } from '../model/file/file-index.ts';
import type { TensorInfo } from '../model/package.ts';
import type { RunInterface } from '../model/run/run-interface.ts';
import { type RunOutputs, type RunPorts, RunSession } from '../model/run/run-session.ts';
import { DEFAULT_RUN_LIMITS, type RunTensor } from '../model/run/run-thread.ts';
import { outcomeOf, type SelfTestResult } from '../model/run/self-test-result.ts';
import { runSelfTests, type SelfTestPorts } from '../model/run/self-tests.ts';
import type { Tolerance } from '../tensor/compare/tolerance.ts';
import type { CallOptions, PackageAsk } from '../worker/protocol.ts';
import type { AppState, MakeSlice } from './app-state.ts';
import { filePlace, placeKey } from './file-place.ts';
import { openedOf, openPackage } from './load.ts';

/** What a model gave, as tensors of a package that is open beside the one that is shown. */
export interface OpenedOutputs {
  handle: number;
  tensors: readonly TensorInfo[];
}

/** A self-test that waits for its turn, runs, or ran. */
export type SelfTestRun =
  | { phase: 'waiting' }
  /** Since when, as `performance.now()` gives it. */
  | { phase: 'running'; began: number }
  | {
      phase: 'done';
      result: SelfTestResult;
      /** Its outputs. Undefined where nothing came. */
      opened: OpenedOutputs | undefined;
      /** That the reader has chosen. */
      tolerance?: Partial<Tolerance> | undefined;
    };

/** Runs the model of the package that is shown, with the draft where there is one. Nothing runs that nobody asked for. */
export interface RunSlice {
  /** By what they are made of (`runKey`): another input or model is another run. */
  runs: ReadonlyMap<string, SelfTestRun>;
  /** Bytes that a run may use. */
  runMemory: number;
  setRunMemory(bytes: number): void;
  /** Runs self-tests by their places, one after the other. A call while some run does nothing. Never rejects. */
  runSelfTests(indices: readonly number[]): Promise<void>;
  /** Ends what runs, and what waits. */
  stopRun(): void;
  /** Holds what came of a self-test against what is expected, with another tolerance. Undefined: the default one. */
  judgeRun(index: number, tolerance: Partial<Tolerance> | undefined): Promise<void>;
  /**
   * Runs the model once, and gives what came. Rejects as `RunSession.load` and `infer`. The model stays loaded until `endTry`, until
   * the page is hidden, and for `TRY_KEPT_MS`.
   */
  tryModel(inputs: readonly RunTensor[], options?: CallOptions): Promise<RunOutputs>;
  endTry(): void;
  /** Opens what the try gave, as a package beside the one that is shown, until the next call or another package. */
  openTried(outputs: RunOutputs): Promise<OpenedOutputs>;
  /** What the model asks for and offers, whether it can run here or not. */
  runInterface(options?: CallOptions): Promise<RunInterface>;
}

declare module './app-state.ts' {
  interface AppState extends RunSlice {}
}

/** How long a model that nobody runs stays in memory: somebody looks at what came, and changes an input. */
const TRY_KEPT_MS = 60_000;

type Shown = Pick<AppState, 'load' | 'draft'>;

/** The package that is shown, for the worker. */
function shownAsk({ load, draft }: Shown): PackageAsk {
  const { handle } = openPackage(load);
  return draft?.shownDraft ? { handle, draft: draft.shownDraft.draft } : { handle };
}

const shownPackage = ({ load, draft }: Shown) => draft?.shown ?? openPackage(load).package;

/** Names the model that is shown: another one may give something else. */
export function modelKey(state: Shown): string {
  const { draft, load } = state;
  const { runsHere } = shownPackage(state);
  const place = runsHere?.can ? placeKey(filePlace(draft?.current.files ?? [], runsHere.path)) : '';
  return JSON.stringify([openPackage(load).handle, place]);
}

/** Names all that the result of a self-test depends on. */
function runKey(state: Shown, index: number): string {
  const selfTest = shownPackage(state).selfTests[index];
  const tensors = state.draft?.shownDraft?.tensorsId;
  return JSON.stringify([modelKey(state), tensors, selfTest?.inputs, selfTest?.expected]);
}

/** What came of a self-test that is shown. Undefined where it did not run as it is now. */
export function shownRun(state: AppState, index: number): SelfTestRun | undefined {
  if (state.runs.size === 0 || !openedOf(state.load)) return undefined;
  return state.runs.get(runKey(state, index));
}

/** Of a self-test that somebody stopped. */
const STOPPED: SelfTestResult = { outcome: 'stopped', judged: [], outputs: [] };

const NO_RUNS: ReadonlyMap<string, SelfTestRun> = new Map();

export const runSlice: MakeSlice<RunSlice> = (
  set,
  get,
  { client, onPackageChanged, startRunThread, drafts, until },
) => {
  let running: AbortController | undefined;
  /** The model that is tried, what it was made of, and when it goes. */
  let tried: { of: string; session: RunSession } | undefined;
  /** What came of it, once it was opened. */
  let came: { outputs: RunOutputs; opened: Promise<OpenedOutputs> } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = (handle: number) => void client.call('close', { handle }).catch(() => {});
  const put = (key: string, run: SelfTestRun) => set({ runs: new Map(get().runs).set(key, run) });

  onPackageChanged((_, reason) => {
    if (reason === 'grown') return {};
    running?.abort();
    running = undefined;
    endTry();
    // With the worker that died, they are gone.
    if (reason !== 'revived') {
      for (const run of get().runs.values()) if (run.phase === 'done' && run.opened) close(run.opened.handle);
      closeTried();
    }
    came = undefined;
    return { state: { runs: NO_RUNS } };
  });
  drafts?.onHide?.(endTry, until);

  function endTry(): void {
    clearTimeout(timer);
    tried?.session.end();
    tried = undefined;
  }

  function closeTried(): void {
    came?.opened.then(
      ({ handle }) => close(handle),
      () => {},
    );
    came = undefined;
  }

  const openOutputs = (outputs: readonly RunTensor[]) => client.call('openOutputs', { outputs });
  const limitsNow = () => ({ ...DEFAULT_RUN_LIMITS, memory: get().runMemory });

  const ports: RunPorts = {
    async start(signal) {
      if (!startRunThread) throw new InternalError('internal/bug', 'This page has no thread to run a model in.');
      return startRunThread(signal);
    },
    // What its hash shows is shown of it, as of all files that are read whole.
    async model(signal) {
      const { runsHere, files } = shownPackage(get());
      if (!runsHere?.can) throw new InternalError('internal/bug', 'The package has no model that runs here.');
      const { path } = runsHere;
      const shownDraft = get().draft?.shownDraft;
      return (await get().readBytes(path, 0, fileIndex(files).get(path)?.size ?? 0, { signal, shownDraft })).slice();
    },
  };

  /** Replaces what came before, of those that are to run. */
  function queue(keys: readonly string[]): void {
    const runs = new Map(get().runs);
    for (const key of keys) {
      const before = runs.get(key);
      if (before?.phase === 'done' && before.opened) close(before.opened.handle);
      runs.set(key, { phase: 'waiting' });
    }
    set({ runs });
  }

  /** What ran has this result, and what waited did not run. */
  function ended(keys: readonly string[], result: SelfTestResult): void {
    const runs = new Map(get().runs);
    for (const key of keys) {
      const { phase } = runs.get(key) ?? {};
      if (phase === 'running') runs.set(key, { phase: 'done', result, opened: undefined });
      if (phase === 'waiting') runs.delete(key);
    }
    set({ runs });
  }

  return {
    runs: NO_RUNS,
    runMemory: DEFAULT_RUN_LIMITS.memory,
    setRunMemory(runMemory) {
      endTry();
      set({ runMemory });
    },
    async runSelfTests(indices) {
      if (running || !openedOf(get().load)) return;
      const own = new AbortController();
      running = own;
      const { signal } = own;
      const ask = shownAsk(get());
      const keys = indices.map((index) => runKey(get(), index));
      queue(keys);
      const { selfTests } = shownPackage(get());
      const limits = limitsNow();
      const testPorts: SelfTestPorts = {
        ...ports,
        inputs: (test) =>
          client.call(
            'runInputs',
            { ...ask, bindings: selfTests[test]?.inputs ?? [], limit: limits.memory },
            { signal },
          ),
        // They may be large: the worker gets them once, and the page does not keep them.
        async judge(test, outputs) {
          opened = await openOutputs(outputs);
          const expected = selfTests[test]?.expected ?? [];
          return client.call('judgeOutputs', { ...ask, expected, outputs: opened.handle }, { signal });
        },
      };
      let opened: OpenedOutputs | undefined;
      const begin = (at: number) => {
        const key = keys[at];
        if (key !== undefined) put(key, { phase: 'running', began: performance.now() });
      };
      try {
        begin(0);
        let at = 0;
        for await (const [, result] of runSelfTests(indices, limits, testPorts, signal)) {
          signal.throwIfAborted();
          // They came, and could not be compared: the error is shown, and not what came.
          if (result.error && opened) close(opened.handle);
          const shown = result.error ? undefined : opened;
          put(keys[at] as string, { phase: 'done', result: { ...result, outputs: [] }, opened: shown });
          opened = undefined;
          begin(++at);
        }
      } catch (error) {
        const result = isCancelled(error)
          ? STOPPED
          : { ...STOPPED, outcome: 'error' as const, error: toErrorData(error) };
        // Where another package is open by now, nothing is shown of them.
        if (running === own) ended(keys, result);
      } finally {
        if (opened) close(opened.handle);
        if (running === own) running = undefined;
      }
    },
    stopRun() {
      running?.abort();
    },
    async judgeRun(index, tolerance) {
      const key = runKey(get(), index);
      const run = get().runs.get(key);
      if (run?.phase !== 'done' || !run.opened) return;
      const outputs = run.opened.handle;
      const expected = shownPackage(get()).selfTests[index]?.expected ?? [];
      const judged = await client.call('judgeOutputs', { ...shownAsk(get()), expected, outputs, tolerance });
      if (get().runs.get(key) !== run) return;
      put(key, { ...run, result: { ...run.result, judged, outcome: outcomeOf(judged) }, tolerance });
    },
    async tryModel(inputs, { signal } = {}) {
      const of = modelKey(get());
      if (tried?.of !== of) endTry();
      tried ??= { of, session: new RunSession(limitsNow(), ports) };
      const { session } = tried;
      clearTimeout(timer);
      try {
        await session.load(signal);
        return await session.infer(inputs, signal);
      } finally {
        clearTimeout(timer);
        timer = setTimeout(endTry, TRY_KEPT_MS);
      }
    },
    endTry,
    openTried(outputs) {
      if (came?.outputs !== outputs) {
        closeTried();
        came = { outputs, opened: openOutputs(outputs.outputs) };
      }
      return came.opened;
    },
    runInterface: (options) => client.call('runInterface', shownAsk(get()), options),
  };
};
