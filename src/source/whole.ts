import { formatBytes } from '../base/amounts.ts';
import { BoxcutterError, NetworkError } from '../base/errors.ts';
import { HTTP_STALL_MS, MAX_UNASKED_DOWNLOAD } from '../base/limits.ts';
import type { HttpSource } from './http.ts';
import { memorySource } from './memory.ts';
import { bodyOf, diagnose, discard, elsewhereOf, type HostOptions, patiently, refusal, request } from './request.ts';
import { StallWatch } from './stall.ts';
import { fileAddress, nameOf } from './web-address.ts';

/** A host's answer to a request for a whole file. */
export interface WholeAnswer {
  response: Response;
  /** Of the file. */
  name: string;
  /** Where the answer came from, after redirects. */
  url: string;
  watch: StallWatch;
}

/**
 * Requests a whole file. A host that fails is asked again until its answer begins. Rejects as `httpSource` does, and as
 * `read`.
 */
export async function requestWhole<T>(
  url: string,
  options: HostOptions,
  read: (answer: WholeAnswer) => Promise<T>,
): Promise<T> {
  const { signal, pause, stallMs = HTTP_STALL_MS, fetch: fetchFile = globalThis.fetch.bind(globalThis) } = options;
  const address = fileAddress(url);
  let answered = false;
  return StallWatch.run(address.href, signal, stallMs, async (watch) => {
    const ask = (target: string) =>
      patiently(
        async (attempt) => {
          watch.heard();
          const response = await request(fetchFile, target, {}, watch.signal);
          watch.heard();
          attempt.answered = true;
          answered = true;
          if (response.status === 200) return response;
          discard(response);
          throw refusal(target, response);
        },
        // A pause may be longer than a stall: the watch rests meanwhile.
        { signal, pause: pause ?? watch.pause },
        2,
      );
    try {
      const first = await ask(address.href);
      const elsewhere = elsewhereOf(first, address.href);
      const response = elsewhere === undefined ? first : await ask(elsewhere);
      return await read({ response, name: nameOf(address), url: response.url || (elsewhere ?? address.href), watch });
    } catch (error) {
      throw answered ? error : await diagnose(fetchFile, address.href, error, signal);
    }
  });
}

/** Errors of a host that sends only whole files. */
const WHOLE_ONLY: ReadonlySet<string> = new Set(['source/no-ranges', 'source/no-size']);

/**
 * A file of a host that refused to send parts of it, read whole into memory. Rejects with `refused` where the file is
 * longer than `MAX_UNASKED_DOWNLOAD`, or turns out to be: nothing beyond is read.
 *
 * @param refused why its parts cannot be read
 */
export async function wholeSource(url: string, refused: unknown, options: HostOptions): Promise<HttpSource> {
  if (!(refused instanceof BoxcutterError) || !WHOLE_ONLY.has(refused.code)) throw refused;
  if ((refused.fields.size ?? 0) > MAX_UNASKED_DOWNLOAD) throw refused;
  return requestWhole(url, options, async ({ response, name, url: from, watch }) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    for await (const chunk of bodyOf(url, response, watch.signal)) {
      watch.received(chunk.length);
      length += chunk.length;
      if (length > MAX_UNASKED_DOWNLOAD) throw tooLong(refused);
      chunks.push(chunk.slice());
    }
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
    return { ...memorySource(name, bytes), servedFrom: new URL(from).host };
  });
}

/** The loop over the body that throws it ends the download. */
function tooLong(refused: BoxcutterError): NetworkError {
  const { size: _, ...fields } = refused.fields;
  const message = `The host sends only whole files, and does not say how long this one is: more than ${formatBytes(MAX_UNASKED_DOWNLOAD)}.`;
  return new NetworkError('source/no-ranges', message, fields);
}
