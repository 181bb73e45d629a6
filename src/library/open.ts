import {
  type Container,
  folderContainer,
  inGzip,
  remoteSibling,
  sourceContainer,
  withoutGzip,
} from '../archive/container.ts';
import { openPackage as openWithFormat } from '../formats/registry.ts';
import { fileSource } from '../source/file.ts';
import { memorySource } from '../source/memory.ts';
import { remoteSource } from '../source/remote.ts';
import { openedPackage } from './package.ts';
import type { ModelPackage, OpenOptions, PackageInput } from './types.ts';
import { UsageError } from './usage-error.ts';

/**
 * Opens a package of any format. Reads what is needed to know what is in it: of an address by ranges, some kilobytes to
 * megabytes. Takes gzip off. Whatever is wrong with the package is among its `findings`; rejects with a `PackageError`
 * where nothing can be said of it, or where its bytes do not come.
 */
export async function openPackage(from: PackageInput, options: OpenOptions = {}): Promise<ModelPackage> {
  const { signal } = options;
  const given = { container: await containerOf(from, options) };
  const { container } = await withoutGzip(given, async (file) => {
    const inner = await inGzip(file.container, { signal });
    return inner && { container: inner };
  });
  return openedPackage(await openWithFormat(container, { signal }), { close: async () => {} });
}

async function containerOf(from: PackageInput, { name, signal, fetch }: OpenOptions): Promise<Container> {
  if (from instanceof URL)
    return sourceContainer(await remoteSource(from.href, { signal, fetch }), remoteSibling(from.href, fetch));
  if (from instanceof Blob) return sourceContainer(fileSource(from, name));
  if (from instanceof ArrayBuffer) return sourceContainer(memorySource(name ?? 'file', new Uint8Array(from)));
  if (from instanceof Uint8Array) return sourceContainer(memorySource(name ?? 'file', from));
  if (typeof Object(from).files?.[Symbol.iterator] !== 'function')
    throw new UsageError('openPackage takes a Blob, bytes, a URL, or the files of a folder.');
  const files = [...from.files].map(([path, blob]) => ({ path, file: asFile(blob, path) }));
  return folderContainer(name ?? from.name, files);
}

function asFile(blob: Blob, path: string): File {
  return blob instanceof File ? blob : new File([blob], path.slice(path.lastIndexOf('/') + 1));
}
