import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding } from '../../../src/base/findings.ts';
import { wellFormed } from '../../../src/base/text.ts';
import { isUrl } from '../source.ts';
import type { Checked } from './checked.ts';

/** Where a finding is, in words that hosts of repositories understand. */
export interface Place {
  /** Path from the working folder, separated by `/`. Undefined for what is not below it. */
  path?: string;
  /** What tells files apart: percent-encoded, from the working folder, or else absolute. */
  uri: string;
  /** Counted from 1. It is 1 in all that is not a text file of the disk: hosts refuse a whole report without it. */
  line: number;
  column?: number | undefined;
}

/** A file as people may read it. A URL without what may give access: user, password and query. */
export function shownFile(file: string): string {
  if (!isUrl(file) || !URL.canParse(file)) return wellFormed(file);
  const { origin, pathname } = new URL(file);
  return `${origin}${pathname}`;
}

/** The place of a finding of a package, whose file is the one on the disk: the package, or a file beside or in it. */
export function placeOf({ file, folder, found }: Checked, finding: Finding): Place {
  if (isUrl(file)) return { uri: hostedUri(file), line: 1 };
  const own = folder !== undefined && finding.path !== undefined ? fileIn(folder, finding.path) : undefined;
  if (own !== undefined) return { ...diskPlace(own), line: finding.line ?? 1, column: finding.line && finding.column };
  // A folder is not a place that hosts show.
  const first = isFolder(file) ? found?.files.find(({ path }) => fileIn(file, path) !== undefined)?.path : undefined;
  return { ...diskPlace(first === undefined ? file : join(file, first)), line: 1 };
}

/** A file of a folder. Undefined for a path that leads out of it, or to no file. */
function fileIn(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  const inside = relative(folder, file);
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined;
  try {
    return statSync(file).isFile() ? file : undefined;
  } catch {
    // Names from a package may be too long, or have a NUL.
    return undefined;
  }
}

function isFolder(file: string): boolean {
  return existsSync(file) && statSync(file).isDirectory();
}

function diskPlace(file: string): Pick<Place, 'path' | 'uri'> {
  const inside = relative(process.cwd(), resolve(file));
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
    return { uri: pathToFileURL(resolve(file)).href };
  const path = wellFormed(inside.split(sep).join('/') || '.');
  return { path, uri: path.split('/').map(encodeURIComponent).join('/') };
}

/**
 * A URL as a relative path: `example.com/a.carton`. Hosts of reports refuse other schemes than `file`. Without user,
 * password and query, which may be what gives access.
 */
function hostedUri(address: string): string {
  if (!URL.canParse(address)) return encodeURIComponent(wellFormed(address));
  const { host, pathname } = new URL(address);
  return `${encodeURIComponent(host)}${pathname}`.replace(/\/+$/, '');
}
