import { throwIfAborted } from '../../base/abort.ts';
import { asBoxcutterError, CancelledError, InternalError, toErrorData } from '../../base/errors.ts';
import { LINK_SIZES_AT_ONCE, MAX_KEPT_LINK_BYTES, MAX_LINK_ATTEMPTS, MAX_LINK_SIZES } from '../../base/limits.ts';
import type { OpenPackage } from '../../formats/format.ts';
import { fileIndex } from '../../model/file-index.ts';
import { hostOf } from '../../model/link.ts';
import type { PackageFile } from '../../model/package.ts';
import { fileSource } from '../../source/file.ts';
import type { CallOptions, LinkSize, WorkerCalls } from '../protocol.ts';
import { blobSink, fileSink, removeEmpty } from '../saving/byte-sink.ts';
import { fetchLinked, type LinkTarget } from './link-fetch.ts';
import { askSize } from './link-size.ts';

/** The open packages, as far as links concern them. */
export interface LinkSession {
  /** Throws where nothing is open by this handle. */
  held(handle: number): OpenPackage;
  /** Puts another one in its place. */
  replace(handle: number, next: OpenPackage): void;
}

type LinkCall = 'linkSizes' | 'fetchLink';

type LinkHandlers = {
  [N in LinkCall]: (ask: WorkerCalls[N]['ask'], options: CallOptions) => Promise<WorkerCalls[N]['answer']>;
};

/** The worker's side of the calls about links. Nothing else of the worker asks a host for anything but the package itself. */
export function linkHandlers(session: LinkSession, fetchFile: typeof fetch): LinkHandlers {
  /** Bytes of fetched files that a package holds in memory. */
  const keptBytes = new WeakMap<OpenPackage, number>();
  /** Packages are opened anew one after the other, so that no fetched file is lost to another. */
  let reopening: Promise<unknown> = Promise.resolve();

  function targetOf(handle: number, path: string): LinkTarget {
    const file = fileIndex(session.held(handle).package.files).get(path);
    if (!file?.link || file.sha256 === undefined) {
      throw new InternalError('internal/bug', 'A file was to be fetched that is not linked.');
    }
    return { path, sha256: file.sha256, urls: file.link.urls };
  }

  /** The package with a file at all the paths that link to it. */
  function add(handle: number, sha256: string, blob: Blob, inMemory: boolean, signal: AbortSignal | undefined) {
    const work = reopening.then(async () => {
      throwIfAborted(signal);
      const open = session.held(handle);
      if (!open.withFiles) throw new InternalError('internal/bug', 'This package cannot be given files.');
      const paths = open.package.files.filter((file) => isLinkTo(file, sha256)).map(({ path }) => path);
      const next = await open.withFiles(new Map(paths.map((path) => [path, fileSource(blob, path)])), signal);
      throwIfAborted(signal);
      // Closed meanwhile, it must not be held again.
      session.held(handle);
      keptBytes.set(next, (keptBytes.get(open) ?? 0) + (inMemory ? blob.size : 0));
      session.replace(handle, next);
      return next.package;
    });
    reopening = work.catch(() => {});
    return work;
  }

  return {
    async fetchLink({ handle, path, keep, saveTo }, { signal, onProgress }) {
      const target = targetOf(handle, path);
      const limit = MAX_KEPT_LINK_BYTES - (keptBytes.get(session.held(handle)) ?? 0);
      const openSink = saveTo ? () => fileSink(saveTo) : keep ? async () => blobSink(limit) : undefined;
      let kept = false;
      try {
        const { found, tried } = await fetchLinked(target, { fetch: fetchFile, signal, onProgress, openSink });
        const { sha256 } = target;
        if (!found) return { sha256, tried };
        kept = true;
        const { url, size, blob } = found;
        if (!keep || !blob) return { sha256, url, size, tried };
        return { sha256, url, size, tried, package: await add(handle, sha256, blob, !saveTo, signal) };
      } finally {
        if (saveTo && !kept) await removeEmpty(saveTo);
      }
    },

    async linkSizes({ handle, hosts, paths }, { signal, onProgress }) {
      const wanted = new Set(hosts);
      const files = paths.slice(0, MAX_LINK_SIZES).map((path) => targetOf(handle, path));
      const sizes: LinkSize[] = [];
      let next = 0;
      const ask = async () => {
        for (let file = files[next++]; file; file = files[next++]) {
          throwIfAborted(signal);
          const asked = file.urls.filter((url) => wanted.has(hostOf(url) ?? ''));
          sizes.push(await sizeOf(file.path, asked, fetchFile, signal));
          onProgress?.({ done: sizes.length, total: files.length });
        }
      };
      await Promise.all(Array.from({ length: LINK_SIZES_AT_ONCE }, ask));
      return sizes;
    },
  };
}

function isLinkTo({ link, sha256 }: PackageFile, wanted: string): boolean {
  return link !== undefined && sha256?.toLowerCase() === wanted.toLowerCase();
}

/** What the first of these addresses says that says it, or why the last one does not. */
async function sizeOf(
  path: string,
  urls: readonly string[],
  fetchFile: typeof fetch,
  signal: AbortSignal | undefined,
): Promise<LinkSize> {
  let result: LinkSize = { path };
  for (const url of urls.slice(0, MAX_LINK_ATTEMPTS)) {
    try {
      return { path, size: await askSize(url, fetchFile, signal) };
    } catch (error) {
      const known = asBoxcutterError(error);
      if (known instanceof CancelledError || known.tag === 'internal') throw known;
      result = { path, error: toErrorData(known) };
    }
  }
  return result;
}
