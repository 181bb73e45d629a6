import { throwIfAborted } from '../../base/abort.ts';
import { isEqual } from '../../base/bytes.ts';
import { faultOfFile } from '../../base/errors.ts';
import { quote } from '../../base/text.ts';
import { itemPacer } from '../../codec/pause.ts';
import type { ByteSource } from '../../source/source.ts';
import type { Archive } from '../archive.ts';
import { type AddedFile, checkWritten, plannedSource, type SavePlan, saveMismatch } from '../plan.ts';
import type { ZipEntry } from './record-entry.ts';

/** A plan for a zip with some files changed: the pieces of the old one, and what the new one must hold. */
export interface ZipPlan extends SavePlan {
  /** The entries of the old zip that the new one carries, in the new order, as the old directory describes them. */
  readonly carried: readonly ZipEntry[];
  /** Where each of `carried` begins in the new file. NaN for an entry that has no bytes in the old one. */
  readonly starts: Float64Array;
  /** New content of files, by path. Files that only have another name are among `carried`. */
  readonly written: ReadonlyMap<string, Uint8Array | AddedFile>;
}

type UncheckedPlan = Omit<ZipPlan, 'check'>;

/** Opens what was written, as `openZip`. */
export type ReopenZip<T extends WrittenZip = WrittenZip> = (
  source: ByteSource,
  signal: AbortSignal | undefined,
) => Promise<T>;

type WrittenZip = Pick<Archive, 'open'> & {
  entries: readonly ZipEntry[];
  entryAt(path: string): ZipEntry | undefined;
};

/** Local headers that are looked up at their new places, evenly spread. Each takes a read. */
const MAX_HEADERS = 64;

/**
 * Opens a zip that was written by a plan and compares it with the plan: its size, every new byte (the directory is
 * among them), the directory's entries against the carried ones as the old directory described them, some of their
 * local headers, and the content of the new files. Does not read bytes that were only copied. Rejects with
 * `source/save-mismatch`, or as reading does.
 */
export async function checkSavedZip<T extends WrittenZip>(
  result: ByteSource,
  plan: UncheckedPlan,
  reopen: ReopenZip<T>,
  signal?: AbortSignal,
): Promise<T> {
  throwIfAborted(signal);
  await checkWritten(result, plan, signal);
  const archive = await reading(result, () => reopen(result, signal));
  await compareEntries(result, archive, plan, signal);
  await compareHeaders(result, plan, signal);
  for (const [path, content] of plan.written) {
    if (!(content instanceof Uint8Array)) {
      compareAdded(result, archive.entryAt(path), content);
      continue;
    }
    const file = archive.open(path);
    if (file?.size !== content.length) throw saveMismatch(result, `${quote(path)} is not there as written`);
    const bytes = await reading(result, () => file.read(0, file.size, signal));
    if (!isEqual(bytes, content)) throw saveMismatch(result, `the content of ${quote(path)} is different`);
  }
  return archive;
}

/** Its bytes were compared with what was added when they were copied. */
function compareAdded(result: ByteSource, entry: ZipEntry | undefined, { blob, digest }: AddedFile): void {
  const { size } = blob;
  if (entry?.method === 'stored' && entry.size === size && entry.storedSize === size && entry.crc32 === digest.crc32)
    return;
  throw saveMismatch(result, `${quote(entry?.path ?? 'a file')} is not there as written`);
}

async function compareEntries(
  result: ByteSource,
  archive: { entries: readonly ZipEntry[] },
  { carried, starts, written }: UncheckedPlan,
  signal: AbortSignal | undefined,
): Promise<void> {
  const pace = itemPacer(signal);
  const fresh = new Set(written.keys());
  let next = 0;
  for (const entry of archive.entries) {
    const pause = pace();
    if (pause) await pause;
    if (fresh.has(entry.path) && !entry.unsafe) {
      fresh.delete(entry.path);
      continue;
    }
    const before = carried[next];
    if (!before || !isSame(entry, before))
      throw saveMismatch(
        result,
        `its directory has ${quote(entry.path)} instead of ${quote(before?.path ?? 'nothing')}`,
      );
    const start = starts[next];
    if (entry.span && start !== undefined && entry.span.start !== start && !Number.isNaN(start))
      throw saveMismatch(result, `${quote(entry.path)} is in the wrong place`);
    next++;
  }
  if (next < carried.length || fresh.size > 0) throw saveMismatch(result, 'its directory is missing files');
}

/** What the directory of a written zip must say of an entry as before. */
const STATED = ['path', 'size', 'storedSize', 'crc32', 'method', 'methodId', 'kind'] as const;

function isSame(a: ZipEntry, b: ZipEntry): boolean {
  // An archive with very many symlinks has only some of them read, and not always the same ones.
  const isSameLink = a.linkText === undefined || b.linkText === undefined || a.linkText === b.linkText;
  return isSameLink && STATED.every((name) => a[name] === b[name]);
}

/** Compares some headers of carried entries with the old file's bytes. */
async function compareHeaders(result: ByteSource, plan: UncheckedPlan, signal: AbortSignal | undefined): Promise<void> {
  const { starts } = plan;
  const planned = plannedSource(plan);
  const step = Math.max(1, Math.floor(starts.length / MAX_HEADERS));
  for (let index = 0; index < starts.length; index += step) {
    const start = starts[index] as number;
    if (Number.isNaN(start)) continue;
    const bytes = await result.read(start, start + 4, signal);
    // A wrong header may have been wrong before. Only then is the old file read.
    if (isEqual(bytes, LOCAL_HEADER)) continue;
    if (!isEqual(bytes, await planned.read(start, start + 4, signal)))
      throw saveMismatch(result, `there is no file at byte ${start}`);
  }
}

const LOCAL_HEADER = Uint8Array.of(0x50, 0x4b, 3, 4);

/** Turns errors about the result's bytes into a mismatch. Errors that say that no bytes come stay as they are. */
async function reading<T>(result: ByteSource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw saveMismatch(result, 'it cannot be read', faultOfFile(error));
  }
}
