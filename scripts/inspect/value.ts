import { type FileHandle, open } from 'node:fs/promises';
import { formatCount } from '../../src/base/amounts.ts';
import { decodeUtf8 } from '../../src/base/bytes.ts';
import type { KnownField } from '../../src/formats/format.ts';
import type { FieldValue } from '../../src/model/edit/field.ts';
import type { Assignment } from './assignment.ts';
import { tomlValue } from './toml-value.ts';
import { UsageError } from './usage.ts';

/** Bytes of a file that `@FILE` reads. No metadata file that can be edited is longer. */
const MAX_VALUE_BYTES = 16 * 1024 * 1024;

/**
 * The value of an assignment. It is TOML, but a field that holds text also takes text without quotation marks. `@FILE`
 * stands for the content of a file, which is text as it stands where the field holds text. Throws a `UsageError`.
 *
 * @param field what the format knows of the field
 * @param old the present value
 */
export async function readValue(
  { key, value: given }: Assignment,
  field: KnownField | undefined,
  old: FieldValue | undefined,
): Promise<FieldValue> {
  const isText = field ? field.kind !== 'value' : false;
  if (!given.startsWith('@') || field?.bare?.test(given)) return parseValue(key, given, given, field, old);
  const path = given.slice(1);
  const text = await readText(key, path);
  if (isText) return field?.kind === 'line' ? text.replace(/\r?\n$/, '') : text;
  return parseValue(key, text, `the content of ${path}`, field, old);
}

function parseValue(
  key: string,
  text: string,
  called: string,
  field: KnownField | undefined,
  old: FieldValue | undefined,
): FieldValue {
  const value = tomlValue(text);
  if (field && field.kind !== 'value') return typeof value === 'string' ? value : text;
  if (value !== undefined) return value;
  if (field?.bare?.test(text.trim())) return text.trim();
  if (typeof old === 'string') return text;
  throw new UsageError(`--set ${key}: ${called} is not a TOML 1.0 value. Put text in quotation marks.`);
}

/** The text of a file, without its byte-order mark. Line ends stay as they are. */
async function readText(key: string, path: string): Promise<string> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    const bytes = await readUpTo(handle, MAX_VALUE_BYTES + 1);
    if (bytes.length > MAX_VALUE_BYTES)
      throw new UsageError(`--set ${key}: ${path} has more than ${formatCount(MAX_VALUE_BYTES)} bytes.`);
    const text = decodeUtf8(bytes);
    if (text === undefined) throw new UsageError(`--set ${key}: ${path} is not UTF-8 text.`);
    return text.replace(/^\ufeff/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof UsageError || code === undefined) throw error;
    const why = code === 'ENOENT' ? `there is no file ${path}` : `${path} cannot be read (${code})`;
    throw new UsageError(`--set ${key}: ${why}. Put text that begins with @ in quotation marks: "@…".`);
  } finally {
    await handle?.close();
  }
}

/** At most this many bytes from the start. The file may be a pipe of unknown length. */
async function readUpTo(handle: FileHandle, limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for (let length = 0; length < limit; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(limit - length, 1024 * 1024)));
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(chunks);
}
