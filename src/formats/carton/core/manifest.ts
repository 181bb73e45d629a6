import { compareUtf8, decodeAscii, decodeUtf8, isUtf8 } from '../../../base/bytes.ts';
import { type Finding, type FindingCode, finding } from '../../../base/findings.ts';
import { MAX_ENTRIES, MAX_NAME_BYTES } from '../../../base/limits.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { itemPacer } from '../../../codec/pause.ts';
import type { FixId } from './fix.ts';
import { MAX_BAD_LINES } from './limits.ts';

export const MANIFEST = 'MANIFEST';
export const LINKS = 'LINKS';

/** A well-formed line of MANIFEST. */
export interface ManifestEntry {
  path: string;
  /** 64 hexadecimal digits, in the case that the line has. */
  sha256: string;
  /** 1-based. */
  line: number;
}

export interface Manifest {
  /** By path, in the file's order. If a path is listed twice, the last line counts, as in the reference reader. */
  entries: ReadonlyMap<string, ManifestEntry>;
  /** False where the file is not text, or was read only up to a limit. */
  whole: boolean;
  findings: Finding[];
}

const [LINE_FEED, CARRIAGE_RETURN, EQUALS] = [10, 13, 61];

const SHA256_DIGITS = 64;
const SHA256 = /^[0-9a-fA-F]{64}$/;
const LOWER_SHA256 = /^[0-9a-f]{64}$/;

/** Findings that writing MANIFEST anew from the same lines mends. */
const RENEWED: readonly FindingCode[] = [
  'manifest/unsorted',
  'manifest/duplicate',
  'manifest/self-listed',
  'manifest/hash-case',
  'manifest/line-end',
];

/**
 * Reads MANIFEST (format document, "MANIFEST"). A line is a path, `=` and a SHA-256; the last `=` separates them.
 * Malformed lines become findings and are left out, and so are lines beyond the limits. There are no entries where the
 * file is not text at all. Rejects only when canceled, which it hears while it works. Each line is decoded by itself: a
 * part of a text keeps the whole text, 100 MB of a million lines.
 *
 * @param known gives the same path as an object that is held already, where there is one
 */
export async function parseManifest(
  bytes: Uint8Array,
  signal?: AbortSignal,
  known: (path: string) => string | undefined = () => undefined,
): Promise<Manifest> {
  const entries = new Map<string, ManifestEntry>();
  if (!isUtf8(bytes))
    return {
      entries,
      whole: false,
      findings: [finding('manifest/syntax', 'MANIFEST is not UTF-8 text.', { path: MANIFEST })],
    };
  const report = new Report();
  const add = (code: FindingCode, at: number, message: string) =>
    report.add(code, message, {
      path: MANIFEST,
      line: at,
      ...(RENEWED.includes(code) ? { fix: 'renew' satisfies FixId } : {}),
    });
  let previous: string | undefined;
  let line = 0;
  /** The first line that ends in CR LF. */
  let returnLine = 0;
  let badLines = 0;
  const pace = itemPacer(signal);
  for (let start = 0; start < bytes.length; ) {
    let end = bytes.indexOf(LINE_FEED, start);
    if (end < 0) end = bytes.length;
    // The reference reader takes CR LF as the end of a line.
    const hasReturn = end > start && end < bytes.length && bytes[end - 1] === CARRIAGE_RETURN;
    const content = bytes.subarray(start, hasReturn ? end - 1 : end);
    if (entries.size >= MAX_ENTRIES || badLines >= MAX_BAD_LINES) {
      const message = `MANIFEST was read up to line ${line}. ${badLines} lines were invalid, and the others list ${entries.size} files.`;
      add('manifest/too-long', line + 1, message);
      return { entries, whole: false, findings: report.findings };
    }
    start = end + 1;
    line++;
    const pause = pace();
    if (pause) await pause;
    if (hasReturn && returnLine === 0) returnLine = line;
    const equals = content.lastIndexOf(EQUALS);
    const hash = content.subarray(equals + 1);
    const sha256 = hash.length === SHA256_DIGITS ? textOf(hash) : '';
    const isLower = LOWER_SHA256.test(sha256);
    if (equals <= 0 || (!isLower && !SHA256.test(sha256))) {
      badLines++;
      add('manifest/syntax', line, `Line ${line} of MANIFEST ${whatIsWrong(content, equals)}.`);
      continue;
    }
    const name = textOf(content.subarray(0, equals));
    if (name.length > MAX_NAME_BYTES) {
      badLines++;
      add('zip/name-too-long', line, `The name on line ${line} of MANIFEST has ${name.length} characters.`);
    } else {
      const path = known(name) ?? name;
      if (entries.has(path)) add('manifest/duplicate', line, `MANIFEST lists ${quote(path)} again on line ${line}.`);
      else if (previous !== undefined && compareUtf8(previous, path) > 0) {
        const message = `${quote(path)} on line ${line} of MANIFEST should come before ${quote(previous)}.`;
        add('manifest/unsorted', line, message);
      }
      if (path === MANIFEST || path === LINKS)
        add('manifest/self-listed', line, `MANIFEST lists ${quote(path)}, which cannot have a hash there.`);
      if (!isLower) add('manifest/hash-case', line, `Line ${line} of MANIFEST has an uppercase hash.`);
      entries.set(path, { path, sha256, line });
      previous = path;
    }
  }
  if (returnLine > 0)
    add('manifest/line-end', returnLine, `Line ${returnLine} of MANIFEST ends in CR LF instead of LF.`);
  if (bytes.length > 0 && bytes.at(-1) !== LINE_FEED)
    add('manifest/line-end', line, 'The last line of MANIFEST does not end with a line feed.');
  return { entries, whole: true, findings: report.findings };
}

/**
 * MANIFEST's text: a line `{path}={sha256}` for each file, ended by LF, in the byte order of the paths' UTF-8 (format
 * document, "MANIFEST"; the order is the reference's). Rejects only when canceled.
 *
 * @param hashes SHA-256 by path, in lower-case digits
 */
export async function manifestText(hashes: ReadonlyMap<string, string>, signal?: AbortSignal): Promise<string> {
  const paths = Array.from(hashes.keys()).sort(compareUtf8);
  const pace = itemPacer(signal);
  let text = '';
  for (const path of paths) {
    text += `${path}=${hashes.get(path)}\n`;
    const pause = pace();
    if (pause) await pause;
  }
  return text;
}

function textOf(bytes: Uint8Array): string {
  return decodeAscii(bytes) ?? decodeUtf8(bytes) ?? '';
}

function whatIsWrong(content: Uint8Array, equals: number): string {
  if (content.length === 0) return 'is blank';
  if (equals < 0) return 'has no “=”';
  if (equals === 0) return 'names no file';
  return 'does not end in a SHA-256 of 64 hexadecimal digits';
}
