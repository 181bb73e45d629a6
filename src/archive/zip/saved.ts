import { throwIfAborted } from '../../base/abort.ts';
import { isEqual } from '../../base/bytes.ts';
import { asBoxcutterError, BadFileError } from '../../base/errors.ts';
import { quote } from '../../base/text.ts';
import { pacer } from '../../codec/pause.ts';
import type { ByteSource } from '../../source/source.ts';
import { plannedSource } from '../plan.ts';
import type { ZipEntry } from './directory.ts';
import type { ZipPlan } from './plan.ts';
import { openZip, type ZipArchive } from './zip.ts';

/** Entries between two looks at the clock. */
const BATCH = 4096;

/** Local headers that are looked for where they should be now, evenly spread: each is a read. */
const MAX_HEADERS = 64;

/** Bytes compared at once. */
const PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Opens a zip that was written by a plan, and holds it against the plan: its size, every byte that was written anew (the directory is
 * among them), its directory against the entries that it carries, as the old directory described them, some of their local headers, and the
 * content of the files that were written anew. What was only copied is not read. Rejects with `source/save-mismatch`, or as reading does.
 */
export async function checkSavedZip(result: ByteSource, plan: ZipPlan, signal?: AbortSignal): Promise<ZipArchive> {
  throwIfAborted(signal);
  if (result.size !== plan.size) throw mismatch(result, `it has ${result.size} bytes, and should have ${plan.size}`);
  await compareNew(result, plan, signal);
  const archive = await opened(result, signal);
  await compareEntries(result, archive, plan, signal);
  await compareHeaders(result, plan, signal);
  for (const [path, content] of plan.written) {
    const file = archive.open(path);
    if (file?.size !== content.length) throw mismatch(result, `${quote(path)} is not there as it was written`);
    const bytes = await reading(result, () => file.read(0, file.size, signal));
    if (!isEqual(bytes, content)) throw mismatch(result, `the content of ${quote(path)} differs`);
  }
  return archive;
}

/** Every byte that the plan does not take from the old file. */
async function compareNew(result: ByteSource, { segments }: ZipPlan, signal: AbortSignal | undefined): Promise<void> {
  let at = 0;
  for (const segment of segments) {
    if (segment.kind === 'old') {
      at += segment.end - segment.start;
      continue;
    }
    for (let from = 0; from < segment.bytes.length; from += PIECE_BYTES) {
      const piece = segment.bytes.subarray(from, from + PIECE_BYTES);
      const bytes = await result.read(at + from, at + from + piece.length, signal);
      if (!isEqual(bytes, piece)) throw mismatch(result, `it differs after byte ${at + from}`);
    }
    at += segment.bytes.length;
  }
}

async function compareEntries(
  result: ByteSource,
  archive: ZipArchive,
  { carried, starts, written }: ZipPlan,
  signal: AbortSignal | undefined,
): Promise<void> {
  const pace = pacer();
  const fresh = new Set(written.keys());
  let next = 0;
  for (const [index, entry] of archive.entries.entries()) {
    if (index % BATCH === 0) {
      await pace();
      throwIfAborted(signal);
    }
    if (fresh.has(entry.path) && !entry.unsafe) {
      fresh.delete(entry.path);
      continue;
    }
    const before = carried[next];
    if (!before || !isSame(entry, before))
      throw mismatch(
        result,
        `its directory has ${quote(entry.path)} where ${quote(before?.path ?? 'nothing')} should be`,
      );
    const start = starts[next];
    if (entry.span && start !== undefined && entry.span.start !== start && !Number.isNaN(start))
      throw mismatch(result, `${quote(entry.path)} is not where it should be`);
    next++;
  }
  if (next < carried.length || fresh.size > 0) throw mismatch(result, 'its directory lacks files');
}

function isSame(a: ZipEntry, b: ZipEntry): boolean {
  return (
    a.path === b.path &&
    a.size === b.size &&
    a.storedSize === b.storedSize &&
    a.crc32 === b.crc32 &&
    a.method === b.method &&
    a.methodId === b.methodId &&
    a.kind === b.kind &&
    // Of very many symlinks, not all are read, and which are may differ.
    (a.linkText === undefined || b.linkText === undefined || a.linkText === b.linkText)
  );
}

/** Some headers of entries that were copied: the bytes there are those that the plan takes from the old file. */
async function compareHeaders(result: ByteSource, plan: ZipPlan, signal: AbortSignal | undefined): Promise<void> {
  const { starts } = plan;
  const planned = plannedSource(plan);
  const step = Math.max(1, Math.floor(starts.length / MAX_HEADERS));
  for (let index = 0; index < starts.length; index += step) {
    const start = starts[index] as number;
    if (Number.isNaN(start)) continue;
    const bytes = await result.read(start, start + 4, signal);
    // A header of its own that is wrong was so before: then, and only then, the old file is asked.
    if (isEqual(bytes, LOCAL_HEADER)) continue;
    if (!isEqual(bytes, await planned.read(start, start + 4, signal)))
      throw mismatch(result, `it has no file at byte ${start}, where one should be`);
  }
}

const LOCAL_HEADER = Uint8Array.of(0x50, 0x4b, 3, 4);

async function opened(result: ByteSource, signal: AbortSignal | undefined): Promise<ZipArchive> {
  return reading(result, () => openZip(result, signal));
}

/** What is wrong with the result's bytes is a mismatch; that they do not come is not. */
async function reading<T>(result: ByteSource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = asBoxcutterError(error);
    if (known.tag === 'cancelled' || known.tag === 'network' || known.tag === 'internal') throw known;
    throw mismatch(result, 'it cannot be read', known);
  }
}

function mismatch({ name }: ByteSource, what: string, cause?: unknown): BadFileError {
  return new BadFileError('source/save-mismatch', `${quote(name)} is not what was to be written: ${what}.`, { cause });
}
