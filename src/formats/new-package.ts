import {
  type NewFile,
  type NewZipOptions,
  type WrittenZip,
  writeNewZip,
  type ZipSink,
} from '../archive/zip/new-zip.ts';
import { encodeUtf8 } from '../base/bytes.ts';
import type { MakerChoice, PackageMaker } from '../model/maker.ts';
import { memorySource } from '../source/memory.ts';

/**
 * Writes a new package: the given files at the given paths, the small files that its format adds, and its hash list. The
 * same files and the same choice give the same bytes. Rejects as `writeNewZip`.
 */
export async function writeNewPackage(
  maker: PackageMaker,
  choice: MakerChoice,
  files: readonly NewFile[],
  sink: ZipSink,
  options: Omit<NewZipOptions, 'last'>,
): Promise<WrittenZip> {
  const texts = await maker.texts(choice, new Set(files.map(({ path }) => path)));
  const added = [...texts].map(([path, text]) => ({ path, source: memorySource(path, encodeUtf8(text)) }));
  return writeNewZip([...files, ...added], sink, { ...options, last: (hashes) => maker.last(hashes) });
}
