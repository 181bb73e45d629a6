import type { Container } from '../archive/container.ts';
import { formatNumberOf, grouped } from '../base/amounts.ts';
import { BadFileError, UnsupportedError } from '../base/errors.ts';
import type { Finding, FindingCode } from '../base/findings.ts';
import type { Report } from '../base/report.ts';
import { quote } from '../base/text.ts';
import type { FileRange, Package, TensorInfo } from '../model/package.ts';
import { sliceSource } from '../source/slice.ts';
import type { ByteSource } from '../source/source.ts';
import type { ByteOrder } from '../tensor/byte-order.ts';
import { isDecodedDtype } from '../tensor/dtype.ts';
import { tensorReader } from '../tensor/reader.ts';
import { safeElementCount } from '../tensor/shape.ts';
import type { TensorReader } from '../tensor/values.ts';
import { tensorNamed } from './files-package.ts';
import type { OpenPackage } from './format.ts';
import { type EditedHeader, headerDrafts } from './header-draft.ts';

/** What files of weights share: a header that lists tensors, and then their data. */

/** What a header says of a tensor, compared with the file. */
export interface CheckedEntry {
  entry: { name: string };
  /** Why its values cannot be read, as a sentence. */
  problem: { code: FindingCode; message: string } | undefined;
}

/** A tensor of a file, and how the page lists it. */
export interface FileTensor<C extends CheckedEntry = CheckedEntry> {
  checked: C;
  info: TensorInfo;
}

/** Reports what is wrong with a tensor. The first such thing is why its values cannot be read. */
export function failTensor(checked: CheckedEntry, code: FindingCode, what: string, report: Report): void {
  const message = `The tensor ${quote(checked.entry.name)} ${what}.`;
  report.add(code, message);
  checked.problem ??= { code, message };
}

/** A range of a file. Without an end that no file reaches, or that is not known (NaN). Undefined without a start. */
export function fileRange(path: string, start: number, end: number): FileRange | undefined {
  if (!Number.isSafeInteger(start)) return undefined;
  return Number.isSafeInteger(end) && end >= start ? { path, start, end } : { path, start };
}

/** A tensor as the header places it, in bytes of the data. The end is unknown for some types. */
export interface PlacedTensor {
  name: string;
  begin: bigint;
  end: bigint | undefined;
}

/** Sorts places. A tensor of an unknown end comes before others at its beginning. */
export function byPlace(a: PlacedTensor, b: PlacedTensor): number {
  const difference = a.begin - b.begin || (a.end ?? a.begin) - (b.end ?? b.begin);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

interface DataFacts {
  /** Bytes of the data. */
  dataBytes: bigint;
  /** Whether all tensors of the file are known. Only then can bytes belong to none. */
  isWhole: boolean;
  /** Each tensor begins at a multiple of it. */
  alignment?: bigint;
}

/** What a format calls tensors that are not where they should be. */
export interface OrderCodes {
  overlap: FindingCode;
  gap: FindingCode;
  truncated: FindingCode;
  trailing: FindingCode;
  /** Of an empty tensor inside another; by default an overlap. */
  inside?: FindingCode;
  /** Of a file that ends before the padding of its last tensor. */
  padding?: FindingCode;
}

/**
 * Reports where tensors, in the order of their places, do not follow each other from the first byte of the data to the
 * last.
 */
export function checkOrder(placed: Iterable<PlacedTensor>, of: DataFacts, codes: OrderCodes, report: Report): void {
  const { dataBytes, isWhole, alignment = 1n } = of;
  let end = 0n;
  let isKnown = isWhole;
  let last: PlacedTensor | undefined;
  for (const now of placed) {
    const { name, begin } = now;
    if (begin < end && begin === now.end && codes.inside) {
      report.add(codes.inside, `${quote(name)} is empty, and begins at byte ${begin} of the data, inside another.`);
    } else if (begin < end) {
      const other = last ? ` and ${quote(last.name)}` : '';
      report.add(codes.overlap, `${quote(name)}${other} share bytes of the data from ${begin} on.`);
    } else if (isKnown && begin > aligned(end, alignment)) {
      report.add(codes.gap, `Bytes ${end} to ${begin} of the data do not belong to a tensor.`);
    }
    isKnown = isWhole && now.end !== undefined;
    if (now.end === undefined || now.end < end) continue;
    end = now.end;
    last = now;
  }
  const padded = aligned(end, alignment);
  if (end > dataBytes) {
    const message = grouped`The file ends ${formatNumberOf(end - dataBytes, 'byte')} early: its tensors need ${end} bytes after the header, and there are ${dataBytes}.`;
    report.add(codes.truncated, message);
  } else if (isKnown && padded > dataBytes && codes.padding) {
    report.add(codes.padding, grouped`${padded - dataBytes} bytes of padding are missing after the last tensor.`);
  } else if (isKnown && padded < dataBytes) {
    report.add(codes.trailing, bytesFollow(dataBytes - padded, 'the last tensor'));
  }
}

export function bytesFollow(bytes: bigint, after: string): string {
  return `${formatNumberOf(bytes, 'byte')} ${bytes === 1n ? 'follows' : 'follow'} ${after}.`;
}

/** The next multiple of `alignment`. */
export function aligned(at: bigint, alignment: bigint): bigint {
  return at + ((alignment - (at % alignment)) % alignment);
}

/**
 * The values of a tensor. Throws with the code of its problem, and `tensor/not-decoded` for a type whose values are not
 * read.
 *
 * @param source the bytes of the whole file
 * @param special the reader for a type of the format's own
 */
export function fileTensor(
  { checked: { problem }, info: { name, dtype, shape, data } }: FileTensor,
  source: ByteSource,
  order?: ByteOrder,
  special?: (bytes: ByteSource, count: number) => TensorReader | undefined,
): TensorReader {
  if (problem) throw new BadFileError(problem.code, problem.message);
  const count = safeElementCount(shape);
  if (data?.end === undefined || count === undefined) {
    throw new BadFileError(
      'tensor/size-mismatch',
      `The tensor ${quote(name)} has more elements than any file can hold.`,
    );
  }
  const bytes = sliceSource(source, data.start, data.end);
  const reader = special?.(bytes, count);
  if (reader) return reader;
  if (isDecodedDtype(dtype) && dtype !== 'string') return tensorReader(bytes, dtype, count, order);
  throw new UnsupportedError('tensor/not-decoded', `Boxcutter does not read values of the type ${quote(dtype)}.`);
}

/** An opened file of its own. It is edited unless `cannot` says why not. */
export function openedFile<T extends FileTensor, H>(
  { name, size }: Container,
  file: { source: ByteSource; tensors: readonly T[] },
  pkg: Omit<Package, 'name' | 'size' | 'files' | 'can'>,
  open: (tensor: T) => TensorReader,
  cannot: string | undefined,
  header: EditedHeader<H>,
): OpenPackage {
  let byName: ReadonlyMap<string, T> | undefined;
  return {
    package: {
      ...pkg,
      name,
      size,
      files: [{ path: name, size, role: 'model', hash: 'none', kind: 'file' }],
      can: { verify: false, edit: !cannot, save: !cannot, editTensors: !cannot },
      cannot: cannot ? { edit: cannot, save: cannot } : undefined,
    },
    looked: 'file',
    source: (path) => (path === name ? file.source : undefined),
    async tensor(tensor) {
      byName ??= new Map(file.tensors.map((of) => [of.info.name, of]));
      return open(tensorNamed(byName, tensor));
    },
    ...(cannot ? {} : headerDrafts(file.source, header)),
  };
}

/**
 * Why a file cannot be edited: a saved one would have the same errors, or less than the old one.
 *
 * @param mendable errors that an edit can mend
 * @param doubts findings that are not errors, but leave unclear what an edit would mean or lose
 */
export function editRefusal(
  findings: readonly Finding[],
  mendable: readonly FindingCode[],
  doubts: readonly FindingCode[],
): string | undefined {
  const error = findings.find(({ severity, code }) => severity === 'error' && !mendable.includes(code));
  if (error) return `A saved file would have the same errors: ${error.message}`;
  const doubt = findings.find(({ code }) => doubts.includes(code));
  return doubt && `It cannot be edited without loss: ${doubt.message}`;
}

/** Whether a container is an archive, or a broken one: its own format says how it is broken. */
export async function isArchive(container: Container, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    return (await container.archive(signal)) !== undefined;
  } catch (error) {
    if (error instanceof BadFileError) return true;
    throw error;
  }
}
