import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PackageEditor } from '../../src/library/editor.ts';
import { linkUrlCaveat } from '../../src/model/link/link-url.ts';
import type { Package } from '../../src/model/package.ts';
import { diskFile } from './disk-file.ts';
import { type LinkOrder, linkChange, parseLinkOrder } from './link-order.ts';
import { type Progress, progressOf } from './output.ts';
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

/** The changes of one run's files, in their order. */
export class FileSetter {
  readonly #pkg: Package;
  readonly #editor: PackageEditor;
  readonly #signal: AbortSignal;
  readonly #force: boolean;
  readonly #progress: Progress | undefined;
  /** Those of `--link`. */
  readonly #urls = new Set<string>();

  /** @param force whether linked files are downloaded from this computer and from local networks too */
  constructor(pkg: Package, editor: PackageEditor, signal: AbortSignal, force: boolean, progress?: Progress) {
    this.#pkg = pkg;
    this.#editor = editor;
    this.#signal = signal;
    this.#force = force;
    this.#progress = progress;
  }

  /** Sentences about URLs of `--link` that others cannot reach. There are none about a link that is baked afterwards. */
  get linkNotes(): readonly string[] {
    return this.#editor.files.flatMap((change) => {
      if (change.kind !== 'link') return [];
      const asked = change.urls.filter((url) => URL.canParse(url) && this.#urls.has(new URL(url).href));
      return asked.flatMap((url) => {
        const caveat = linkUrlCaveat(url);
        return caveat === undefined ? [] : [`--link ${change.path}: ${caveat}`];
      });
    });
  }

  /** Makes a change. Throws a `UsageError` where it makes no sense, and where no URL has a linked file. */
  async make(order: FileOrder): Promise<void> {
    if (order.kind === 'put') await this.#editor.put(order.path, () => this.#contentOf(order));
    else if (order.kind === 'rename') await this.#editor.rename(order.from, order.to);
    else if (order.kind === 'remove') this.#editor.remove(order.path);
    else await this.#changeLinks({ ...order, path: order.path.replace(/\/$/, '') });
  }

  /** Notes what the file tells of its author: in a photo, where that was taken, and secrets. */
  async #contentOf({ path, file: from, cutsPlaces }: FileOrder & { kind: 'put' }): Promise<Blob> {
    const file = await fileOf(from);
    const photos = await photosOf([{ path, file }], cutsPlaces === true, this.#signal);
    const secret = await secretNote(path, file, this.#signal);
    this.#editor.notes.push(...photos.notes, ...(secret === undefined ? [] : [secret]));
    return photos.cut.get(path) ?? file;
  }

  /** Of a folder, `--bake` is about the files in it that are linked. */
  async #changeLinks(order: LinkOrder): Promise<void> {
    const meant = this.#editor.filesAt(order.path, order.kind === 'bake');
    const isFolder = meant[0] !== order.path;
    if (isFolder && order.kind === 'link') throw new UsageError(`--link ${order.path}: this is a folder.`);
    const links = new Set(this.#pkg.files.flatMap(({ path, link }) => (link ? [path] : [])));
    const paths = isFolder ? meant.filter((path) => links.has(path)) : meant;
    if (paths.length === 0) throw new UsageError(`--${order.kind} ${order.path}: no file in it is linked.`);
    if (order.kind === 'link') this.#urls.add(new URL(order.url).href);
    const trust = { force: this.#force, urls: this.#urls };
    const onProgress = progressOf({ progress: this.#progress }, 'Downloading').object;
    const options = { signal: this.#signal, onProgress };
    for (const path of paths)
      this.#editor.change([await linkChange(this.#pkg, this.#editor.files, path, order, trust, options)]);
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
