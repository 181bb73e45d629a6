import { throwIfAborted } from '../../base/abort.ts';
import { BoxcutterError, NetworkError } from '../../base/errors.ts';
import { isEncoded, lengthOf } from '../../source/headers.ts';
import { bodyOf, discard, type HostOptions } from '../../source/request.ts';
import { requestWhole, type WholeAnswer } from '../../source/whole.ts';
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
  return requestWhole(url, options, (answer) => save(answer, options));
}

async function save(
  { response, name, url, watch }: WholeAnswer,
  { signal, onProgress, openSink }: DownloadOptions,
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
      watch.received(chunk.length);
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
