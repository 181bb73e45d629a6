import { decodeUtf8 } from '../../base/bytes.ts';

/** What extended headers say of the members that follow. The last record of a key counts. */
export interface PaxRecords {
  path?: string;
  linkpath?: string;
  /** As written: decimal digits. */
  size?: string;
  /** Bytes of a sparse file when it is expanded, as written. Any key `GNU.sparse.*` makes a file sparse. */
  sparseSize?: string;
  /** The real name of a sparse file: `path` is made up then. */
  sparseName?: string;
  isSparse?: true;
  /** A text is not UTF-8. */
  badText?: true;
}

const FIELDS: ReadonlyMap<string, 'path' | 'linkpath' | 'size' | 'sparseSize' | 'sparseName'> = new Map([
  ['path', 'path'],
  ['linkpath', 'linkpath'],
  ['size', 'size'],
  ['GNU.sparse.name', 'sparseName'],
  ['GNU.sparse.realsize', 'sparseSize'],
  ['GNU.sparse.size', 'sparseSize'],
]);

const SPACE = 0x20;
const EQUALS = 0x3d;
const NEWLINE = 0x0a;

/** Digits of a record's length. A longer one is above what is read of an extended header. */
const MAX_LENGTH_DIGITS = 9;

/**
 * Reads the records of an extended header: `length key=value\n`, where the length in decimal counts the whole record
 * (POSIX.1-2017, pax, "pax Extended Header"). Stops at one that is wrong.
 *
 * @returns the records, and a sentence's end that says what is wrong
 */
export function readPax(bytes: Uint8Array): { records: PaxRecords; problem?: string } {
  const records: PaxRecords = {};
  let at = 0;
  while (at < bytes.length) {
    // Some writers pad with NULs, as is due only after the header's size.
    if (bytes[at] === 0) return { records };
    const space = bytes.indexOf(SPACE, at);
    const digits = space < 0 || space - at > MAX_LENGTH_DIGITS ? '' : String.fromCharCode(...bytes.subarray(at, space));
    const end = at + Number(digits);
    if (!/^[0-9]+$/.test(digits) || end <= space) return { records, problem: 'has a record without a length' };
    if (end > bytes.length) {
      return { records, problem: `has a record of ${digits} bytes, and only ${bytes.length - at} are left` };
    }
    const equals = bytes.indexOf(EQUALS, space);
    if (bytes[end - 1] !== NEWLINE || equals < 0 || equals >= end) {
      return { records, problem: 'has a record that does not end as it must' };
    }
    setRecord(records, bytes.subarray(space + 1, equals), bytes.subarray(equals + 1, end - 1));
    at = end;
  }
  return { records };
}

function setRecord(records: PaxRecords, keyBytes: Uint8Array, valueBytes: Uint8Array): void {
  const key = decodeUtf8(keyBytes);
  if (key?.startsWith('GNU.sparse.')) records.isSparse = true;
  const field = FIELDS.get(key ?? '');
  if (!field) return;
  const value = decodeUtf8(valueBytes);
  if (value === undefined) records.badText = true;
  // An empty value takes back what a global header said.
  if (valueBytes.length === 0) delete records[field];
  else records[field] = value ?? new TextDecoder('utf-8', { ignoreBOM: true }).decode(valueBytes);
}
