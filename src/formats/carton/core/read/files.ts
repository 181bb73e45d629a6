import type { Archive, ArchiveEntry } from '../../../../archive/archive.ts';
import { SimilarNames } from '../../../../archive/path.ts';
import { formatNumberOf } from '../../../../base/amounts.ts';
import type { Finding } from '../../../../base/findings.ts';
import { unsafeReason } from '../../../../base/path.ts';
import { Report } from '../../../../base/report.ts';
import { quote } from '../../../../base/text.ts';
import { eachPaced } from '../../../../codec/pause.ts';
import { FileView } from '../../../../model/file/file-view.ts';
import type { FileRole, HashState, PackageFile, SpareLink } from '../../../../model/package.ts';
import { CARTON_TOML, LINKS, MANIFEST, MISC_ADDRESS, TENSOR_FOLDER } from '../paths.ts';
import type { FixId } from './fix.ts';
import type { ManifestEntries, ManifestEntry } from './manifest-entries.ts';

/** Files of a carton that are plain objects. Of more, each ordinary one reads what it says from its entry. */
const MAX_PLAIN_FILES = 5_000;

/** A file that says what its entry and its line of MANIFEST say. */
class EntryFile extends FileView {
  readonly #entry: ArchiveEntry;
  readonly #listed: ManifestEntries | undefined;
  readonly #hash: HashState;

  /** @param listed has a line for it; undefined where there is none */
  constructor(entry: ArchiveEntry, listed: ManifestEntries | undefined, hash: HashState) {
    super();
    this.#entry = entry;
    this.#listed = listed;
    this.#hash = hash;
  }

  get path(): string {
    return this.#entry.path;
  }

  get size(): number {
    return this.#entry.size;
  }

  get storedSize(): number {
    return this.#entry.storedSize;
  }

  get storage(): string | undefined {
    return this.#entry.storage;
  }

  get compressed(): true | undefined {
    return this.#entry.compressed || undefined;
  }

  get sha256(): string | undefined {
    return this.#listed?.sha256Of(this.#entry.path);
  }

  get isHashed(): boolean {
    return this.#listed !== undefined;
  }

  get role(): FileRole {
    return roleOf(this.#entry.path);
  }

  get hash(): HashState {
    return this.#hash;
  }

  get kind(): 'file' {
    return 'file';
  }
}

/** The files of a carton: the archive holds them, MANIFEST lists them, and LINKS says where to fetch them. */
export class CartonFiles {
  /** First the archive's files in its order, then the files that only MANIFEST lists, in its order. */
  readonly list: PackageFile[] = [];
  /** Hashes that LINKS has addresses for and MANIFEST does not list. */
  readonly spareLinks: SpareLink[] = [];
  /** Whether there is any file below `model/`, in the archive or linked. */
  hasModel = false;
  /** Caps the findings as they arise: a package may have a million files with one finding each. */
  private readonly report = new Report();
  readonly findings: readonly Finding[] = this.report.findings;
  private readonly archive: Archive;
  private readonly listed: ManifestEntries | undefined;
  private readonly urls: ReadonlyMap<string, readonly string[]>;
  /** By hash. All files with one hash share one object. */
  private readonly links = new Map<string, NonNullable<PackageFile['link']>>();

  private constructor(
    archive: Archive,
    listed: ManifestEntries | undefined,
    urls: ReadonlyMap<string, readonly string[]>,
  ) {
    this.archive = archive;
    this.listed = listed;
    this.urls = urls;
  }

  /**
   * Rejects only when canceled. It hears that while it works: there may be a million files.
   *
   * @param listed MANIFEST's lines by path; undefined where it could not be read
   * @param urls LINKS' addresses by SHA-256
   */
  static async of(
    archive: Archive,
    listed: ManifestEntries | undefined,
    urls: ReadonlyMap<string, readonly string[]> = new Map(),
    signal?: AbortSignal,
  ): Promise<CartonFiles> {
    const files = new CartonFiles(archive, listed, urls);
    await files.fill(signal);
    return files;
  }

  private async fill(signal: AbortSignal | undefined): Promise<void> {
    const { archive, listed } = this;
    await eachPaced(archive.entries, signal, (entry) => this.list.push(this.held(entry)));
    await eachPaced(listed?.keys() ?? [], signal, (path) => {
      if (!this.has(path)) this.list.push(this.absent(listed?.get(path) as ManifestEntry));
    });
    const isAbsent = this.list.length > archive.entries.length;
    this.report.include(this.archiveFindings(isAbsent));
    const similar = isAbsent && new SimilarNames((path) => this.has(path) || (listed?.has(path) ?? false));
    const unknown = new Map<string, string>();
    await eachPaced(this.list, signal, ({ path, role, shadowed, unsafe }) => {
      if (unsafe) return;
      if (similar && !shadowed) similar.report(path, this.report);
      if (role === 'model') this.hasModel = true;
      const top = path.slice(0, path.indexOf('/') + 1) || path;
      if (role === 'other' && !unknown.has(top)) unknown.set(top, path);
    });
    await this.findSpareLinks(signal);
    for (const [top, path] of unknown) {
      const what = top.endsWith('/') ? 'folder' : 'file';
      this.report.add('carton/unknown-file', `The ${what} ${quote(top)} is not part of the format.`, { path });
    }
  }

  /** Whether the archive has a file or a symlink at a path. */
  private has(path: string): boolean {
    return this.archive.entryAt(path) !== undefined;
  }

  /**
   * Whether the carton has this file, inside or linked. Where there is a MANIFEST, it decides, as in the reference
   * reader; otherwise the archive does.
   */
  lists(path: string): boolean {
    return this.listed ? this.listed.has(path) : this.has(path);
  }

  /** Every path for which `lists` is true. */
  *paths(): Generator<string> {
    if (this.listed) yield* this.listed.keys();
    else for (const { path, shadowed, unsafe } of this.archive.entries) if (!shadowed && !unsafe) yield path;
  }

  /** Whether the archive lacks this file and LINKS has an address for it. */
  isLinked(path: string): boolean {
    return this.archive.open(path) === undefined && this.linkOf(path) !== undefined;
  }

  private linkOf(path: string): PackageFile['link'] {
    // Most cartons link nothing, and some have a million files.
    if (this.urls.size === 0) return undefined;
    const sha256 = this.listed?.sha256Of(path);
    if (sha256 === undefined) return undefined;
    const urls = this.urls.get(sha256);
    if (!urls || urls.length === 0) return undefined;
    const link = this.links.get(sha256) ?? { urls };
    this.links.set(sha256, link);
    return link;
  }

  private held(entry: ArchiveEntry): PackageFile {
    const { path, shadowed, unsafe } = entry;
    const isOwn = path === MANIFEST || path === LINKS;
    const isListed = !isOwn && !shadowed && !unsafe && this.listed?.has(path) === true;
    const hash = isOwn ? 'none' : this.stateOf(entry, isListed);
    if (hash === 'unlisted' && this.listed && !shadowed)
      this.report.add('manifest/file-unlisted', `MANIFEST does not list ${quote(path)}.`, {
        path,
        fix: 'reseal' satisfies FixId,
      });
    const isOrdinary = hash !== 'linked' && entry.kind === 'file' && !entry.target && !shadowed && !unsafe;
    if (isOrdinary && this.archive.entries.length > MAX_PLAIN_FILES)
      return new EntryFile(entry, isListed ? this.listed : undefined, hash);
    const { size, storedSize, storage, kind, linkText, target } = entry;
    const file: PackageFile = {
      ...{ path, size, storedSize, storage, kind, linkText, target, role: roleOf(path), hash },
      compressed: entry.compressed || undefined,
      shadowed: shadowed || undefined,
      unsafe: unsafe || undefined,
      sha256: isListed ? this.listed?.sha256Of(path) : undefined,
    };
    if (hash === 'linked') this.link(file, this.linkOf(path));
    return file;
  }

  /**
   * Adds where a file can be fetched. The size is known only once it is fetched: then the archive has bytes that its
   * directory does not list.
   */
  private link(file: PackageFile, link: PackageFile['link']): void {
    if (link) file.link = link;
    const fetched = this.archive.resolve(file.path) ? undefined : this.archive.open(file.path);
    if (fetched) {
      file.fetched = true;
      file.size = fetched.size;
    } else delete file.size;
  }

  private stateOf(entry: ArchiveEntry, isListed: boolean): HashState {
    if (!isListed) return 'unlisted';
    if (entry.kind === 'symlink' && entry.target === undefined) return this.linkOf(entry.path) ? 'linked' : 'missing';
    if (entry.unreadable) return 'unreadable';
    return 'unverified';
  }

  private absent({ path, sha256, line }: ManifestEntry): PackageFile {
    const file: PackageFile = { path, sha256, role: roleOf(path), hash: 'missing', kind: 'file' };
    const reason = unsafeReason(path);
    if (reason !== undefined) {
      file.unsafe = true;
      this.report.add('zip/unsafe-path', `${quote(path)} in MANIFEST ${reason}.`, { path: MANIFEST, line });
    }
    const link = this.linkOf(path);
    if (path === MANIFEST || path === LINKS) file.hash = 'none';
    else if (link) {
      file.hash = 'linked';
      this.link(file, link);
    } else {
      const message = `MANIFEST lists ${quote(path)}, which is neither in the package nor linked.`;
      this.report.add('manifest/file-missing', message, { path });
    }
    return file;
  }

  /**
   * The archive's own findings, without those about symlinks that lead to linked files: packers of whole repositories
   * write such symlinks.
   *
   * @param withoutNames leaves out similar names; the caller then looks for them among all files, absent ones included
   */
  private archiveFindings(withoutNames: boolean): Finding[] {
    const isLinked = (path: string) => {
      const entry = this.archive.entryAt(path);
      return entry?.kind === 'symlink' && entry.target === undefined && this.linkOf(path) !== undefined;
    };
    return this.archive.findings.filter(({ code, path, more }) => {
      if (code === 'zip/similar-names' || code === 'zip/similar-case') return !withoutNames;
      return more !== undefined || !(code === 'zip/symlink-dangling' && path !== undefined && isLinked(path));
    });
  }

  private async findSpareLinks(signal: AbortSignal | undefined): Promise<void> {
    if (!this.listed || this.urls.size === 0) return;
    const used = new Set<string>();
    await eachPaced(this.listed.values(), signal, ({ sha256 }) => used.add(sha256));
    for (const [sha256, urls] of this.urls) if (!used.has(sha256)) this.spareLinks.push({ sha256, urls });
    const { length } = this.spareLinks;
    if (length === 0) return;
    const what = formatNumberOf(length, 'file');
    this.report.add('links/spare', `LINKS has URLs for ${what} that MANIFEST does not list.`, { path: LINKS });
  }
}

/** The roles of files at the top, and of those in folders. */
const ROLES: ReadonlyMap<string, FileRole> = new Map([
  [CARTON_TOML, 'metadata'],
  [MANIFEST, 'hash-list'],
  [LINKS, 'link-list'],
  ['model/', 'model'],
  [TENSOR_FOLDER, 'tensor'],
  [MISC_ADDRESS.folder, 'media'],
]);

function roleOf(path: string): FileRole {
  return ROLES.get(path.slice(0, path.indexOf('/') + 1) || path) ?? 'other';
}
