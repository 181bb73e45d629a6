import { grouped } from '../base/amounts.ts';
import { type HostedFile, TooLargeError } from '../base/errors.ts';
import { HTTP_STALL_MS, MAX_LISTING_BYTES } from '../base/limits.ts';
import { bodyOf, discard, type HostOptions, patiently, refusal, request } from './request.ts';
import { StallWatch } from './stall.ts';

/** A part of a list, or all of it. */
export interface ListedFiles {
  files: readonly HostedFile[];
  /** The address of the next part. */
  next?: string | undefined;
  /** What it leaves out, in a sentence. */
  note?: string | undefined;
}

/** What is said of a list that goes on. */
export function cutNote(count: number): string {
  return grouped`The host’s list goes on. These are its first ${count} files.`;
}

/**
 * What a host answers to a question for a list: text of at most `MAX_LISTING_BYTES`. Rejects as `request` and
 * `refusal`, and with `source/too-large`.
 */
export function listingText(url: string, options: HostOptions = {}): Promise<{ text: string; headers: Headers }> {
  const { signal, stallMs = HTTP_STALL_MS, fetch: fetchList = globalThis.fetch.bind(globalThis) } = options;
  return StallWatch.run(url, signal, stallMs, (watch) =>
    patiently(
      async (attempt) => {
        watch.heard();
        const response = await request(fetchList, url, {}, watch.signal);
        attempt.answered = true;
        if (response.status !== 200) {
          discard(response);
          throw refusal(url, response);
        }
        return { text: await bodyText(url, response, watch), headers: response.headers };
      },
      { signal, pause: options.pause ?? watch.pause },
      2,
    ),
  );
}

async function bodyText(url: string, response: Response, watch: StallWatch): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of bodyOf(url, response, watch.signal)) {
    watch.received(chunk.length);
    bytes += chunk.length;
    if (bytes > MAX_LISTING_BYTES) {
      const message = grouped`The host’s list of files is longer than ${MAX_LISTING_BYTES} bytes.`;
      throw new TooLargeError('source/too-large', message, { url, limit: MAX_LISTING_BYTES, actual: bytes });
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
