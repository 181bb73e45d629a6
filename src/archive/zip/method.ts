import { grouped } from '../../base/amounts.ts';
import { quote } from '../../base/text.ts';
import type { ArchiveEntry } from '../archive.ts';

/** How an entry's bytes are stored (APPNOTE 4.4.5). `other` is shown with its number and cannot be read. */
export type Method = 'stored' | 'deflate' | 'zstd' | 'other';

const NAMES = { stored: 'Stored', deflate: 'Deflate', zstd: 'zstd' } as const;

/** Methods that Boxcutter does not decode and that are, or were, in use (APPNOTE 6.3.10, 4.4.5). */
const OTHERS: Readonly<Record<number, string>> = {
  1: 'Shrink',
  2: 'Reduce',
  3: 'Reduce',
  4: 'Reduce',
  5: 'Reduce',
  6: 'Implode',
  9: 'Deflate64',
  10: 'PKWARE Implode',
  12: 'BZip2',
  14: 'LZMA',
  16: 'IBM CMPSC',
  18: 'IBM TERSE',
  19: 'IBM LZ77',
  20: 'zstd under its old number',
  94: 'MP3',
  95: 'XZ',
  96: 'JPEG',
  97: 'WavPack',
  98: 'PPMd',
  99: 'AES encryption',
};

/** A method's name for people: "Deflate", "LZMA (method 14)", "method 200". */
export function methodName(method: Method, id?: number): string {
  if (method !== 'other') return NAMES[method];
  if (id === undefined) return 'an unknown method';
  const name = OTHERS[id];
  return name === undefined ? `method ${id}` : `${name} (method ${id})`;
}

/** Says that a stored file has two sizes. */
export function sizesMessage({ path, size, storedSize }: Pick<ArchiveEntry, 'path' | 'size' | 'storedSize'>): string {
  return grouped`${quote(path)} is stored uncompressed, but its sizes differ: ${size} bytes, and ${storedSize} in the zip.`;
}

/** Says that a file has a method that Boxcutter does not decode, and which. */
export function methodMessage(path: string, id: number | undefined): string {
  return `${quote(path)} is compressed with ${methodName('other', id)}. Boxcutter reads Stored, Deflate and zstd.`;
}
