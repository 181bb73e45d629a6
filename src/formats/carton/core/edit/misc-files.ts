import { formatNumberOf } from '../../../../base/amounts.ts';
import type { FileDigest } from '../../../../base/file-digest.ts';
import { quote } from '../../../../base/text.ts';
import type { FileChange } from '../../../../model/draft.ts';
import { applyEdits, type Edit, type FieldStep } from '../../../../model/edit/edit.ts';
import { type FieldPath, type FieldValue, type FieldValues, isTable, valueAt } from '../../../../model/edit/field.ts';
import { type IsThere, isThereIn, withFileChanges } from '../../../../model/file/file-changes.ts';
import { baseName, savedName } from '../../../../model/file/file-name.ts';
import type { MediaType } from '../../../../model/file/media.ts';
import { fileNameProblem, TakenNames } from '../../../../model/file/name-problem.ts';
import type { Package } from '../../../../model/package.ts';
import { MISC_PREFIX } from '../paths.ts';
import { referencesTo } from './file-references.ts';
import { type SpecSide, setBinding } from './steps.ts';

/** The folder of the files that texts and examples show (format document, "misc"). */
const MISC = 'misc/';

/** A file that is put into `misc/` by the step that refers to it. */
export interface MiscFile {
  readonly path: string;
  readonly blob: Blob;
  readonly digest?: FileDigest;
}

/** Extensions for files whose names have none, as that of a pasted picture may. */
const EXTENSIONS: Readonly<Partial<Record<MediaType, string>>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'image/avif': '.avif',
  'image/bmp': '.bmp',
  'image/svg+xml': '.svg',
  'audio/mpeg': '.mp3',
  'audio/wav': '.wav',
  'audio/ogg': '.ogg',
  'audio/flac': '.flac',
  'audio/mp4': '.m4a',
};

/** Attempts to find a free name: one for each name that is taken. */
const MAX_TRIES = 10_000;

/**
 * Paths in `misc/` for new files: each with its own name, without what a file system, Markdown or a URL could misread,
 * and with a number where another file has that name, or one that looks the same.
 *
 * @param taken the paths of all files
 */
export function miscPaths(files: readonly { name: string; type: MediaType }[], taken: readonly string[]): string[] {
  const all = [...taken];
  return files.map(({ name, type }) => {
    const path = freePath(MISC, miscName(name, type), new TakenNames(all));
    all.push(path);
    return path;
  });
}

function miscName(name: string, type: MediaType): string {
  const plain = savedName(
    name
      .normalize('NFC')
      .replace(/[\s#%?@&]+/g, '-')
      .replace(/^-+|-+$/g, ''),
  );
  const extension = EXTENSIONS[type] ?? '';
  const whole = /\.[^.]+$/.test(plain) ? plain : `${plain}${extension}`;
  // It may have invisible characters, for example.
  return fileNameProblem(`${MISC}${whole}`, new TakenNames([])) ? `file${extension}` : whole;
}

/** A path in a folder for a new file: with a number where another file has that name, or one that looks the same. */
export function freePath(folder: string, name: string, taken: TakenNames): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 1; number < MAX_TRIES; number++) {
    const path = `${folder}${stem}${number === 1 ? '' : `-${number}`}${extension}`;
    if (!fileNameProblem(path, taken)) return path;
  }
  return `${folder}${stem}-${Date.now()}${extension}`;
}

/**
 * A step that refers to new files, and puts them into the package too. It is a step of its own: what is typed before
 * and after it is not joined to it.
 *
 * @param where what refers to them, in words: "the description"
 * @param replaced a file that one of them replaces, which the step removes
 */
export function withMiscFiles(
  { edits }: Pick<FieldStep, 'edits'>,
  files: readonly MiscFile[],
  where: string,
  changes: readonly FileChange[],
  isThere: IsThere,
  replaced?: string,
): FieldStep {
  const [first] = files;
  const isOne = first !== undefined && files.length === 1;
  const what = isOne ? quote(baseName(first.path)) : formatNumberOf(files.length, 'file');
  const old = replaced === undefined ? '' : quote(baseName(replaced));
  const name = `Add ${what} to ${where}`;
  const acts = files.map(({ path, blob, digest }): FileChange => ({ kind: 'put', path, blob, digest }));
  if (replaced !== undefined) acts.push({ kind: 'remove', path: replaced });
  return {
    name: old === '' ? name : isOne ? `Replace ${old} with ${what} in ${where}` : `${name} and remove ${old}`,
    edits,
    files: withFileChanges(changes, acts, isThere),
  };
}

/**
 * The edits that make files the values of an example.
 *
 * @param names the inputs or outputs that get them, one for each file
 */
export function exampleFileEdits(
  values: FieldValues,
  index: number,
  side: SpecSide,
  names: readonly string[],
  files: readonly Pick<MiscFile, 'path'>[],
): Edit[] {
  const edits: Edit[] = [];
  let now = values;
  for (const [at, { path }] of files.entries()) {
    const step = setBinding(now, { list: 'example', index, side }, names[at] as string, `@${path}`);
    if (!step) continue;
    edits.push(...step.edits);
    now = applyEdits(now, step.edits);
  }
  return edits;
}

/**
 * The file in `misc/` that a value of an example is, and that nothing refers to once the edits give the value another
 * file. Undefined where there is none.
 *
 * @param pkg the package with the changes made so far
 */
export function unusedAfter(
  values: FieldValues,
  edits: readonly Edit[],
  value: FieldPath,
  pkg: Package,
): string | undefined {
  const old = valueAt(values, value);
  if (typeof old !== 'string' || !old.startsWith(MISC_PREFIX)) return undefined;
  const path = old.slice(1);
  const after = applyEdits(values, edits);
  if (!isThereIn(pkg.files)(path)) return undefined;
  if (referencesTo(after, [path], pkg).size > 0 || mentions(after, path)) return undefined;
  return path;
}

/** Whether a text in the values names a file, also in fields that the format does not know. */
function mentions(value: FieldValue, path: string): boolean {
  if (typeof value === 'string') {
    for (let at = value.indexOf(path); at >= 0; at = value.indexOf(path, at + 1))
      // The name of another file may go on: `a.png.txt`, `a_10`.
      if (!/^(?:[\w-]|\.\w)/.test(value.slice(at + path.length, at + path.length + 2))) return true;
    return false;
  }
  if (Array.isArray(value)) return value.some((item) => mentions(item, path));
  return isTable(value) && Object.values(value).some((item) => mentions(item as FieldValue, path));
}

/**
 * The inputs or outputs of an example that new files are the values of: the chosen one, then those of the schema that
 * have no value yet, then new ones with the files' names.
 */
export function namesForFiles(
  paths: readonly string[],
  chosen: string | undefined,
  schema: readonly string[],
  given: readonly string[],
): string[] {
  const used = new Set(given);
  const free = [
    ...(chosen === undefined ? [] : [chosen]),
    ...schema.filter((name) => !used.has(name) && name !== chosen),
  ];
  for (const name of free) used.add(name);
  return paths.map((path) => {
    const next = free.shift();
    if (next !== undefined) return next;
    const stem = baseName(path).replace(/\.[^.]*$/, '');
    let name = stem;
    for (let number = 2; used.has(name); number++) name = `${stem}_${number}`;
    used.add(name);
    return name;
  });
}
