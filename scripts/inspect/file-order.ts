import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { digestBlob } from '../../src/archive/digest/blob.ts';
import type { FileChange } from '../../src/model/draft.ts';
import { type IsThere, isThereAfter, withFileChange, withFileChanges } from '../../src/model/file/file-changes.ts';
import { fileNameProblem, TakenNames } from '../../src/model/file/name-problem.ts';
import { linkUrlCaveat } from '../../src/model/link/link-url.ts';
import type { Package } from '../../src/model/package.ts';
import { diskFile } from './disk-file.ts';
import { type LinkOrder, linkChange, parseLinkOrder } from './link-order.ts';
import type { Progress } from './output.ts';
import { photosOf } from './photo-note.ts';
import { secretNote } from './secret-answers.ts';
import { UsageError } from './usage.ts';

/** A change of a file, as the command line asks for it: `--put PATH=FILE`, `--rename OLD=NEW`, `--remove PATH`. */
export type FileOrder =
  | LinkOrder
  | { kind: 'put'; path: string; file: string; cutsPlaces?: true }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'remove'; path: string };

export const FILE_ORDERS: readonly string[] = ['put', 'rename', 'remove', 'link', 'bake'] satisfies FileOrder['kind'][];

/** Parses the value of one of `FILE_ORDERS`. Throws a `UsageError`. */
export function parseFileOrder(kind: FileOrder['kind'], text: string): FileOrder {
  if (kind === 'remove') return { kind, path: text };
  if (kind === 'link' || kind === 'bake') return parseLinkOrder(kind, text);
  const equals = kind === 'put' ? text.indexOf('=') : text.lastIndexOf('=');
  const [before, after] = [text.slice(0, equals), text.slice(equals + 1)];
  if (equals < 1 || after === '')
    throw new UsageError(`--${kind} takes ${kind === 'put' ? 'PATH=FILE' : 'OLD=NEW'}, not ${text}`);
  return kind === 'put' ? { kind, path: before, file: after } : { kind, from: before, to: after };
}

/** The changes of one run's files, in their order, as the page would make them. */
export class FileSetter {
  /** All changes so far. */
  files: readonly FileChange[] = [];
  readonly #notes: string[] = [];
  readonly #pkg: Package;
  readonly #isThere: IsThere;
  readonly #signal: AbortSignal;
  readonly #force: boolean;
  readonly #progress: Progress | undefined;
  /** Those of `--link`. */
  readonly #urls = new Set<string>();
  /** Paths of the open package, and those that were added. */
  readonly #paths: Set<string>;

  /** @param force whether linked files are downloaded from this computer and from local networks too */
  constructor(pkg: Package, signal: AbortSignal, force = false, progress?: Progress) {
    this.#pkg = pkg;
    this.#signal = signal;
    this.#force = force;
    this.#progress = progress;
    const own = new Set(pkg.files.filter(({ shadowed, unsafe }) => !shadowed && !unsafe).map(({ path }) => path));
    this.#paths = new Set(own);
    this.#isThere = (path) => own.has(path);
  }

  /**
   * Sentences about new names that some systems cannot unpack, about photos that say where they were taken, and about
   * URLs of `--link` that others cannot reach. There are none about a link that is baked afterwards.
   */
  get notes(): readonly string[] {
    const links = this.files.flatMap((change) => {
      if (change.kind !== 'link') return [];
      const asked = change.urls.filter((url) => URL.canParse(url) && this.#urls.has(new URL(url).href));
      return asked.flatMap((url) => {
        const caveat = linkUrlCaveat(url);
        return caveat === undefined ? [] : [`--link ${change.path}: ${caveat}`];
      });
    });
    return [...this.#notes, ...links];
  }

  /**
   * Makes a change. Gives the new paths of files that were renamed, by their old ones. Throws a `UsageError` where
   * there is no such file, where a name is impossible, for a file of the format's own, and where no URL has a linked
   * file.
   */
  async make(order: FileOrder): Promise<ReadonlyMap<string, string>> {
    const { can, cannot, name } = this.#pkg;
    if (!can.files) throw new UsageError(`The files of ${name} cannot be changed. ${cannot?.save ?? ''}`.trimEnd());
    const renames = new Map<string, string>();
    if (order.kind === 'put') {
      this.#refuseOwn(order.path, true);
      this.#checkName(order.path, '--put', this.#taken(new Set([order.path])));
      const file = await fileOf(order.file);
      const photos = await photosOf([{ path: order.path, file }], order.cutsPlaces === true, this.#signal);
      const secret = await secretNote(order.path, file, this.#signal);
      this.#notes.push(...photos.notes, ...(secret === undefined ? [] : [secret]));
      const blob = photos.cut.get(order.path) ?? file;
      const digest = await digestBlob(blob, this.#signal);
      this.files = withFileChange(this.files, { kind: 'put', path: order.path, blob, digest }, this.#isThere);
      this.#paths.add(order.path);
      return renames;
    }
    const path = (order.kind === 'rename' ? order.from : order.path).replace(/\/$/, '');
    const meant = this.#meant(path, `--${order.kind}`);
    for (const at of meant) this.#refuseOwn(at, order.kind === 'bake');
    if (order.kind === 'link' || order.kind === 'bake') {
      await this.#changeLinks(order, meant);
      return renames;
    }
    if (order.kind === 'remove') {
      const acts = meant.map((at) => ({ kind: 'remove' as const, path: at }));
      this.files = withFileChanges(this.files, acts, this.#isThere);
      return renames;
    }
    const to = order.to.replace(/\/$/, '');
    for (const at of meant) renames.set(at, to + at.slice(path.length));
    const taken = this.#taken(new Set(meant));
    for (const after of renames.values()) {
      this.#refuseOwn(after, false);
      this.#checkName(after, '--rename', taken);
      this.#paths.add(after);
    }
    const acts = [...renames].map(([from, after]) => ({ kind: 'rename' as const, from, to: after }));
    this.files = withFileChanges(this.files, acts, this.#isThere);
    return renames;
  }

  /** Of a folder, `--bake` is about the files in it that are linked. */
  async #changeLinks(order: LinkOrder, meant: readonly string[]): Promise<void> {
    const isFolder = meant[0] !== order.path;
    if (isFolder && order.kind === 'link') throw new UsageError(`--link ${order.path}: this is a folder.`);
    const links = new Set(this.#pkg.files.flatMap(({ path, link }) => (link ? [path] : [])));
    const paths = isFolder ? meant.filter((path) => links.has(path)) : meant;
    if (paths.length === 0) throw new UsageError(`--${order.kind} ${order.path}: no file in it is linked.`);
    if (order.kind === 'link') this.#urls.add(new URL(order.url).href);
    const trust = { force: this.#force, urls: this.#urls };
    const onProgress = ({ done, total }: { done: number; total: number }) =>
      this.#progress?.('Downloading', done, total);
    const options = { signal: this.#signal, onProgress };
    for (const path of paths) {
      const change = await linkChange(this.#pkg, this.files, path, order, trust, options);
      this.files = withFileChange(this.files, change, this.#isThere);
    }
  }

  /** The files that a path means: itself, or those of the folder. */
  #meant(path: string, option: string): string[] {
    const has = isThereAfter(this.files, this.#isThere);
    const meant = has(path) ? [path] : [...this.#paths].filter((at) => at.startsWith(`${path}/`) && has(at));
    if (meant.length === 0) throw new UsageError(`${option}: ${this.#pkg.name} has no file ${path}.`);
    return meant;
  }

  /** @param away files that leave their places */
  #taken(away: ReadonlySet<string>): TakenNames {
    const has = isThereAfter(this.files, this.#isThere);
    return new TakenNames([...this.#paths].filter((at) => has(at) && !away.has(at)));
  }

  #checkName(path: string, option: string, taken: TakenNames): void {
    const problem = fileNameProblem(path, taken);
    if (problem?.severity === 'error') throw new UsageError(`${option} ${path}: ${problem.text}`);
    // A file that is replaced had its name before.
    if (problem && !this.#isThere(path)) this.#notes.push(problem.text);
  }

  #refuseOwn(path: string, isPut: boolean): void {
    const own = this.#pkg.can.files?.own.find((file) => file.path === path);
    if (own && !(isPut && own.canPut)) throw new UsageError(`${path} cannot be changed as a file. ${own.why}`);
  }
}

async function fileOf(file: string): Promise<File> {
  try {
    if (!(await stat(file)).isFile()) throw new UsageError(`--put: ${file} is not a file.`);
    return await diskFile(file, basename(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof UsageError || code === undefined) throw error;
    throw new UsageError(
      `--put: ${code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read (${code})`}.`,
    );
  }
}
