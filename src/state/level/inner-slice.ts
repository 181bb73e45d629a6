import type { Severity } from '../../base/finding-entry.ts';
import { sameData } from '../../base/same-data.ts';
import { draftsIn } from '../../model/draft.ts';
import type { MakeSlice } from '../app-state.ts';
import { filePlace, placeKey } from '../file-place.ts';

/** How many problems a package has, by severity. */
export type ProblemCounts = Readonly<Record<Severity, number>>;

/** The problems of the package in a file. `place`: which bytes of the file they are about, as `placeKey` names them. */
export interface InnerProblems extends ProblemCounts {
  readonly place: string;
}

/** What was learned of the packages in files of the open one, also of those that were closed again. */
export interface InnerSlice {
  /** By the path of the file. */
  innerProblems: ReadonlyMap<string, InnerProblems>;
  /** For the levels. They are those of the bytes that the draft has at the path. */
  setInnerProblems(path: string, counts: ProblemCounts): void;
  /**
   * For the levels: whether the draft, or one of a package around this one, has the changes of the inner package's kept
   * draft with this id.
   */
  hasInnerDraft(id: string): boolean;
}

declare module '../app-state.ts' {
  interface AppState extends InnerSlice {}
}

export const innerSlice: MakeSlice<InnerSlice> = (set, get, { onPackageChanged, outer }) => {
  onPackageChanged((_, reason) =>
    reason === 'revived' || reason === 'grown' ? {} : { state: { innerProblems: new Map() } },
  );
  return {
    innerProblems: new Map(),
    setInnerProblems(path, counts) {
      const problems = { ...counts, place: placeKey(filePlace(get().draft?.current.files ?? [], path)) };
      const { innerProblems: known } = get();
      if (!sameData(known.get(path), problems)) set({ innerProblems: new Map(known).set(path, problems) });
    },
    hasInnerDraft: (id) =>
      draftsIn(get().draft?.current.files ?? []).includes(id) || outer?.getState().hasInnerDraft(id) === true,
  };
};
