import type { Archive, ArchiveEntry } from '../../../archive/archive.ts';
import { formatCount, grouped } from '../../../base/amounts.ts';
import { faultOfFile } from '../../../base/errors.ts';
import type { FindingCode } from '../../../base/findings.ts';
import { unsafeReason } from '../../../base/path.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { decodeText } from '../../../json/encoding.ts';
import { elementBytes } from '../../../tensor/dtype.ts';
import { type CsvOddity, type CsvPoints, type PointType, parseCsv } from './csv.ts';
import type { ReadSection, SectionValues } from './fields.ts';
import type { Place, Tell } from './manifest.ts';

/** How a data file is stored, by the ending of its name. */
export type DataFormat = 'csv' | 'float32' | 'float64';

/** A data file that the manifest declares, and what the package has of it. */
export interface DataFile extends SectionValues<'dataFile'> {
  /** Where its section begins. */
  at: Place;
  format?: DataFormat;
  /** The file that its path leads to. */
  entry?: ArchiveEntry;
  /** Data points. Undefined where nothing was read that tells. */
  points?: number;
  /** The points of a CSV file that was parsed. */
  csv?: CsvPoints;
  /** Why a CSV file was not parsed. */
  unread?: 'large' | 'damaged';
}

/** Finds the file of each declared data file, and compares them. Reads nothing. */
export function findDataFiles(sections: readonly ReadSection<'dataFile'>[], archive: Archive, tell: Tell): DataFile[] {
  const names = new Set<string>();
  return sections.map(({ values, at }) => {
    const { name } = values;
    if (name !== undefined) {
      if (names.has(name)) {
        tell('mldef/duplicate-name', `Two data files are named ${quote(name)}. The first counts.`, at);
      }
      names.add(name);
    }
    return findDataFile({ ...values, at }, archive, tell);
  });
}

function findDataFile(section: DataFile, archive: Archive, tell: Tell): DataFile {
  const { name = '', path, at } = section;
  if (path === undefined) return section;
  const format = dataFormat(path);
  if (!format) {
    const message = `The data file ${quote(name)} has the path ${quote(path)}. Data files end in .csv, .float32 or .float64.`;
    tell('mldef/bad-extension', message, at);
  }
  const unsafe = unsafeReason(path);
  if (unsafe !== undefined) {
    tell('mldef/unsafe-path', `The path ${quote(path)} of the data file ${quote(name)} ${unsafe}.`, at);
    return { ...section, format };
  }
  const entry = archive.resolve(path);
  if (!entry) {
    tell('mldef/file-missing', `The data file ${quote(name)} is ${quote(path)}, which is not in the package.`, at);
    return { ...section, format };
  }
  if (!format) return { ...section, entry };
  const found: DataFile = { ...section, format, entry };
  if (entry.size === 0) tell('mldef/empty-file', `The data file ${quote(path)} is empty.`, at);
  if (format === 'csv') checkStorage(section, tell);
  else checkRaw(found, format, entry, tell);
  return found;
}

/** What the bytes of a data file are, by the ending of its name. Undefined of any other ending. */
export function dataFormat(path: string): DataFormat | undefined {
  const ending = /\.(csv|float32|float64)$/i.exec(path)?.[1]?.toLowerCase();
  return ending as DataFormat | undefined;
}

function checkRaw(file: DataFile, format: 'float32' | 'float64', { size }: ArchiveEntry, tell: Tell): void {
  const { storageBytes, storageFormat, path = '', at } = file;
  const width = elementBytes(format);
  file.points = Math.floor(size / width);
  if (size % width !== 0) {
    const message = grouped`${quote(path)} has ${size} bytes, which is not a multiple of ${width}.`;
    tell('mldef/odd-size', message, at);
  }
  if (storageBytes !== undefined && storageBytes !== width) {
    const message = grouped`${quote(path)} has points of ${width} bytes, and the manifest says ${storageBytes}.`;
    tell('mldef/bad-storage', message, at);
  }
  if (storageFormat !== undefined && storageFormat !== 'float') {
    const message = `${quote(path)} has points of the format float, and the manifest says ${quote(storageFormat)}.`;
    tell('mldef/bad-storage', message, at);
  }
}

const WIDTHS: Readonly<Record<string, readonly number[]>> = {
  int: [1, 2, 4, 8],
  uint: [1, 2, 4, 8],
  float: [2, 4, 8],
};

function checkStorage({ storageBytes, storageFormat = '', path = '', at }: DataFile, tell: Tell): void {
  const widths = Object.hasOwn(WIDTHS, storageFormat) ? WIDTHS[storageFormat] : undefined;
  if (storageBytes === undefined || !widths || widths.includes(storageBytes)) return;
  const message = grouped`${quote(path)} has points of the format ${storageFormat} with ${storageBytes} bytes each.`;
  tell('mldef/bad-storage', message, at);
}

/** The type of a CSV file's points after parsing, as the manifest says. What it leaves open is float64. */
function pointType({ storageBytes, storageFormat = '' }: DataFile): PointType {
  if (storageFormat === 'float') return storageBytes === 4 ? 'float32' : 'float64';
  if (storageFormat !== 'int' && storageFormat !== 'uint') return 'float64';
  return WIDTHS[storageFormat]?.includes(storageBytes ?? 0)
    ? (`${storageFormat}${8 * (storageBytes as number)}` as PointType)
    : 'float64';
}

/**
 * Parses the CSV files, the first ones up to a limit. Damaged ones become findings. Rejects where the bytes of the
 * archive do not come.
 *
 * @param limit bytes of all that are parsed
 */
export async function parseCsvFiles(
  files: readonly DataFile[],
  archive: Archive,
  limit: number,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<void> {
  const parsed = new Map<string, DataFile>();
  let left = limit;
  for (const file of files) {
    const { format, entry } = file;
    if (format !== 'csv' || !entry) continue;
    const same = parsed.get(`${pointType(file)} ${entry.path}`);
    if (same) {
      Object.assign(file, { csv: same.csv, points: same.points, unread: same.unread });
      continue;
    }
    if (entry.size > left) {
      file.unread = 'large';
      continue;
    }
    left -= entry.size;
    parsed.set(`${pointType(file)} ${entry.path}`, file);
    await parseFile(file, entry.path, archive, report, signal);
  }
}

async function parseFile(
  file: DataFile,
  path: string,
  archive: Archive,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<void> {
  const source = archive.open(path);
  let bytes: Uint8Array | undefined;
  try {
    bytes = await source?.read(0, source.size, signal);
  } catch (thrown) {
    const { code, message } = faultOfFile(thrown);
    report.add(code, message, { path });
  }
  if (!bytes) {
    file.unread = 'damaged';
    return;
  }
  const { text, badByte } = decodeText(bytes);
  if (badByte !== undefined) report.add('mldef/csv-not-utf8', `Byte ${badByte} is not valid UTF-8.`, { path });
  const wanted = pointType(file);
  const csv = parseCsv(text, wanted);
  for (const oddity of csv.oddities) report.add(...oddityText(oddity), { path, line: oddity.line });
  if (csv.type !== wanted) {
    const message = `The manifest says ${wanted}, and not every value is one. All are shown as ${csv.type}.`;
    report.add('mldef/csv-not-integer', message, { path });
  }
  file.csv = csv;
  file.points = csv.count;
}

/** The finding of something odd in a CSV file. */
function oddityText({ kind, count, line }: CsvOddity): [code: FindingCode, message: string] {
  const first = count === 1 ? `in line ${line}` : `the first in line ${line}`;
  const fields = count === 1 ? '1 value is' : `${formatCount(count)} values are`;
  const rows = count === 1 ? '1 row has' : `${formatCount(count)} rows have`;
  const texts = {
    'byte-order-mark': ['mldef/csv-byte-order-mark', 'The file begins with a byte-order mark (U+FEFF).'],
    header: ['mldef/csv-header', `Line ${line} has no number, and is not counted as data points.`],
    empty: ['mldef/csv-value', `${fields} empty, ${first}.`],
    'decimal-comma': ['mldef/csv-value', `${fields} written with a decimal comma, ${first}.`],
    'not-a-number': ['mldef/csv-value', `${fields} not a number, ${first}.`],
    'not-finite': ['mldef/csv-not-finite', `${fields} NaN or infinite, ${first}.`],
    ragged: ['mldef/csv-ragged', `${rows} a different number of values than the first row, ${first}.`],
    'open-quote': ['mldef/csv-open-quote', `A quotation mark in line ${line} has no second one.`],
  } as const satisfies Record<CsvOddity['kind'], [FindingCode, string]>;
  return [...texts[kind]];
}
