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
}

export function runsSlice(client: WorkerClient): StateCreator<AppState, [], [], RunsSlice> {
  /** By the package as it is shown: another object for each draft, and for each linked file that was fetched. */
  const tasks = new WeakMap<Package, SharedTask<RunFacts | undefined>>();

  return (_set, get) => ({
    async readRuns({ signal } = {}) {
      const { load, draft } = get();
      const opened = openedOf(load);
      if (!opened) throw new InternalError('internal/bug', 'No package is open.');
      const pkg = draft?.shown ?? opened.package;
      // All that there is to know was known when it was opened.
      if (!pkg.runs?.unread) return pkg.runs;
      const shownDraft = draft?.shownDraft?.draft;
      const ask = { handle: opened.handle, ...(shownDraft ? { draft: shownDraft } : {}) };
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
