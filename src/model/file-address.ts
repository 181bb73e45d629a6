import type { FileAddress } from './package.ts';

/**
 * The path of the file that an address in a package's text names: `files/a.png` for `@files/a.png`. Undefined for any
 * other address.
 */
export function addressedPath(address: string, of: FileAddress | undefined): string | undefined {
  return of && address.startsWith(of.prefix) ? of.folder + address.slice(of.prefix.length) : undefined;
}
