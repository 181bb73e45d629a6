import { throwIfAborted } from '../../base/abort.ts';
import { grouped } from '../../base/amounts.ts';
import { decodeUtf8 } from '../../base/bytes.ts';
import type { Report } from '../../base/report.ts';
import { quote } from '../../base/text.ts';
import type { ForwardReader } from '../../source/forward.ts';
import type { ByteSource } from '../../source/source.ts';
import { BLOCK, hasChecksum, isZeroBlock, memberPath, readHeader, type TarHeader } from './header.ts';
import { type PaxRecords, readPax } from './pax.ts';
import './findings.ts';

/** One member, with what its extended headers say. Nothing of its data has been read. */
export interface TarMember {
  /** As stored. */
  name: string;
  link: string;
  type: string;
  badText: boolean;
  /** Its data. Half-open, and within the file unless `isCut`. */
  start: number;
  end: number;
  /** Where its first header begins, and where the next member can begin. */
  span: { start: number; end: number };
  /** Bytes of a sparse file when it is expanded. */
  sparseSize?: number | undefined;
  /** The file ends before its data. */
  isCut: boolean;
}

/**
 * An extended header, or a long name. Names have at most 4,096 bytes, and maps of sparse files some thousand numbers.
 */
const MAX_EXTENSION_BYTES = 1024 * 1024;

/** Bytes after the end that are compared with zeros: the largest record of common programs. */
const MAX_PADDING_BYTES = 1024 * 1024;

/** Types whose data follows where their size says so. What others have is decided by the block after them. */
const DATA_TYPES: ReadonlySet<string> = new Set(['0', '7', 'S', 'D', 'M']);
const EMPTY_TYPES: ReadonlySet<string> = new Set(['1', '2', '3', '4', '5', '6']);
const EXTENSION_TYPES: ReadonlySet<string> = new Set(['x', 'X', 'g', 'L', 'K']);

/** What extended headers say of the next member. */
interface Pending {
  start: number;
  pax: PaxRecords;
  name?: string;
  link?: string;
  badText: boolean;
}

/** Walks once from header to header. */
export class TarWalk {
  readonly #source: ByteSource;
  readonly #blocks: ForwardReader;
  readonly #signal: AbortSignal | undefined;
  readonly #report: Report;
  readonly #onMember: (member: TarMember) => void;
  #globals: PaxRecords = {};
  /** Up to where members are known. */
  at = 0;
  /** Where bytes begin that follow the end and its zeros, or something after which nothing can be listed. */
  trailingAt: number | undefined;
  /** The end was found, or something after which nothing can be found. */
  isDone = false;

  /** @param blocks reads `source` ahead. The walk also ends where it is spent */
  constructor(
    { source, blocks, signal }: { source: ByteSource; blocks: ForwardReader; signal: AbortSignal | undefined },
    report: Report,
    onMember: (member: TarMember) => void,
  ) {
    this.#source = source;
    this.#blocks = blocks;
    this.#signal = signal;
    this.#report = report;
    this.#onMember = onMember;
  }

  /** Goes to the end, or until the blocks are spent. Reports what is wrong. */
  async run(): Promise<void> {
    const { size } = this.#source;
    let pending: Pending | undefined;
    let at = 0;
    while (!this.isDone) {
      if (at + BLOCK > size) return this.#endOfFile(at, pending);
      let block = this.#blocks.held(at, at + BLOCK);
      if (!block) {
        throwIfAborted(this.#signal);
        if (this.#blocks.isSpent) return;
        block = await this.#read(at);
      }
      if (isZeroBlock(block)) {
        if (pending) this.#dangling(pending);
        pending = undefined;
        if (await this.#isEnd(at)) return;
        at += BLOCK;
        this.at = at;
        continue;
      }
      if (!hasChecksum(block)) return this.#badChecksum(at);
      const header = readHeader(block);
      if (EXTENSION_TYPES.has(header.type)) {
        pending ??= { start: at, pax: {}, badText: false };
        const next = await this.#extension(header, at, pending);
        if (next === undefined) return;
        at = next;
        continue;
      }
      const next = await this.#member(header, at, pending);
      if (next === undefined) return;
      pending = undefined;
      at = next;
      this.at = at;
    }
  }

  #read(start: number, length = BLOCK): Promise<Uint8Array> {
    return this.#blocks.read(start, start + length, this.#signal);
  }

  /** Reads an extended header or a long name into `pending`. Gives the place after it, or undefined at the end. */
  async #extension({ type, size, name }: TarHeader, at: number, pending: Pending): Promise<number | undefined> {
    const start = at + BLOCK;
    if (size === undefined) return this.#badSize(name, at);
    if (start + size > this.#source.size) return this.#cut(`an extended header at byte ${at}`);
    if (size > MAX_EXTENSION_BYTES) {
      const message = grouped`The extended header at byte ${at} has ${size} bytes, and was not read.`;
      this.#report.add('tar/bad-extension', message);
      return start + padded(size);
    }
    const bytes = await this.#read(start, size);
    if (type === 'L' || type === 'K') {
      const nul = bytes.indexOf(0);
      const stored = nul < 0 ? bytes : bytes.subarray(0, nul);
      const text = decodeUtf8(stored);
      if (text === undefined) pending.badText = true;
      pending[type === 'L' ? 'name' : 'link'] = text ?? new TextDecoder().decode(stored);
      return start + padded(size);
    }
    const { records, problem } = readPax(bytes);
    if (problem) this.#report.add('tar/bad-extension', `The PAX header at byte ${at} ${problem}.`);
    if (type === 'g') this.#globals = { ...this.#globals, ...records };
    else pending.pax = { ...pending.pax, ...records };
    return start + padded(size);
  }

  /** Tells of a member. Gives the place after it, or undefined where nothing can follow. */
  async #member(header: TarHeader, at: number, pending: Pending | undefined): Promise<number | undefined> {
    const pax = { ...this.#globals, ...pending?.pax };
    const name = pax.sparseName ?? pax.path ?? pending?.name ?? header.name;
    const size = pax.size === undefined ? header.size : decimal(pax.size);
    const start = at + BLOCK + (header.isExtended ? await this.#sparseBlocks(at) : 0);
    if (size === undefined) return this.#badSize(name, at);
    const stored = size > 0 && (await this.#hasData(header.type, name, start)) ? size : 0;
    const fileEnd = this.#source.size;
    const isCut = start + stored > fileEnd;
    const end = isCut ? fileEnd : start + stored;
    const next = Math.min(fileEnd, start + padded(stored));
    this.#onMember({
      name,
      link: pax.linkpath ?? pending?.link ?? header.link,
      type: header.type,
      badText: pax.badText ?? pending?.badText ?? header.badText,
      start: Math.min(start, fileEnd),
      end,
      span: { start: pending?.start ?? at, end: next },
      sparseSize: pax.isSparse ? (decimal(pax.sparseSize ?? '') ?? stored) : header.sparseSize,
      isCut,
    });
    return isCut ? this.#cut(quote(name), memberPath(name)) : next;
  }

  /** Bytes of the blocks that continue the map of a sparse file of GNU. */
  async #sparseBlocks(at: number): Promise<number> {
    let bytes = 0;
    for (;;) {
      const start = at + BLOCK + bytes;
      if (start + BLOCK > this.#source.size) return bytes;
      if (bytes >= MAX_EXTENSION_BYTES || (bytes > 0 && this.#blocks.isSpent)) {
        this.#report.add('tar/bad-extension', `The map of the sparse file at byte ${at} has no end.`);
        return bytes;
      }
      const block = await this.#read(start);
      bytes += BLOCK;
      if (block[504] === 0) return bytes;
    }
  }

  /**
   * Whether the data that a size speaks of is there. Links, folders and devices have none, but some programs state the
   * size of the target, and POSIX lets a hard link carry data. The block that follows decides.
   */
  async #hasData(type: string, name: string, start: number): Promise<boolean> {
    if (DATA_TYPES.has(type) || !EMPTY_TYPES.has(type)) return true;
    if (start + BLOCK > this.#source.size) return false;
    const next = await this.#read(start);
    const hasNone = isZeroBlock(next) || hasChecksum(next);
    // Many programs state a size for a folder, and none has data.
    if (type === '5' && hasNone) return false;
    const how = hasNone ? 'has a size, but no data follows' : 'has data of its own';
    const message = `${quote(name)} is not a file, and ${how}. Some programs lose their place here.`;
    this.#report.add('tar/link-data', message, { path: memberPath(name) });
    return !hasNone;
  }

  /** Whether a block of zeros is the end. Two of them are. */
  async #isEnd(at: number): Promise<boolean> {
    const next = at + BLOCK;
    const block = next + BLOCK > this.#source.size ? undefined : await this.#read(next);
    const isMarked = block !== undefined && isZeroBlock(block);
    if (!isMarked) {
      this.#report.add('tar/lone-zero-block', `There is a single block of zeros at byte ${at}. Two mark the end.`);
      if (block && hasChecksum(block)) return false;
    }
    await this.#checkAfter(isMarked ? next + BLOCK : next);
    this.isDone = true;
    return true;
  }

  async #checkAfter(start: number): Promise<void> {
    const { size } = this.#source;
    const end = Math.min(size, start + MAX_PADDING_BYTES);
    if (start >= size) return;
    const rest = await this.#source.read(start, end, this.#signal);
    if (end === size && rest.every((byte) => byte === 0)) return;
    const zeros = rest.findIndex((byte) => byte !== 0);
    this.trailingAt = zeros < 0 ? end : start + zeros - (zeros % BLOCK);
    const message = grouped`${size - start} bytes follow the end of the archive at byte ${start}.`;
    this.#report.add('tar/trailing-bytes', message);
  }

  #endOfFile(at: number, pending: Pending | undefined): void {
    this.isDone = true;
    const left = this.#source.size - at;
    if (pending) this.#dangling(pending);
    else if (left > 0) this.#cut(`a header at byte ${at}`);
    else this.#report.add('tar/no-end', 'The file ends without the two blocks of zeros that mark the end.');
  }

  #dangling({ start }: Pending): void {
    this.#report.add('tar/bad-extension', `No file follows the extended header at byte ${start}.`);
  }

  #badChecksum(at: number): void {
    this.isDone = true;
    this.trailingAt = at;
    const message = `The checksum of the header at byte ${at} is wrong. Files after it cannot be listed.`;
    this.#report.add('tar/bad-checksum', message);
  }

  #badSize(name: string, at: number): undefined {
    this.isDone = true;
    // Some programs take the size for 0.
    if (at + BLOCK < this.#source.size) this.trailingAt = at + BLOCK;
    const message = `The size of ${quote(name)} (header at byte ${at}) is not a number. Files after it cannot be listed.`;
    this.#report.add('tar/bad-size', message, { path: memberPath(name) });
  }

  #cut(what: string, path?: string): undefined {
    this.isDone = true;
    const message = `The file ends within ${what}.`;
    this.#report.add('tar/truncated', message, { path });
  }
}

function padded(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

/** A size of a PAX record, as Python's `int` takes it. */
function decimal(text: string): number | undefined {
  const value = /^[\t-\r ]*(?:\+?\d+(?:_\d+)*|-0+)[\t-\r ]*$/.test(text)
    ? Math.abs(Number(text.replaceAll('_', '')))
    : undefined;
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}
