import type { Archive } from '../../../archive/archive.ts';
import { formatCount, formatNumberOf, grouped } from '../../../base/amounts.ts';
import { compareUtf8, setHex, toHex } from '../../../base/bytes.ts';
import { faultOfFile } from '../../../base/errors.ts';
import { finding } from '../../../base/findings.ts';
import type { Report } from '../../../base/report.ts';
import { quote, shortened } from '../../../base/text.ts';
import { decodeText } from '../../../json/encoding.ts';
import { type ExpectedHashes, hashesByPath } from '../../archive-files.ts';
import { MAX_SIGNATURE_BYTES, MAX_SIGNATURE_LINE } from './limits.ts';
import { SIGNATURE } from './paths.ts';

/** What is said where no line of an old SIGNATURE can stay. */
export const NEW_SIGNATURE = `The old ${SIGNATURE} is too long, or not text. It is written as a new one.`;

/** What SIGNATURE says. */
export interface Signature {
  /** Its lines, without empty ones and comments. */
  lines: number;
  /** The SHA-256 of files by path: 64 lower-case hexadecimal digits. */
  sums: ReadonlyMap<string, string>;
  /** Lines that are not a readable SHA-256 of a named file. */
  opaque: number;
  /** The whole text. Undefined where it was too long to read, and where it is not UTF-8. */
  text?: string;
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
    const { text, badByte } = decodeText(await source.read(0, source.size, signal));
    const signature = { ...parseSignature(text, report), ...(badByte === undefined && { text }) };
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
    if (sum.path === SIGNATURE) {
      const message = 'SIGNATURE has a checksum of itself, which no file can have. It is ignored.';
      report.add('mldef/signature-opaque', message, { path: SIGNATURE, line: index + 1 });
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
  /^sha-?256 ?\((?<path>.+)\) ?= ?(?<sum>[\da-f]{64})$/di,
  // `sha256sum`: hash, two spaces or a space and *, path
  new RegExp(`^(?:sha-?256[:-])?${SUM}[\\s:,=]+\\*?(?<path>[^\\s*].*)$`, 'di'),
  // path, a separator, hash
  new RegExp(`^(?!sha-?256 ?\\(.*\\))(?<path>.*[^ \\t:,=])[ \\t:,=]+(?:sha-?256[:-]|(?<!sha-?256[:-]))${SUM}$`, 'di'),
];

/** A line with a checksum, in one of the layouts that tools write. */
interface SumLine {
  path: string;
  sha256: string;
  /** The line with another path and SHA-256, in the same layout. */
  with(path: string, sha256: string): string;
}

/** Undefined where the line names no file, or has no SHA-256. */
function checksumIn(line: string): SumLine | undefined {
  for (const layout of LAYOUTS) {
    const found = layout.exec(line);
    const { path, sum } = found?.groups ?? {};
    const { path: pathAt, sum: sumAt } = found?.indices?.groups ?? {};
    if (path === undefined || sum === undefined || !pathAt || !sumAt) continue;
    const lead = path.startsWith('./') ? './' : '';
    return {
      path: path.slice(lead.length),
      sha256: digits(sum),
      with(nextPath, sha256) {
        const parts = [
          { at: pathAt, text: lead + nextPath },
          { at: sumAt, text: sumLike(sum, sha256) },
        ].sort((a, b) => b.at[0] - a.at[0]);
        return parts.reduce((now, { at, text }) => now.slice(0, at[0]) + text + now.slice(at[1]), line);
      },
    };
  }
  return undefined;
}

/** A SHA-256 in lower-case digits, written as another one is. */
function sumLike(sum: string, sha256: string): string {
  if (!sum.endsWith('=')) return /[A-F]/.test(sum) ? sha256.toUpperCase() : sha256;
  const bytes = new Uint8Array(32);
  setHex(bytes, 0, sha256);
  const base64 = btoa(String.fromCharCode(...bytes));
  return /[-_]/.test(sum) ? base64.replaceAll('+', '-').replaceAll('/', '_') : base64;
}

/**
 * The text of SIGNATURE with the checksums of these files, one a line, in the form that stands there; without one, as
 * `sha256sum` writes them. Lines that cannot be read stay. Files keep the order of their lines, and new ones follow.
 *
 * @param sums SHA-256 in lower-case digits, by the path of each file
 * @param pathNow where a file of an old line is now
 */
export function signatureWith(
  old: string | undefined,
  sums: ReadonlyMap<string, string>,
  pathNow: (path: string) => string | undefined = (path) => path,
): string {
  const left = new Map(sums);
  left.delete(SIGNATURE);
  let model: SumLine | undefined;
  const end = old?.includes('\r\n') ? '\r\n' : '\n';
  const kept = (old ?? '').split(/\r?\n/).flatMap((raw) => {
    const line = raw.trim();
    const sum = line === '' || line.startsWith('#') || line.length > MAX_SIGNATURE_LINE ? undefined : checksumIn(line);
    if (!sum) return [raw];
    model ??= sum;
    const path = pathNow(sum.path);
    const sha256 = path === undefined ? undefined : sums.get(path);
    if (path === undefined || sha256 === undefined) return [];
    left.delete(path);
    return [raw.replace(line, () => lineWith(sum, path, sha256))];
  });
  if (kept.at(-1) === '') kept.pop();
  const added = [...left].sort(([a], [b]) => compareUtf8(a, b));
  const lines = added.map(([path, sha256]) => lineWith(model, path, sha256));
  return [...kept, ...lines, ''].join(end);
}

/** A line as another one is, or as `sha256sum` writes it. In the form with brackets where that would name another file. */
function lineWith(model: SumLine | undefined, path: string, sha256: string): string {
  const line = model?.with(path, sha256) ?? `${sha256}  ${path}`;
  return !line.startsWith('#') && checksumIn(line.trim())?.path === path ? line : `SHA256 (${path}) = ${sha256}`;
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
