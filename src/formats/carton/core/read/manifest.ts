import { grouped } from '../../../../base/amounts.ts';
import { compareUtf8, concatBytes, decodeAscii, decodeUtf8 } from '../../../../base/bytes.ts';
import { type Finding, type FindingCode, finding } from '../../../../base/findings.ts';
import { MAX_ENTRIES, MAX_NAME_BYTES } from '../../../../base/limits.ts';
import { Report } from '../../../../base/report.ts';
import { quote } from '../../../../base/text.ts';
import { itemPacer } from '../../../../codec/pause.ts';
import { MAX_BAD_LINES } from '../limits.ts';
import { LINKS, MANIFEST } from '../paths.ts';
import type { FixId } from './fix.ts';
import { ManifestEntries, type ManifestEntry } from './manifest-entries.ts';

export interface Manifest {
  /** By path, in the file's order. If a path is listed twice, the last line counts, as in the reference reader. */
  entries: ManifestEntries;
  /** False where the file is not text, or was read only up to a limit. */
  whole: boolean;
  findings: Finding[];
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const EQUALS = 61;

const SHA256_DIGITS = 64;
const SHA256 = /^[0-9a-fA-F]{64}$/;
const LOWER_SHA256 = /^[0-9a-f]{64}$/;

/** Findings that go away when MANIFEST is written again from the same lines. */
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
 * file is not text at all. Rejects only when canceled, which it hears while it works.
 */
export async function parseManifest(bytes: Uint8Array, signal?: AbortSignal): Promise<Manifest> {
  const reader = new ManifestReader(signal);
  await reader.push(bytes);
  return reader.finish();
}

/**
 * Reads MANIFEST as `parseManifest` does, piece by piece: a million lines are 100 MB. Each line is decoded by itself,
 * because a part of a text keeps the whole text.
 */
export class ManifestReader {
  readonly #known: (path: string) => string | undefined;
  readonly #pace: () => Promise<void> | undefined;
  readonly #report = new Report();
  readonly #entries = new ManifestEntries();
  /** The beginning of a line whose end has not come, in pieces. */
  #begun: Uint8Array[] = [];
  #previous: string | undefined;
  #line = 0;
  #badLines = 0;
  /** The first line that ends in CR LF. */
  #returnLine = 0;
  /** What came is not text, or went beyond a limit: the rest is not read. */
  #stopped: 'not-text' | 'too-long' | undefined;

  /** @param known the same path as a string that is in memory already, if there is one */
  constructor(signal?: AbortSignal, known: (path: string) => string | undefined = () => undefined) {
    this.#known = known;
    this.#pace = itemPacer(signal);
  }

  /** Reads more bytes. They may be overwritten afterwards. */
  async push(bytes: Uint8Array): Promise<void> {
    if (this.#stopped) return;
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      let content = bytes.subarray(start, end);
      if (this.#begun.length > 0) content = concatBytes([...this.#begun.splice(0), content]);
      start = end + 1;
      // The reference reader takes CR LF as the end of a line.
      const hasReturn = content.at(-1) === CARRIAGE_RETURN;
      this.#read(hasReturn ? content.subarray(0, -1) : content);
      if (hasReturn && this.#returnLine === 0) this.#returnLine = this.#line;
      if (this.#stopped) return;
      const pause = this.#pace();
      if (pause) await pause;
    }
    if (start < bytes.length && !this.#stopped) this.#begun.push(bytes.slice(start));
  }

  /** What MANIFEST says, once all bytes have come. */
  finish(): Manifest {
    const isCut = this.#begun.length > 0;
    if (isCut) this.#read(concatBytes(this.#begun));
    if (this.#stopped === 'not-text') {
      const findings = [finding('manifest/syntax', 'MANIFEST is not UTF-8 text.', { path: MANIFEST })];
      return { entries: new ManifestEntries(), whole: false, findings };
    }
    if (this.#stopped) return { entries: this.#entries, whole: false, findings: this.#report.findings };
    const line = this.#returnLine;
    if (line > 0) this.#add('manifest/line-end', line, `Line ${line} of MANIFEST ends in CR LF instead of LF.`);
    if (isCut) this.#add('manifest/line-end', this.#line, 'The last line of MANIFEST does not end with a line feed.');
    return { entries: this.#entries, whole: true, findings: this.#report.findings };
  }

  #add(code: FindingCode, line: number, message: string): void {
    const fix: FixId | undefined = RENEWED.includes(code) ? 'renew' : undefined;
    this.#report.add(code, message, { path: MANIFEST, line, fix });
  }

  /** Reads a line, without its end. */
  #read(content: Uint8Array): void {
    if (this.#entries.size >= MAX_ENTRIES || this.#badLines >= MAX_BAD_LINES) {
      const message = grouped`MANIFEST was read up to line ${this.#line}. ${this.#badLines} lines were invalid, and the others list ${this.#entries.size} files.`;
      this.#add('manifest/too-long', this.#line + 1, message);
      this.#stopped = 'too-long';
      return;
    }
    const line = ++this.#line;
    const equals = content.lastIndexOf(EQUALS);
    const digits = content.subarray(equals + 1);
    const sha256 = (digits.length === SHA256_DIGITS && decodeAscii(digits)) || '';
    if (equals <= 0 || !SHA256.test(sha256)) {
      if (textOf(content) === undefined) this.#stopped = 'not-text';
      this.#badLines++;
      this.#add('manifest/syntax', line, `Line ${line} of MANIFEST ${whatIsWrong(content, equals)}.`);
      return;
    }
    const name = textOf(content.subarray(0, equals));
    if (name === undefined) this.#stopped = 'not-text';
    else if (name.length > MAX_NAME_BYTES) {
      this.#badLines++;
      this.#add(
        'zip/name-too-long',
        line,
        grouped`The name on line ${line} of MANIFEST has ${name.length} characters.`,
      );
    } else this.#enter({ path: this.#known(name) ?? name, sha256, line });
  }

  #enter(entry: ManifestEntry): void {
    const { path, sha256, line } = entry;
    const previous = this.#previous;
    if (this.#entries.has(path))
      this.#add('manifest/duplicate', line, `MANIFEST lists ${quote(path)} again on line ${line}.`);
    else if (previous !== undefined && compareUtf8(previous, path) > 0) {
      const message = `${quote(path)} on line ${line} of MANIFEST should come before ${quote(previous)}.`;
      this.#add('manifest/unsorted', line, message);
    }
    if (path === MANIFEST || path === LINKS)
      this.#add('manifest/self-listed', line, `MANIFEST lists ${quote(path)}, which cannot have a hash there.`);
    if (!LOWER_SHA256.test(sha256))
      this.#add('manifest/hash-case', line, `Line ${line} of MANIFEST has an uppercase hash.`);
    this.#entries.set(entry);
    this.#previous = path;
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  return decodeAscii(bytes) ?? decodeUtf8(bytes);
}

function whatIsWrong(content: Uint8Array, equals: number): string {
  if (content.length === 0) return 'is blank';
  if (equals < 0) return 'has no “=”';
  if (equals === 0) return 'names no file';
  return 'does not end in a SHA-256 of 64 hexadecimal digits';
}
