import { throwIfAborted } from '../../base/abort.ts';
import { secretName } from './secret-names.ts';
import { MAX_SECRET_BYTES, type Secret, secretsIn } from './secrets.ts';

/** A file that is searched for secrets. */
export interface SearchedFile {
  path: string;
  /** Where a symlink leads. */
  target?: string | undefined;
  /** In bytes. */
  size: number;
  /** It is likely not wanted: its content is looked at if the limits allow it after all others. */
  isLast?: boolean;
  /** Gives the whole content. Undefined where reading would cost too much: then only the path says something. */
  read: ((signal: AbortSignal) => Promise<Uint8Array>) | undefined;
}

/** What files say of secrets, by path, in no order. */
export interface SecretSearch {
  /** Only files that may contain one. */
  found: ReadonlyMap<string, readonly Secret[]>;
  /** Files whose content was not looked at, or not all of it. */
  unread: ReadonlySet<string>;
}

/**
 * Bytes of all files whose content is looked at. They take about a second, for which a form waits. Code and settings of
 * a model are a few MiB.
 */
export const MAX_SEARCHED_BYTES = 64 << 20;

/** Files whose content is looked at. Reading one takes up to a millisecond in browsers. */
export const MAX_SEARCHED_FILES = 10_000;

/** Files that are read at once: enough that none waits for the disk, and up to 8 MiB in memory. */
const AT_ONCE = 8;

/**
 * Looks for secrets in files, in the smallest ones first as far as the limits go. A file that cannot be read counts as not
 * looked at. Rejects only where it is aborted.
 */
export async function searchSecrets(files: readonly SearchedFile[], signal: AbortSignal): Promise<SecretSearch> {
  const chosen = readFiles(files);
  const found = new Map<string, readonly Secret[]>();
  const unread = new Set<string>();
  const left = files.values();
  const look = async () => {
    for (const file of left) {
      const content = chosen.has(file) ? await file.read?.(signal).catch(() => undefined) : undefined;
      throwIfAborted(signal);
      const { secrets, isWhole } = secretsIn(file.path, content);
      const all = [...ofTarget(file, secrets), ...secrets];
      if (all.length > 0) found.set(file.path, all);
      if (!isWhole) unread.add(file.path);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
  return { found, unread };
}

/** The files whose content is looked at. */
function readFiles(files: readonly SearchedFile[]): ReadonlySet<SearchedFile> {
  const chosen = new Set<SearchedFile>();
  let left = MAX_SEARCHED_BYTES;
  const sorted = [...files].sort((a, b) => Number(a.isLast ?? false) - Number(b.isLast ?? false) || a.size - b.size);
  for (const file of sorted) {
    if (!file.read || file.size > Math.min(left, MAX_SECRET_BYTES)) continue;
    if (chosen.size === MAX_SEARCHED_FILES) break;
    left -= file.size;
    chosen.add(file);
  }
  return chosen;
}

/** What the path says to which a symlink leads, where its own says nothing. */
function ofTarget({ target }: SearchedFile, secrets: readonly Secret[]): Secret[] {
  const name = target === undefined || secrets.some(({ line }) => line === undefined) ? undefined : secretName(target);
  return name ? [{ rule: name.rule, what: name.what }] : [];
}
