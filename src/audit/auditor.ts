import type { Archive, ArchiveEntry } from '../archive/archive.ts';
import { findArchives } from '../archive/container.ts';
import { decodeGzip, unwrappedName } from '../archive/gzip.ts';
import { throwIfAborted } from '../base/abort.ts';
import { formatCount } from '../base/amounts.ts';
import { begins } from '../base/bytes.ts';
import { type BoxcutterError, faultOfFile, TooLargeError } from '../base/errors.ts';
import { HTTP_KEPT_STREAM_BYTES } from '../base/limits.ts';
import { Report } from '../base/report.ts';
import { quote } from '../base/text.ts';
import { signatureOf } from '../model/file/signature.ts';
import { summaryOf, type WalkSummary } from '../pickle/facts.ts';
import { MAX_READ_BYTES } from '../pickle/limits.ts';
import { OPCODES } from '../pickle/opcodes.ts';
import { reportWalk } from '../pickle/report.ts';
import { hasPickleName } from '../pickle/signs.ts';
import { walkPickles } from '../pickle/walk.ts';
import { fileSource } from '../source/file.ts';
import { memorySource } from '../source/memory.ts';
import { sliceSource } from '../source/slice.ts';
import type { ByteSource } from '../source/source.ts';
import { codeNamedIn, hasLambda, withoutEscapes } from './config.ts';
import {
  beginsAsArchive,
  endsAsZip,
  type FileKind,
  isKnownFormat,
  isLimited,
  isPickle,
  kindOf,
  type UnjudgedKind,
} from './kind.ts';
import {
  HEAD_BYTES,
  MAX_ASKED_BYTES,
  MAX_ASKED_HELD_BYTES,
  MAX_BYTES,
  MAX_CONFIG_BYTES,
  MAX_DEPTH,
  MAX_FILES,
  MAX_HELD_BYTES,
  MAX_MILLISECONDS,
  SMALL_BYTES,
} from './limits.ts';
import './findings.ts';

/** Where a file is: the path of the package's own file, and the names below it, where that is an archive. */
export interface AuditPlace {
  path: string;
  inner: readonly string[];
}

/** A file that was not looked at, or not to its end. */
export interface LeftOut extends AuditPlace {
  /** To follow the name, after a comma. */
  why: string;
  /** Bytes that a look would read. */
  bytes: number;
  /** It can be looked at, where somebody asks for it. */
  canAsk: boolean;
}

/** A file that may run code which nobody here can judge. */
export interface Unjudged extends AuditPlace {
  kind: UnjudgedKind;
}

export interface AuditOptions {
  signal?: AbortSignal | undefined;
  /** Somebody asked for all: only the limits on memory hold. */
  readsAll?: boolean;
  /** All bytes of a package on a host were just read: those of small files are kept, and need no request. */
  isHeld?: boolean;
  /** Entries that opening has looked at already. */
  looked?: ReadonlySet<ArchiveEntry> | undefined;
  /** Called with the bytes read so far. */
  onProgress?: ((bytes: number) => void) | undefined;
}

/** Looks through files, and archives in them, for what loading them would run. Runs and unpickles nothing. */
export class Auditor {
  readonly report = new Report();
  readonly walks: (AuditPlace & { summary: WalkSummary })[] = [];
  readonly unjudged: Unjudged[] = [];
  readonly leftOut: LeftOut[] = [];
  readonly #options: AuditOptions;
  readonly #isRemote: boolean;
  readonly #end: number;
  #files = 0;
  #bytesLeft: number;

  constructor(isRemote: boolean, options: AuditOptions) {
    const { readsAll = false } = options;
    this.#options = options;
    this.#isRemote = isRemote && !readsAll;
    this.#bytesLeft = readsAll ? MAX_ASKED_BYTES : MAX_BYTES;
    this.#end = readsAll ? Number.POSITIVE_INFINITY : performance.now() + MAX_MILLISECONDS;
  }

  /** Looks at every file of an archive, also at those that it hides: of a taken name, or of one that leads elsewhere. */
  async archive(archive: Archive, outer?: AuditPlace): Promise<void> {
    const { looked, signal } = this.#options;
    const inScript = archive.entries.some(({ path }) => /^(?:[^/]+\/)?constants\.pkl$/.test(path));
    // The names that programs unpickle come first, so that a limit cuts off others.
    // Some programs unpack a symlink as a file that has its text. Opening one on a host has read no more than that.
    const files = archive.entries.filter((entry) => (entry.kind === 'file' || !this.#isRemote) && !looked?.has(entry));
    for (const entry of [...files.filter(isNamed), ...files.filter((one) => !isNamed(one))]) {
      throwIfAborted(signal);
      const place = placeIn(outer, entry.path);
      const why = this.#limit(place, entry.storedSize);
      if (why !== undefined) this.#leave(place, why, entry.size, true);
      else await this.#entry(archive, entry, place, inScript);
    }
    for (const { start, end } of archive.source ? (archive.outside ?? []) : []) {
      const place = placeIn(outer, start === 0 ? 'bytes before the archive' : 'bytes after the archive');
      if (this.#isRemote) this.#leave(place, NOT_READ, end - start, true);
      else await this.#outside(archive.source as ByteSource, start, end, outer ?? { path: archive.name, inner: [] });
    }
    if (archive.unlisted) this.#leave(outer ?? { path: archive.name, inner: [] }, 'not all of it is listed', 0, false);
  }

  /**
   * Looks at a file by its content, and at all that is in it.
   *
   * @param isRandom any part can be read without the others
   * @param where it is in an archive of TorchScript, or the stretch before an archive
   */
  async file(source: ByteSource, place: AuditPlace, isRandom: boolean, where?: 'script' | 'before'): Promise<void> {
    if (this.#isRemote && !this.#isKept(source.size)) return this.#leave(place, NOT_READ, source.size, true);
    const isSmall = source.size <= (isRandom ? HEAD_BYTES : SMALL_BYTES);
    const start = await this.#start(source, place, isSmall);
    this.#count(start.length);
    const isWhole = source.size === start.length;
    const name = place.inner.at(-1) ?? place.path;
    const bytes = isWhole ? memorySource(name, start) : source;
    const head = start.subarray(0, HEAD_BYTES);
    const kind = kindOf(head, name, where === 'script');
    if (kind.is === 'gzip' && (await this.#gzip(bytes, place))) return;
    if (kind.is === 'unjudged') this.unjudged.push({ ...place, kind: kind.kind });
    if (kind.is === 'config') await this.#config(bytes, place);
    if (kind.is === 'unjudged' && kind.kind === 'hdf5') await this.#hdf5(bytes, place);
    if (where !== 'before') await this.#pickle(bytes, head, place, kind);
    await this.#archives(bytes, head, place, isRandom || isWhole);
  }

  /** The first bytes of a file, or all of a small one. Of one that is damaged, as many as can be read. */
  async #start(source: ByteSource, place: AuditPlace, isSmall: boolean): Promise<Uint8Array> {
    const { signal } = this.#options;
    const head = () => source.read(0, Math.min(source.size, HEAD_BYTES), signal);
    if (!isSmall) return head();
    try {
      return await source.read(0, source.size, signal);
    } catch (error) {
      const why = `it cannot be read to its end: ${clauseOf(faultOfFile(error))}`;
      const start = await head();
      this.#leave(place, why, source.size, false);
      return start;
    }
  }

  /** Looks at what follows the part of a file that was looked into, as at a file of its own. */
  async rest(source: ByteSource, start: number, outer: AuditPlace): Promise<void> {
    const place = placeIn(outer, `the bytes from ${formatCount(start)} on`);
    await this.file(sliceSource(source, start, source.size), place, true);
  }

  /** Looks at an archive as a program does that takes it for a pickle. */
  async asPickle(source: ByteSource, place: AuditPlace): Promise<void> {
    const head = await source.read(0, Math.min(source.size, HEAD_BYTES), this.#options.signal);
    const before = this.walks.length;
    await this.#pickle(source, head, place, { is: 'other' });
    if (this.walks.length > before)
      this.report.add('pickle/two-kinds', `${quote(nameOf(place))} is also an archive.`, { path: place.path });
  }

  async #entry(archive: Archive, entry: ArchiveEntry, place: AuditPlace, inScript: boolean): Promise<void> {
    const source = archive.openUnchecked?.(entry) ?? archive.openEntry?.(entry) ?? archive.open(entry.path);
    if (!source) return this.#leave(place, 'it cannot be opened', entry.size, false);
    try {
      await this.file(source, place, !entry.compressed, inScript ? 'script' : undefined);
      // A reader that ignores the mark has these bytes; what others decrypt is unknown.
      if (entry.unreadable === 'encrypted') this.#leave(place, 'it is encrypted', entry.size, false);
    } catch (error) {
      const fault = faultOfFile(error);
      const why = entry.unreadable === 'encrypted' ? 'it is encrypted' : `it cannot be read: ${clauseOf(fault)}`;
      this.#leave(place, why, entry.size, false);
    }
  }

  async #outside(source: ByteSource, start: number, end: number, outer: AuditPlace): Promise<void> {
    const where = `the ${formatCount(end - start)} bytes ${start === 0 ? 'before' : 'after'} the archive`;
    this.report.add('load/outside-archive', `${quote(nameOf(outer))}: ${where} belong to no file in it.`, {
      path: outer.path,
    });
    // A pickle before the archive is walked over with the file, as it can go on into the archive.
    const place = placeIn(outer, where);
    try {
      await this.file(sliceSource(source, start, end), place, true, start === 0 ? 'before' : undefined);
    } catch (error) {
      this.#leave(place, `it cannot be read: ${clauseOf(faultOfFile(error))}`, end - start, false);
    }
  }

  /** Why a file is beyond a limit. Undefined where it may be read. */
  #limit({ inner }: AuditPlace, size: number): string | undefined {
    if (this.#isRemote && !this.#isKept(size)) return NOT_READ;
    if (++this.#files > MAX_FILES) return `beyond the first ${formatCount(MAX_FILES)} files`;
    if (inner.length > MAX_DEPTH) return `over ${MAX_DEPTH} archives are in one another`;
    if (this.#bytesLeft <= 0) return 'too much to read without being asked';
    return performance.now() > this.#end ? 'the look took too long' : undefined;
  }

  /** Whether a file of a host was kept when all of it was read. */
  #isKept(size: number): boolean {
    return this.#options.isHeld === true && size <= HTTP_KEPT_STREAM_BYTES;
  }

  #count(bytes: number): void {
    this.#bytesLeft -= bytes;
    this.#options.onProgress?.((this.#options.readsAll ? MAX_ASKED_BYTES : MAX_BYTES) - this.#bytesLeft);
  }

  #leave(place: AuditPlace, why: string, bytes: number, canAsk: boolean): void {
    this.leftOut.push({ ...place, why, bytes, canAsk: canAsk && !this.#options.readsAll });
  }

  async #pickle(source: ByteSource, head: Uint8Array, place: AuditPlace, kind: FileKind): Promise<void> {
    const isArray = kind.is === 'objects';
    const start = isArray ? kind.start : 0;
    // No pickle that loads begins as a zip does: `P` asks for an object that the program supplies.
    if (!isArray && (OPCODES[head[0] ?? 0] === undefined || begins(head, 'PK'))) return;
    const isMarked = head[0] === 0x80 && (head[1] as number) >= 2 && (head[1] as number) <= 5;
    const { signal, readsAll = false } = this.#options;
    const maxRead = Math.max(0, Math.min(this.#bytesLeft, readsAll ? Number.POSITIVE_INFINITY : MAX_READ_BYTES));
    const walk = await walkPickles(source, { signal, start, maxRead, ...(isArray ? { maxPickles: 1 } : {}) });
    const name = place.inner.at(-1) ?? place.path;
    const isOne = isArray
      ? walk.pickles.length > 0 || walk.imports.list.length > 0
      : isPickle(walk, isMarked, hasPickleName(name));
    if (!isOne) {
      // Other files hardly ever go on as opcodes for so long.
      if (isLimited(walk)) this.#leave(place, 'only its start was read', source.size, true);
      return;
    }
    this.#count(Math.min(source.size, maxRead));
    if (isArray) delete walk.trailingAt;
    this.walks.push({ ...place, summary: summaryOf(walk) });
    const report = new Report();
    reportWalk(walk, place.path, report, /data\.pkl$|\.(?:pt|pth|ckpt|bin)$/i.test(name));
    this.report.include(
      report.findings.map((found) =>
        place.inner.length === 0 ? found : { ...found, message: `${nameOf(place)}: ${found.message}` },
      ),
    );
    if (walk.problem?.reason === 'unread') this.#leave(place, 'only its start was read', source.size, true);
  }

  /** Looks at what is compressed. False where the file may be something else, or where more may follow. */
  async #gzip(source: ByteSource, place: AuditPlace): Promise<boolean> {
    const why = this.#limit(placeIn(place, ''), source.size);
    if (why !== undefined) {
      this.#leave(place, why, source.size, true);
      return true;
    }
    let isAll = true;
    const held = this.#maxHeld;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const name = unwrappedName(place.inner.at(-1) ?? place.path);
    try {
      const append = (chunk: Uint8Array) => void parts.push(chunk.slice());
      const found = await decodeGzip(source, { signal: this.#options.signal, limit: held }, append);
      if (!found) return false;
      if (found.damage) throw found.damage;
      isAll = found.wrapping.method === 'gzip' && found.wrapping.findings.length === 0;
    } catch (error) {
      const fault = faultOfFile(error);
      const isLimit = fault instanceof TooLargeError;
      const text = isLimit
        ? `it has over ${formatCount(held)} bytes when it is decompressed`
        : `it cannot be read to its end: ${clauseOf(fault)}`;
      // A program that reads on as it goes has run what comes before the damage.
      this.#leave(place, text, source.size, isLimit);
    }
    if (parts.length > 0) {
      const content = fileSource(new Blob(parts), name);
      this.#count(content.size);
      await this.file(content, placeIn(place, name), true);
    }
    return isAll;
  }

  get #maxHeld(): number {
    const { readsAll = false } = this.#options;
    return Math.max(0, Math.min(this.#bytesLeft, readsAll ? MAX_ASKED_HELD_BYTES : MAX_HELD_BYTES));
  }

  /** Looks into the archives that a file is. One that is compressed itself is held whole: a zip is read from its end. */
  async #archives(source: ByteSource, head: Uint8Array, place: AuditPlace, isRandom: boolean): Promise<void> {
    const { signal } = this.#options;
    if (!beginsAsArchive(head) && !(isRandom && (await endsAsZip(source, signal)))) return;
    if (!isRandom && source.size > this.#maxHeld) {
      return this.#leave(place, 'it is a compressed archive, too large to hold', source.size, true);
    }
    if (!isRandom) this.#count(source.size);
    const whole = isRandom ? source : memorySource(source.name, await source.read(0, source.size, signal));
    for (const archive of await this.archivesIn(whole, place)) {
      const isLed = archive.outside?.some(({ start }) => start === 0);
      if (isLed && isKnownFormat(head)) this.twoFormats(place, head);
      await this.archive(archive, place);
    }
  }

  /** Every archive that is in a file. Notes one that is broken beside one that is not: others may read it. */
  archivesIn(source: ByteSource, place: AuditPlace): Promise<readonly Archive[]> {
    const { signal } = this.#options;
    return findArchives(source, { signal, onBroken: (error) => this.broken(place, error, source.size) });
  }

  /** Notes an archive in a file that cannot be opened here. */
  broken(place: AuditPlace, error: BoxcutterError, size: number): void {
    this.#leave(place, `an archive in it cannot be opened: ${clauseOf(error)}`, size, false);
  }

  /** Notes a file that the package only links to. */
  linked(path: string): void {
    this.#leave({ path, inner: [] }, 'it is only linked', 0, false);
  }

  /** Says that a file that begins as another format is also an archive. */
  twoFormats(place: AuditPlace, head: Uint8Array): void {
    const { label, what = label && `a ${label}` } = signatureOf(head) ?? {};
    const message = `${quote(nameOf(place))} begins as ${what ?? 'another format'}, and is also an archive.`;
    this.report.add('load/two-formats', message, { path: place.path });
  }

  async #config(source: ByteSource, place: AuditPlace): Promise<void> {
    const size = Math.min(source.size, MAX_CONFIG_BYTES);
    if (size < source.size && /config/i.test(nameOf(place)))
      this.#leave(place, 'only its start was searched', source.size, false);
    const text = withoutEscapes(latin1.decode(await source.read(0, size, this.#options.signal)));
    const named = codeNamedIn(text);
    if (named) this.report.add('load/named-code', `${quote(nameOf(place))} ${named}.`, { path: place.path });
    if (hasLambda(text)) this.#lambda(place);
  }

  async #hdf5(source: ByteSource, place: AuditPlace): Promise<void> {
    const size = Math.min(source.size, this.#maxHeld);
    this.#count(size);
    let before = '';
    for (let at = 0; at < size; at += SEARCH_BYTES) {
      const bytes = await source.read(at, Math.min(size, at + SEARCH_BYTES), this.#options.signal);
      const text = before + latin1.decode(bytes);
      if (hasLambda(text)) return this.#lambda(place);
      before = text.slice(-LAMBDA_CHARACTERS);
    }
  }

  #lambda(place: AuditPlace): void {
    this.report.add('load/lambda', `${quote(nameOf(place))} has a Lambda layer.`, { path: place.path });
  }
}

/** What an error says, to follow a colon. */
function clauseOf({ message }: BoxcutterError): string {
  return message.replace(/\.$/, '');
}

/** Bytes of an HDF5 file that are searched at once, and characters that what is searched for has at most. */
const SEARCH_BYTES = 1024 * 1024;
const LAMBDA_CHARACTERS = 64;

const latin1 = new TextDecoder('latin1');

const NOT_READ = 'it was not read';

function isNamed({ path }: ArchiveEntry): boolean {
  return hasPickleName(path);
}

/** The place of a file in an archive. */
function placeIn(outer: AuditPlace | undefined, name: string): AuditPlace {
  return outer ? { path: outer.path, inner: [...outer.inner, name] } : { path: name, inner: [] };
}

/** A place in words: `a.zip › b.pkl`. */
export function nameOf({ path, inner }: AuditPlace): string {
  return [path, ...inner].join(' › ');
}
