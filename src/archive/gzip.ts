import { throwIfAborted } from '../base/abort.ts';
import { grouped } from '../base/amounts.ts';
import { BadFileError, TooLargeError } from '../base/errors.ts';
import type { Finding } from '../base/findings.ts';
import { MAX_UNWRAPPED_BYTES } from '../base/limits.ts';
import { Report } from '../base/report.ts';
import { gunzip, isGzip } from '../codec/gzip/gunzip.ts';
import { unzlib, ZLIB_HEAD_BYTES, zlibStart } from '../codec/gzip/unzlib.ts';
import { BlobBuilder } from '../source/blob-builder.ts';
import type { ByteSource } from '../source/source.ts';

/** What lay in gzip. */
export interface Unwrapped {
  /** The bytes, in memory or, where a browser has no room for them, in a file of its own. */
  blob: Blob;
  /** The name without `.gz`. */
  name: string;
  /** What was around it. */
  wrapping: Wrapping;
}

/** The file that a container was unwrapped from. */
export interface Wrapping {
  name: string;
  /** What it is compressed with: “gzip”, “zlib” or “gzip in gzip”. */
  method: string;
  /** Bytes. */
  size: number;
  findings: readonly Finding[];
}

export interface UnwrapOptions {
  signal?: AbortSignal | undefined;
  /** In compressed bytes. */
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
  /** Most decoded bytes. */
  limit?: number;
}

/**
 * Decodes a file that is gzip, or zlib. Undefined for other files. Of gzip that is cut off or damaged, it gives what
 * comes before, with `gzip/bad-data` or `gzip/checksum` among the findings. Rejects with these where nothing does, with
 * `gzip/too-large`, and as the source does.
 */
export async function unwrapGzip(source: ByteSource, options: UnwrapOptions = {}): Promise<Unwrapped | undefined> {
  const builder = new BlobBuilder();
  const found = await decodeGzip(source, options, (chunk) => builder.add(chunk));
  return found && { blob: builder.finish(), name: found.name, wrapping: found.wrapping };
}

/**
 * As `unwrapGzip`, and gives each decoded chunk to `append`, which may keep it. Rejects as that does, too.
 *
 * @returns the name without `.gz`, the number of decoded bytes, and what ended them early
 */
export async function decodeGzip(
  source: ByteSource,
  { signal, onProgress, limit = MAX_UNWRAPPED_BYTES }: UnwrapOptions,
  append: (chunk: Uint8Array) => Promise<void> | void,
): Promise<(Pick<Unwrapped, 'name' | 'wrapping'> & { bytes: number; damage?: BadFileError }) | undefined> {
  const { name, size } = source;
  const head = await source.read(0, Math.min(size, ZLIB_HEAD_BYTES), signal);
  const method = isGzip(head) ? 'gzip' : 'zlib';
  const start = method === 'gzip' ? 0 : zlibStart(head);
  if (start === undefined) return undefined;
  const report = new Report();
  const onRead = (done: number) => onProgress?.({ done, total: size });
  const decoded =
    method === 'gzip'
      ? gunzip(source, {
          signal,
          onTrailing: () => report.add('gzip/trailing-bytes', `“${name}” has bytes after its gzip data.`),
          onRead,
        })
      : unzlib(source, start, { signal, onRead });
  let bytes = 0;
  let damage: BadFileError | undefined;
  try {
    for await (const chunk of decoded) {
      bytes += chunk.length;
      if (bytes > limit) {
        const message = grouped`“${name}” has ${size} bytes, and more than ${limit} after decompression.`;
        throw new TooLargeError('gzip/too-large', message, { limit });
      }
      await append(chunk);
    }
  } catch (error) {
    // Text and weights begin with the two bytes of zlib, too.
    if (method === 'zlib' && bytes === 0 && error instanceof BadFileError) return undefined;
    if (method === 'zlib' || bytes === 0 || !isDamage(error)) throw error;
    damage = error;
    report.add(error.code, `“${name}”: ${error.message} What comes before is shown.`);
  }
  throwIfAborted(signal);
  return { name: unwrappedName(name), bytes, damage, wrapping: { name, method, size, findings: report.findings } };
}

/** Whether gzip is wrong, and not what it is read from. */
function isDamage(error: unknown): error is BadFileError {
  return error instanceof BadFileError && error.code.startsWith('gzip/');
}

/** The name of a file without the ending that says that it is gzip. */
export function unwrappedName(name: string): string {
  const bare = name.replace(/\.tgz$/i, '.tar').replace(/\.(?:gz(?:ip)?|z)$/i, '');
  return bare === '' ? name : bare;
}
