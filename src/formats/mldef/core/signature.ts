import type { Archive } from '../../../archive/archive.ts';
import { formatCount, formatNumberOf, grouped } from '../../../base/amounts.ts';
import { toHex } from '../../../base/bytes.ts';
import { faultOfFile } from '../../../base/errors.ts';
import { finding } from '../../../base/findings.ts';
import type { Report } from '../../../base/report.ts';
import { quote, shortened } from '../../../base/text.ts';
import { decodeText } from '../../../json/encoding.ts';
import { type ExpectedHashes, hashesByPath } from '../../archive-files.ts';
import { MAX_SIGNATURE_BYTES, MAX_SIGNATURE_LINE } from './limits.ts';
import { SIGNATURE } from './paths.ts';

/** What SIGNATURE says. */
export interface Signature {
  /** Its lines, without empty ones and comments. */
  lines: number;
  /** The SHA-256 of files by path: 64 lower-case hexadecimal digits. */
  sums: ReadonlyMap<string, string>;
  /** Lines that are not a readable SHA-256 of a named file. */
  opaque: number;
}

/**
 * Reads SIGNATURE, and compares its names with the files. Undefined where there is none, or where it cannot be read.
 */
export async function readSignature(
  archive: Archive,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<Signature | undefined> {
  const source = archive.open(SIGNATURE);
  if (!source) return undefined;
  const place = { path: SIGNATURE };
  if (source.size > MAX_SIGNATURE_BYTES) {
    report.add('mldef/signature-opaque', grouped`SIGNATURE has ${source.size} bytes, too many to read.`, place);
    return { lines: 0, sums: new Map(), opaque: 0 };
  }
  try {
    const { text } = decodeText(await source.read(0, source.size, signal));
    const signature = parseSignature(text, report);
    compareFiles(signature, archive, report);
    return signature;
  } catch (thrown) {
    const { code, message } = faultOfFile(thrown);
    report.add(code, message, place);
    return undefined;
  }
}

/** Parses the lines of SIGNATURE. The document fixes no layout, so those of the usual tools are read. Never throws. */
export function parseSignature(text: string, report: Report): Signature {
  const sums = new Map<string, string>();
  let lines = 0;
  let opaque = 0;
  let firstOpaque = 0;
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    lines++;
    const sum = line.length > MAX_SIGNATURE_LINE ? undefined : checksumIn(line);
    if (!sum) {
      if (opaque++ === 0) firstOpaque = index + 1;
      continue;
    }
    const known = sums.get(sum.path);
    if (known !== undefined && known !== sum.sha256) {
      const message = `${quote(sum.path)} has two different checksums. The first counts.`;
      report.add('mldef/signature-conflict', message, { path: SIGNATURE, line: index + 1 });
    } else sums.set(sum.path, sum.sha256);
  }
  if (lines === 0) report.add('mldef/signature-opaque', 'SIGNATURE has no checksum.', { path: SIGNATURE });
  if (opaque > 0) {
    const all = formatNumberOf(lines, 'line');
    const message =
      opaque === lines
        ? `SIGNATURE has ${all}, which can only be checked with the author’s key.`
        : `${formatCount(opaque)} of ${all} of SIGNATURE can only be checked with the author’s key. See line ${firstOpaque}.`;
    report.add('mldef/signature-opaque', message, { path: SIGNATURE, line: firstOpaque });
  }
  return { lines, sums, opaque };
}

/** A SHA-256 in hexadecimal digits or in base64, and the separators beside it. */
const SUM = '(?<sum>[\\da-f]{64}|[\\w+/-]{43}=)';

/** The layouts that tools write. A line that begins as the first one is of no other. */
const LAYOUTS = [
  // `sha256sum --tag` and BSD: SHA256 (path) = hash
  /^sha-?256 ?\((?<path>.+)\) ?= ?(?<sum>[\da-f]{64})$/i,
  // `sha256sum`: hash, two spaces or a space and *, path
  new RegExp(`^(?:sha-?256[:-])?${SUM}[\\s:,=]+\\*?(?<path>[^\\s*].*)$`, 'i'),
  // path, a separator, hash
  new RegExp(`^(?!sha-?256 ?\\(.*\\))(?<path>.*[^ \\t:,=])[ \\t:,=]+(?:sha-?256[:-]|(?<!sha-?256[:-]))${SUM}$`, 'i'),
];

/** The checksum in a line, in one of the layouts that tools write. Undefined where the line names no file. */
function checksumIn(line: string): { path: string; sha256: string } | undefined {
  for (const layout of LAYOUTS) {
    const { path, sum } = layout.exec(line)?.groups ?? {};
    if (path !== undefined && sum !== undefined) return { path: path.replace(/^\.\//, ''), sha256: digits(sum) };
  }
  return undefined;
}

/** A SHA-256 as lower-case hexadecimal digits. */
function digits(sum: string): string {
  if (!sum.endsWith('=')) return sum.toLowerCase();
  const binary = atob(sum.replaceAll('-', '+').replaceAll('_', '/'));
  return toHex(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
}

/** Reports checksums of files that are not in the package, and files without one. */
function compareFiles({ sums }: Signature, archive: Archive, report: Report): void {
  if (sums.size === 0) return;
  for (const path of sums.keys()) {
    if (archive.entryAt(path)) continue;
    const message = `SIGNATURE has a checksum of ${quote(path)}, which is not in the package.`;
    report.add('mldef/signature-file-missing', message, { path: SIGNATURE });
  }
  for (const { path, unsafe, shadowed } of archive.entries) {
    if (unsafe || shadowed || path === SIGNATURE || sums.has(path)) continue;
    report.add('mldef/signature-unlisted', `${quote(path)} has no checksum in SIGNATURE.`, { path });
  }
}

/** The SHA-256 that files should have, as SIGNATURE says. */
export function signedHashes({ sums }: Signature): ExpectedHashes {
  return hashesByPath(sums, (path, sha256, expected) => {
    const message = `${quote(shortened(path))} has the SHA-256 ${sha256}. SIGNATURE has ${expected}.`;
    return [finding('mldef/signature-mismatch', message, { path })];
  });
}
