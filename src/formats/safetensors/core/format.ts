import { BadFileError } from '../../../base/errors.ts';
import type { Format } from '../../format.ts';
import { isArchive } from '../../weight-file.ts';
import { statedLength } from './file.ts';
import { LENGTH_BYTES, MAX_HEADER_BYTES } from './limits.ts';
import { openSingle } from './open.ts';
import { openSharded, shardFolder } from './sharded.ts';
import './findings.ts';

/** Bytes that `match` reads: the length, and the first characters of the header. */
const MATCH_BYTES = LENGTH_BYTES + 8;

/** How a header begins: with an object whose first member has a name, or that is empty. */
const HEADER_START = /^\{\s*(?:"|\}|$)/;

export const format: Format = {
  async match(container, { signal }) {
    if (await shardFolder(container, signal)) return true;
    const { source, name } = container;
    if (!source) return false;
    const head = await source.read(0, Math.min(source.size, MATCH_BYTES), signal);
    if (isHeader(head, source.size)) return true;
    // The name alone says that a broken file was meant as one. An archive of that name is an archive.
    return /\.safetensors$/i.test(name) && !(await isArchive(container, signal));
  },

  async open(container, { signal }) {
    const folder = await shardFolder(container, signal);
    if (folder) return openSharded(folder, false, signal);
    const { source } = container;
    if (!source) throw new BadFileError('safetensors/bad-index', 'The folder has no index of safetensors files.');
    return openSingle(container, source, signal);
  },

  fields: async () => (await import('./field-guide.ts')).HEADER_FIELDS,
};

/** Whether a file begins as one of this format: a length that fits into it, and then an object. */
function isHeader(head: Uint8Array, size: number): boolean {
  const length = statedLength(head);
  if (length === undefined || length > MAX_HEADER_BYTES || BigInt(LENGTH_BYTES) + length > size) return false;
  const start = String.fromCharCode(...head.subarray(LENGTH_BYTES, LENGTH_BYTES + Number(length)));
  return HEADER_START.test(start);
}
