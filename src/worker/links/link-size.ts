import { BoxcutterError, NetworkError } from '../../base/errors.ts';
import { checkUrl } from '../../source/address.ts';
import { isEncoded, lengthOf, parseContentRange } from '../../source/http.ts';
import { discard, refusal, request } from '../../source/request.ts';

/**
 * What a host says of a file's size in bytes: by the answer to HEAD, or where that fails by its answer to a request for the first byte.
 * Nothing of the file is read. Rejects with `source/bad-url`, `source/unreachable`, `source/forbidden`, `source/not-found`,
 * `source/http-status` or `source/no-size`.
 */
export async function askSize(url: string, fetchFile: typeof fetch, signal: AbortSignal | undefined): Promise<number> {
  const { href } = checkUrl(url);
  try {
    const head = await request(fetchFile, href, { method: 'HEAD' }, signal);
    discard(head);
    const size = head.ok ? sizeOf(head) : undefined;
    if (size !== undefined) return size;
    if (head.status === 404 || head.status === 410) throw refusal(url, head);
  } catch (error) {
    // Some hosts know no HEAD, and refuse it in ways that look like being away.
    if (!(error instanceof BoxcutterError) || error.tag !== 'network' || error.code === 'source/not-found') throw error;
  }
  const response = await request(fetchFile, href, { headers: { Range: 'bytes=0-0' } }, signal);
  discard(response);
  if (!response.ok) throw refusal(url, response);
  const size =
    response.status === 206 ? parseContentRange(response.headers.get('Content-Range'))?.total : sizeOf(response);
  if (size === undefined) {
    const fields = { url, status: response.status };
    throw new NetworkError('source/no-size', 'The host does not say how long the file is.', fields);
  }
  return size;
}

/** Of a body that is not known to be packed on the way. */
function sizeOf(response: Response): number | undefined {
  return isEncoded(response) ? undefined : lengthOf(response);
}
