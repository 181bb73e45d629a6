import { checkNewZip, type NewFile } from '../../archive/zip/new-zip.ts';
import { InternalError, NetworkError } from '../../base/errors.ts';
import { quote } from '../../base/text.ts';
import { type WrittenPackage, writeNewPackage } from '../../formats/new-package.ts';
import { checkMade, packageMaker } from '../../formats/registry.ts';
import type { PackageMaker } from '../../model/maker.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import type { OpenPackages } from '../calls/open-packages.ts';
import { type PackerLike, PackPool } from '../packing/pack-pool.ts';
import type { CallHandlers, CallOptions, MadeAnswer, WorkerCalls } from '../protocol.ts';
import { type ByteSink, type OpenSink, refuseOpen, removeMismatch, writeToBrowser, writeToDisk } from './byte-sink.ts';
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

type Ask = WorkerCalls['makePackage']['ask'];

/** Makes new packages. */
export function newPackageCalls(
  packages: Pick<OpenPackages, 'get'>,
  { openSink, privateFiles, spawnPacker }: NewPackagePorts,
): CallHandlers<'makePackage'> {
  function sourceOf({ path, from }: Ask['files'][number]): NewFile {
    if ('file' in from) return { path, source: fileSource(from.file, path) };
    const source = packages.get(from.handle).open.source(from.path);
    if (!source) throw new NetworkError('source/no-such-file', `The package does not contain ${quote(from.path)}.`);
    // An open package gives no source for a file without bytes in every format.
    return { path, source: source.size === 0 ? memorySource(path, new Uint8Array(0)) : source };
  }

  async function writeFiles(ask: Ask, files: readonly NewFile[], sink: ByteSink, { signal, onProgress }: CallOptions) {
    const maker = await makerOf(ask.format);
    const pool = spawnPacker && new PackPool(spawnPacker);
    try {
      return await writeNewPackage(maker, ask.choice, files, sink, {
        compression: ask.compression,
        renewed: ask.renewed?.map(sourceOf),
        given: ask.given,
        signal,
        onProgress,
        // Twice as many as there are workers, so that none waits for the next file.
        pack: pool?.pack,
        atOnce: pool && 2 * pool.size,
      });
    } finally {
      pool?.end();
    }
  }

  return {
    async makePackage(ask, options) {
      const { saveTo } = ask;
      const { signal } = options;
      const files = ask.files.map(sourceOf);
      const write = (sink: ByteSink) => writeFiles(ask, files, sink, options);
      const check = async (there: Blob, written: WrittenPackage) => {
        const source = fileSource(there, saveTo?.name ?? ask.name);
        await checkNewZip(source, written, signal);
        try {
          await checkMade(await makerOf(ask.format), source, signal);
        } catch (error) {
          // What is refused is not left behind.
          await (saveTo as (FileSystemFileHandle & { remove?: () => Promise<void> }) | undefined)?.remove?.();
          throw error;
        }
      };
      if (!saveTo) {
        const room = files.reduce((sum, { path, source }) => sum + source.size + 2 * path.length + HEADER_BYTES, 0);
        const saved = await writeToBrowser(openSink, room, { write, check }, signal);
        return { ...answerOf(saved.written), blob: saved.blob, ...privateFiles.addForNow(saved) };
      }
      for (const handle of handlesIn(ask)) await refuseOpen(saveTo, packages.get(handle).descriptor, signal);
      const checked = (...there: Parameters<typeof check>) => removeMismatch(saveTo, () => check(...there));
      return answerOf(await writeToDisk(saveTo, { write, check: checked }, signal));
    },
  };
}

async function makerOf(format: Ask['format']): Promise<PackageMaker> {
  const maker = await packageMaker(format);
  if (!maker)
    throw new InternalError('internal/bug', 'Boxcutter tried to make a package of a format that it cannot make.');
  return maker;
}

/** The open packages that files come from. */
function handlesIn({ files, renewed = [] }: Ask): Set<number> {
  return new Set([...files, ...renewed].flatMap(({ from }) => ('handle' in from ? [from.handle] : [])));
}

function answerOf({ size, notes, identity }: WrittenPackage): MadeAnswer {
  return { size, notes, identity };
}
