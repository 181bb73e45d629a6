import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** What is known of the versions of the page, beside the one that is open. */
export interface PageVersion {
  /** The whole page is kept in this browser since a moment ago, for the first time. */
  readonly isReady: boolean;
  /** Shows the new version in place of this one. Undefined where there is none. */
  readonly renew: (() => void) | undefined;
}

/** Outside of the levels: it is of the page, whatever is open in it. */
export const pageVersion = createStore<PageVersion>(() => ({ isReady: false, renew: undefined }));

export function usePageVersion<T>(select: (version: PageVersion) => T): T {
  return useStore(pageVersion, select);
}
