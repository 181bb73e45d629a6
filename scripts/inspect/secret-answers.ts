import { grouped } from '../../src/base/amounts.ts';
import { LEFT_OUT, type LeftOutKind, leftOutKind } from '../../src/model/left-out.ts';
import { MAX_SEARCHED_BYTES, type SecretSearch, searchSecrets } from '../../src/model/secret/secret-search.ts';
import { MAX_SECRET_BYTES, type Secret, secretPhrases } from '../../src/model/secret/secrets.ts';
import type { FileBelow } from './source.ts';
import { UsageError } from './usage.ts';

/** What somebody said of files that may contain secrets, and of others. */
export interface SecretAnswers {
  /** Paths of files that are packed. */
  keep: readonly string[];
  /** Paths of files, or of folders, that are not. */
  leaveOut: readonly string[];
}

/** Files of a folder may contain secrets, and nobody said what becomes of them. */
export class UnansweredSecrets extends UsageError {
  readonly secrets: readonly { path: string; secrets: readonly Secret[] }[];

  constructor(secrets: UnansweredSecrets['secrets']) {
    const lines = secrets.map(({ path, secrets: found }) => `  ${path}  ${phrasesText(found)}`);
    const what =
      secrets.length === 1 ? '1 file may contain a secret' : grouped`${secrets.length} files may contain secrets`;
    super(`Nothing was written: ${what}. Decide for each with --keep PATH or --leave-out PATH.\n${lines.join('\n')}`);
    this.secrets = secrets;
  }
}

/** The files that are packed, and sentences about the others. */
export interface AnsweredFiles {
  taken: readonly FileBelow[];
  notes: readonly string[];
}

/**
 * Leaves out what does not belong into a package, and what somebody wants to leave out. Throws `UnansweredSecrets` for
 * other files that may contain secrets, and a `UsageError` for an answer about a file that is not there.
 */
export async function answeredFiles(
  files: readonly FileBelow[],
  { keep, leaveOut }: SecretAnswers,
  signal: AbortSignal,
): Promise<AnsweredFiles> {
  const kept = new Set(keep);
  const isIn = (path: string) => leaveOut.some((of) => path === of || path.startsWith(`${of.replace(/\/$/, '')}/`));
  checkAnswers(files, kept, leaveOut);
  const usual = files.filter(({ path }) => !isIn(path));
  const taken = usual.filter((file) => kept.has(file.path) || kindOf(file) === undefined);
  const search = await searchSecrets(taken.map(searched), signal);
  const open = taken.flatMap(({ path }) => {
    const secrets = kept.has(path) ? undefined : search.found.get(path);
    return secrets ? { path, secrets } : [];
  });
  if (open.length > 0) throw new UnansweredSecrets(open);
  const left = usual.filter((file) => !kept.has(file.path));
  return { taken, notes: [...leftOutNotes(left), ...searchNotes(taken, search)] };
}

/** Says of a file that is added what secrets it may contain. Undefined where it is not known to have one. */
export async function secretNote(path: string, file: File, signal: AbortSignal): Promise<string | undefined> {
  const { found } = await searchSecrets([searched({ path, file })], signal);
  const secrets = found.get(path);
  return secrets && `${path} may contain secrets: ${phrasesText(secrets)}.`;
}

function searched({ path, file, target }: FileBelow) {
  return { path, target, size: file.size, read: async () => new Uint8Array(await file.arrayBuffer()) };
}

function checkAnswers(files: readonly FileBelow[], kept: ReadonlySet<string>, leaveOut: readonly string[]): void {
  const paths = new Set(files.map(({ path }) => path));
  for (const path of kept) {
    if (!paths.has(path)) throw new UsageError(`--keep: the folder has no file ${path}.`);
    if (leaveOut.includes(path)) throw new UsageError(`Say either --keep or --leave-out of ${path}.`);
  }
  for (const path of leaveOut) {
    const folder = `${path.replace(/\/$/, '')}/`;
    if (!paths.has(path) && !files.some((file) => file.path.startsWith(folder)))
      throw new UsageError(`--leave-out: the folder has no file ${path}.`);
  }
}

/**
 * What a file is that does not belong into a package, by its own name or by that of the file that a symlink leads to.
 */
function kindOf({ path, target }: FileBelow): LeftOutKind | undefined {
  return leftOutKind(path) ?? (target === undefined ? undefined : leftOutKind(target));
}

function leftOutNotes(files: readonly FileBelow[]): string[] {
  const byKind = new Map<LeftOutKind, string[]>();
  for (const file of files) {
    const kind = kindOf(file);
    if (kind) byKind.set(kind, [...(byKind.get(kind) ?? []), file.path]);
  }
  return [...byKind].map(([kind, paths]) => {
    const { name, why } = LEFT_OUT[kind];
    // Each of them, because somebody may need one: a certificate is called like a key.
    if (kind === 'secret')
      return `Left out: ${paths.join(', ')} (${name.toLowerCase()}). ${why} --keep PATH packs one all the same.`;
    return leftOut(paths, `${name}: ${why}`);
  });
}

function searchNotes(taken: readonly FileBelow[], { found, unread }: SecretSearch): string[] {
  const kept = taken.flatMap(({ path }) => {
    const secrets = found.get(path);
    return secrets ? `${path} was packed, and may contain secrets: ${phrasesText(secrets)}.` : [];
  });
  const limits = `${MAX_SECRET_BYTES >> 20} MiB each and ${MAX_SEARCHED_BYTES >> 20} MiB in all`;
  const large = taken.flatMap(({ path }) => (unread.has(path) ? path : []));
  if (large.length === 0) return kept;
  return [...kept, `Not fully searched for secrets: ${named(large)}. Only files of up to ${limits} are.`];
}

function phrasesText(secrets: readonly Secret[]): string {
  return secretPhrases(secrets).join('; ');
}

/** Names of files that a note gives. */
const MAX_NAMED = 3;

function named(paths: readonly string[]): string {
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : '';
  return `${paths.slice(0, MAX_NAMED).join(', ')}${more}`;
}

/** A note about files that are not packed. It names the first ones. */
export function leftOut(paths: readonly string[], why: string): string {
  return `Left out: ${named(paths)}. ${why}`;
}
