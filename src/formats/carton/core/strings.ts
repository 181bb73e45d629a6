import { decodeUtf8 } from '../../../base/bytes.ts';
import { BadFileError } from '../../../base/errors.ts';
import { parseValues } from '../../../toml/parser.ts';

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
