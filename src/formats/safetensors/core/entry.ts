import { grouped } from '../../../base/amounts.ts';
import type { FindingCode } from '../../../base/findings.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import { Report } from '../../../base/report.ts';
import { quote, shortened } from '../../../base/text.ts';
import { MAX_UINT64, type NoUnsigned, unsignedInteger } from '../../../json/integer.ts';
import { JSON_KIND_WORDS, type JsonReader } from '../../../json/reader.ts';
import {
  byPlace,
  type CheckedEntry,
  checkOrder,
  failTensor,
  type OrderCodes,
  type PlacedTensor,
} from '../../weight-file.ts';
import { MAX_DTYPE_UNITS, MAX_SKIPPED_DEPTH } from './limits.ts';

/** The entries of a header: what each says of a tensor, and whether that fits the file and the other entries. */

/** What a header says of one tensor. A part that is missing or cannot be understood is left out. */
export interface HeaderTensor {
  name: string;
  /** As it is written, "F32", and cut to `MAX_DTYPE_UNITS`. */
  dtype?: string;
  /** Exact at any size. */
  shape?: readonly bigint[];
  /** Where its data begins and ends (excluded), in bytes from the end of the header. */
  begin?: bigint;
  end?: bigint;
  /** The first of what is wrong with the entry. */
  problem?: CheckedEntry['problem'];
}

/** The parts of an entry, in the order of the reference reader (`TensorInfo`), which accepts a list of them too. */
const FIELDS = ['dtype', 'shape', 'data_offsets'] as const;

type Field = (typeof FIELDS)[number];

/** A whole number of up to 15 digits, which a float64 has exactly. */
const DIGITS = '(?:0|[1-9]\\d{0,14})';

/**
 * An entry as the reference writer and Python's `json` write it. Its captures are the type, the sizes and the two
 * offsets. Others are read part by part, which takes twice as long.
 */
const USUAL_ENTRY = new RegExp(
  `\\{"dtype": ?"(\\w{1,16})", ?"shape": ?\\[((?:${DIGITS}(?:, ?${DIGITS}){0,7})?)\\], ?"data_offsets": ?\\[(${DIGITS}), ?(${DIGITS})\\]\\}`,
  'y',
);

/** Characters of a number that a message quotes. */
const MAX_NUMBER = 40;

const NUMBER_WORDS: Record<NoUnsigned, string> = {
  negative: 'which is negative',
  fraction: 'which is not written as a whole number',
  'too-large': 'which does not fit in 64 bits',
};

/** Reads the entries of a header, one after another, and reports what is wrong with them. */
export class EntryReader {
  readonly #reader: JsonReader;
  readonly #report: Report;
  #entry: HeaderTensor = { name: '' };
  #seen: Field[] = [];

  constructor(reader: JsonReader, report: Report) {
    this.#reader = reader;
    this.#report = report;
  }

  /** Reads the entry of a tensor, up to its end. Throws the reader's `JsonError` if the text is not JSON. */
  read(name: string): HeaderTensor {
    const usual = this.#reader.match(USUAL_ENTRY);
    if (usual) {
      const [, dtype = '', sizes = '', begin = '', end = ''] = usual;
      const shape = sizes === '' ? [] : sizes.split(',').map(exactInteger);
      return { name, dtype, shape, begin: exactInteger(begin), end: exactInteger(end) };
    }
    this.#entry = { name };
    this.#seen = [];
    const kind = this.#reader.kind();
    if (kind === 'object') this.#reader.object(this.#readMember);
    else if (kind === 'array') this.#readList();
    else {
      this.#reader.skip();
      this.#fail('safetensors/bad-entry', `is ${JSON_KIND_WORDS[kind]}, not an object`);
      return this.#entry;
    }
    if (this.#seen.length === FIELDS.length) return this.#entry;
    const missing = FIELDS.filter((field) => !this.#seen.includes(field));
    this.#fail('safetensors/bad-entry', `has no ${missing.join(' and no ')}`);
    return this.#entry;
  }

  // Made once, and not for each of a hundred thousand entries.
  readonly #readMember = (key: string): void => {
    const field = FIELDS.find((known) => known === key);
    if (field) {
      this.#readField(field);
      return;
    }
    this.#reader.skip(MAX_SKIPPED_DEPTH);
    this.#report.add('safetensors/unknown-field', `The tensor ${quote(this.#entry.name)} also has ${quote(key)}.`);
  };

  #readList(): void {
    let items = 0;
    this.#reader.array((index) => {
      items++;
      const field = FIELDS[index];
      if (field) this.#readField(field);
      else this.#reader.skip();
    });
    if (items > FIELDS.length) this.#fail('safetensors/bad-entry', grouped`is a list of ${items} items instead of 3`);
    else {
      const message = `The entry of the tensor ${quote(this.#entry.name)} is a list, not an object.`;
      this.#report.add('safetensors/entry-as-list', message);
    }
  }

  #readField(field: Field): void {
    if (this.#seen.includes(field)) this.#fail('safetensors/duplicate-field', `has ${field} twice`);
    else this.#seen.push(field);
    if (field === 'dtype') this.#readDtype();
    else if (field === 'shape') {
      const shape = this.#readNumbers(field);
      if (shape) this.#entry.shape = shape;
    } else this.#readOffsets();
  }

  #readDtype(): void {
    const kind = this.#reader.kind();
    if (kind === 'string') this.#entry.dtype = shortened(this.#reader.string(), MAX_DTYPE_UNITS);
    else {
      this.#reader.skip();
      this.#fail('safetensors/bad-entry', `has ${JSON_KIND_WORDS[kind]} as dtype`);
    }
  }

  #readOffsets(): void {
    const offsets = this.#readNumbers('data_offsets');
    if (!offsets) return;
    const [begin, end] = offsets;
    if (offsets.length !== 2) this.#fail('safetensors/bad-entry', `has ${offsets.length} offsets instead of 2`);
    else if (begin !== undefined && end !== undefined) {
      this.#entry.begin = begin;
      this.#entry.end = end;
    }
  }

  /** A list of whole numbers. Undefined where one of them is something else, unless it is only too large. */
  #readNumbers(field: Field): bigint[] | undefined {
    const kind = this.#reader.kind();
    if (kind !== 'array') {
      this.#reader.skip();
      this.#fail('safetensors/bad-entry', `has ${JSON_KIND_WORDS[kind]} as ${field}`);
      return undefined;
    }
    const numbers: bigint[] = [];
    let isSound = true;
    this.#reader.array(() => {
      const number = this.#readNumber(field);
      if (number === undefined) isSound = false;
      // One more than is allowed shows that there are too many.
      else if (numbers.length <= MAX_RANK) numbers.push(number);
    });
    return isSound ? numbers : undefined;
  }

  #readNumber(field: Field): bigint | undefined {
    const kind = this.#reader.kind();
    if (kind !== 'number') {
      this.#reader.skip();
      this.#fail('safetensors/bad-number', `has ${JSON_KIND_WORDS[kind]} in ${field} instead of a whole number`);
      return undefined;
    }
    const text = this.#reader.number();
    const value = unsignedInteger(text);
    if (typeof value === 'bigint') return value;
    this.#fail('safetensors/bad-number', `has ${shortened(text, MAX_NUMBER)} in ${field}, ${NUMBER_WORDS[value]}`);
    // Shown as written. No file reaches an offset beyond 64 bits.
    return value === 'too-large' && text.length <= MAX_NUMBER ? BigInt(text) : undefined;
  }

  #fail(code: FindingCode, what: string): void {
    const message = `The tensor ${quote(this.#entry.name)} ${what}.`;
    this.#report.add(code, message);
    this.#entry.problem ??= { code, message };
  }
}

/** Faster than `BigInt` of a text. For up to 15 digits. */
function exactInteger(digits: string): bigint {
  return BigInt(Number(digits));
}

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
