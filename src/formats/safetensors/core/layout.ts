import { formatNumberOf, grouped } from '../../../base/amounts.ts';
import type { FindingCode } from '../../../base/findings.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { MAX_UINT64 } from '../../../json/integer.ts';
import type { EntryProblem, HeaderTensor } from './entry.ts';
import type { Header } from './header.ts';

/** An element type as the reference reader has it. */
interface StoredDtype {
  /**
   * Its name in NumPy or ml_dtypes, which is one of `DTYPES` (tensor/dtype.ts). Those have types of 4 and 6 bits too,
   * but one element in each byte: the packed ones keep their own names.
   */
  dtype: string;
  /** Bits of one element. */
  bits: bigint;
}

/** Every `dtype` of a header, by its name there: `Dtype` of the reference reader. Names are in capitals. */
export const STORED_DTYPES: ReadonlyMap<string, StoredDtype> = new Map(
  (
    [
      ['BOOL', 'bool', 8],
      ['F4', 'F4', 4],
      ['F6_E2M3', 'F6_E2M3', 6],
      ['F6_E3M2', 'F6_E3M2', 6],
      ['U8', 'uint8', 8],
      ['I8', 'int8', 8],
      ['F8_E5M2', 'float8_e5m2', 8],
      ['F8_E4M3', 'float8_e4m3fn', 8],
      ['F8_E8M0', 'float8_e8m0fnu', 8],
      ['F8_E4M3FNUZ', 'float8_e4m3fnuz', 8],
      ['F8_E5M2FNUZ', 'float8_e5m2fnuz', 8],
      ['I16', 'int16', 16],
      ['U16', 'uint16', 16],
      ['F16', 'float16', 16],
      ['BF16', 'bfloat16', 16],
      ['I32', 'int32', 32],
      ['U32', 'uint32', 32],
      ['F32', 'float32', 32],
      ['C64', 'complex64', 64],
      ['F64', 'float64', 64],
      ['I64', 'int64', 64],
      ['U64', 'uint64', 64],
    ] as const
  ).map(([stored, dtype, bits]) => [stored, { dtype, bits: BigInt(bits) }]),
);

/** What is known of a tensor once its entry was compared with the file. */
export interface CheckedTensor {
  /** As the header has it. */
  entry: HeaderTensor;
  /** Undefined for a type that the format does not have. */
  type: StoredDtype | undefined;
  /** Why its values cannot be read. */
  problem: EntryProblem | undefined;
}

/** A tensor whose place in the data is known. */
type Placed = HeaderTensor & { begin: bigint; end: bigint };

/**
 * Checks the tensors of a header as the reference reader does (`Metadata::validate`), and reports all that is wrong,
 * not only the first.
 *
 * @param dataBytes bytes that follow the header
 */
export function checkLayout(header: Header, dataBytes: bigint): { tensors: CheckedTensor[]; report: Report } {
  const report = new Report();
  const check = new TensorCheck(dataBytes, report);
  const tensors = header.tensors.map((entry) => check.checked(entry));
  const placed = header.tensors.filter(
    (entry): entry is Placed => entry.begin !== undefined && entry.end !== undefined && entry.end >= entry.begin,
  );
  const isKnown = header.isWhole && placed.length === header.tensors.length;
  checkOrder(placed, dataBytes, isKnown, report);
  return { tensors, report };
}

/** Compares the type, shape and offsets of one tensor after another with each other and with the file's end. */
class TensorCheck {
  readonly #dataBytes: bigint;
  readonly #report: Report;
  #now: CheckedTensor | undefined;

  constructor(dataBytes: bigint, report: Report) {
    this.#dataBytes = dataBytes;
    this.#report = report;
  }

  checked(entry: HeaderTensor): CheckedTensor {
    const { dtype, shape, begin, end } = entry;
    const type = dtype === undefined ? undefined : STORED_DTYPES.get(dtype);
    const now: CheckedTensor = { entry, type, problem: entry.problem };
    this.#now = now;
    if (shape && shape.length > MAX_RANK) {
      this.#fail(
        'safetensors/too-many-dimensions',
        `has ${shape.length} dimensions, and Boxcutter reads up to ${MAX_RANK}`,
      );
    }
    if (dtype !== undefined && !type) this.#fail('safetensors/unknown-dtype', `has the type ${quote(dtype)}`);
    if (begin === undefined || end === undefined) return now;
    if (end < begin) {
      this.#fail('safetensors/bad-offsets', `begins at byte ${begin} of the data and ends at ${end}`);
      return now;
    }
    // An entry that is wrong in itself has been reported already.
    if (type && shape && !entry.problem) this.#checkSize(type, shape, end - begin);
    if (end > this.#dataBytes && !now.problem) {
      // Reported once for the file.
      const message = `The tensor ${quote(entry.name)} ends at byte ${end} of the data, and the file has ${this.#dataBytes}.`;
      now.problem = { code: 'safetensors/truncated', message };
    }
    return now;
  }

  /** Element count and size must fit in 64 bits, multiplied in the order of the shape, and be those of the offsets. */
  #checkSize({ dtype, bits }: StoredDtype, shape: readonly bigint[], bytes: bigint): void {
    let count = 1n;
    for (const size of shape) {
      count *= size;
      if (count > MAX_UINT64) {
        this.#fail('safetensors/size-overflow', 'has more than 2^64 elements');
        return;
      }
    }
    const all = count * bits;
    if (all > MAX_UINT64) this.#fail('safetensors/size-overflow', 'has more than 2^64 bits');
    else if (all % 8n !== 0n) {
      const what = grouped`has ${count} elements of ${bits} bits, which do not fill whole bytes`;
      this.#fail('safetensors/not-whole-bytes', what);
    } else if (all / 8n !== bytes) {
      const what = grouped`has ${bytes} bytes of data, but its ${count} elements of ${dtype} need ${all / 8n}`;
      this.#fail('safetensors/size-mismatch', what);
    }
  }

  #fail(code: FindingCode, what: string): void {
    const now = this.#now as CheckedTensor;
    const message = `The tensor ${quote(now.entry.name)} ${what}.`;
    this.#report.add(code, message);
    now.problem ??= { code, message };
  }
}

/**
 * In the order of their offsets, tensors must follow each other exactly, from the first byte of the data to the last.
 *
 * @param isKnown whether `placed` has all tensors of the file. Only then are gaps errors
 */
function checkOrder(placed: Placed[], dataBytes: bigint, isKnown: boolean, report: Report): void {
  const sorted = placed.sort((a, b) => compare(a.begin, b.begin) || compare(a.end, b.end));
  let end = 0n;
  let last: Placed | undefined;
  for (const tensor of sorted) {
    if (tensor.begin < end) {
      const other = last ? ` and ${quote(last.name)}` : '';
      report.add(
        'safetensors/overlap',
        `${quote(tensor.name)}${other} share bytes of the data from ${tensor.begin} on.`,
      );
    } else if (tensor.begin > end && isKnown) reportHole(end, tensor.begin, report);
    if (tensor.end >= end) {
      end = tensor.end;
      last = tensor;
    }
  }
  if (end > dataBytes) {
    const missing = end - dataBytes;
    const bytes = formatNumberOf(missing, 'byte');
    const message = grouped`The file ends ${bytes} early: its tensors need ${end} bytes after the header, and there are ${dataBytes}.`;
    report.add('safetensors/truncated', message);
  } else if (end < dataBytes && isKnown) {
    const bytes = dataBytes - end === 1n ? '1 byte follows' : grouped`${dataBytes - end} bytes follow`;
    report.add('safetensors/trailing-bytes', `${bytes} the last tensor.`);
  }
}

function reportHole(start: bigint, end: bigint, report: Report): void {
  report.add('safetensors/hole', `Bytes ${start} to ${end} of the data do not belong to a tensor.`);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
