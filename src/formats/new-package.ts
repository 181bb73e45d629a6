import {
  type NewFile,
  type NewZipOptions,
  type WrittenZip,
  writeNewZip,
  type ZipSink,
} from '../archive/zip/new-zip.ts';
import { encodeUtf8 } from '../base/bytes.ts';
import type { LastFiles, MakerChoice, OldFile, PackageMaker } from '../model/maker.ts';
import { memorySource } from '../source/memory.ts';

export interface NewPackageOptions extends Omit<NewZipOptions, 'last'> {
  /** The old content of files that are written again, for what it says about the other files. */
  renewed?: readonly NewFile[] | undefined;
  /** The old paths of all files to choose from, also of those that are left out. */
  given?: readonly string[] | undefined;
}

/** A package that was written. */
export interface WrittenPackage extends WrittenZip {
  /** Sentences about what the old content of rewritten files said. */
  notes: readonly string[];
  /** What it is known by, as `LastFiles` has it. */
  identity?: LastFiles['identity'];
}

/**
 * Writes a new package: the given files at the given paths, the small files that its format adds, and its hash list.
 * The same files and the same choice give the same bytes. Rejects as `writeNewZip`.
 */
export async function writeNewPackage(
  maker: PackageMaker,
  choice: MakerChoice,
  files: readonly NewFile[],
  sink: ZipSink,
  { renewed = [], given = [], ...options }: NewPackageOptions,
): Promise<WrittenPackage> {
  const sources = new Map([...files, ...renewed].map(({ path, source }) => [path, source]));
  const old = (path: string): OldFile | undefined => {
    const source = sources.get(path);
    return source && { size: source.size, read: (signal) => source.read(0, source.size, signal) };
  };
  const texts = await maker.texts(
    choice,
    old,
    files.map(({ path }) => path),
  );
  const added = new Map([...texts].map(([path, text]) => [path, memorySource(path, encodeUtf8(text))]));
  const own = files.map((file) => ({ ...file, source: added.get(file.path) ?? file.source }));
  for (const { path } of files) added.delete(path);
  let last: LastFiles | undefined;
  const written = await writeNewZip([...own, ...[...added].map(([path, source]) => ({ path, source }))], sink, {
    ...options,
    async last(hashes) {
      last = await maker.last(hashes, old, new Set(given), options.signal, choice);
      return last.files;
    },
  });
  const { notes = [], identity } = (last as LastFiles | undefined) ?? {};
  return { ...written, notes, identity };
}
