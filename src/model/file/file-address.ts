import type { FileAddress } from '../package.ts';

/**
 * The path of the file that an address in a package's text names: `files/a.png` for `@files/a.png`. Undefined for any
 * other address.
 */
export function addressedPath(address: string, of: FileAddress | undefined): string | undefined {
  return of && address.startsWith(of.prefix) ? of.folder + address.slice(of.prefix.length) : undefined;
}

/**
 * The path that a relative address in the file at `from` names, as `docs/b.md` for `../docs/b.md#usage` in `a/c.md`.
 * An address that begins with a slash starts at the top of the package. Undefined for an address of another site, one
 * within the same text, and one that leads out of the package. Nothing is decoded.
 */
export function relativePath(address: string, from: string): string | undefined {
  const path = address.replace(/[?#].*$/s, '');
  if (path === '' || path.startsWith('//') || path.includes('\\') || /^[a-z][a-z\d+.-]*:/i.test(path)) return undefined;
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? undefined : parts.join('/');
}
