import type { PackageFile } from '../package.ts';

/**
 * A file that reads what it says from elsewhere whenever it is asked: it takes less than half of the memory of a file
 * with values of its own, and a package may have a million. What it says is not among its own properties, so
 * `{ ...file }` lacks it, and it cannot be posted: `plainFile` can. A file that says more than this is plain.
 */
export abstract class FileView implements PackageFile {
  abstract readonly path: string;
  abstract readonly size: number | undefined;
  abstract readonly storedSize: number | undefined;
  abstract readonly storage: string | undefined;
  abstract readonly compressed: true | undefined;
  abstract readonly sha256: string | undefined;
  /** Whether it has a `sha256`, without making its text. */
  abstract readonly isHashed: boolean;
  abstract readonly role: PackageFile['role'];
  abstract readonly hash: PackageFile['hash'];
  abstract readonly kind: PackageFile['kind'];

  /** What JSON has of it: the command line prints files so. */
  toJSON(): PackageFile {
    return plainFile(this);
  }
}

/** The same file with all that it says as its own properties, to be changed by `{ ...plainFile(file), path }`. */
export function plainFile(file: PackageFile): PackageFile {
  if (!(file instanceof FileView)) return file;
  const { path, size, storedSize, sha256, role, hash, kind, storage, compressed } = file;
  return {
    path,
    size,
    storedSize,
    sha256,
    ...{ role, hash, kind },
    storage,
    compressed,
  };
}

/** Whether a file has a hash to compare with. Of a million files, none makes the text of its hash for that. */
export function isHashed(file: PackageFile): boolean {
  return file instanceof FileView ? file.isHashed : file.sha256 !== undefined;
}
