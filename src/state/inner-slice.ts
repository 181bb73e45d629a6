import type { StateCreator } from 'zustand/vanilla';
import type { Severity } from '../base/findings.ts';
import type { AppState, OnPackageChanged } from './store.ts';

/** How many problems a package has, by severity. */
export type ProblemCounts = Readonly<Record<Severity, number>>;

/** What was learned of the packages in files of the open one, also of those that were closed again. */
export interface InnerSlice {
  /** By the path of the file. */
  innerProblems: ReadonlyMap<string, ProblemCounts>;
  /** For the levels. */
  setInnerProblems(path: string, counts: ProblemCounts): void;
}

export function innerSlice(
  onPackageChanged: (listener: OnPackageChanged) => void,
): StateCreator<AppState, [], [], InnerSlice> {
  return (set, get) => {
    onPackageChanged((_, reason) =>
      reason === 'revived' || reason === 'grown' ? {} : { state: { innerProblems: new Map() } },
    );
    return {
      innerProblems: new Map(),
      setInnerProblems(path, counts) {
        const known = get().innerProblems.get(path);
        if (known && known.error === counts.error && known.warning === counts.warning && known.info === counts.info)
          return;
        set({ innerProblems: new Map(get().innerProblems).set(path, counts) });
      },
    };
  };
}
