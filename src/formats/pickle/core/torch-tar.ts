import type { Archive, ArchiveEntry } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { TarArchive } from '../../../archive/tar/tar.ts';
import { throwIfAborted } from '../../../base/abort.ts';
import { BadFileError, faultOfFile } from '../../../base/errors.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { type EntryWalk, UNREAD_REST, unreadRest, walkPlaces } from '../../../pickle/entry-walks.ts';
import { maxUnaskedRead } from '../../../pickle/limits.ts';
import type { Walk } from '../../../pickle/walk.ts';
import type { OpenPackage } from '../../format.ts';
import { openPickled, type PickleContent } from './pickle-package.ts';
import { RecordFile, type StoredTensors, storedTensors } from './torch-records.ts';

/**
 * Files of the archive that PyTorch unpickles (`torch/serialization.py`, `legacy_load`), and one that it only writes.
 */
const PICKLED = ['storages', 'tensors', 'pickle', 'sys_info'] as const;

/** Whether an archive is a tar of the first versions of PyTorch. */
export function isTorchTar(archive: Archive): boolean {
  return (
    archive instanceof TarArchive &&
    PICKLED.slice(0, 3).every((path) => archive.entries.some((entry) => entry.path === path && entry.kind === 'file'))
  );
}

/** Opens a tar as the first versions of PyTorch wrote it. Reads no elements of tensors. */
export async function openTorchTar(
  container: Container,
  archive: TarArchive,
  signal: AbortSignal | undefined,
  maxRead = maxUnaskedRead(container),
): Promise<OpenPackage> {
  const { walks, stored, main } = await readFiles(archive, maxRead, signal);
  const content: PickleContent = {
    ...{ kind: 'torch-tar', archive, walks, main: 'pickle', pickles: 1, storages: 'storages', order: 'little' },
    formatName: 'A PyTorch tar, as its first versions wrote it',
    result: main?.pickles[0]?.result,
    byId: stored.byId,
    placeOf({ name, storage: { key } }) {
      const place = stored.places.get(key);
      if (place) return { path: 'storages', ...place };
      throw new BadFileError('tensor/size-mismatch', `The storage of the tensor ${quote(name)} is not in the file.`);
    },
    more: archive.unlisted ? UNREAD_REST : unreadRest(walks),
    async readMore(inner) {
      const whole = (await archive.unlisted?.list(inner)) ?? archive;
      return openTorchTar(container, whole as TarArchive, inner, Number.POSITIVE_INFINITY);
    },
  };
  const opened = openPickled(container, content, new Report());
  const cannot = { verify: 'A tar has no checksums of its files' };
  return { ...opened, package: { ...opened.package, cannot }, archive };
}

/** Walks over all pickles: also over those of a file that a later one of its name hides. */
async function readFiles(
  archive: TarArchive,
  maxRead: number,
  signal: AbortSignal | undefined,
): Promise<{ walks: EntryWalk[]; stored: StoredTensors; main: Walk | undefined }> {
  const files = new Map(PICKLED.map((path) => [path as string, archive.entryAt(path)]));
  const records = new Map<string, RecordFile>();
  const walks: EntryWalk[] = [];
  for (const name of ['storages', 'tensors']) {
    const source = archive.open(name);
    if (source) records.set(name, new RecordFile(source, maxRead, signal));
  }
  let stored: StoredTensors = { places: new Map(), byId: () => undefined };
  try {
    stored = await storedTensors(records.get('storages'), records.get('tensors'));
  } catch (error) {
    throwIfAborted(signal);
    faultOfFile(error);
  }
  for (const [name, file] of records) {
    const entry = files.get(name) as ArchiveEntry;
    walks.push(file.failure === undefined ? { entry, walk: file.walk() } : { entry, why: file.failure });
  }
  const others = archive.entries.filter((entry) => {
    const isCounted = files.get(entry.path) === entry && records.has(entry.path);
    return PICKLED.some((name) => entry.path === name) && !isCounted;
  });
  const open = (entry: ArchiveEntry) => archive.openEntry(entry);
  const walked = await walkPlaces(
    others.map((entry) => ({ entry })),
    open,
    { maxRead, signal },
  );
  walks.push(...walked);
  return { walks, stored, main: walked.find(({ entry }) => entry === files.get('pickle'))?.walk };
}
