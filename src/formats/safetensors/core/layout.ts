import { grouped } from '../../../base/amounts.ts';
import type { FindingCode } from '../../../base/findings.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { MAX_UINT64 } from '../../../json/integer.ts';
import {
  byPlace,
  type CheckedEntry,
  checkOrder,
  failTensor,
  type OrderCodes,
  type PlacedTensor,
} from '../../weight-file.ts';
import type { HeaderTensor } from './entry.ts';

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
export interface CheckedTensor extends CheckedEntry {
  /** As the header has it. */
  entry: HeaderTensor;
  /** Undefined for a type that the format does not have. */
  type: StoredDtype | undefined;
}

/**
 * Checks the tensors of a header as the reference reader does (`Metadata::validate`), and reports all that is wrong,
 * not only the first.
 *
 * @param isWhole all tensors of the header are there
 * @param dataBytes bytes that follow the header
 */
export function checkLayout(
  { tensors: entries, isWhole }: { tensors: readonly HeaderTensor[]; isWhole: boolean },
  dataBytes: bigint,
): { tensors: CheckedTensor[]; report: Report } {
  const report = new Report();
  const tensors = entries.map((entry) => checkTensor(entry, dataBytes, report));
  const placed = entries.filter(
    (entry): entry is HeaderTensor & PlacedTensor =>
      entry.begin !== undefined && entry.end !== undefined && entry.end >= entry.begin,
  );
  // Tensors must follow each other exactly.
  checkOrder(
    placed.sort(byPlace),
    { dataBytes, isWhole: isWhole && placed.length === entries.length },
    ORDER_CODES,
    report,
  );
  return { tensors, report };
}

const ORDER_CODES: OrderCodes = {
  overlap: 'safetensors/overlap',
  gap: 'safetensors/hole',
  truncated: 'safetensors/truncated',
  trailing: 'safetensors/trailing-bytes',
};

/** Compares the type, shape and offsets of a tensor with each other and with the file's end. */
function checkTensor(entry: HeaderTensor, dataBytes: bigint, report: Report): CheckedTensor {
  const { dtype, shape, begin, end } = entry;
  const type = dtype === undefined ? undefined : STORED_DTYPES.get(dtype);
  const now: CheckedTensor = { entry, type, problem: entry.problem };
  const fail = (code: FindingCode, what: string) => failTensor(now, code, what, report);
  if (shape && shape.length > MAX_RANK) {
    fail('safetensors/too-many-dimensions', `has ${shape.length} dimensions, and Boxcutter reads up to ${MAX_RANK}`);
  }
  if (dtype !== undefined && !type) fail('safetensors/unknown-dtype', `has the type ${quote(dtype)}`);
  if (begin === undefined || end === undefined) return now;
  if (end < begin) {
    fail('safetensors/bad-offsets', `begins at byte ${begin} of the data and ends at ${end}`);
    return now;
  }
  // An entry that is wrong in itself has been reported already.
  if (type && shape && !entry.problem) checkSize(type, shape, end - begin, fail);
  if (end > dataBytes) {
    // Reported once for the file.
    const message = `The tensor ${quote(entry.name)} ends at byte ${end} of the data, and the file has ${dataBytes}.`;
    now.problem ??= { code: 'safetensors/truncated', message };
  }
  return now;
}

/** Element count and size must fit in 64 bits, multiplied in the order of the shape, and be those of the offsets. */
function checkSize(
  { dtype, bits }: StoredDtype,
  shape: readonly bigint[],
  bytes: bigint,
  fail: (code: FindingCode, what: string) => void,
): void {
  let count = 1n;
  for (const size of shape) {
    count *= size;
    if (count > MAX_UINT64) {
      fail('safetensors/size-overflow', 'has more than 2^64 elements');
      return;
    }
  }
  const all = count * bits;
  if (all > MAX_UINT64) fail('safetensors/size-overflow', 'has more than 2^64 bits');
  else if (all % 8n !== 0n) {
    fail('safetensors/not-whole-bytes', grouped`has ${count} elements of ${bits} bits, which do not fill whole bytes`);
  } else if (all / 8n !== bytes) {
    const what = grouped`has ${bytes} bytes of data, but its ${count} elements of ${dtype} need ${all / 8n}`;
    fail('safetensors/size-mismatch', what);
  }
}
