import { checkNewZip, type NewFile } from '../../archive/zip/new-zip.ts';
import { throwIfAborted } from '../../base/abort.ts';
import { InternalError, NetworkError } from '../../base/errors.ts';
import { quote } from '../../base/text.ts';
import { type WrittenPackage, writeNewPackage } from '../../formats/new-package.ts';
import { packageMaker } from '../../formats/registry.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import type { OpenPackages } from '../calls/open-packages.ts';
import { type PackerLike, PackPool } from '../packing/pack-pool.ts';
import type { CallHandlers, CallOptions, MadeAnswer, WorkerCalls } from '../protocol.ts';
import { type ByteSink, fileSink, type OpenSink } from './byte-sink.ts';
import { refuseOpen, removeEmpty, removeMismatch } from './chosen-file.ts';
import type { PrivateFiles } from './private-files.ts';

export interface NewPackagePorts {
  /** Opens a sink where the page chose no file. */
  openSink: OpenSink;
  privateFiles: PrivateFiles;
  /** Starts a worker that packs files. Without it, this thread packs them. */
  spawnPacker?: () => PackerLike;
}

/** Bytes for the headers of a file, at most, beside its names: for the room that is asked for before. */
const HEADER_BYTES = 256;

/** Makes new packages. */
export function newPackageCalls(
  packages: Pick<OpenPackages, 'get'>,
  { openSink, privateFiles, spawnPacker }: NewPackagePorts,
): CallHandlers<'makePackage'> {
  type Ask = WorkerCalls['makePackage']['ask'];

  function sourceOf({ path, from }: Ask['files'][number]): NewFile {
    if ('file' in from) return { path, source: fileSource(from.file, path) };
    const source = packages.get(from.handle).open.source(from.path);
    if (!source) throw new NetworkError('source/no-such-file', `The package does not contain ${quote(from.path)}.`);
    // An open package gives no source for a file without bytes in every format.
    return { path, source: source.size === 0 ? memorySource(path, new Uint8Array(0)) : source };
  }

  async function write(ask: Ask, files: readonly NewFile[], sink: ByteSink, { signal, onProgress }: CallOptions) {
    const maker = await packageMaker(ask.format);
    if (!maker)
      throw new InternalError('internal/bug', 'Boxcutter tried to make a package of a format that it cannot make.');
    const pool = spawnPacker && new PackPool(spawnPacker);
    try {
      return await writeNewPackage(maker, ask.choice, files, sink, {
        compression: ask.compression,
        renewed: ask.renewed?.map(sourceOf),
        given: ask.given,
        signal,
        onProgress,
        // Twice as many as there are lanes, so that none waits for the next file.
        ...(pool ? { pack: pool.pack, atOnce: 2 * pool.lanes } : {}),
      });
    } finally {
      pool?.end();
    }
  }

  /** Writes to a file on the disk, which keeps its old content where that fails. */
  async function toDisk(ask: Ask, files: readonly NewFile[], saveTo: FileSystemFileHandle, options: CallOptions) {
    for (const handle of new Set(
      [...ask.files, ...(ask.renewed ?? [])].flatMap(({ from }) => ('handle' in from ? [from.handle] : [])),
    ))
      await refuseOpen(saveTo, packages.get(handle).descriptor, options.signal);
    let sink: ByteSink | undefined;
    try {
      sink = await fileSink(saveTo);
      const written = await write(ask, files, sink, options);
      throwIfAborted(options.signal);
      const result = await sink.finish();
      await removeMismatch(saveTo, () => checkNewZip(fileSource(result, saveTo.name), written, options.signal));
      return answerOf(written);
    } catch (error) {
      await sink?.drop();
      await removeEmpty(saveTo);
      throw error;
    }
  }

  /** Writes to a private file, or to memory. Where that fails, nothing of it stays. */
  async function toBrowser(ask: Ask, files: readonly NewFile[], options: CallOptions): Promise<MadeAnswer> {
    const room = files.reduce((sum, { path, source }) => sum + source.size + 2 * path.length + HEADER_BYTES, 0);
    const sink = await openSink(room);
    try {
      const written = await write(ask, files, sink, options);
      const blob = await sink.finish();
      await checkNewZip(fileSource(blob, ask.name), written, options.signal);
      throwIfAborted(options.signal);
      const { privateFile } = sink;
      if (privateFile === undefined) return { ...answerOf(written), blob };
      privateFiles.add(privateFile, () => sink.release());
      privateFiles.holdForNow(privateFile);
      return { ...answerOf(written), blob, privateFiles: [privateFile] };
    } catch (error) {
      await sink.drop();
      sink.release();
      throw error;
    }
  }

  return {
    async makePackage(ask, options) {
      const files = ask.files.map(sourceOf);
      return ask.saveTo ? toDisk(ask, files, ask.saveTo, options) : toBrowser(ask, files, options);
    },
  };
}

function answerOf({ size, notes, identity }: WrittenPackage): MadeAnswer {
  return { size, notes, ...(identity ? { identity } : {}) };
}
