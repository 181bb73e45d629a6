import { grouped } from '../../base/amounts.ts';
import { BadFileError, type BoxcutterError, TooLargeError, UnsupportedError } from '../../base/errors.ts';
import type { FindingCode } from '../../base/findings.ts';
import { MAX_ENTRIES, MAX_NAME_BYTES, MAX_SYMLINK_BYTES } from '../../base/limits.ts';
import { unsafeReason } from '../../base/path.ts';
import type { Report } from '../../base/report.ts';
import { quote, shortened } from '../../base/text.ts';
import type { ArchiveEntry } from '../archive.ts';
import { PathOrder, SimilarNames } from '../path.ts';
import type { LinkedNames } from '../symlink.ts';
import { memberPath } from './header.ts';
import type { TarMember } from './walk.ts';
import './findings.ts';

/** One file or symlink of a tar. */
export interface TarEntry extends ArchiveEntry {
  /** Where its data lies; that of the target of a hard link. Half-open. */
  readonly data: { readonly start: number; readonly end: number };
  shadowed?: boolean;
  target?: string;
  /** Why its data cannot be read. */
  readonly refusal?: 'sparse' | 'device' | 'cut' | 'hard-link';
}

const DEVICES: ReadonlyMap<string, string> = new Map([
  ['3', 'Character device'],
  ['4', 'Block device'],
  ['6', 'Named pipe'],
]);

/** Characters of a name that is too long to be one: what is shown of it. */
const SHOWN_NAME = 200;

/** A file that macOS writes beside another, with its attributes. */
const MAC_FILE = /(?:^|\/)\._[^/]+$/;

/** Collects the members of a tar in their order. A later one replaces an earlier one of the same name. */
export class TarDirectoryBuilder {
  readonly #report: Report;
  readonly #entries: TarEntry[] = [];
  readonly #byPath = new Map<string, TarEntry>();
  readonly #folders = new Set<string>();
  readonly #macFiles: string[] = [];

  constructor(report: Report) {
    this.#report = report;
  }

  /** Throws `zip/directory-too-large`. */
  add(member: TarMember): void {
    const { name, type, badText } = member;
    // The label of a volume is not a file, unless it has data: some programs unpack it.
    if (type === 'V' && member.start === member.end) return;
    const path = memberPath(name);
    if (badText) this.#report.add('tar/bad-name', `The name of ${quote(path)} or of its link is not UTF-8.`, { path });
    const isUnsafe = this.#isUnsafe(path, type);
    if (type === '5' || type === 'D' || (type === '0' && name.endsWith('/'))) {
      if (!isUnsafe && path !== '') this.#folders.add(path);
      return;
    }
    if (this.#entries.length >= MAX_ENTRIES) {
      const message = grouped`The archive has more than ${MAX_ENTRIES} files.`;
      throw new TooLargeError('zip/directory-too-large', message, { limit: MAX_ENTRIES });
    }
    const shown = path.length > MAX_NAME_BYTES ? shortened(path, SHOWN_NAME) : path;
    const entry = { ...this.#entryOf(member, shown), unsafe: isUnsafe || undefined };
    this.#entries.push(entry);
    if (isUnsafe) return;
    const before = this.#byPath.get(path);
    if (before) {
      before.shadowed = true;
      const message = `The archive has ${quote(path)} more than once. Boxcutter uses the last one.`;
      this.#report.add('tar/duplicate-name', message, { path });
    }
    this.#byPath.set(path, entry);
    if (MAC_FILE.test(path)) this.#macFiles.push(path);
  }

  /** The directory of all members. Reports what is wrong with their names. */
  finish(): LinkedNames<TarEntry> {
    const order = new PathOrder(this.#byPath, this.#folders);
    order.reportClashes(this.#report);
    const similar = new SimilarNames((at) => this.#byPath.has(at));
    for (const path of this.#byPath.keys()) similar.report(path, this.#report);
    const [first] = this.#macFiles;
    if (first !== undefined) {
      const more = this.#macFiles.length - 1;
      const message = `${quote(first)}${more > 0 ? ` and ${more} more` : ''} came from macOS.`;
      this.#report.add('tar/mac-files', message, { path: first });
    }
    return { entries: this.#entries, byPath: this.#byPath, order };
  }

  #isUnsafe(path: string, type: string): boolean {
    // The folder of the archive itself.
    if (path === '' && type === '5') return false;
    if (path.length > MAX_NAME_BYTES) {
      const shown = shortened(path, SHOWN_NAME);
      this.#report.add('zip/name-too-long', grouped`The name ${quote(path)} has ${path.length} characters.`, {
        path: shown,
      });
      return true;
    }
    const reason = unsafeReason(path);
    if (reason) this.#report.add('zip/unsafe-path', `The name ${quote(path)} ${reason}.`, { path });
    return reason !== undefined;
  }

  #entryOf(member: TarMember, path: string): TarEntry {
    const { type, start, end, span, link, sparseSize, isCut } = member;
    const size = end - start;
    const base = { path, size, storedSize: size, kind: 'file' as const, span, data: { start, end } };
    const device = DEVICES.get(type);
    if (type === '2') return this.#symlink(base, link);
    if (type === '1' && size === 0) return this.#hardLink(base, link);
    if (device) {
      this.#report.add('tar/device', `${quote(path)} is a ${device.toLowerCase()}.`, { path });
      return { ...base, storage: device, unreadable: 'unsupported', refusal: 'device' };
    }
    if (sparseSize !== undefined) {
      this.#report.add('tar/sparse', grouped`${quote(path)} is stored as a sparse file of ${sparseSize} bytes.`, {
        path,
      });
      return { ...base, size: sparseSize, storage: 'Sparse', unreadable: 'unsupported', refusal: 'sparse' };
    }
    if (!'017'.includes(type)) {
      this.#report.add('tar/unknown-type', `${quote(path)} has the type ${quote(type)}.`, { path });
    }
    return isCut ? { ...base, refusal: 'cut' } : base;
  }

  #symlink(base: Omit<TarEntry, 'kind'>, link: string): TarEntry {
    const { path } = base;
    if (link.length <= MAX_SYMLINK_BYTES) return { ...base, kind: 'symlink', linkText: link };
    const message = `The link ${quote(path)} is too long to be a path, so Boxcutter does not follow it.`;
    this.#report.add('zip/symlink-dangling', message, { path });
    return { ...base, kind: 'symlink' };
  }

  /** A second name of a file before it. */
  #hardLink(base: TarEntry, link: string): TarEntry {
    const { path } = base;
    const to = memberPath(link);
    const target = this.#byPath.get(to);
    const storage = 'Hard link';
    if (target && to !== path) {
      const { span, path: _, shadowed: __, ...same } = target;
      return { ...same, path, storage: same.storage ?? storage, span: base.span };
    }
    const reason = unsafeReason(to);
    if (reason) {
      const message = `The link ${quote(path)} points outside the package, to ${quote(link)}.`;
      this.#report.add('zip/unsafe-path', message, { path });
    } else {
      const what = to === path ? 'points to itself' : `points to ${quote(to)}, which is not before it`;
      this.#report.add('tar/hard-link', `The hard link ${quote(path)} ${what}.`, { path });
    }
    return { ...base, storage, unreadable: 'unsupported', refusal: 'hard-link' };
  }
}

/** The error of reading an entry. Undefined where it can be read. */
export function refusalOf({ path, refusal }: TarEntry): BoxcutterError | undefined {
  if (!refusal) return undefined;
  const [Refusal, code, says] = REFUSALS[refusal];
  return new Refusal(code, says(quote(path)), { path });
}

const REFUSALS = {
  sparse: [UnsupportedError, 'tar/sparse', (name) => `${name} is a sparse file. Boxcutter does not read it.`],
  device: [UnsupportedError, 'tar/device', (name) => `${name} is a device or pipe.`],
  'hard-link': [BadFileError, 'tar/hard-link', (name) => `${name} leads to a missing file.`],
  cut: [BadFileError, 'tar/truncated', (name) => `The file ends within ${name}.`],
} as const satisfies Record<string, readonly [unknown, FindingCode, (name: string) => string]>;
