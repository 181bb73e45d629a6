import { grouped } from '../../../../base/amounts.ts';
import { BadFileError } from '../../../../base/errors.ts';
import type { Finding } from '../../../../base/findings.ts';
import { Report } from '../../../../base/report.ts';
import { quote } from '../../../../base/text.ts';
import type { ByteSource } from '../../../../source/source.ts';
import { Cursor, type Encoding, type HeaderBudget, HeaderStop } from './cursor.ts';
import type { KeyValue } from './key-value.ts';
import { KeyValueReader } from './key-value-reader.ts';
import { type TensorEntry, TensorEntryReader } from './tensor-entry.ts';

/** How a file begins. */
export const MAGIC = 'GGUF';

/** The same, as a program writes it that takes it for a number and its most significant byte first. */
const REVERSED_MAGIC = 'FUGG';

/** The latest version (format document, `gguf_header_t`). */
const LATEST_VERSION = 3;

/** Bytes of the magic and the version, and where the counts begin. */
export const COUNTS_START = 8;

/** A header: all before the data. Of a broken one what comes before the break. */
export interface Header extends Encoding {
  version: number;
  /** As the header states them. */
  tensorCount: bigint;
  keyValueCount: bigint;
  keyValues: readonly KeyValue[];
  tensors: readonly TensorEntry[];
  /** The file's bytes at which the pairs, the tensors' entries, and what follows these begin. */
  keyValuesStart: number;
  tensorsStart: number;
  end: number;
  /** Every pair was read; all was read, to `end`; and every tensor is among `tensors`. Each includes the one before. */
  hasAllKeys: boolean;
  isRead: boolean;
  isWhole: boolean;
  findings: readonly Finding[];
}

/**
 * Whether a file begins as one of this format.
 *
 * @param head its first four bytes, or fewer
 */
export function hasMagic(head: Uint8Array): boolean {
  const magic = magicOf(head);
  return magic === MAGIC || magic === REVERSED_MAGIC;
}

function magicOf(head: Uint8Array): string {
  return String.fromCharCode(...head.subarray(0, MAGIC.length));
}

/**
 * Reads a header. Asks for what comes before the data, without long lists of numbers. Rejects with `gguf/not-gguf`,
 * `gguf/header-cut` and `gguf/bad-count` where nothing can be shown, with `gguf/header-too-large` where the budget is
 * spent, and as the source does.
 *
 * @param budget what may be read of this header and of others of the model; by default this one alone
 */
export async function readHeader(source: ByteSource, signal?: AbortSignal, budget?: HeaderBudget): Promise<Header> {
  const report = new Report();
  const cursor = new Cursor(source, signal, budget);
  await cursor.need(Math.min(source.size, COUNTS_START));
  const { version, reversed } = readStart(cursor, source);
  if (reversed) report.add('gguf/magic', `The file begins with “${REVERSED_MAGIC}” instead of “${MAGIC}”.`);
  checkVersion(version, cursor.encoding, report);
  const { lengthBytes } = cursor.encoding;
  if (source.size < COUNTS_START + 2 * lengthBytes) {
    cursor.cut(grouped`${quote(source.name)} ends after ${source.size} bytes of its header.`);
  }
  await cursor.need(2 * lengthBytes);
  const tensorCount = readCount(cursor, 'tensors');
  const keyValueCount = readCount(cursor, 'key-value pairs');
  const keyValuesStart = cursor.at;
  const keys = new KeyValueReader(cursor, report);
  const tensors = new TensorEntryReader(cursor, report);
  let tensorsStart: number | undefined;
  let isRead = false;
  try {
    await keys.readAll(keyValueCount);
    tensorsStart = cursor.at;
    await tensors.readAll(tensorCount);
    isRead = true;
  } catch (error) {
    if (!(error instanceof HeaderStop)) throw error;
    report.add(error.code, error.message);
  }
  return {
    version,
    ...cursor.encoding,
    tensorCount,
    keyValueCount,
    keyValues: keys.pairs,
    tensors: tensors.entries,
    keyValuesStart,
    tensorsStart: tensorsStart ?? cursor.at,
    end: cursor.at,
    hasAllKeys: tensorsStart !== undefined,
    isRead,
    isWhole: isRead && tensors.hasAll,
    findings: report.findings,
  };
}

/** Reads magic and version, which tell the byte order too. */
function readStart(cursor: Cursor, { name, size }: ByteSource): { version: number; reversed: boolean } {
  if (size < COUNTS_START) {
    const code = size >= MAGIC.length && hasMagic(cursor.take(MAGIC.length)) ? 'gguf/header-cut' : 'gguf/not-gguf';
    const what = size === 0 ? 'is empty' : grouped`has ${size} bytes, which is too short for a header`;
    throw new BadFileError(code, `${quote(name)} ${what}.`);
  }
  const head = cursor.take(MAGIC.length);
  if (!hasMagic(head)) throw new BadFileError('gguf/not-gguf', `${quote(name)} does not begin with “${MAGIC}”.`);
  const reversed = magicOf(head) === REVERSED_MAGIC;
  const first = cursor.u32();
  // A version is a small number: where its low half is empty, the other half comes first (`gguf_init_from_reader`).
  const little = first === 0 ? !reversed : (first & 0xffff) !== 0;
  const version = little ? first : swapped(first);
  cursor.encoding = { little, lengthBytes: version === 1 ? 4 : 8 };
  return { version, reversed };
}

function swapped(value: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value);
  return view.getUint32(0, true);
}

function checkVersion(version: number, { little }: Encoding, report: Report): void {
  if (version === 1) report.add('gguf/version-1', 'The file has version 1.');
  else if (version === 0 || version > LATEST_VERSION) report.add('gguf/version', `The file has version ${version}.`);
  if (!little) report.add('gguf/big-endian', 'The most significant byte of each number comes first.');
}

/** A count that some file could have. Throws `gguf/bad-count` for any other. */
function readCount(cursor: Cursor, what: string): bigint {
  const count = cursor.length();
  if (count <= BigInt(Number.MAX_SAFE_INTEGER)) return count;
  throw new BadFileError('gguf/bad-count', `The header claims ${count} ${what}.`);
}
