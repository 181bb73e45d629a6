import { throwIfAborted } from '../../base/abort.ts';
import { grouped } from '../../base/amounts.ts';
import { compareUtf8 } from '../../base/bytes.ts';
import { BadFileError } from '../../base/errors.ts';
import { MAX_DIRECTORY_BYTES, MAX_ENTRIES, MAX_NAME_BYTES } from '../../base/limits.ts';
import { unsafeReason } from '../../base/path.ts';
import { quote } from '../../base/text.ts';
import { itemPacer } from '../../codec/pause.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { checkDirectory } from '../error.ts';
import { PathOrder } from '../path.ts';
import { saveMismatch } from '../plan.ts';
import { LENGTH, MAX_32 } from './layout.ts';
import { headOf } from './new-entry.ts';
import { type Compression, type PackedEntry, type PackFile, packFile } from './pack.ts';
import { endRecords, Records } from './record.ts';
import { openZip } from './zip.ts';

/** A file of a new zip. */
export interface NewFile {
  path: string;
  source: ByteSource;
}

/** Where a new zip is written to, in order. */
export interface ZipSink {
  write(bytes: Uint8Array): Promise<void> | void;
  /** Writes over bytes that were written before, from `at` on. */
  patch(at: number, bytes: Uint8Array): Promise<void> | void;
}

export interface NewZipOptions {
  compression: Compression;
  /** Packs one file. By default in this thread. */
  pack?: PackFile | undefined;
  /** Files that are packed at once. */
  atOnce?: number | undefined;
  /** The files that go last, in this order, and are stored: made once all hashes are known. */
  last?: ((hashes: ReadonlyMap<string, string>) => Promise<readonly LastFile[]>) | undefined;
  signal?: AbortSignal | undefined;
  /** Bytes of the files' content. */
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/** A small file that is made from the hashes of the others. */
export interface LastFile {
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What the headers of a new file say of it. */
export interface WrittenEntry extends Omit<PackedEntry, 'sha256'> {
  path: string;
}

/** A zip that was written. */
export interface WrittenZip {
  size: number;
  /** What its directory says of each file, in its order. */
  entries: readonly WrittenEntry[];
}

/**
 * Packed bytes that wait until it is their turn to be written. One file more may go on while a large one is written.
 */
const WAITING_BYTES = 64 * 1024 * 1024;

/** A file up to this size is packed whole before it is written, so that its header is known and needs no patch. */
const MAX_HELD_FILE = 16 * 1024 * 1024;

/**
 * From this size on, a local header has room for sizes beyond 4 GiB: what does not shrink may grow a little, by less
 * than one byte in 256.
 */
const LONG_FROM = MAX_32 - MAX_32 / 256;

/**
 * Writes a new zip. The files come in the byte order of their paths, those of `last` after them. Dates are fixed, so
 * the same files give the same bytes, whenever and on however many threads they are packed. Headers state sizes and
 * checksums; there are no data descriptors and no entries of folders.
 *
 * Rejects before anything is written with `zip/unsafe-path`, `zip/duplicate-name`, `zip/name-too-long` and
 * `zip/directory-too-large`; later as packing does, and as the sink does.
 */
export async function writeNewZip(
  files: readonly NewFile[],
  sink: ZipSink,
  options: NewZipOptions,
): Promise<WrittenZip> {
  checkNames(files.map(({ path }) => path));
  return new NewZipWriter(sink, options).write(files.toSorted((a, b) => compareUtf8(a.path, b.path)));
}

/** Throws where a zip with these files would not be one that every reader takes. */
function checkNames(paths: readonly string[]): void {
  checkDirectory(paths.length, MAX_ENTRIES, (count) => grouped`The package would have ${count} files.`);
  const seen = new Set<string>();
  for (const path of paths) {
    const reason = unsafeReason(path);
    if (reason !== undefined) throw new BadFileError('zip/unsafe-path', `The name ${quote(path)} ${reason}.`, { path });
    if (path.length > MAX_NAME_BYTES)
      throw new BadFileError('zip/name-too-long', grouped`A name has ${path.length} characters.`, { path });
    if (seen.has(path)) throw new BadFileError('zip/duplicate-name', `Two files would be ${quote(path)}.`, { path });
    seen.add(path);
  }
  const [clash] = new PathOrder(seen).clashes();
  if (clash !== undefined)
    throw new BadFileError('zip/duplicate-name', `${quote(clash)} would be a file and a folder.`, { path: clash });
}

/** A file that is being packed, and what of it waits to be written. */
interface Packing {
  file: NewFile;
  chunks: Uint8Array[];
  /** Whether it is its turn: what comes is written at once. */
  isFirst: boolean;
  isDone: boolean;
  packed: Promise<PackedEntry>;
  /** Wakes whoever waits for the next chunk, or for the end. */
  wake(): void;
}

class NewZipWriter {
  readonly #sink: ZipSink;
  readonly #options: NewZipOptions;
  readonly #entries: WrittenEntry[] = [];
  readonly #records = new Records(4096);
  readonly #pace: () => Promise<void> | undefined;
  /** Ends what is being packed once one of them fails. */
  readonly #controller = new AbortController();
  readonly #packSignal: AbortSignal;
  #at = 0;
  #waiting = 0;
  /** Those who wait for room among the waiting bytes. */
  readonly #blocked: (() => void)[] = [];
  #done = 0;

  constructor(sink: ZipSink, options: NewZipOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#packSignal = AbortSignal.any([this.#controller.signal, ...(options.signal ? [options.signal] : [])]);
    this.#pace = itemPacer(options.signal);
  }

  async write(files: readonly NewFile[]): Promise<WrittenZip> {
    const { signal, atOnce = 1, onProgress } = this.#options;
    throwIfAborted(signal);
    const total = files.reduce((sum, { source }) => sum + source.size, 0);
    onProgress?.({ done: 0, total });
    const running: Packing[] = [];
    let next = 0;
    try {
      for (;;) {
        while (next < files.length && running.length < Math.max(1, atOnce))
          running.push(this.#begin(files[next++] as NewFile, total));
        const first = running[0];
        if (!first) break;
        await this.#writeFile(first);
        running.shift();
        const pause = this.#pace();
        if (pause) await pause;
      }
      await this.#writeLast();
      return await this.#finish();
    } finally {
      this.#controller.abort();
      this.#unblock();
      await Promise.allSettled(running.map(({ packed }) => packed));
    }
  }

  /** Starts to pack a file. */
  #begin(file: NewFile, total: number): Packing {
    const { compression, pack = packFile, onProgress } = this.#options;
    const signal = this.#packSignal;
    const packing: Omit<Packing, 'packed'> = { file, chunks: [], isFirst: false, isDone: false, wake() {} };
    // A small file is never held up: its turn may be now, and it is packed whole before it is written.
    const isLarge = file.source.size > MAX_HELD_FILE;
    const emit = async (bytes: Uint8Array) => {
      packing.chunks.push(bytes);
      this.#waiting += bytes.length;
      packing.wake();
      while (isLarge && !packing.isFirst && this.#waiting > WAITING_BYTES && !signal.aborted)
        await new Promise<void>((resolve) => this.#blocked.push(resolve));
      // Written before more comes: a slow disk holds up the packing, and not the memory.
      while (packing.isFirst && packing.chunks.length > 4 && !signal.aborted)
        await new Promise<void>((resolve) => this.#blocked.push(resolve));
      throwIfAborted(signal);
    };
    const onBytes = (count: number) => {
      this.#done += count;
      onProgress?.({ done: this.#done, total });
    };
    const packed = pack(file.source, compression, emit, { signal, onBytes }).finally(() => {
      packing.isDone = true;
      packing.wake();
    });
    // Whoever writes the file hears of it.
    packed.catch(() => {});
    return Object.assign(packing, { packed });
  }

  #unblock(): void {
    for (const resolve of this.#blocked.splice(0)) resolve();
  }

  /** Writes one file, as it is packed. */
  async #writeFile(packing: Packing): Promise<void> {
    const { path, source } = packing.file;
    packing.isFirst = source.size > MAX_HELD_FILE;
    this.#unblock();
    const start = this.#at;
    const long = source.size >= LONG_FROM;
    const early = packing.isFirst ? undefined : await packing.packed;
    await this.#put(headOf(path, factsOf(path, early), !early && long).header);
    while (packing.chunks.length > 0 || !packing.isDone) {
      const chunk = packing.chunks.shift();
      if (chunk) {
        this.#waiting -= chunk.length;
        await this.#put(chunk);
        this.#unblock();
      } else
        await new Promise<void>((resolve) => {
          packing.wake = resolve;
        });
    }
    const facts = factsOf(path, await packing.packed);
    if (!early) await this.#sink.patch(start, headOf(path, facts, long).header);
    this.#add(facts, start);
  }

  async #writeLast(): Promise<void> {
    const { last } = this.#options;
    if (!last) return;
    const made = await last(this.#hashes);
    checkNames([...this.#entries.map(({ path }) => path), ...made.map(({ path }) => path)]);
    for (const { path, bytes } of made) {
      const start = this.#at;
      const packed = await packFile(memorySource(path, bytes), 'stored', () => {}, { signal: this.#options.signal });
      const facts = factsOf(path, packed);
      await this.#put(headOf(path, facts).header);
      await this.#put(bytes);
      this.#add(facts, start);
    }
  }

  readonly #hashes = new Map<string, string>();

  #add(facts: WrittenEntry & { sha256?: string }, start: number): void {
    if (facts.sha256 !== undefined) this.#hashes.set(facts.path, facts.sha256);
    this.#entries.push(facts);
    this.#records.add(headOf(facts.path, facts).record(start));
  }

  async #put(bytes: Uint8Array): Promise<void> {
    throwIfAborted(this.#options.signal);
    await this.#sink.write(bytes);
    this.#at += bytes.length;
  }

  async #finish(): Promise<WrittenZip> {
    const { bytes: directory, count } = this.#records;
    checkDirectory(directory.length, MAX_DIRECTORY_BYTES, (bytes) => grouped`The directory would have ${bytes} bytes.`);
    const facts = { count, offset: this.#at, size: directory.length };
    await this.#put(directory);
    await this.#put(endRecords(new Uint8Array(LENGTH.end), new Uint8Array(0), false, facts));
    return { size: this.#at, entries: this.#entries };
  }
}

/** What the headers of a file say. Before it is packed, only its name. */
function factsOf(path: string, packed: PackedEntry | undefined): WrittenEntry & { sha256?: string } {
  return { path, ...(packed ?? { method: 'stored', crc32: 0, size: 0, storedSize: 0 }) };
}

/** What the directory must say of a file as its headers do. */
const STATED = ['path', 'size', 'storedSize', 'crc32', 'method'] as const;

/**
 * Opens a zip that `writeNewZip` has written and compares its directory with what was written. Rejects with
 * `source/save-mismatch`, or as reading does.
 */
export async function checkNewZip(result: ByteSource, written: WrittenZip, signal?: AbortSignal): Promise<void> {
  if (result.size !== written.size)
    throw saveMismatch(result, grouped`it has ${result.size} bytes instead of ${written.size}`);
  const { entries, findings } = await openZip(result, signal);
  const wrong = entries.findIndex((entry, at) => STATED.some((name) => entry[name] !== written.entries[at]?.[name]));
  if (wrong >= 0) throw saveMismatch(result, `its directory is wrong about ${quote(entries[wrong]?.path ?? '')}`);
  if (entries.length !== written.entries.length) throw saveMismatch(result, 'its directory is missing files');
  const error = findings.find(({ severity }) => severity === 'error');
  if (error) throw saveMismatch(result, error.message.replace(/\.$/, ''));
}
