import { throwIfAborted } from '../../base/abort.ts';
import { grouped } from '../../base/amounts.ts';
import { concatBytes } from '../../base/bytes.ts';
import { asBoxcutterError, BadFileError, toErrorData } from '../../base/errors.ts';
import { HTTP_STALL_MS, MAX_LINK_ATTEMPTS } from '../../base/limits.ts';
import { createSha256, type Sha256 } from '../../codec/sha256.ts';
import { ZstdDecoder } from '../../codec/zstd.ts';
import { isEncoded, lengthOf } from '../../source/headers.ts';
import { bodyOf, diagnose, discard, redirectedTo, refusal, request } from '../../source/request.ts';
import { StallWatch } from '../../source/stall.ts';
import { checkUrl } from '../../source/web-address.ts';
import type { Progress, TriedLink } from '../protocol.ts';
import type { ByteSink } from '../saving/byte-sink.ts';
import '../../model/findings.ts';

/** A file that the package links to. */
export interface LinkTarget {
  path: string;
  /** As the package's hash list has it. Undefined: whatever the host has is the file. */
  sha256: string | undefined;
  /** What the package calls that list. */
  hashList?: string | undefined;
  /** Bytes of the file, where they are known: a host that sends more of them is not read to its end. */
  size?: number | undefined;
  urls: readonly string[];
}

export interface LinkFetchOptions {
  fetch: typeof fetch;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Opens a sink for the bytes, once for each address that answers, and once more for what zstd holds. At most one of
   * them is finished. Without it the file is only checked. It is told the size where the host says it.
   */
  openSink?: ((size?: number) => Promise<ByteSink>) | undefined;
  stallMs?: number;
}

export interface LinkFetch {
  /** The address that had the file, the hash of what came, and the host that redirects led to; undefined where none had. */
  found?: { url: string; size: number; sha256: string; blob?: Blob; servedFrom?: string } | undefined;
  /** Those before it, or all. */
  tried: TriedLink[];
}

/**
 * Fetches a linked file from the first of its addresses that has it. An address has it if its bytes have the hash, as
 * they come or once they are decoded from zstd. Rejects when it is cancelled, with `source/save-failed`, or with a bug.
 * Any other failure is a reason to try the next address; at most `MAX_LINK_ATTEMPTS` are tried.
 */
export async function fetchLinked(target: LinkTarget, options: LinkFetchOptions): Promise<LinkFetch> {
  return tryInOrder(target.urls, async (url, tried) => {
    throwIfAborted(options.signal);
    const tell = (done: number, total: number) => options.onProgress?.({ done, total, url, tried });
    tell(0, 0);
    return { url, ...(await attempt(url, target, options, tell)) };
  });
}

/**
 * What the first address gives that does not fail, of at most `MAX_LINK_ATTEMPTS`. Rejects as cancelled, with
 * `source/save-failed`, or with a bug: another address would not help.
 *
 * @param ask is told of the addresses that failed before
 */
export async function tryInOrder<T>(
  urls: readonly string[],
  ask: (url: string, tried: TriedLink[]) => Promise<T>,
): Promise<{ found?: T; tried: TriedLink[] }> {
  const tried: TriedLink[] = [];
  for (const url of urls.slice(0, MAX_LINK_ATTEMPTS)) {
    try {
      return { found: await ask(url, [...tried]), tried };
    } catch (cause) {
      const error = toErrorData(cause);
      const { tag, code } = error;
      if (tag === 'cancelled' || tag === 'internal' || code === 'source/save-failed') throw asBoxcutterError(cause);
      tried.push({ url, error });
    }
  }
  return { tried };
}

async function attempt(
  url: string,
  target: LinkTarget,
  { fetch: fetchFile, signal, openSink, stallMs = HTTP_STALL_MS }: LinkFetchOptions,
  tell: (done: number, total: number) => void,
): Promise<Omit<NonNullable<LinkFetch['found']>, 'url'>> {
  const address = checkUrl(url).href;
  return StallWatch.run(address, signal, stallMs, async (watch) => {
    const response = await ask(fetchFile, address, watch.signal);
    if (response.status !== 200) {
      discard(response);
      throw refusal(url, response);
    }
    const host = redirectedTo(address, response);
    const led = host === undefined ? {} : { servedFrom: host };
    const body = bodyOf(url, response, watch.signal);
    let sink: ByteSink | undefined;
    let decoded: DecodedContent | undefined;
    try {
      const total = isEncoded(response) ? 0 : (lengthOf(response) ?? 0);
      const wanted = target.sha256?.toLowerCase();
      const hash = await createSha256();
      sink = await openSink?.(total || undefined);
      let size = 0;
      /** The first bytes, until it is clear whether they begin as zstd does. */
      let head: Uint8Array | undefined = new Uint8Array(0);
      for await (const chunk of body) {
        throwIfAborted(signal);
        watch.received(chunk.length);
        if (head) {
          head = concatBytes([head, chunk]);
          if (head.length >= 4) {
            // Without a hash, what comes is the file, and nobody asks what it holds.
            if (wanted !== undefined && beginsAsZstd(head)) decoded = await DecodedContent.open(openSink);
            await decoded?.write(head, watch.signal);
            head = undefined;
          }
        } else await decoded?.write(chunk, watch.signal);
        hash.update(chunk);
        await sink?.write(chunk);
        size += chunk.length;
        if (!head && !decoded && target.size !== undefined && size > target.size) throw tooMany(url, target);
        // A file that is compressed on the way is longer than the host says.
        tell(size, size > total ? 0 : total);
      }
      throwIfAborted(signal);
      const actual = hash.digest();
      if (wanted === undefined || actual === wanted) {
        // Before the file is replaced: the other writer of the same file must be gone by then.
        await decoded?.drop();
        return { size, sha256: actual, ...led, blob: await sink?.finish() };
      }
      const inside = decoded?.end();
      if (!decoded || inside?.sha256 !== wanted)
        throw mismatch(url, target, { sha256: actual, size }, decoded !== undefined);
      await sink?.drop();
      const blob = await decoded.finish();
      return { ...inside, ...led, blob };
    } catch (error) {
      discard(response);
      await sink?.drop();
      await decoded?.drop();
      throw error;
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

function mismatch(
  url: string,
  { path, hashList = 'the list of hashes', size: wanted }: LinkTarget,
  { sha256, size }: Decoded,
  zstd: boolean,
): BadFileError {
  const also = zstd ? ', even after zstd decompression' : '';
  const length =
    zstd || wanted === undefined || wanted === size ? '' : grouped` Its size is ${size}, and not ${wanted} bytes.`;
  return new BadFileError(
    'links/hash-mismatch',
    `The host sent a different file than ${hashList} lists${also}.${length} Its SHA-256 is ${sha256}.`,
    { url, path },
  );
}

function tooMany(url: string, { path, size }: LinkTarget): BadFileError {
  const message = grouped`The host has a different file: it sends more than the ${size} bytes of this one.`;
  return new BadFileError('links/hash-mismatch', message, { url, path });
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
 * Decodes zstd, hashes what comes out and writes it to a sink of its own, while the same bytes are read for something
 * else. Some hosts send files in zstd without saying so, and then no browser decodes them. Which of the two is the file
 * is known at the end: then the sink of the other is dropped, and nothing is read twice.
 */
class DecodedContent {
  /** Undefined once it is not needed: bytes that are not zstd may be the file themselves. */
  #decoder: ZstdDecoder | undefined;
  readonly #hash: Sha256;
  readonly #sink: Promise<ByteSink | undefined>;
  /** Why there is no sink, or why it took no more. It counts only if what comes out is the file. */
  #unwritten: unknown;
  #size = 0;

  static async open(openSink: LinkFetchOptions['openSink']): Promise<DecodedContent> {
    return new DecodedContent(await ZstdDecoder.create(), await createSha256(), openSink);
  }

  private constructor(decoder: ZstdDecoder, hash: Sha256, openSink: LinkFetchOptions['openSink']) {
    this.#decoder = decoder;
    this.#hash = hash;
    this.#sink = Promise.resolve(openSink?.()).catch((error) => {
      this.#unwritten = error;
      return undefined;
    });
  }

  /** Rejects only when it is canceled, which a few bytes that hold gigabytes make likely. */
  async write(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    if (!this.#decoder) return;
    try {
      for await (const chunk of this.#decoder.decode(bytes)) {
        throwIfAborted(signal);
        this.#hash.update(chunk);
        this.#size += chunk.length;
        await this.#keep(chunk);
      }
    } catch {
      throwIfAborted(signal);
      this.#free();
    }
  }

  async #keep(chunk: Uint8Array): Promise<void> {
    const sink = await this.#sink;
    try {
      if (this.#unwritten === undefined) await sink?.write(chunk);
    } catch (error) {
      this.#unwritten = error;
    }
  }

  /** What came out. Undefined where the bytes are not zstd to their end. */
  end(): Decoded | undefined {
    try {
      this.#decoder?.finish();
      return this.#decoder && { sha256: this.#hash.digest(), size: this.#size };
    } catch {
      return undefined;
    }
  }

  /** What came out as a Blob; undefined without a sink. Call it after `end`. Rejects where it could not be written. */
  async finish(): Promise<Blob | undefined> {
    this.#free();
    const sink = await this.#sink;
    if (this.#unwritten !== undefined) throw this.#unwritten;
    return sink?.finish();
  }

  /** Frees the decoder and leaves nothing behind. Never rejects. */
  async drop(): Promise<void> {
    this.#free();
    await (await this.#sink)?.drop();
  }

  #free(): void {
    this.#decoder?.free();
    this.#decoder = undefined;
  }
}
