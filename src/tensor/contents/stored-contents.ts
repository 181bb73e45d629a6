import { formatNumberOf } from '../../base/amounts.ts';
import { TooLargeError, UnsupportedError } from '../../base/errors.ts';
import { MAX_STRING_TENSOR_BYTES } from '../../base/limits.ts';
import { quote } from '../../base/text.ts';
import type { ByteSource } from '../../source/source.ts';
import { stretchesOf } from '../element-pieces.ts';
import type { Shape } from '../shape.ts';
import type { TensorReader } from '../values.ts';
import type { FlatContents, NumericContents } from './contents.ts';
import { isStoredDtype } from './conversion.ts';
import { type KeepBytes, keepFlow, sourceFlow, transposedFlow, type WorkOptions, watchedFlow } from './flow.ts';
import '../findings.ts';

export interface StoredOptions extends WorkOptions {
  keep: KeepBytes;
  /**
   * The bytes of a source as a Blob that needs no copy, once they are checked. Undefined where there is none: then they
   * are kept. By default, `ByteSource.blob`.
   */
  blobOf?: ((source: ByteSource, signal: AbortSignal | undefined) => Promise<Blob | undefined>) | undefined;
}

/** Strings that are read at once. */
const STRINGS_AT_ONCE = 2 ** 14;

/**
 * The elements of a stored tensor. Where they lie in a file of this computer as they are written, they stay there. Others
 * are brought into row-major order and little-endian, and kept. Rejects with `tensor/not-decoded` where they have a type
 * that is not read, and with `source/too-large` for more text than a tensor of strings can have.
 *
 * @param shape of the tensor, which `reader` has as many elements for
 */
export async function storedContents(
  reader: TensorReader,
  shape: Shape,
  options: StoredOptions,
): Promise<FlatContents> {
  const { dtype, data, columnMajor } = reader;
  if (dtype === 'string') return { dtype, shape, strings: await allStrings(reader, options) };
  if (!isStoredDtype(dtype) || !data) {
    const message = `Boxcutter does not read elements of the type ${quote(dtype)}, so that it cannot write them either.`;
    throw new UnsupportedError('tensor/not-decoded', message);
  }
  const { keep, signal, blobOf = async (source) => source.blob?.(0, source.size) } = options;
  if (columnMajor) {
    const stored = sourceFlow(columnMajor.data, dtype, shape.toReversed());
    const axes = shape.map((_, at) => shape.length - 1 - at);
    return keepFlow(transposedFlow(watchedFlow(stored, options), axes), keep, options);
  }
  const blob = await blobOf(data, signal);
  if (blob) return { dtype, shape, data: blob } satisfies NumericContents;
  return keepFlow(watchedFlow(sourceFlow(data, dtype, shape), options), keep, options);
}

async function allStrings(reader: TensorReader, { signal, onProgress }: WorkOptions): Promise<string[]> {
  const strings: string[] = [];
  let length = 0;
  for (const [start, end] of stretchesOf(reader.count, STRINGS_AT_ONCE)) {
    for (const text of (await reader.read(start, end, signal)) as readonly string[]) {
      strings.push(text);
      length += text.length + 1;
    }
    onProgress?.({ done: end, total: reader.count });
    if (length <= MAX_STRING_TENSOR_BYTES) continue;
    const message = `The ${formatNumberOf(reader.count, 'string')} are longer than a tensor of strings can be.`;
    throw new TooLargeError('source/too-large', message, { limit: MAX_STRING_TENSOR_BYTES, actual: length });
  }
  return strings;
}
