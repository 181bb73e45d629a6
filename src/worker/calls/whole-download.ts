import { throwIfAborted } from '../../base/abort.ts';
import { BoxcutterError, NetworkError } from '../../base/errors.ts';
import { HTTP_STALL_MS } from '../../base/limits.ts';
import { isEncoded, lengthOf } from '../../source/headers.ts';
import {
  bodyOf,
  diagnose,
  discard,
  elsewhereOf,
  type HostOptions,
  patiently,
  refusal,
  request,
} from '../../source/request.ts';
import { StallWatch } from '../../source/stall.ts';
import { fileAddress, nameOf } from '../../source/web-address.ts';
import { type ByteSink, type OpenSink, type PrivateSink, writeToBrowser } from '../saving/byte-sink.ts';

export interface DownloadOptions extends HostOptions {
  /** In bytes; a total of 0 is not known. */
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
  openSink: OpenSink;
}

/** A file that was downloaded, and how it is held. */
export interface Download extends Pick<PrivateSink, 'privateFile' | 'release'> {
  name: string;
  blob: Blob;
  /** The host that sent it, after redirects. */
  servedFrom: string;
}

/**
 * Downloads a whole file from a host that cannot send parts. Bytes are counted as the browser decodes them; it does not
 * show what came on the wire. A host that fails is asked again until its answer begins; a download that breaks off
 * cannot go on. Rejects as `httpSource` does, and with `source/save-failed` or `source/too-large`.
 */
export async function downloadWhole(url: string, options: DownloadOptions): Promise<Download> {
  const { signal, pause, stallMs = HTTP_STALL_MS, fetch: fetchFile = globalThis.fetch.bind(globalThis) } = options;
  const address = fileAddress(url);
  const name = nameOf(address);
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
      return await save(response, options, { name, url: response.url || (elsewhere ?? address.href), watch });
    } catch (error) {
      throw answered ? error : await diagnose(fetchFile, address.href, error, signal);
    }
  });
}

async function save(
  response: Response,
  { signal, onProgress, openSink }: DownloadOptions,
  { name, url, watch }: { name: string; url: string; watch: StallWatch },
): Promise<Download> {
  const size = isEncoded(response) ? undefined : lengthOf(response);
  const write = async (sink: ByteSink) => {
    let done = 0;
    onProgress?.({ done, total: size ?? 0 });
    for await (const chunk of bodyOf(response.url, response, watch.signal)) {
      throwIfAborted(signal);
      await sink.write(chunk);
      done += chunk.length;
      // A file that is compressed on the way is longer than the host says.
      onProgress?.({ done, total: size === undefined || done > size ? 0 : size });
      watch.heard();
    }
  };
  try {
    const saved = await writeToBrowser(openSink, size, { write }, signal);
    return { ...saved, name, servedFrom: new URL(url).host };
  } catch (error) {
    discard(response);
    if (error instanceof BoxcutterError && error.code === 'source/unreachable') {
      const message = 'The download was interrupted. This host cannot resume it, so it has to start over.';
      throw new NetworkError('source/unreachable', message, { url, cause: error });
    }
    throw error;
  }
}
