import { csvCell } from '../../../base/csv-cell.ts';
import { elementBytes } from '../../../tensor/dtype.ts';
import { decimal } from './fields.ts';

/** The types in which the points of a CSV file are kept. */
export type PointType = `${'int' | 'uint'}${8 | 16 | 32 | 64}` | `float${32 | 64}`;

/** Something odd in a CSV file: how many times, and the line of the first. */
export interface CsvOddity {
  kind:
    | 'byte-order-mark'
    | 'header'
    | 'empty'
    | 'decimal-comma'
    | 'not-a-number'
    | 'not-finite'
    | 'ragged'
    | 'open-quote';
  count: number;
  line: number;
}

/** The data points of a CSV file, row by row. */
export interface CsvPoints {
  type: PointType;
  /** Little-endian. */
  bytes: Uint8Array;
  count: number;
  rows: number;
  /** Fields of each row. Undefined where rows have different numbers of them. */
  columns: number | undefined;
  oddities: readonly CsvOddity[];
}

/** A field longer than this is not a number: a float64 in full has 770 digits. */
const MAX_FIELD_UNITS = 1_000;

/** A number with a decimal comma. */
const DECIMAL_COMMA = /^[+-]?\d+,\d+(?:e[+-]?\d+)?$/i;

const WHOLE = /^[+-]?\d{1,20}$/;

/**
 * Parses CSV (RFC 4180). Each field is a data point. A first row without any number is a header and gives no points,
 * and neither does an empty row. A field that is not a number is NaN, so that those after it keep their places.
 *
 * @param type the wanted type. Where a value does not fit an integer type, all are float64.
 */
export function parseCsv(text: string, type: PointType): CsvPoints {
  const parser = new CsvParser(text, type);
  if (parser.parse()) return parser.points();
  const floats = new CsvParser(text, 'float64');
  floats.parse();
  return floats.points();
}

class CsvParser {
  readonly #text: string;
  readonly #type: PointType;
  readonly #oddities = new Map<CsvOddity['kind'], CsvOddity>();
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #count = 0;
  #rows = 0;
  #columns: number | undefined;
  #isRagged = false;
  #line = 1;
  #at = 0;

  constructor(text: string, type: PointType) {
    this.#text = text;
    this.#type = type;
  }

  /** False where a value does not fit the type. */
  parse(): boolean {
    if (this.#text.startsWith('\ufeff')) {
      this.#odd('byte-order-mark');
      this.#at = 1;
    }
    let isFirst = true;
    while (this.#at < this.#text.length) {
      const line = this.#line;
      const row = this.#row();
      if (row.length === 1 && row[0] === '') continue;
      const isHeader = isFirst && isHeaderRow(row);
      isFirst = false;
      if (isHeader) {
        this.#odd('header', line);
        continue;
      }
      for (const field of row) if (!this.#push(field, line)) return false;
      this.#countRow(row.length, line);
    }
    return true;
  }

  points(): CsvPoints {
    return {
      type: this.#type,
      bytes: this.#bytes.slice(0, this.#count * elementBytes(this.#type)),
      count: this.#count,
      rows: this.#rows,
      columns: this.#isRagged ? undefined : this.#columns,
      oddities: [...this.#oddities.values()],
    };
  }

  #countRow(fields: number, line: number): void {
    this.#rows++;
    if (this.#columns === undefined) this.#columns = fields;
    else if (this.#columns !== fields) {
      this.#isRagged = true;
      this.#odd('ragged', line);
    }
  }

  /** Reads the fields of one row, without spaces around them, and passes its line end. */
  #row(): string[] {
    const fields: string[] = [];
    const text = this.#text;
    for (;;) {
      const field = this.#field();
      fields.push(field.trim());
      const unit = text[this.#at];
      if (unit === ',') {
        this.#at++;
        continue;
      }
      if (unit === '\r' && text[this.#at + 1] === '\n') this.#at++;
      this.#at++;
      this.#line++;
      return fields;
    }
  }

  /** Reads one field up to the comma or line end after it. */
  #field(): string {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at++;
    const isQuoted = this.#text[this.#at] === '"';
    const { value, next, isOpen } = csvCell(this.#text, this.#at, ',');
    if (isOpen) this.#odd('open-quote');
    if (isQuoted) this.#line += value.split('\n').length - 1;
    this.#at = next;
    return value;
  }

  #push(field: string, line: number): boolean {
    const type = this.#type;
    const width = elementBytes(type);
    if ((this.#count + 1) * width > this.#bytes.length) this.#grow();
    const at = this.#count++ * width;
    if (type === 'float32' || type === 'float64') {
      const value = this.#number(field, line);
      if (type === 'float32') this.#view.setFloat32(at, value, true);
      else this.#view.setFloat64(at, value, true);
      return true;
    }
    if (!WHOLE.test(field)) return false;
    return this.#pushInteger(type, at, BigInt(field));
  }

  #pushInteger(type: Exclude<PointType, 'float32' | 'float64'>, at: number, value: bigint): boolean {
    const bits = 8 * elementBytes(type);
    const isSigned = type.startsWith('i');
    if ((isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)) !== value) return false;
    for (let byte = 0, rest = BigInt.asUintN(bits, value); byte < elementBytes(type); byte++, rest >>= 8n) {
      this.#bytes[at + byte] = Number(rest & 0xffn);
    }
    return true;
  }

  #number(field: string, line: number): number {
    const value = field.length > MAX_FIELD_UNITS ? undefined : decimal(field);
    if (value !== undefined) {
      if (!Number.isFinite(value)) this.#odd('not-finite', line);
      return value;
    }
    const isComma = field.length <= MAX_FIELD_UNITS && DECIMAL_COMMA.test(field);
    this.#odd(field === '' ? 'empty' : isComma ? 'decimal-comma' : 'not-a-number', line);
    return Number.NaN;
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#bytes.length);
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }

  #odd(kind: CsvOddity['kind'], line = this.#line): void {
    const known = this.#oddities.get(kind);
    if (known) known.count++;
    else this.#oddities.set(kind, { kind, count: 1, line });
  }
}

function isHeaderRow(row: readonly string[]): boolean {
  if (row.every((field) => field === '')) return false;
  return row.every(
    (field) => field.length > MAX_FIELD_UNITS || (decimal(field) === undefined && !DECIMAL_COMMA.test(field)),
  );
}
