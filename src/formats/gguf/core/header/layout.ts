import { grouped } from '../../../../base/amounts.ts';
import { MAX_RANK } from '../../../../base/limits.ts';
import { Report } from '../../../../base/report.ts';
import { quote } from '../../../../base/text.ts';
import {
  aligned,
  byPlace,
  bytesFollow,
  type CheckedEntry,
  checkOrder,
  failTensor,
  type OrderCodes,
  type PlacedTensor,
} from '../../../weight-file.ts';
import { DEFAULT_ALIGNMENT, MAX_DIMENSIONS } from '../limits.ts';
import type { Header } from './header.ts';
import { ALIGNMENT_KEY } from './key-value-reader.ts';
import type { TensorEntry } from './tensor-entry.ts';
import { isQuantized, REMOVED_TYPES, TENSOR_TYPES, type TensorType } from './tensor-type.ts';

/** Elements from which on ggml rejects a tensor: more than an int64 counts. */
const TOO_MANY_ELEMENTS = 2n ** 63n - 1n;

/** What is known of a tensor once its entry was compared with the file. */
export interface CheckedTensor extends CheckedEntry {
  entry: TensorEntry;
  /** Undefined for a type that ggml does not have. */
  type: TensorType | undefined;
  /** Of its data. Undefined where type and shape do not tell it. */
  bytes: bigint | undefined;
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
  const dataStart = Number(aligned(BigInt(header.end), BigInt(alignment)));
  const dataBytes = header.isRead ? BigInt(Math.max(0, size - dataStart)) : undefined;
  const facts = { dataBytes, alignment: BigInt(alignment), isWhole: header.isWhole };
  const tensors = header.tensors.map((entry) => checkTensor(entry, facts, report));
  if (dataBytes === undefined) return { tensors, alignment, report };
  if (header.tensorCount > 0n) checkOrder(inOrder(tensors, report), { ...facts, dataBytes }, ORDER_CODES, report);
  else if (dataBytes > 0n) report.add('gguf/trailing-bytes', bytesFollow(dataBytes, 'the header'));
  return { tensors, dataStart, alignment, report };
}

/**
 * The number at whose multiples data and tensors begin (format document, "general.alignment"). Reports where ggml's
 * reader rejects it, and gives the one that the file was most likely written with.
 */
function alignmentOf({ keyValues }: Header, report: Report): number {
  const found = keyValues.find(({ key }) => key === ALIGNMENT_KEY);
  if (!found) return DEFAULT_ALIGNMENT;
  const { type, value } = found;
  if (type !== 'uint32') report.add('gguf/alignment-type', `The alignment is stored as ${type}.`);
  if (typeof value !== 'number' && typeof value !== 'bigint') return DEFAULT_ALIGNMENT;
  const stated = Number(value);
  if (!Number.isInteger(stated) || stated <= 0 || stated > 2 ** 32) {
    if (type === 'uint32') report.add('gguf/alignment', `The alignment is ${value}.`);
    return DEFAULT_ALIGNMENT;
  }
  if (!Number.isInteger(Math.log2(stated))) report.add('gguf/alignment', `The alignment is ${value}.`);
  else if (stated % 8 !== 0) report.add('gguf/small-alignment', `The alignment is ${value}.`);
  return stated;
}

const ORDER_CODES: OrderCodes = {
  overlap: 'gguf/overlap',
  gap: 'gguf/gap',
  truncated: 'gguf/truncated',
  trailing: 'gguf/trailing-bytes',
  inside: 'gguf/empty-inside',
  padding: 'gguf/end-padding',
};

interface DataFacts {
  /** Undefined where it is not known where the data begins. */
  dataBytes: bigint | undefined;
  alignment: bigint;
}

/** Compares the type, shape and offset of a tensor with the format and with the file's end. */
function checkTensor(entry: TensorEntry, { dataBytes, alignment }: DataFacts, report: Report): CheckedTensor {
  const { ne, typeId, offset } = entry;
  const type = TENSOR_TYPES.get(typeId);
  const now: CheckedTensor = { entry, type, bytes: undefined, problem: undefined };
  if (!type) {
    const removed = REMOVED_TYPES.get(typeId);
    const what =
      removed === undefined
        ? `has the type ${typeId}, which ggml does not have`
        : `has the type ${typeId} (${removed}), which ggml has removed`;
    failTensor(now, 'gguf/tensor-type', what, report);
  }
  if (ne.length > MAX_DIMENSIONS) {
    // `tensor-entry.ts` has reported it, for those that are left out too.
    const message = `The tensor ${quote(entry.name)} has ${ne.length} dimensions.`;
    now.problem ??= { code: 'gguf/too-many-dimensions', message };
  }
  const count = countOf(now, report);
  if (type && count !== undefined) now.bytes = bytesOf(now, type, count, report);
  if (offset % alignment !== 0n) {
    const message = `The tensor ${quote(entry.name)} begins at byte ${offset} of the data, which is not a multiple of ${alignment}.`;
    report.add('gguf/unaligned', message);
  }
  const end = now.bytes === undefined ? undefined : offset + now.bytes;
  if (dataBytes === undefined) {
    const message = `The header breaks off, so where the data of ${quote(entry.name)} begins is unknown.`;
    now.problem ??= { code: 'gguf/header-cut', message };
  } else if (end !== undefined && end > dataBytes) {
    // Reported once for the file.
    const message = `The tensor ${quote(entry.name)} ends at byte ${end} of the data, and the file has ${dataBytes}.`;
    now.problem ??= { code: 'gguf/truncated', message };
  }
  return now;
}

/** Elements, multiplied as ggml does it. Undefined where there are too many. */
function countOf(now: CheckedTensor, report: Report): bigint | undefined {
  const { ne, name } = now.entry;
  const negative = ne.find((size) => size > TOO_MANY_ELEMENTS);
  if (negative !== undefined) {
    failTensor(now, 'gguf/negative-size', `has the size ${BigInt.asIntN(64, negative)} in one dimension`, report);
    return undefined;
  }
  if (ne.includes(0n)) {
    // ggml divides by each size but the first.
    const at = ne.indexOf(0n, 1) + 1;
    if (at > 0) {
      const message = `The tensor ${quote(name)} has the size 0 in dimension ${at} of ${ne.length}.`;
      report.add('gguf/empty-dimension', message);
    } else report.add('gguf/no-elements', `The tensor ${quote(name)} has the size 0 in its first dimension.`);
    return 0n;
  }
  let count = 1n;
  for (const size of ne.slice(0, MAX_RANK)) {
    count *= size;
    if (count < TOO_MANY_ELEMENTS) continue;
    failTensor(now, 'gguf/too-many-elements', 'has 2^63 elements or more', report);
    return undefined;
  }
  return count;
}

/** Bytes of the data. Rows must end with a block. */
function bytesOf(now: CheckedTensor, type: TensorType, count: bigint, report: Report): bigint | undefined {
  const block = BigInt(type.elements);
  const row = now.entry.ne[0] ?? 1n;
  if (row % block === 0n) return (count / block) * BigInt(type.bytes);
  const what = grouped`has rows of ${row} elements, and ${type.name} has blocks of ${block}`;
  failTensor(now, 'gguf/row-size', what, report);
  return undefined;
}

/**
 * The places of tensors, in order. ggml's reader wants every tensor to follow the one before in the list, at the next
 * multiple of the alignment; the format's document asks only that they do not share bytes.
 */
function inOrder(tensors: readonly CheckedTensor[], report: Report): PlacedTensor[] {
  const placed = tensors.map(({ entry: { name, offset }, bytes }): PlacedTensor => {
    return { name, begin: offset, end: bytes === undefined ? undefined : offset + bytes };
  });
  const isSorted = placed.every(({ begin }, index) => begin >= (placed[index - 1]?.begin ?? 0n));
  if (isSorted) return placed;
  report.add('gguf/unordered', 'The header lists the tensors in a different order than their data.');
  return placed.sort(byPlace);
}

/** Whether any tensor has blocks with scales. */
export function hasQuantized(tensors: readonly CheckedTensor[]): boolean {
  return tensors.some(({ type }) => type && isQuantized(type));
}
