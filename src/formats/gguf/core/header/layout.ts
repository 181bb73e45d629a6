import { grouped } from '../../../../base/amounts.ts';
import type { FindingCode } from '../../../../base/findings.ts';
import { MAX_RANK } from '../../../../base/limits.ts';
import { Report } from '../../../../base/report.ts';
import { quote } from '../../../../base/text.ts';
import { MAX_DIMENSIONS } from '../limits.ts';
import { alignmentOf } from './alignment.ts';
import type { Header } from './header.ts';
import type { TensorEntry } from './tensor-entry.ts';
import { isQuantized, REMOVED_TYPES, TENSOR_TYPES, type TensorType } from './tensor-type.ts';

/** Elements from which on ggml rejects a tensor: more than an int64 counts. */
const TOO_MANY_ELEMENTS = 2n ** 63n - 1n;

/** Why the values of a tensor cannot be read. */
export interface TensorProblem {
  code: FindingCode;
  /** A sentence. */
  message: string;
}

/** What is known of a tensor once its entry was compared with the file. */
export interface CheckedTensor {
  entry: TensorEntry;
  /** Undefined for a type that ggml does not have. */
  type: TensorType | undefined;
  /** Of its data. Undefined where type and shape do not tell it. */
  bytes: bigint | undefined;
  problem: TensorProblem | undefined;
}

export interface Layout {
  tensors: readonly CheckedTensor[];
  /**
   * The file's byte at which the data begins. Offsets of tensors count from it. Undefined where the header breaks off.
   */
  dataStart?: number;
  alignment: number;
  report: Report;
}

/**
 * Checks the tensors of a header as ggml's reader does (`gguf_init_from_reader`) and as llama.cpp does that loads them,
 * and reports all that is wrong, not only the first.
 *
 * @param size bytes of the file
 */
export function checkLayout(header: Header, size: number): Layout {
  const report = new Report();
  const alignment = alignmentOf(header, report);
  const dataStart = header.end + padding(BigInt(header.end), BigInt(alignment));
  const dataBytes = header.isRead ? BigInt(Math.max(0, size - dataStart)) : undefined;
  const check = new TensorCheck(dataBytes, BigInt(alignment), report);
  const tensors = header.tensors.map((entry) => check.checked(entry));
  if (dataBytes === undefined) return { tensors, alignment, report };
  if (header.tensorCount > 0n) checkOrder(tensors, header.isWhole, dataBytes, BigInt(alignment), report);
  else if (dataBytes > 0n) report.add('gguf/trailing-bytes', bytesFollow(dataBytes, 'the header'));
  return { tensors, dataStart, alignment, report };
}

/** Bytes from `at` to the next multiple of `alignment`. */
function padding(at: bigint, alignment: bigint): number {
  return Number((alignment - (at % alignment)) % alignment);
}

function bytesFollow(count: bigint, what: string): string {
  return `${count === 1n ? '1 byte follows' : grouped`${count} bytes follow`} ${what}.`;
}

/** Compares the type, shape and offset of one tensor after another with the format and with the file's end. */
class TensorCheck {
  readonly #dataBytes: bigint | undefined;
  readonly #alignment: bigint;
  readonly #report: Report;

  /** @param dataBytes bytes of the data; undefined where it is not known where that begins */
  constructor(dataBytes: bigint | undefined, alignment: bigint, report: Report) {
    this.#dataBytes = dataBytes;
    this.#alignment = alignment;
    this.#report = report;
  }

  checked(entry: TensorEntry): CheckedTensor {
    const { ne, typeId, offset } = entry;
    const type = TENSOR_TYPES.get(typeId);
    const now: CheckedTensor = { entry, type, bytes: undefined, problem: undefined };
    if (!type) {
      const removed = REMOVED_TYPES.get(typeId);
      const what =
        removed === undefined
          ? `has the type ${typeId}, which ggml does not have`
          : `has the type ${typeId} (${removed}), which ggml has removed`;
      this.#fail(now, 'gguf/tensor-type', what);
    }
    if (ne.length > MAX_DIMENSIONS) {
      // `tensor-entry.ts` has reported it, for those that are left out too.
      now.problem ??= { code: 'gguf/too-many-dimensions', message: tooMany(entry) };
    }
    const count = this.#count(now);
    if (type && count !== undefined) now.bytes = this.#bytes(now, type, count);
    if (offset % this.#alignment !== 0n) {
      const message = `The tensor ${quote(entry.name)} begins at byte ${offset} of the data, which is not a multiple of ${this.#alignment}.`;
      this.#report.add('gguf/unaligned', message);
    }
    const end = now.bytes === undefined ? undefined : offset + now.bytes;
    if (this.#dataBytes === undefined) {
      const message = `The header breaks off, so where the data of ${quote(entry.name)} begins is unknown.`;
      now.problem ??= { code: 'gguf/header-cut', message };
    } else if (end !== undefined && end > this.#dataBytes && !now.problem) {
      // Reported once for the file.
      const message = `The tensor ${quote(entry.name)} ends at byte ${end} of the data, and the file has ${this.#dataBytes}.`;
      now.problem = { code: 'gguf/truncated', message };
    }
    return now;
  }

  /** Elements, multiplied as ggml does it. Undefined where there are too many. */
  #count(now: CheckedTensor): bigint | undefined {
    const { ne } = now.entry;
    const negative = ne.find((size) => size > TOO_MANY_ELEMENTS);
    if (negative !== undefined) {
      this.#fail(now, 'gguf/negative-size', `has the size ${BigInt.asIntN(64, negative)} in one dimension`);
      return undefined;
    }
    if (ne.includes(0n)) {
      // ggml divides by each size but the first.
      if (ne.indexOf(0n, 1) > 0) {
        const message = `The tensor ${quote(now.entry.name)} has the size 0 in dimension ${ne.indexOf(0n, 1) + 1} of ${ne.length}.`;
        this.#report.add('gguf/empty-dimension', message);
      }
      return 0n;
    }
    let count = 1n;
    for (const size of ne.slice(0, MAX_RANK)) {
      count *= size;
      if (count >= TOO_MANY_ELEMENTS) {
        this.#fail(now, 'gguf/too-many-elements', 'has 2^63 elements or more');
        return undefined;
      }
    }
    return count;
  }

  /** Bytes of the data. Rows must end with a block. */
  #bytes(now: CheckedTensor, type: TensorType, count: bigint): bigint | undefined {
    const block = BigInt(type.elements);
    const row = now.entry.ne[0] ?? 1n;
    if (row % block === 0n) return (count / block) * BigInt(type.bytes);
    this.#fail(now, 'gguf/row-size', grouped`has rows of ${row} elements, and ${type.name} has blocks of ${block}`);
    return undefined;
  }

  #fail(now: CheckedTensor, code: FindingCode, what: string): void {
    const message = `The tensor ${quote(now.entry.name)} ${what}.`;
    this.#report.add(code, message);
    now.problem ??= { code, message };
  }
}

function tooMany({ name, ne }: TensorEntry): string {
  return `The tensor ${quote(name)} has ${ne.length} dimensions.`;
}

/**
 * ggml's reader wants every tensor to follow the one before in the list, at the next multiple of the alignment, from
 * the first byte of the data on. The format's document asks only that they do not share bytes.
 *
 * @param isWhole whether all tensors of the file are among them: only then can bytes belong to none
 */
function checkOrder(
  tensors: readonly CheckedTensor[],
  isWhole: boolean,
  dataBytes: bigint,
  alignment: bigint,
  report: Report,
): void {
  const isSorted = tensors.every(({ entry }, index) => entry.offset >= (tensors[index - 1]?.entry.offset ?? 0n));
  if (!isSorted) report.add('gguf/unordered', 'The tensors of the header are in another order than their data.');
  const sorted = isSorted ? tensors : [...tensors].sort(byOffset);
  /** The end of all so far, and whether it is known. */
  let end = 0n;
  let isKnown = isWhole;
  let last: CheckedTensor | undefined;
  for (const now of sorted) {
    const { offset, name } = now.entry;
    if (offset < end && now.bytes === 0n) {
      report.add(
        'gguf/empty-inside',
        `${quote(name)} is empty, and begins at byte ${offset} of the data, inside another.`,
      );
    } else if (offset < end) {
      const other = last ? ` and ${quote(last.entry.name)}` : '';
      report.add('gguf/overlap', `${quote(name)}${other} share bytes of the data from ${offset} on.`);
    } else if (isKnown && offset > padded(end, alignment)) {
      report.add('gguf/gap', `Bytes ${end} to ${offset} of the data do not belong to a tensor.`);
    }
    isKnown = isWhole && now.bytes !== undefined;
    if (now.bytes !== undefined && offset + now.bytes >= end) {
      end = offset + now.bytes;
      last = now;
    }
  }
  checkEnd(end, isKnown, dataBytes, alignment, report);
}

/** @param isKnown whether `end` is that of all tensors */
function checkEnd(end: bigint, isKnown: boolean, dataBytes: bigint, alignment: bigint, report: Report): void {
  const after = padded(end, alignment);
  if (end > dataBytes) {
    report.add('gguf/truncated', grouped`Its tensors need ${end} bytes after the header, and there are ${dataBytes}.`);
  } else if (isKnown && after > dataBytes) {
    report.add('gguf/end-padding', grouped`${after - dataBytes} bytes of padding are missing after the last tensor.`);
  } else if (isKnown && after < dataBytes) {
    report.add('gguf/trailing-bytes', bytesFollow(dataBytes - after, 'the last tensor'));
  }
}

function padded(end: bigint, alignment: bigint): bigint {
  return end + BigInt(padding(end, alignment));
}

function byOffset(a: CheckedTensor, b: CheckedTensor): number {
  const difference = a.entry.offset - b.entry.offset || (a.bytes ?? 0n) - (b.bytes ?? 0n);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whether any tensor has blocks with scales. */
export function hasQuantized(tensors: readonly CheckedTensor[]): boolean {
  return tensors.some(({ type }) => type && isQuantized(type));
}
