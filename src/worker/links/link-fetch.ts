import { throwIfAborted } from '../../base/abort.ts';
import { concatBytes } from '../../base/bytes.ts';
import { asBoxcutterError, BadFileError, type BoxcutterError, toErrorData } from '../../base/errors.ts';
import { HTTP_STALL_MS, MAX_LINK_ATTEMPTS } from '../../base/limits.ts';
import { createSha256 } from '../../codec/sha256.ts';
import { unzstd } from '../../codec/zstd.ts';
import { isEncoded, lengthOf } from '../../source/http.ts';
import { diagnose, discard, failure, refusal, request } from '../../source/request.ts';
import { StallWatch } from '../../source/stall.ts';
import { chunksOf } from '../../source/stream.ts';
import { checkUrl } from '../../source/web-address.ts';
import type { Progress, TriedLink } from '../protocol.ts';
import type { ByteSink } from '../saving/byte-sink.ts';
import '../../model/findings.ts';

/** A file that the package links to. */
export interface LinkTarget {
  path: string;
  /** As the package's hash list has it. */
  sha256: string;
  /** What the package calls that list. */
  hashList?: string | undefined;
  urls: readonly string[];
}

export interface LinkFetchOptions {
  fetch: typeof fetch;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Opens a sink for the bytes, once for each address that answers. Without it the file is only checked. */
  openSink?: (() => Promise<ByteSink>) | undefined;
  stallMs?: number;
}

export interface LinkFetch {
  /** The address that had the file; undefined where none had. */
  found?: { url: string; size: number; blob?: Blob };
  /** Those before it, or all. */
  tried: TriedLink[];
}

/**
 * Fetches a linked file from the first of its addresses that has it. An address has it if its bytes have the hash, as
 * they come or once they are decoded from zstd. Rejects when it is cancelled, with `source/save-failed`, or with a bug.
 * Any other failure is a reason to try the next address; at most `MAX_LINK_ATTEMPTS` are tried.
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
    let sink: ByteSink | undefined;
    let decoded: DecodedHash | undefined;
    try {
      const total = isEncoded(response) ? 0 : (lengthOf(response) ?? 0);
      const hash = await createSha256();
      sink = await openSink?.();
      let size = 0;
      /** The first bytes, until it is clear whether they begin as zstd does. */
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
        // A file that is compressed on the way is longer than the host says.
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

/** Asks for a file. Where the host cannot be read, the error says whether it is there at all. */
async function ask(fetchFile: typeof fetch, address: string, signal: AbortSignal): Promise<Response> {
  try {
    return await request(fetchFile, address, {}, signal);
  } catch (error) {
    throw await diagnose(fetchFile, address, error, signal);
  }
}

/** Decodes zstd whose content is known to have the right hash. */
async function decode(raw: Blob, openSink: () => Promise<ByteSink>, signal: AbortSignal | undefined): Promise<Blob> {
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
    // A chosen file has the undecoded bytes by now. Empty it.
    await openSink()
      .then((empty) => empty.finish())
      .catch(() => {});
    throw error;
  }
}

/** The body's bytes. What fails here is the host's fault. */
async function* bodyOf(url: string, { body }: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* chunksOf(body);
  } catch (error) {
    throw failure(url, error, signal);
  }
}

function mismatch(
  url: string,
  { path, hashList = 'the list of hashes' }: LinkTarget,
  actual: string,
  zstd: boolean,
): BadFileError {
  const also = zstd ? ', also with its zstd taken off' : '';
  return new BadFileError(
    'links/hash-mismatch',
    `What came is another file than ${hashList} lists${also}; its SHA-256 is ${actual}.`,
    { url, path },
  );
}

/** The first bytes of a zstd frame (RFC 8878, 3.1.1). */
const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd] as const;

function beginsAsZstd(bytes: Uint8Array): boolean {
  return ZSTD_MAGIC.every((byte, at) => bytes[at] === byte);
}

interface Decoded {
  /** 64 lower-case hexadecimal digits. */
  sha256: string;
  size: number;
}

/**
 * Decodes zstd and hashes what comes out, while the same bytes are read for something else. Some hosts send files in
 * zstd without saying so, and then no browser decodes them.
 */
class DecodedHash {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #result: Promise<Decoded | undefined>;

  constructor() {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.#writer = writable.getWriter();
    this.#writer.closed.catch(() => {});
    // Bytes that are not zstd are no failure: then only the hash of the bytes themselves counts.
    this.#result = hashDecoded(readable).catch(() => undefined);
  }

  /** Settles once the bytes are taken, or will not be. */
  async write(bytes: Uint8Array): Promise<void> {
    await this.#writer.write(bytes).catch(() => {});
  }

  /** Undefined where the bytes are not zstd to their end. */
  async finish(): Promise<Decoded | undefined> {
    await this.#writer.close().catch(() => {});
    return this.#result;
  }

  /** Frees the decoder. */
  drop(): void {
    this.#writer.abort().catch(() => {});
  }
}

async function hashDecoded(stream: ReadableStream<Uint8Array>): Promise<Decoded> {
  const hash = await createSha256();
  let size = 0;
  for await (const chunk of unzstd(chunksOf(stream))) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest(), size };
}
