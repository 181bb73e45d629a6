import { type ErrorData, isCancelled, toErrorData } from '../base/errors.ts';
import { MAX_LINK_SIZES } from '../base/limits.ts';
import { linkedContents } from '../model/link/linked-content.ts';
import type { MakeSlice } from './app-state.ts';
import { openedOf } from './load.ts';

/** What a host said of a content's size. */
export interface LinkSizeState {
  host: string;
  size?: number;
  error?: ErrorData;
}

/** How far a host is asked for sizes. `done` and `total` count files. */
export type SizeLookupState = { phase: 'running'; done: number; total: number } | { phase: 'failed'; error: ErrorData };

/** Sizes of files that the package only links to, which it need not state. Hosts are asked only by `lookUpSizes`. */
export interface LinkSizeSlice {
  /** By the SHA-256 of a content, in lower-case hex. */
  linkSizes: ReadonlyMap<string, LinkSizeState>;
  /** By host. */
  sizeLookups: ReadonlyMap<string, SizeLookupState>;
  /** Asks a host for the unknown sizes of the files linked to it, at most `MAX_LINK_SIZES`. Never rejects. */
  lookUpSizes(host: string): Promise<void>;
  cancelLookUp(host: string): void;
}

declare module './app-state.ts' {
  interface AppState extends LinkSizeSlice {}
}

export const linkSizeSlice: MakeSlice<LinkSizeSlice> = (set, get, { client, onPackageChanged }) => {
  let lookups = new Map<string, AbortController>();

  const initial = () => ({
    linkSizes: new Map<string, LinkSizeState>(),
    sizeLookups: new Map<string, SizeLookupState>(),
  });

  onPackageChanged((_, reason) => {
    if (reason === 'grown') return {};
    for (const controller of lookups.values()) controller.abort();
    lookups = new Map();
    return { state: initial() };
  });

  async function lookUpSizes(host: string): Promise<void> {
    const opened = openedOf(get().load);
    if (!opened || lookups.has(host)) return;
    const wanted = linkedContents(opened.package.files)
      .filter((content) => content.hosts.includes(host) && get().linkSizes.get(content.sha256)?.size === undefined)
      .slice(0, MAX_LINK_SIZES);
    if (wanted.length === 0) return;
    const controller = new AbortController();
    const mine = lookups;
    mine.set(host, controller);
    const isCurrent = () => mine === lookups && openedOf(get().load)?.handle === opened.handle;
    const tell = (state: SizeLookupState | undefined) => {
      const all = new Map(get().sizeLookups);
      if (state) all.set(host, state);
      else all.delete(host);
      set({ sizeLookups: all });
    };
    tell({ phase: 'running', done: 0, total: wanted.length });
    const byPath = new Map(wanted.map((content) => [content.paths[0] as string, content]));
    try {
      const answer = await client.call(
        'linkSizes',
        { handle: opened.handle, hosts: [host], paths: [...byPath.keys()] },
        {
          signal: controller.signal,
          onProgress: ({ done, total }) => isCurrent() && tell({ phase: 'running', done, total }),
        },
      );
      if (!isCurrent()) return;
      const sizes = new Map(get().linkSizes);
      for (const { path, size, error } of answer) {
        const sha256 = byPath.get(path)?.sha256;
        if (sha256 === undefined || sizes.get(sha256)?.size !== undefined) continue;
        sizes.set(sha256, { host, size, error });
      }
      set({ linkSizes: sizes });
      tell(undefined);
    } catch (error) {
      if (isCurrent()) tell(isCancelled(error) ? undefined : { phase: 'failed', error: toErrorData(error) });
    } finally {
      mine.delete(host);
    }
  }

  return {
    ...initial(),
    lookUpSizes,
    cancelLookUp(host) {
      lookups.get(host)?.abort();
    },
  };
};
