import type { ErrorData, HostedFile } from '../../base/errors.ts';
import { memo } from '../../base/memo.ts';
import { type ArrangedFile, type ArrangedItem, type Arrangement, arrange } from '../../formats/arrangement.ts';
import { baseName } from '../../model/file/file-name.ts';
import { descriptorName, type FolderFile, type SourceDescriptor } from '../../state/load.ts';
import type { Shelf, ShelfItem } from '../../state/shelf-slice.ts';
import { isPrivateFor } from '../private-host.ts';

type Folder = Extract<SourceDescriptor, { kind: 'folder' }>;

/** The shelf of each folder. The same object each time, by which its rows and its place are kept. */
const ofFolder = memo((folder: Folder): Shelf | undefined => {
  const items = shelved(arrange(folder.files));
  return items && { of: folder, name: folder.name, items: items.map(localItem) };
});

/** The shelf that several files or a folder are. Undefined for one package. */
export function shelfOf(descriptor: SourceDescriptor): Shelf | undefined {
  if (descriptor.kind === 'folder') return ofFolder(descriptor);
  return descriptor.kind === 'url' && listed?.of.url === descriptor.url && !descriptor.asBytes
    ? listed.shelf
    : undefined;
}

/** The items of a shelf. A pair is a shelf of two, which offers to compare them. */
function shelved<F extends ArrangedFile>(arranged: Arrangement<F>): readonly ArrangedItem<F>[] | undefined {
  return arranged.kind === 'package' ? undefined : arranged.items;
}

function localItem({ path, format, files, folder }: ArrangedItem<FolderFile>): ShelfItem {
  const [{ file }] = files;
  const isOne = folder === '' && files.length === 1;
  // A folder keeps its own name: what all paths begin with is taken off once.
  const from = folder.lastIndexOf('/', folder.length - 2) + 1;
  const inFolder = files.map((one) => ({ path: one.path.slice(from), file: one.file }));
  return {
    path,
    format,
    descriptor: isOne ? { kind: 'file', file } : { kind: 'folder', name: baseName(path), files: inFolder },
    files: files.length,
    // Asking a file for it halts the page for a part of a millisecond: the worker does.
    size: undefined,
  };
}

/** The host's list that was opened last: "Back" to it asks the host for nothing. */
let listed: { of: Extract<SourceDescriptor, { kind: 'url' }>; shelf: Shelf } | undefined;

/** The next list that is opened is asked for again, also at the same address. */
export function forgetListed(): void {
  listed = undefined;
}

/**
 * The shelf that a host's list is, which came instead of a file. Undefined where it is about one package, from whose
 * files one is chosen.
 */
export function hostedShelf(of: SourceDescriptor, { files, url, note }: ErrorData): Shelf | undefined {
  const items = files && shelved(arrange(files));
  if (!items || of.kind !== 'url') return undefined;
  const origin = URL.canParse(of.url) ? new URL(of.url).origin : '';
  const shelf = { of, name: nameOf(url ?? of.url), items: items.map((item) => hostedItem(item, origin)), note };
  listed = { of, shelf };
  return shelf;
}

/** The last folder of an address, or else its host. */
function nameOf(url: string): string {
  const name = descriptorName({ kind: 'url', url });
  return name === url && URL.canParse(url) ? new URL(url).host : name;
}

function hostedItem({ path, format, files }: ArrangedItem<HostedFile>, named: string): ShelfItem {
  const [{ url, date }] = files;
  const { host, origin } = new URL(url);
  const sizes = files.map(({ size }) => size);
  return {
    path,
    format,
    descriptor: { kind: 'url', url },
    files: files.length,
    size: sizes.includes(undefined) ? undefined : sizes.reduce((sum: number, size = 0) => sum + size, 0),
    date,
    // Of several files the one that stands for them would say half, and the others would have to be asked for.
    held: origin !== named || isPrivateFor(url) ? host : files.length > 1 ? '' : undefined,
  };
}
