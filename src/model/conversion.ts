import { formatNumberOf } from '../base/amounts.ts';
import { baseName } from './file/file-name.ts';
import { inUsualCase } from './license.ts';
import type { MakerAbout } from './maker.ts';
import type { LeftBehind, Package, PackageFile } from './package.ts';

/** What the metadata file of a new package gets of an open one, and what it does not get. */
export function aboutPackage({ conversion = {}, ...pkg }: Package): MakerAbout {
  const license = conversion.license ?? pkg.license;
  const { left = [], inputs = pkg.inputs, outputs = pkg.outputs } = conversion;
  return {
    summary: conversion.summary ?? pkg.summary,
    description: conversion.description ?? pkg.description,
    license: license === undefined ? undefined : inUsualCase(license),
    repository: conversion.repository ?? pkg.repository,
    homepage: conversion.homepage ?? pkg.homepage,
    tags: conversion.tags,
    inputs,
    outputs,
    notes: conversion.notes,
    left: [...left, ...casesOf(pkg)],
  };
}

/** What a new package is called. */
export function nameOfConverted({ title, name, conversion }: Package): string {
  return title ?? conversion?.title ?? baseName(name).replace(/\.[^.]{1,16}$/, '');
}

/** Whether the package itself says what its model is called. */
export function isNamed({ title, conversion }: Package): boolean {
  return (title ?? conversion?.title) !== undefined;
}

function casesOf({ examples, selfTests }: Pick<Package, 'examples' | 'selfTests'>): LeftBehind[] {
  const of = (count: number, what: string): LeftBehind[] =>
    count === 0
      ? []
      : [{ what: formatNumberOf(count, what), names: [], why: 'You can make new ones when it is open.' }];
  return [...of(examples.length, 'example'), ...of(selfTests.length, 'self-test')];
}

/** Why files of an open package are not taken, each as the beginning of a sentence and a sentence. */
const UNTAKEN = {
  symlink: { what: 'Symlinks', why: 'A new package has only files.' },
  linked: { what: 'Linked files', why: 'The package has only their URLs.' },
  missing: { what: 'Missing files', why: 'The package lists them but does not contain them.' },
  shadowed: { what: 'Duplicate files', why: 'Only the one in effect is taken.' },
  unsafe: { what: 'Files with unsafe names', why: 'Their paths lead out of the package.' },
} as const;

function untakenKind({ size, shadowed, unsafe, kind, link }: PackageFile): keyof typeof UNTAKEN | undefined {
  if (unsafe) return 'unsafe';
  if (shadowed) return 'shadowed';
  if (kind === 'symlink') return 'symlink';
  if (size !== undefined) return undefined;
  return link ? 'linked' : 'missing';
}

/** The files of an open package that a new one can have, with their sizes in bytes. */
export function takenFiles(files: readonly PackageFile[]): { path: string; size: number }[] {
  return files.flatMap((file) => {
    const { path, size } = file;
    return size === undefined || untakenKind(file) ? [] : { path, size };
  });
}

/** The files that an open package lists and a new one cannot have. */
export function untakenFiles(files: readonly PackageFile[]): LeftBehind[] {
  const kinds = Object.keys(UNTAKEN) as (keyof typeof UNTAKEN)[];
  return kinds.flatMap((kind) => {
    const names = files.flatMap((file) => (untakenKind(file) === kind ? file.path : []));
    return names.length === 0 ? [] : { ...UNTAKEN[kind], names };
  });
}

/** Names that a sentence lists. */
const MAX_NAMED = 5;

/** What is left behind and why, in a line: "Author (general.author): a new package has no place for it." */
export function leftText({ what, names, why }: LeftBehind): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  const list = names.length === 0 ? '' : ` (${names.slice(0, MAX_NAMED).join(', ')}${more})`;
  return `${what}${list}. ${why}`;
}
