import { grouped } from '../../base/amounts.ts';
import { encodeUtf8 } from '../../base/bytes.ts';
import { MAX_NAME_BYTES } from '../../base/limits.ts';
import { unsafeReason } from '../../base/path.ts';
import { isWellFormed, nameKey, quote, visibleText } from '../../base/text.ts';
import { DEVICES } from './file-name.ts';

/** What is wrong with a name. With an `error` no file can have it; with a `warning` some programs cannot unpack it. */
export interface NameProblem {
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

/** Bytes of a name, between two `/`, that file systems take. */
const MAX_PART_BYTES = 255;

/** Bytes of a path that Windows takes by default, with some room for the folder that it is unpacked to. */
const MAX_PATH_BYTES = 200;

/** The paths of a package's files, to be asked about new ones. */
export class TakenNames {
  readonly #paths: ReadonlySet<string>;
  readonly #folders = new Set<string>();
  /** By key, the first path. Folders are among them. */
  readonly #byKey = new Map<string, string>();

  constructor(paths: Iterable<string>) {
    this.#paths = new Set(paths);
    for (const path of this.#paths) {
      for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1))
        this.#folders.add(path.slice(0, slash));
    }
    for (const path of [...this.#paths, ...this.#folders]) {
      const key = nameKey(path);
      if (!this.#byKey.has(key)) this.#byKey.set(key, path);
    }
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  isFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** A file or folder whose path is another one, and looks like this one or is it on some file systems. */
  similar(path: string): string | undefined {
    const found = this.#byKey.get(nameKey(path));
    return found === path || this.#paths.has(path) || this.#folders.has(path) ? undefined : found;
  }
}

/**
 * Why a new file cannot have a path, or should not have it, in a sentence to be read while it is typed. Undefined where
 * nothing is wrong with it.
 *
 * @param taken the paths of the other files
 */
export function fileNameProblem(path: string, taken: TakenNames): NameProblem | undefined {
  const error = errorOf(path, taken);
  if (error !== undefined) return { severity: 'error', text: error };
  const warning = warningOf(path, taken);
  return warning === undefined ? undefined : { severity: 'warning', text: warning };
}

function errorOf(path: string, taken: TakenNames): string | undefined {
  const reason = unsafeReason(path);
  if (reason !== undefined) return `The name ${reason}.`;
  if (!isWellFormed(path)) return 'The name contains half of a character.';
  if (encodeUtf8(path).length > MAX_NAME_BYTES) return grouped`The path is longer than ${MAX_NAME_BYTES} bytes.`;
  if (taken.has(path)) return `There is already a file ${quote(path)}.`;
  if (taken.isFolder(path)) return `There is already a folder ${quote(path)}.`;
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
    const folder = path.slice(0, slash);
    if (taken.has(folder)) return `${quote(folder)} is a file, so it cannot contain others.`;
  }
  return undefined;
}

function warningOf(path: string, taken: TakenNames): string | undefined {
  if (visibleText(path) !== path) return 'The name contains a character that nobody can see.';
  const parts = path.split('/');
  for (let count = 1; count <= parts.length; count++) {
    const begin = parts.slice(0, count).join('/');
    const similar = taken.similar(begin);
    if (similar === undefined) continue;
    return begin.toLowerCase() === similar.toLowerCase()
      ? `${quote(begin)} and ${quote(similar)} differ only in case, so Windows and macOS cannot keep both.`
      : `${quote(begin)} and ${quote(similar)} look the same.`;
  }
  for (const part of parts) {
    const why = windowsProblem(part);
    if (why !== undefined) return `Windows cannot unpack ${quote(part)}: ${why}.`;
    if (encodeUtf8(part).length > MAX_PART_BYTES)
      return grouped`${quote(part)} is longer than ${MAX_PART_BYTES} bytes, so most systems cannot unpack it.`;
  }
  if (encodeUtf8(path).length > MAX_PATH_BYTES) return 'The path is so long that Windows may not unpack it.';
  return undefined;
}

/** Why Windows cannot have a file of this name, as the end of a sentence. */
function windowsProblem(name: string): string | undefined {
  const character = /[<>:"|?*]/.exec(name)?.[0];
  if (character !== undefined) return `a name there cannot contain ${character}`;
  if (/[. ]$/.test(name)) return 'a name there cannot end in a dot or a space';
  if (DEVICES.test(name)) return 'it is the name of a device there';
  return undefined;
}
