import { digestBlob } from '../../archive/digest/blob.ts';
import { throwIfAborted } from '../../base/abort.ts';
import { asBoxcutterError, BoxcutterError, InternalError, NetworkError } from '../../base/errors.ts';
import { Gate } from '../../base/gate.ts';
import { HTTP_STALL_MS, LINK_SIZES_AT_ONCE, MAX_KEPT_LINK_BYTES, MAX_LINK_SIZES } from '../../base/limits.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import { hostOf } from '../../model/link/linked-content.ts';
import type { PackageFile } from '../../model/package.ts';
import { fileSource } from '../../source/file.ts';
import { isEncoded, lengthOf, parseContentRange } from '../../source/headers.ts';
import { discard, refusal, request } from '../../source/request.ts';
import { StallWatch } from '../../source/stall.ts';
import { checkUrl } from '../../source/web-address.ts';
import { type OpenPackages, packageOf } from '../calls/open-packages.ts';
import { readPart } from '../calls/reading.ts';
import type { CallHandlers, FetchedContent, LinkSize } from '../protocol.ts';
import {
  type ByteSink,
  blobSink,
  fileSink,
  type OpenSink,
  type PrivateSink,
  removeEmpty,
} from '../saving/byte-sink.ts';
import type { PrivateFiles } from '../saving/private-files.ts';
import { fetchLinked, type LinkTarget, tryInOrder } from './link-fetch.ts';
import { LinkedSources } from './linked-source.ts';

export interface LinkPorts {
  fetch: typeof fetch;
  /** Opens a sink for the bytes of a file that is to be a part of a draft. */
  openSink: OpenSink;
  privateFiles: PrivateFiles;
}

/** Fetches and reads files that packages link to. */
export function linkCalls(
  packages: OpenPackages,
  { fetch: fetchFile, openSink: openKept, privateFiles }: LinkPorts,
): CallHandlers<'readLink' | 'linkSizes' | 'fetchLink' | 'fetchContent'> {
  const sources = new LinkedSources({ fetch: fetchFile });
  /** Packages are opened again one after the other, so that each gets all files that were fetched. */
  let reopening: Promise<unknown> = Promise.resolve();

  function targetOf(handle: number, path: string): LinkTarget & { sha256: string } {
    const { files, words } = packages.get(handle).open.package;
    const file = fileIndex(files).get(path);
    if (!file?.link || file.sha256 === undefined) {
      throw new InternalError('internal/bug', 'Boxcutter tried to fetch a file that is not linked.');
    }
    return { path, sha256: file.sha256, hashList: words.hashList, urls: file.link.urls };
  }

  /** Opens the package again, with a file at all the paths that link to it. */
  function add(handle: number, sha256: string, blob: Blob, inMemory: boolean, signal: AbortSignal | undefined) {
    const work = reopening.then(async () => {
      throwIfAborted(signal);
      const { open } = packages.get(handle);
      if (!open.withFiles) throw new InternalError('internal/bug', 'Files cannot be added to this package.');
      const paths = open.package.files.filter((file) => isLinkTo(file, sha256)).map(({ path }) => path);
      const files = new Map(paths.map((path) => [path, fileSource(blob, path)]));
      const next = await open.withFiles(files, signal);
      throwIfAborted(signal);
      // The page may have closed it meanwhile.
      const record = packages.get(handle);
      record.open = next;
      for (const [path, source] of files) record.fetched.set(path, source);
      if (inMemory) record.fetchedBytes += blob.size;
      return packageOf(record);
    });
    reopening = work.catch(() => {});
    return work;
  }

  return {
    async readLink({ handle, path, start, end }, { signal }) {
      const link = fileIndex(packages.get(handle).open.package.files).get(path)?.link;
      if (!link) throw new InternalError('internal/bug', 'Boxcutter tried to read a file that is not linked.');
      for (let isFresh = false; ; isFresh = true) {
        const { url, source } = await sources.open(link.urls, signal);
        try {
          return { url, size: source.size, bytes: await readPart(source, path, start, end, signal) };
        } catch (error) {
          if (asBoxcutterError(error).code !== 'source/changed') throw error;
          // What was learned of the file is about its old version. Once more, of the file as it is now.
          sources.forget(link.urls);
          if (isFresh) throw error;
        }
      }
    },

    async fetchLink({ handle, path, keep, saveTo }, { signal, onProgress }) {
      const target = targetOf(handle, path);
      const limit = MAX_KEPT_LINK_BYTES - packages.get(handle).fetchedBytes;
      const openSink = saveTo ? () => fileSink(saveTo) : keep ? async () => blobSink(limit) : undefined;
      let isFound = false;
      // This reads the file as its host has it now: parts that were read before may be of another one.
      sources.forget(target.urls);
      try {
        const { found, tried } = await fetchLinked(target, { fetch: fetchFile, signal, onProgress, openSink });
        const { sha256 } = target;
        if (!found) return { sha256, tried };
        isFound = true;
        const { blob, ...from } = found;
        if (!keep || !blob) return { ...from, sha256, tried };
        return { ...from, sha256, tried, package: await add(handle, sha256, blob, !saveTo, signal) };
      } finally {
        if (saveTo && !isFound) await removeEmpty(saveTo);
      }
    },

    async fetchContent({ handle, path, sha256, size, urls, keep }, { signal, onProgress }): Promise<FetchedContent> {
      const { hashList } = packages.get(handle).open.package.words;
      const target: LinkTarget = { path, sha256, hashList, size, urls };
      let finished: PrivateSink | undefined;
      /** The private file goes where the sink is dropped, and stays where it is finished. */
      const openSink = async (expected?: number): Promise<ByteSink> => {
        const sink = await openKept(expected);
        return {
          ...sink,
          finish() {
            finished = sink;
            return sink.finish();
          },
          async drop() {
            await sink.drop();
            sink.release();
          },
        };
      };
      const options = { fetch: fetchFile, signal, onProgress, openSink: keep ? openSink : undefined };
      const { found, tried } = await fetchLinked(target, options);
      if (!found) return { tried };
      const { blob, sha256: came, ...from } = found;
      const answer: FetchedContent = { ...from, ...(sha256 === undefined && { sha256: came }), tried };
      if (!blob || !finished) return answer;
      try {
        // Reads what was written: the disk may have failed.
        const digest = await digestBlob(blob, signal);
        throwIfAborted(signal);
        if (digest.sha256 !== came)
          throw new NetworkError('source/save-failed', 'The browser kept other bytes than those that came.', { path });
        return { ...answer, kept: { blob, digest, ...privateFiles.addForNow(finished) } };
      } catch (error) {
        finished.release();
        throw error;
      }
    },

    async linkSizes({ handle, hosts, paths }, { signal, onProgress }) {
      const wanted = new Set(hosts);
      const files = paths.slice(0, MAX_LINK_SIZES).map((path) => targetOf(handle, path));
      const gate = new Gate(LINK_SIZES_AT_ONCE);
      let done = 0;
      const ask = async ({ path, urls }: LinkTarget): Promise<LinkSize> => {
        const asked = urls.filter((url) => wanted.has(hostOf(url) ?? ''));
        const size = await sizeOf(path, asked, fetchFile, signal);
        onProgress?.({ done: ++done, total: files.length });
        return size;
      };
      return Promise.all(files.map((file) => gate.run(() => ask(file), signal)));
    },
  };
}

function isLinkTo({ link, sha256 }: PackageFile, wanted: string): boolean {
  return link !== undefined && sha256?.toLowerCase() === wanted.toLowerCase();
}

/** Asks one address after the other for the file's size, until one tells it. Else gives the error of the last one. */
async function sizeOf(
  path: string,
  urls: readonly string[],
  fetchFile: typeof fetch,
  signal: AbortSignal | undefined,
): Promise<LinkSize> {
  const { found, tried } = await tryInOrder(urls, (url) => askSize(url, fetchFile, signal));
  return { path, size: found, error: found === undefined ? tried.at(-1)?.error : undefined };
}

/**
 * Asks a host for a file's size in bytes: by HEAD, or where that fails by a request for the first byte. Reads nothing
 * of the file. Rejects with `source/bad-url`, `source/unreachable`, `source/forbidden`, `source/not-found`,
 * `source/http-status` or `source/no-size`.
 */
async function askSize(url: string, fetchFile: typeof fetch, signal: AbortSignal | undefined): Promise<number> {
  const { href } = checkUrl(url);
  const ask = (init: RequestInit) =>
    StallWatch.run(href, signal, HTTP_STALL_MS, (watch) => request(fetchFile, href, init, watch.signal));
  try {
    const head = await ask({ method: 'HEAD' });
    discard(head);
    const size = head.ok ? sizeIn(head) : undefined;
    if (size !== undefined) return size;
    if (head.status === 404 || head.status === 410) throw refusal(url, head);
  } catch (error) {
    // Some hosts do not know HEAD, and refuse it as if they were away.
    if (!(error instanceof BoxcutterError) || error.tag !== 'network' || error.code === 'source/not-found') throw error;
  }
  const response = await ask({ headers: { Range: 'bytes=0-0' } });
  discard(response);
  if (!response.ok) throw refusal(url, response);
  const size =
    response.status === 206 ? parseContentRange(response.headers.get('Content-Range'))?.total : sizeIn(response);
  if (size === undefined) {
    const fields = { url, status: response.status };
    throw new NetworkError('source/no-size', 'The host does not say how long the file is.', fields);
  }
  return size;
}

/**
 * The size in an answer's headers. Undefined where the body is compressed on the way, since its length is not the
 * file's.
 */
function sizeIn(response: Response): number | undefined {
  return isEncoded(response) ? undefined : lengthOf(response);
}
