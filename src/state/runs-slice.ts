import type { StateCreator } from 'zustand/vanilla';
import { InternalError } from '../base/errors.ts';
import { SharedTask } from '../base/shared-task.ts';
import type { Package } from '../model/package.ts';
import type { RunFacts } from '../model/run-facts.ts';
import type { CallOptions, WorkerClient } from '../worker/protocol.ts';
import { openedOf } from './load.ts';
import type { AppState } from './store.ts';

export interface RunsSlice {
  /**
   * What loading the package that is shown would run: with the draft, where there is one. Undefined where its format
   * says nothing of it. Asked once for each package: several views wait for one answer, and it is canceled when all of
   * them have gone. A failure can be tried again.
   */
  readRuns(options?: CallOptions): Promise<RunFacts | undefined>;
  /** What was found when somebody asked that all files be read, and the package that it is of. */
  wholeRuns: { of: Package; facts: RunFacts } | undefined;
  /**
   * As `readRuns`, but reads the files, too, that are only read when somebody asks for it (`RunFact.unreadFiles`).
   * Sets `wholeRuns`.
   */
  readWholeRuns(options: CallOptions): Promise<void>;
}

export function runsSlice(client: WorkerClient): StateCreator<AppState, [], [], RunsSlice> {
  /** By the package as it is shown: another object for each draft, and for each linked file that was fetched. */
  const tasks = new WeakMap<Package, SharedTask<RunFacts | undefined>>();

  function shownOf({ load, draft }: AppState) {
    const opened = openedOf(load);
    if (!opened) throw new InternalError('internal/bug', 'No package is open.');
    const shownDraft = draft?.shownDraft?.draft;
    return {
      pkg: draft?.shown ?? opened.package,
      ask: { handle: opened.handle, ...(shownDraft ? { draft: shownDraft } : {}) },
    };
  }

  return (set, get) => ({
    wholeRuns: undefined,
    async readWholeRuns(options) {
      const { pkg, ask } = shownOf(get());
      const facts = await client.call('whatRuns', { ...ask, readsAll: true }, options);
      if (facts) set({ wholeRuns: { of: pkg, facts } });
    },
    async readRuns({ signal } = {}) {
      const { pkg, ask } = shownOf(get());
      // All that there is to know was known when it was opened.
      if (!pkg.runs?.unread) return pkg.runs;
      const known = tasks.get(pkg);
      if (known) return known.join(signal);
      const task = new SharedTask(
        async (taskSignal) => (await client.call('whatRuns', ask, { signal: taskSignal })) ?? undefined,
        // It can be gone twice, and another one may have taken its place between.
        () => void (tasks.get(pkg) === task && tasks.delete(pkg)),
      );
      tasks.set(pkg, task);
      return task.join(signal);
    },
  });
}
