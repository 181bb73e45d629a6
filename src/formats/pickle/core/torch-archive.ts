import type { Archive, ArchiveEntry } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { decodeUtf8 } from '../../../base/bytes.ts';
import { BadFileError, faultOfFile } from '../../../base/errors.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { factName, type RunFacts } from '../../../model/run-facts.ts';
import { type EntryWalk, unreadRest, walkPlaces } from '../../../pickle/entry-walks.ts';
import { maxUnaskedRead } from '../../../pickle/limits.ts';
import type { ByteOrder } from '../../../tensor/byte-order.ts';
import { verifyArchive } from '../../archive-files.ts';
import type { OpenPackage } from '../../format.ts';
import { openPickled, type PickleContent, type StoragePlace } from './pickle-package.ts';

/** PyTorch finds it in capitals, too. */
const MAIN = /^(?:[^/]+\/)?data\.pkl$/i;

/** Whether an archive is one of PyTorch: its main pickle is there. */
export function isTorchArchive({ entries }: Archive): boolean {
  return entries.some(({ path, kind }) => kind === 'file' && MAIN.test(path));
}

/**
 * Opens an archive as `torch.save` and `torch.jit.save` write it. Walks over every pickle in it, and does
 * not read the storages.
 */
export async function openTorchArchive(
  container: Container,
  archive: Archive,
  signal: AbortSignal | undefined,
  maxRead = maxUnaskedRead(container),
): Promise<OpenPackage> {
  const open = (entry: ArchiveEntry) => archive.openUnchecked?.(entry) ?? archive.open(entry.path);
  // Also those that a later file hides, that are marked as encrypted, or that have a wrong checksum: some readers do.
  const places = archive.entries.filter(({ path }) => /\.pkl$/i.test(path)).map((entry) => ({ entry }));
  const walks = await walkPlaces(places, open, { maxRead, signal });
  const main = mainOf(walks, archive);
  const top = main.entry.path.slice(0, -'data.pkl'.length);
  const isScript = archive.entries.some(({ path }) => path === `${top}constants.pkl`);
  const content: PickleContent = {
    kind: isScript ? 'torchscript' : 'torch-archive',
    formatName: isScript ? 'A TorchScript archive' : 'A PyTorch archive',
    ...{ archive, walks, main: main.entry.path },
    pickles: main.walk?.pickles.length ?? 0,
    result: main.walk?.pickles[0]?.result,
    placeOf: ({ name, storage: { key } }) => placeOf(archive, `${top}data/${key}`, name),
    order: await byteOrder(archive, `${top}byteorder`, signal),
    more: unreadRest(walks),
    readMore: (inner) => openTorchArchive(container, archive, inner, Number.POSITIVE_INFINITY),
  };
  const opened = openPickled(container, content, new Report());
  const { package: pkg } = opened;
  return {
    ...opened,
    package: {
      ...pkg,
      can: { verify: true, edit: false, save: false },
      runs: isScript && pkg.runs ? scriptRuns(pkg.runs) : pkg.runs,
    },
    verify: (options) => verifyArchive(archive, options),
  };
}

/** PyTorch takes the pickle in the folder of the first file. */
function mainOf(walks: readonly EntryWalk[], { entries }: Archive): EntryWalk {
  const mains = walks.filter(({ entry: { path, kind } }) => kind === 'file' && MAIN.test(path));
  const root = entries[0]?.path.split('/')[0];
  return (mains.find(({ entry: { path } }) => path === `${root}/data.pkl`) ?? mains[0]) as EntryWalk;
}

function placeOf(archive: Archive, path: string, name: string): StoragePlace {
  const entry = archive.resolve(path);
  if (!entry)
    throw new BadFileError(
      'tensor/size-mismatch',
      `There is no ${quote(path)}, which holds the tensor ${quote(name)}.`,
    );
  return { path, start: 0, size: entry.size };
}

/** As the archive says; archives before PyTorch 2.1 say nothing, and are little-endian. */
async function byteOrder(archive: Archive, path: string, signal: AbortSignal | undefined): Promise<ByteOrder> {
  const source = archive.open(path);
  if (!source || source.size > 16) return 'little';
  try {
    return decodeUtf8(await source.read(0, source.size, signal)) === 'big' ? 'big' : 'little';
  } catch (error) {
    faultOfFile(error);
    return 'little';
  }
}

/** With the code that is beside the pickles. */
function scriptRuns({ sentence, weight, facts }: RunFacts): RunFacts {
  return {
    sentence: weight === 'info' ? 'Loading it runs TorchScript' : sentence,
    weight,
    facts: [{ kind: 'runs', text: ['TorchScript, which is in ', factName('code/')], brief: ['TorchScript'] }, ...facts],
  };
}
