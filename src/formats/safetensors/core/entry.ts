import { grouped } from '../../../base/amounts.ts';
import type { FindingCode } from '../../../base/findings.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import type { Report } from '../../../base/report.ts';
import { quote, shortened } from '../../../base/text.ts';
import { type NoUnsigned, unsignedInteger } from '../../../json/integer.ts';
import { JSON_KIND_WORDS, type JsonReader } from '../../../json/reader.ts';
import type { CheckedEntry } from '../../weight-file.ts';
import { MAX_DTYPE_UNITS, MAX_SKIPPED_DEPTH } from './limits.ts';

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
