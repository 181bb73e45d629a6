import { throwIfAborted } from '../../base/abort.ts';
import { concatBytes } from '../../base/bytes.ts';
import { asBoxcutterError, BadFileError, type BoxcutterError, toErrorData } from '../../base/errors.ts';
import { HTTP_STALL_MS, MAX_LINK_ATTEMPTS } from '../../base/limits.ts';
import { createSha256 } from '../../codec/sha256.ts';
import { unzstd } from '../../codec/zstd.ts';
import { checkUrl } from '../../source/address.ts';
import { isEncoded, lengthOf } from '../../source/http.ts';
import { diagnose, discard, failure, refusal, request } from '../../source/request.ts';
import { StallWatch } from '../../source/stall.ts';
import { chunksOf } from '../../source/stream.ts';
import type { Progress, TriedLink } from '../protocol.ts';
import type { LinkSink } from '../saving/byte-sink.ts';
import { beginsAsZstd, DecodedHash } from './link-decode.ts';
import '../../model/findings.ts';

/** A file that the package links to. */
export interface LinkTarget {
  path: string;
  /** As MANIFEST has it. */
  sha256: string;
  urls: readonly string[];
}

export interface LinkFetchOptions {
  fetch: typeof fetch;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Where the bytes go; called once for each address that answers. Without it nothing is kept. */
  openSink?: (() => Promise<LinkSink>) | undefined;
  stallMs?: number;
}

export interface LinkFetch {
  /** The address that had the file; undefined where none had. */
  found?: { url: string; size: number; blob?: Blob };
  /** Those before it, or all. */
  tried: TriedLink[];
}

/**
 * Fetches a linked file from the first of its addresses that has it: one whose bytes have the hash, as they come or with a zstd taken off
 * that the browser was not told of. Rejects when it is cancelled, with `source/save-failed`, or with a bug; all else is a reason to try the
 * next address, up to `MAX_LINK_ATTEMPTS` of them.
 */
export async function fetchLinked(target: LinkTarget, options: LinkFetchOptions): Promise<LinkFetch> {
  const tried: TriedLink[] = [];
  for (const url of target.urls.slice(0, MAX_LINK_ATTEMPTS)) {
    throwIfAborted(options.signal);
    const tell = (done: number, total: number) =>
      options.onProgress?.({ done, total, url, ...(tried.length > 0 ? { tried: [...tried] } : {}) });
    tell(0, 0);
    try {
      return { found: { url, ...(await attempt(url, target, options, tell)) }, tried };
    } catch (error) {
      const known = asBoxcutterError(error);
      if (isFinal(known)) throw known;
      tried.push({ url, error: toErrorData(known) });
    }
  }
  return { tried };
}

function isFinal({ tag, code }: BoxcutterError): boolean {
  return tag === 'cancelled' || tag === 'internal' || code === 'source/save-failed';
}

async function attempt(
  url: string,
  target: LinkTarget,
  { fetch: fetchFile, signal, openSink, stallMs = HTTP_STALL_MS }: LinkFetchOptions,
  tell: (done: number, total: number) => void,
): Promise<{ size: number; blob?: Blob }> {
  const address = checkUrl(url).href;
  return StallWatch.run(address, signal, stallMs, async (watch) => {
    const response = await ask(fetchFile, address, watch.signal);
    if (response.status !== 200) {
      discard(response);
      throw refusal(url, response);
    }
    const body = bodyOf(url, response, watch.signal);
    let sink: LinkSink | undefined;
    let decoded: DecodedHash | undefined;
    try {
      const total = isEncoded(response) ? 0 : (lengthOf(response) ?? 0);
      const hash = await createSha256();
      sink = await openSink?.();
      let size = 0;
      /** The first bytes, until it is clear whether they are zstd's. */
      let head: Uint8Array | undefined = new Uint8Array(0);
      for await (const chunk of body) {
        throwIfAborted(signal);
        watch.heard();
        if (head) {
          head = concatBytes([head, chunk]);
          if (head.length >= 4) {
            if (beginsAsZstd(head)) decoded = new DecodedHash();
            await decoded?.write(head);
            head = undefined;
          }
        } else await decoded?.write(chunk);
        hash.update(chunk);
        await sink?.write(chunk);
        size += chunk.length;
        // Compressed on the way, the file is longer than what the host has said.
        tell(size, size > total ? 0 : total);
      }
      throwIfAborted(signal);
      const wanted = target.sha256.toLowerCase();
      const actual = hash.digest();
      if (actual === wanted) return { size, ...(sink ? { blob: await sink.finish() } : {}) };
      const inside = await decoded?.finish();
      throwIfAborted(signal);
      if (inside?.sha256 !== wanted) throw mismatch(url, target, actual, decoded !== undefined);
      if (!sink || !openSink) return { size: inside.size };
      return { size: inside.size, blob: await decode(await sink.finish(), openSink, signal) };
    } catch (error) {
      discard(response);
      await sink?.drop();
      throw error;
    } finally {
      decoded?.drop();
    }
  });
}

/** Asks for a file; where the host cannot be read, says whether it is there at all. */
async function ask(fetchFile: typeof fetch, address: string, signal: AbortSignal): Promise<Response> {
  try {
    return await request(fetchFile, address, {}, signal);
  } catch (error) {
    throw await diagnose(fetchFile, address, error, signal);
  }
}

/** Takes the zstd off bytes whose hash without it is known to be right. */
async function decode(raw: Blob, openSink: () => Promise<LinkSink>, signal: AbortSignal | undefined): Promise<Blob> {
  const sink = await openSink();
  try {
    for await (const chunk of unzstd(chunksOf(raw.stream()))) {
      throwIfAborted(signal);
      await sink.write(chunk);
    }
    throwIfAborted(signal);
    return await sink.finish();
  } catch (error) {
    await sink.drop();
    // In a chosen file the undecoded bytes stand by now.
    await openSink()
      .then((empty) => empty.finish())
      .catch(() => {});
    throw error;
  }
}

/** The body's bytes; what goes wrong with them is the host's. */
async function* bodyOf(url: string, { body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* chunksOf(body);
  } catch (error) {
    throw failure(url, error, signal);
  }
}

function mismatch(url: string, { path }: LinkTarget, actual: string, zstd: boolean): BadFileError {
  const also = zstd ? ', also with its zstd taken off' : '';
  return new BadFileError(
    'links/hash-mismatch',
    `What came is another file than MANIFEST lists${also}; its SHA-256 is ${actual}.`,
    { url, path },
  );
}
