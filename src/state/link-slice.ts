import { type ErrorData, isCancelled, toErrorData } from '../base/errors.ts';
import { finding } from '../base/findings.ts';
import { LINKS_AT_ONCE } from '../base/limits.ts';
import { fileIndex } from '../model/file/file-index.ts';
import { type LinkedContent, linkedContents } from '../model/link/linked-content.ts';
import type { CallOptions, FetchContentAsk, FetchedContent, FetchedLink, TriedLink } from '../worker/protocol.ts';
import type { MakeSlice } from './app-state.ts';
import type { LinkSizeState } from './link-size-slice.ts';
import { type Opened, openedOf, openPackage } from './load.ts';
import '../model/findings.ts';

/** Bytes fetched and in all. `total` is 0 where it is not known. */
export interface LinkProgress {
  done: number;
  total: number;
}

/** How far one linked content is fetched. */
export type LinkFetchState =
  | { phase: 'waiting' }
  | { phase: 'running'; progress: LinkProgress; url?: string; tried: readonly TriedLink[] }
  /** `servedFrom`: the host that redirects led to, where it is not that of `url`. */
  | { phase: 'done'; url: string; size: number; servedFrom?: string; tried: readonly TriedLink[] }
  /** No address had it, or `error` says what went wrong. */
  | { phase: 'failed'; tried: readonly TriedLink[]; error?: ErrorData }
  | { phase: 'cancelled' };

/** The check of all linked files: how many of them are done. */
export type LinkBatch = { phase: 'idle' } | { phase: 'running'; done: number; total: number; progress: LinkProgress };

/** How many linked files could not be fetched. */
export interface LinksNotFetched {
  files: number;
  /** One of them. */
  path?: string;
}

export interface FetchLinkOptions {
  /** Makes the file one of the open package, so that it can be looked at. */
  keep: boolean;
  /** Where it is written as it comes. */
  saveTo?: FileSystemFileHandle;
}

/**
 * Files that the package only links to. Only these actions, and `lookUpSizes`, contact their hosts. Keys are SHA-256 of
 * contents, in lower-case hex.
 */
export interface LinkSlice {
  linkFetches: ReadonlyMap<string, LinkFetchState>;
  linkBatch: LinkBatch;
  /** Files that no address gave when they were last asked for, and the path of the first one. */
  linksNotFetched: LinksNotFetched;
  /**
   * Fetches a file and compares its hash. Gives whether it was found; never rejects. Does nothing while it is being
   * fetched.
   */
  fetchLink(path: string, options: FetchLinkOptions): Promise<boolean>;
  cancelFetch(sha256: string): void;
  /**
   * Fetches a file from URLs that the package need not have, and compares its hash. With `keep`, gives its bytes for a
   * draft. Changes nothing. Rejects as the worker's `fetchContent`.
   */
  fetchContent(ask: Omit<FetchContentAsk, 'handle'>, options?: CallOptions): Promise<FetchedContent>;
  /**
   * Fetches all linked files that are not known to match, or all of them once they are all known to: a host can change
   * its files. Keeps none. Never rejects.
   */
  checkLinked(): Promise<void>;
  cancelCheck(): void;
}

declare module './app-state.ts' {
  interface AppState extends LinkSlice {}
}

export const linkSlice: MakeSlice<LinkSlice> = (set, get, { client, onPackageChanged }) => {
  let running = new Map<string, AbortController>();
  let batch: AbortController | undefined;
  /** Contents that no address gave when they were last asked for. */
  let notFetched = new Map<string, LinkedContent>();

  onPackageChanged((_, reason) => {
    if (reason === 'grown') return {};
    for (const controller of running.values()) controller.abort();
    batch?.abort();
    batch = undefined;
    running = new Map();
    notFetched = new Map();
    return { state: initial() };
  });

  const initial = () => ({
    linkFetches: new Map<string, LinkFetchState>(),
    linkBatch: { phase: 'idle' } as const,
    linksNotFetched: { files: 0 },
  });

  function show(sha256: string, state: LinkFetchState): void {
    set({ linkFetches: new Map(get().linkFetches).set(sha256, state) });
  }

  function noteFetched(content: LinkedContent, isFetched: boolean): void {
    if (isFetched) notFetched.delete(content.sha256);
    else notFetched.set(content.sha256, content);
    const paths = [...notFetched.values()].flatMap((missing) => missing.paths);
    set({ linksNotFetched: { files: paths.length, path: paths[0] } });
  }

  /** Shows the result of fetching a content, and replaces the earlier one. */
  function settle(content: LinkedContent, answer: FetchedLink): void {
    const { url, size = 0, servedFrom, tried, package: next } = answer;
    const path = content.paths[0] as string;
    const wrong = tried.filter(({ error }) => error.code === 'links/hash-mismatch');
    const isFound = url !== undefined;
    const isFetched = isFound || wrong.length > 0;
    const opened = openedOf(get().load);
    if (next && opened) get().packageChanged({ ...opened, package: next }, 'grown');
    if (isFetched) get().setVerdicts(content.paths.map((path) => ({ path, hash: isFound ? 'verified' : 'mismatch' })));
    else if (!isHeld(opened, path)) get().forgetVerdicts(content.paths);
    noteFetched(content, isFetched);
    get().replaceFindings(
      'links/hash-mismatch',
      path,
      wrong.map(({ url, error }) =>
        finding('links/hash-mismatch', `${url} did not send “${path}”. ${error.message}`, { path }),
      ),
    );
    show(content.sha256, isFound ? { phase: 'done', url, size, tried, servedFrom } : { phase: 'failed', tried });
  }

  /** Fetches one content. Gives whether it was found. */
  async function fetchContent(
    opened: Opened,
    content: LinkedContent,
    options: FetchLinkOptions,
    outer?: { signal: AbortSignal; onProgress(): void },
  ): Promise<boolean> {
    const { sha256, paths } = content;
    if (running.has(sha256) || outer?.signal.aborted) return false;
    const controller = new AbortController();
    const { signal } = controller;
    const mine = running;
    mine.set(sha256, controller);
    // An answer about another package is dropped.
    const isCurrent = () => mine === running && openedOf(get().load)?.handle === opened.handle;
    const { keep, saveTo } = options;
    show(sha256, { phase: 'running', progress: { done: 0, total: 0 }, tried: [] });
    try {
      const answer = await client.call(
        'fetchLink',
        { handle: opened.handle, path: paths[0] as string, keep, saveTo },
        {
          signal: outer ? AbortSignal.any([signal, outer.signal]) : signal,
          onProgress({ done, total, url, tried = [] }) {
            if (!isCurrent()) return;
            show(sha256, { phase: 'running', progress: { done, total }, url, tried });
            outer?.onProgress();
          },
        },
      );
      if (!isCurrent()) return false;
      settle(content, answer);
      return answer.url !== undefined;
    } catch (error) {
      if (!isCurrent()) return false;
      const state = get().linkFetches.get(sha256);
      const tried = state && 'tried' in state ? state.tried : [];
      show(sha256, isCancelled(error) ? { phase: 'cancelled' } : { phase: 'failed', tried, error: toErrorData(error) });
      return false;
    } finally {
      mine.delete(sha256);
    }
  }

  async function checkLinked(): Promise<void> {
    const opened = openedOf(get().load);
    if (!opened || batch) return;
    const idle = linkedContents(opened.package.files).filter(({ sha256 }) => !running.has(sha256));
    const unknown = idle.filter(({ paths }) => get().verdicts.get(paths[0] as string) !== 'verified');
    const wanted = unknown.length > 0 ? unknown : idle;
    if (wanted.length === 0) return;
    const controller = new AbortController();
    batch = controller;
    const isCurrent = () => batch === controller;
    const waiting = wanted.map(({ sha256 }) => [sha256, { phase: 'waiting' }] as const);
    set({ linkFetches: new Map<string, LinkFetchState>([...get().linkFetches, ...waiting]) });
    const total = totalOf(wanted, get().linkSizes);
    const tell = () => {
      const states = wanted.map(({ sha256 }) => get().linkFetches.get(sha256));
      const done = states.filter((state) => state?.phase !== 'waiting' && state?.phase !== 'running').length;
      const bytes = states.reduce((sum, state) => sum + progressOf(state), 0);
      const progress = { done: bytes, total: bytes > total ? 0 : total };
      set({ linkBatch: { phase: 'running', done, total: wanted.length, progress } });
    };
    tell();
    // All workers take from it.
    const queue = wanted.values();
    const work = async () => {
      for (const content of queue) {
        await fetchContent(opened, content, { keep: false }, { signal: controller.signal, onProgress: tell });
        if (!isCurrent() || controller.signal.aborted) return;
        tell();
      }
    };
    await Promise.all(Array.from({ length: LINKS_AT_ONCE }, work));
    if (!isCurrent()) return;
    batch = undefined;
    const begun = [...get().linkFetches].filter(([, { phase }]) => phase !== 'waiting');
    set({ linkFetches: new Map(begun), linkBatch: { phase: 'idle' } });
  }

  return {
    ...initial(),
    async fetchLink(path, options) {
      const opened = openedOf(get().load);
      const content = opened && linkedContents(opened.package.files).find(({ paths }) => paths.includes(path));
      return opened && content ? fetchContent(opened, content, options) : false;
    },
    cancelFetch(sha256) {
      running.get(sha256)?.abort();
    },
    async fetchContent(ask, options) {
      return client.call('fetchContent', { handle: openPackage(get().load).handle, ...ask }, options);
    },
    checkLinked,
    cancelCheck() {
      batch?.abort();
    },
  };
};

/** Whether a linked file was fetched and kept: what is known of these bytes stays true whatever its host does. */
function isHeld(opened: Opened | undefined, path: string): boolean {
  return opened !== undefined && fileIndex(opened.package.files).get(path)?.fetched === true;
}

/** Bytes of a content that were fetched so far. */
function progressOf(state: LinkFetchState | undefined): number {
  if (state?.phase === 'running') return state.progress.done;
  return state?.phase === 'done' ? state.size : 0;
}

/** Bytes of all these contents, as hosts say. 0 where one of them is not known. */
function totalOf(contents: readonly LinkedContent[], sizes: ReadonlyMap<string, LinkSizeState>): number {
  const known = contents.flatMap(({ sha256 }) => sizes.get(sha256)?.size ?? []);
  return known.length < contents.length ? 0 : known.reduce((sum, size) => sum + size, 0);
}
