import { decodeUtf8 } from '../../base/bytes.ts';
import { faultOfFile } from '../../base/errors.ts';
import { MAX_SYMLINK_BYTES, MAX_SYMLINKS_READ } from '../../base/limits.ts';
import type { Report } from '../../base/report.ts';
import { quote } from '../../base/text.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { EntrySource, type ZipContext } from './entry.ts';
import type { ZipEntry } from './record-entry.ts';

/** Links whose spans touch are read at once, up to this many bytes. */
const MAX_RUN_BYTES = 1024 * 1024;

/** Runs that are read at the same time. */
const PARALLEL_RUNS = 8;

/** The span of a lone link is read whole up to this many bytes. Beyond that, most of it is not the link's. */
const MAX_LINK_SPAN = 64 * 1024;

/**
 * Reads the texts of a zip's symlinks into `linkText`, within the limits. Reads no byte of another entry. Links that
 * follow each other directly are read together. Reports what cannot be read.
 */
export async function readLinks(context: ZipContext, report: Report, signal: AbortSignal | undefined): Promise<void> {
  const links = context.directory.entries.filter(
    (entry) => entry.kind === 'symlink' && !entry.unsafe && !entry.shadowed,
  );
  const readable: ZipEntry[] = [];
  for (const entry of links) {
    const { path, size, storedSize } = entry;
    if (size > MAX_SYMLINK_BYTES || storedSize > 2 * MAX_SYMLINK_BYTES) {
      report.add(
        'zip/symlink-dangling',
        `The link ${quote(path)} is too long to be a path, so Boxcutter does not follow it.`,
        {
          path,
        },
      );
    } else if (entry.span && !entry.encrypted && entry.method !== 'other') {
      readable.push(entry);
    }
  }
  if (readable.length > MAX_SYMLINKS_READ) {
    const rest = readable.length - MAX_SYMLINKS_READ;
    report.add('zip/symlink-dangling', `Boxcutter does not follow ${rest} more links.`);
    readable.length = MAX_SYMLINKS_READ;
  }
  const runs = gather(readable);
  let next = 0;
  const work = async () => {
    for (let run = runs[next++]; run; run = runs[next++]) {
      await readRun(run, context, report, signal);
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_RUNS, runs.length) }, work));
}

/** Groups of links that follow each other in the zip. */
function gather(links: readonly ZipEntry[]): ZipEntry[][] {
  const spanOf = (entry: ZipEntry) => entry.span as { start: number; end: number };
  const runs: ZipEntry[][] = [];
  let run: ZipEntry[] = [];
  let runStart = 0;
  let runEnd = -1;
  for (const entry of links.toSorted((a, b) => spanOf(a).start - spanOf(b).start)) {
    const { start, end } = spanOf(entry);
    if (start === runEnd && end - runStart <= MAX_RUN_BYTES) {
      run.push(entry);
    } else {
      run = [entry];
      runs.push(run);
      runStart = start;
    }
    runEnd = end;
  }
  return runs;
}

async function readRun(
  run: readonly ZipEntry[],
  context: ZipContext,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { source } = context;
  let held = source;
  const start = run[0]?.span?.start ?? 0;
  const end = run.at(-1)?.span?.end ?? 0;
  if (run.length > 1 || end - start <= MAX_LINK_SPAN) {
    const bytes = await source.read(start, end, signal);
    held = shifted(source, start, bytes);
  }
  for (const entry of run) {
    const { path } = entry;
    try {
      const text = decodeUtf8(await new EntrySource({ ...context, source: held }, entry).read(0, entry.size, signal));
      if (text === undefined)
        report.add('zip/bad-name', `The link ${quote(path)} points to a name that is not UTF-8.`, { path });
      else entry.linkText = text;
    } catch (error) {
      const { code, message } = faultOfFile(error);
      report.add(code, message, { path });
    }
  }
}

/** The source, with the bytes from `start` on in memory. */
function shifted(source: ByteSource, start: number, bytes: Uint8Array): ByteSource {
  const held = memorySource(source.name, bytes);
  const inside = (from: number, to: number) => from >= start && to <= start + bytes.length;
  return {
    name: source.name,
    size: source.size,
    read: (from, to, signal) =>
      inside(from, to) ? held.read(from - start, to - start, signal) : source.read(from, to, signal),
    stream: (from, to, signal) =>
      inside(from, to) ? held.stream(from - start, to - start, signal) : source.stream(from, to, signal),
  };
}
