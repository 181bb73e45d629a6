/**
 * What a page asks the service worker. The two may be of different versions, so a message never changes its meaning, and
 * what is not understood is not answered.
 */
export type PageMessage =
  /** The worker waits, and is to take the place of the version before it. */
  | { boxcutter: 'replace' }
  /** The page has started. What no page needs any more can go, and what is missing can be fetched again. */
  | { boxcutter: 'tidy' }
  /** Whether this script is of the worker's version. The port gets `true` or `false`. */
  | { boxcutter: 'has'; script: string };

/** What the service worker asks a page: the address of its script. The port gets it. */
export type WorkerMessage = { boxcutter: 'script' };

/** How the names of the caches of a page in this folder begin. Other pages of the host may have caches, too. */
export const cachePrefix = (scope: string): string => `boxcutter ${scope} `;
