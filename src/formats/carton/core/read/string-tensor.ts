import { throwIfAborted } from '../../../../base/abort.ts';
import { decodeUtf8 } from '../../../../base/bytes.ts';
import { BadFileError, TooLargeError } from '../../../../base/errors.ts';
import { MAX_STRING_TENSOR_BYTES } from '../../../../base/limits.ts';
import type { ByteSource } from '../../../../source/source.ts';
import { checkElements } from '../../../../tensor/reader.ts';
import type { TensorReader } from '../../../../tensor/values.ts';
import { parseValues } from '../../../../toml/parser.ts';

/** Reads a string tensor whose file is parsed already. */
export function stringReader(strings: readonly string[]): TensorReader {
  const count = strings.length;
  return {
    dtype: 'string',
    count,
    async read(start, end, signal) {
      throwIfAborted(signal);
      checkElements({ count }, start, end);
      return strings.slice(start, end);
    },
  };
}

/** Reads the TOML file of a string tensor. Rejects with `tensor/bad-strings`, or `source/too-large` above the limit. */
export async function readStrings(source: ByteSource, path: string, signal?: AbortSignal): Promise<string[]> {
  const [actual, limit] = [source.size, MAX_STRING_TENSOR_BYTES];
  const message = `${path} is larger than the string tensors that Boxcutter reads.`;
  if (actual > limit) throw new TooLargeError('source/too-large', message, { path, limit, actual });
  return parseStrings(await source.read(0, source.size, signal), path);
}

/**
 * Reads the strings in a string tensor's file: a TOML list `data` (format document, "tensor_data"). Throws BadFileError
 * `tensor/bad-strings`.
 */
export function parseStrings(bytes: Uint8Array, path: string): string[] {
  const bad = (why: string) => new BadFileError('tensor/bad-strings', `${path} ${why}.`, { path });
  const text = decodeUtf8(bytes);
  if (text === undefined) throw bad('is not UTF-8 text');
  const { data } = parseValues(text, path, 'tensor/bad-strings');
  if (!Array.isArray(data)) throw bad('has no list “data”');
  if (!data.every((item) => typeof item === 'string')) throw bad('has something other than strings in its list “data”');
  return data;
}
