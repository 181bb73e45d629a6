import type { Archive } from '../archive/archive.ts';
import type { FormatId, Package } from '../model/package.ts';
import type { ByteSource } from '../source/source.ts';
import type { TensorReader } from '../tensor/values.ts';

/** What may be opened: the bytes of a container, or named files that are one already (a folder). */
export type Container = ByteSource | Archive;

export function isArchive(container: Container): container is Archive {
  return 'entries' in container;
}

/** What opening may need from outside. */
export interface OpenContext {
  signal?: AbortSignal;
}

/** An open package, in the worker or in Node. */
export interface OpenPackage {
  readonly package: Package;
  /** A file's decoded bytes. Follows symlinks, and links that were fetched. Undefined where the package does not hold it. */
  source(path: string): ByteSource | undefined;
  /**
   * The values of a tensor. Rejects with `tensor/file-missing`, `tensor/unsafe-path`, `tensor/size-mismatch` or
   * `tensor/bad-strings` where there are none; of a nested tensor, ask for its inner ones.
   */
  tensor(name: string, signal?: AbortSignal): Promise<TensorReader>;
}

/** What a format's `core/` exports as `format`. See README.md beside this file. */
export interface Format {
  readonly id: FormatId;
  /** Whether the container is of this format, by its content. Reads no more than opening would. */
  match(container: Container, context: OpenContext): Promise<boolean>;
  /** Rejects with a BoxcutterError where nothing can be shown at all; what else is wrong becomes findings. */
  open(container: Container, context: OpenContext): Promise<OpenPackage>;
}
