import { formatCount, grouped } from '../../../base/amounts.ts';
import { concatBytes, decodeUtf8 } from '../../../base/bytes.ts';
import { BadFileError, TooLargeError } from '../../../base/errors.ts';
import type { Finding } from '../../../base/findings.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import { Report } from '../../../base/report.ts';
import { quote, shortened } from '../../../base/text.ts';
import { ByteOffsets, decodeText } from '../../../json/encoding.ts';
import { JsonError, JsonReader, MAX_JSON_DEPTH, type TextSpan } from '../../../json/reader.ts';
import { lfsPointer, lookOf } from '../../../model/file/look.ts';
import type { TensorInfo } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import { DTYPES, isDecodedDtype } from '../../../tensor/dtype.ts';
import { type FileTensor, fileRange } from '../../weight-file.ts';
import { boolBudget, checkBools } from './bools.ts';
import { type CheckedTensor, checkLayout, EntryReader, type HeaderTensor } from './entry.ts';
import {
  HEAD_BYTES,
  LENGTH_BYTES,
  MAX_HEADER_BYTES,
  MAX_METADATA_ENTRIES,
  MAX_METADATA_UNITS,
  MAX_NAME_UNITS,
  MAX_TENSORS,
} from './limits.ts';

/** One safetensors file: its header, and its tensors compared with it. */
export interface SafetensorsFile {
  /** Its path in the package. */
  path: string;
  source: ByteSource;
  header: Header;
  /** Bytes of the header, with its padding. */
  headerBytes: number;
  tensors: readonly HeaderFileTensor[];
  findings: readonly Finding[];
}

export type HeaderFileTensor = FileTensor<CheckedTensor>;

/**
 * Reads the header of a file and checks it against the file's size. Rejects as `readHeader`; what is wrong with the
 * header itself becomes findings.
 *
 * @param path the file in its package
 * @param budget for truth values, of all files of the model
 */
export async function openFile(
  source: ByteSource,
  path: string,
  signal?: AbortSignal,
  budget = boolBudget(),
): Promise<SafetensorsFile> {
  const bytes = await readHeader(source, signal);
  const header = parseHeader(bytes);
  const dataStart = LENGTH_BYTES + bytes.length;
  const { tensors: checked, report } = checkLayout(header, BigInt(source.size - dataStart));
  const tensors = checked.map((tensor) => ({ checked: tensor, info: tensorInfo(tensor, path, dataStart) }));
  reportUnaligned(tensors, (message) => report.add('safetensors/unaligned', message));
  await checkBools(source, tensors, budget, report, signal);
  const findings = [...header.findings, ...report.findings].map((found) => ({ ...found, path }));
  return { path, source, header, headerBytes: bytes.length, tensors, findings };
}

/** Reports the number of tensors that are not aligned to their element size. */
function reportUnaligned(tensors: readonly HeaderFileTensor[], add: (message: string) => void): void {
  const count = tensors.filter(({ info, checked }) => !checked.problem && !isAligned(info)).length;
  if (count > 0)
    add(`${count === 1 ? '1 tensor does' : grouped`${count} tensors do`} not begin at a multiple of the element size.`);
}

function isAligned({ dtype, data }: TensorInfo): boolean {
  if (!data || data.start === data.end || !isDecodedDtype(dtype) || dtype === 'string') return true;
  const { kind, bits } = DTYPES[dtype];
  return data.start % (kind === 'complex' ? bits / 16 : Math.max(8, bits) / 8) === 0;
}

/** The name of a type that an entry does not state. */
const NO_DTYPE = '?';

/** A tensor as the page lists it. Whoever multiplies the sizes of a hostile shape must come to an end. */
function tensorInfo({ entry, type, problem }: CheckedTensor, path: string, dataStart: number): TensorInfo {
  const { name, dtype = NO_DTYPE, shape = [], begin, end } = entry;
  return {
    name,
    dtype: type?.dtype ?? dtype,
    shape: shape.length > MAX_RANK ? shape.slice(0, MAX_RANK) : shape,
    data: fileRange(path, dataStart + Number(begin), dataStart + Number(end)),
    problem: problem?.message,
  };
}

/** The start of a Git LFS pointer (git-lfs, "The Pointer"). */
const LFS_START = 'version https://git-lfs';

/** The length that a file's first bytes state. Undefined where there are fewer than `LENGTH_BYTES`. */
export function statedLength(head: Uint8Array): bigint | undefined {
  if (head.length < LENGTH_BYTES) return undefined;
  return new DataView(head.buffer, head.byteOffset).getBigUint64(0, true);
}

/**
 * The bytes of a file's header, by one read, or two where it is longer than `HEAD_BYTES`. Rejects with
 * `safetensors/too-short`, `safetensors/lfs-pointer`, `safetensors/not-safetensors`, `safetensors/header-too-large`,
 * `safetensors/header-past-end`, and as the source does.
 */
async function readHeader(source: ByteSource, signal?: AbortSignal): Promise<Uint8Array> {
  const { name, size } = source;
  const head = await source.read(0, Math.min(size, HEAD_BYTES), signal);
  const length = statedLength(head);
  if (length === undefined) {
    const message =
      size === 0
        ? `${quote(name)} is empty.`
        : grouped`${quote(name)} has ${size} bytes, and ${LENGTH_BYTES} are the minimum.`;
    throw new BadFileError('safetensors/too-short', message);
  }
  if (isLfsPointer(head)) {
    const real = lfsPointer(decodeUtf8(head) ?? '')?.size;
    const stated = real === undefined ? '' : `. The file itself has ${formatCount(real)} bytes`;
    const message = `${quote(name)} is a Git LFS pointer: the weights are not in it${stated}.`;
    throw new BadFileError('safetensors/lfs-pointer', message);
  }
  if (length > MAX_HEADER_BYTES) {
    const look = lookOf(head);
    if (look && look.kind !== 'binary') {
      throw new BadFileError('safetensors/not-safetensors', `${quote(name)} does not begin like a safetensors file.`);
    }
    const message = grouped`The first ${LENGTH_BYTES} bytes of ${quote(name)} announce a header of ${length} bytes. The limit is ${MAX_HEADER_BYTES}.`;
    throw new TooLargeError('safetensors/header-too-large', message, {
      limit: MAX_HEADER_BYTES,
      actual: Number(length),
    });
  }
  const end = LENGTH_BYTES + Number(length);
  if (end > size) {
    const message = grouped`${quote(name)} announces a header of ${length} bytes, but ends after ${size - LENGTH_BYTES} of them.`;
    throw new BadFileError('safetensors/header-past-end', message);
  }
  if (end <= head.length) return head.subarray(LENGTH_BYTES, end);
  return concatBytes([head.subarray(LENGTH_BYTES), await source.read(head.length, end, signal)]);
}

function isLfsPointer(head: Uint8Array): boolean {
  return decodeUtf8(head.subarray(0, LFS_START.length)) === LFS_START;
}

/** The one key of a header that is not a tensor (format document, "Format"). */
export const METADATA_KEY = '__metadata__';

/** The texts of `__metadata__`, within `MAX_METADATA_ENTRIES` and `MAX_METADATA_UNITS`. */
interface HeaderMetadata {
  /** In the header's order. Of two with one key the last, which counts for the reference reader. */
  entries: readonly { key: string; value: string }[];
  /** The place of the value of `__metadata__` in the header's text. Undefined without metadata. */
  span: TextSpan | undefined;
}

/** What a header says, in the order of its text. Of a broken one, what comes before the break. */
export interface Header {
  text: string;
  /** One for each name. Of two with one name the last, which counts for the reference reader. */
  tensors: readonly HeaderTensor[];
  metadata: HeaderMetadata;
  findings: readonly Finding[];
  /** Every tensor of the file is among `tensors`, with what the last entry of its name says. */
  isWhole: boolean;
}

/** Parses a header: the bytes that follow the length, with their padding. Never throws. */
export function parseHeader(bytes: Uint8Array): Header {
  const { text, badByte } = decodeText(bytes);
  const report = new Report();
  if (badByte !== undefined) {
    report.add('safetensors/not-utf8', `Byte ${LENGTH_BYTES + badByte} of the file is not valid UTF-8.`);
  }
  return new HeaderParser(text, report).parse();
}

class HeaderParser {
  readonly #reader: JsonReader;
  readonly #report: Report;
  readonly #offsets: ByteOffsets;
  readonly #entries: EntryReader;
  readonly #tensors = new Map<string, HeaderTensor>();
  readonly #metadata = new Map<string, string>();
  /** All keys of the metadata, also those whose values are not text. */
  readonly #keys = new Set<string>();
  #metadataSpan: TextSpan | undefined;
  #metadataUnits = 0;
  #metadataLeft = 0;
  /** Entries of tensors so far. */
  #read = 0;

  constructor(text: string, report: Report) {
    this.#reader = new JsonReader(text);
    this.#report = report;
    this.#offsets = new ByteOffsets(text);
    this.#entries = new EntryReader(this.#reader, report);
  }

  parse(): Header {
    const isRead = this.#checkStart() && this.#readAll();
    for (const at of this.#reader.loneSurrogates) {
      this.#report.add('safetensors/lone-surrogate', `There is half of a character at ${this.#byteText(at)}.`);
    }
    if (this.#reader.deepAt !== undefined) this.#reportDeep(this.#reader.deepAt);
    const left = this.#read - MAX_TENSORS;
    if (left > 0) {
      const message = grouped`The header has ${left} tensors beyond the first ${MAX_TENSORS}.`;
      this.#report.add('safetensors/too-many-tensors', message);
    }
    return {
      text: this.#reader.text,
      tensors: [...this.#tensors.values()],
      metadata: {
        entries: Array.from(this.#metadata, ([key, value]) => ({ key, value })),
        span: this.#metadataSpan,
      },
      findings: this.#report.findings,
      isWhole: isRead && left <= 0,
    };
  }

  /** Whether the header begins as one, perhaps after white space. */
  #checkStart(): boolean {
    const { text } = this.#reader;
    const start = /^[ \t\r\n]*/.exec(text)?.[0].length ?? 0;
    if (text.charAt(start) !== '{') {
      const what =
        start === text.length
          ? 'The header is empty'
          : text.startsWith('\ufeff')
            ? 'The header begins with a byte-order mark'
            : 'The header does not begin with “{”';
      this.#report.add('safetensors/header-start', `${what}.`);
      return false;
    }
    if (start > 0)
      this.#report.add('safetensors/space-before-header', 'There is white space before the “{” of the header.');
    return true;
  }

  #readAll(): boolean {
    const reader = this.#reader;
    try {
      reader.object((name, span) => {
        if (name === METADATA_KEY) this.#readMetadata();
        else if (this.#read++ < MAX_TENSORS) this.#readTensor(name, span);
        else reader.skip();
      });
      const end = reader.at;
      reader.end();
      if (!/^ *$/.test(reader.text.slice(end))) {
        this.#report.add('safetensors/padding', 'The header ends with tabs or line endings instead of spaces.');
      }
      return true;
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      // Reported for the first place that is too deep.
      if (error.kind === 'syntax')
        this.#report.add('safetensors/header-syntax', `At ${this.#byteText(error.at)}, ${error.message}.`);
      return false;
    }
  }

  #readTensor(stored: string, nameSpan: TextSpan): void {
    const name = shortened(stored, MAX_NAME_UNITS);
    if (name !== stored) {
      const message = grouped`The name ${quote(stored)} has ${stored.length} characters.`;
      this.#report.add('safetensors/long-name', message);
    }
    // Told first: what follows it may be no entry at all.
    if (this.#tensors.has(name)) {
      this.#report.add(
        'safetensors/duplicate-tensor',
        `${quote(name)} appears again at ${this.#byteText(nameSpan.start)}. The last one counts.`,
      );
    }
    this.#tensors.set(name, this.#entries.read(name));
  }

  #readMetadata(): void {
    const reader = this.#reader;
    if (this.#metadataSpan) {
      this.#report.add('safetensors/duplicate-metadata', '__metadata__ is there more than once.');
      this.#metadata.clear();
      this.#keys.clear();
    }
    const kind = reader.kind();
    const start = reader.at;
    if (kind === 'object') reader.object((key) => this.#readText(key));
    else {
      reader.skip();
      if (kind === 'null') this.#report.add('safetensors/metadata-null', '__metadata__ is null instead of an object.');
      else this.#report.add('safetensors/bad-metadata', '__metadata__ is not an object.');
    }
    this.#metadataSpan = { start, end: reader.at };
    if (this.#metadataLeft > 0) {
      const count = this.#metadataLeft === 1 ? '1 entry is' : grouped`${this.#metadataLeft} entries are`;
      this.#report.add('safetensors/metadata-cut', `${count} left out here.`);
    }
  }

  /** Reads one text of the metadata. */
  #readText(key: string): void {
    const reader = this.#reader;
    if (this.#keys.has(key)) {
      const message = `${quote(key)} appears again in __metadata__. The last one counts.`;
      this.#report.add('safetensors/duplicate-key', message);
    }
    // Keys that are left out are not kept either.
    if (this.#keys.size < MAX_METADATA_ENTRIES && this.#metadataUnits <= MAX_METADATA_UNITS) this.#keys.add(key);
    if (reader.kind() !== 'string') {
      reader.skip();
      this.#report.add('safetensors/bad-metadata', `The value of ${quote(key)} in __metadata__ is not a string.`);
      return;
    }
    const value = reader.string();
    this.#metadataUnits += key.length + value.length;
    if (this.#metadata.size >= MAX_METADATA_ENTRIES || this.#metadataUnits > MAX_METADATA_UNITS) this.#metadataLeft++;
    else this.#metadata.set(key, value);
  }

  #reportDeep(at: number): void {
    const message = `At ${this.#byteText(at)}, values are nested more than ${MAX_JSON_DEPTH} levels deep.`;
    this.#report.add('safetensors/too-deep', message);
  }

  #byteText(at: number): string {
    return `byte ${LENGTH_BYTES + this.#offsets.of(at)} of the file`;
  }
}
