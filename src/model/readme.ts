import { decodeUtf8 } from '../base/bytes.ts';
import { MAX_README_BYTES } from '../base/limits.ts';
import { type FrontMatter, splitFrontMatter } from './front-matter.ts';
import { namedLicenses } from './license.ts';
import type { MakerAbout } from './maker.ts';
import type { LeftBehind } from './package.ts';

/** What the README of a folder says of its model. */
export interface Readme {
  /** Its path: a name at the top of the folder. */
  path: string;
  /** Markdown, without what stands before it between two lines of `---`. May be empty. */
  markdown: string;
  /** As the front matter of a model card has them (Hugging Face, "Model card metadata"). */
  name?: string;
  license?: string;
  summary?: string;
  repository?: string;
  homepage?: string;
  /** The key of its page on Hugging Face: "text-generation". */
  task?: string | undefined;
  tags: readonly string[];
  /** Its other keys. */
  left: readonly LeftBehind[];
}

/** The README at the top of a folder. Undefined where there is none. */
export function readmePath(paths: readonly string[]): string | undefined {
  return paths.find((path) => /^readme\.(?:md|markdown)$/i.test(path));
}

/**
 * What a README says. Undefined where it is longer than `MAX_README_BYTES`, or is not UTF-8. Loads the list of licenses
 * where it names one.
 */
export async function parseReadme(path: string, bytes: Uint8Array): Promise<Readme | undefined> {
  const text = bytes.length > MAX_README_BYTES ? undefined : decodeUtf8(bytes);
  if (text === undefined) return undefined;
  const { matter, body } = splitFrontMatter(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  const markdown = body.trim();
  const rows = new Map(matter && 'rows' in matter ? matter.rows.map(({ key, value }) => [key, value]) : []);
  const name = oneLine(rows.get('model_name')) ?? oneLine(indexedName(rows.get('model-index')));
  const license = await licenseOf(rows);
  const of = (...keys: string[]) => keys.map((key) => oneLine(rows.get(key))).find((value) => value !== undefined);
  return {
    path,
    markdown,
    name,
    license,
    summary: of('summary', 'short_description', 'description'),
    repository: of('repository', 'repo'),
    homepage: of('homepage', 'url'),
    task: of('pipeline_tag'),
    tags: tagsOf(rows),
    left: leftOf(path, matter, rows),
  };
}

/** Keys whose values the page of a model on Hugging Face shows as its tags. */
const TAG_KEYS = ['tags', 'pipeline_tag', 'library_name', 'language'];

/** Keys that are read, and those that are about the license as well. */
const READ_KEYS: ReadonlySet<string> = new Set([
  ...['model_name', 'license', 'summary', 'short_description', 'description', 'repository', 'repo', 'homepage', 'url'],
  ...TAG_KEYS,
]);

/** Tags of one README. Those of models have some dozens. */
const MAX_TAGS = 100;

function tagsOf(rows: ReadonlyMap<string, string>): string[] {
  const words = TAG_KEYS.flatMap((key) => oneLine(rows.get(key))?.split(',') ?? []).map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))].slice(0, MAX_TAGS);
}

function leftOf(path: string, matter: FrontMatter | undefined, rows: ReadonlyMap<string, string>): LeftBehind[] {
  const what = `Metadata of ${path}`;
  if (matter && 'text' in matter) return [{ what, names: [], why: 'It is not a list of keys and values.' }];
  const names = [...rows.keys()].filter((key) => !READ_KEYS.has(key));
  return names.length === 0 ? [] : [{ what, names, why: 'A new package has no place for it. It stays in the file.' }];
}

/** The name of the first model that `model-index` lists. */
function indexedName(index: string | undefined): string | undefined {
  return /^- name:[ \t]*(.+)$/m
    .exec(index ?? '')?.[1]
    ?.trim()
    .replace(/^(['"])(.*)\1$/, '$2');
}

/** Values of `license` that say nothing. `license_name` may then. */
const NO_LICENSE = /^(?:other|unknown)$/i;

/**
 * The license, with the names of SPDX as its list writes them. Undefined where several are listed, to choose from.
 */
async function licenseOf(rows: ReadonlyMap<string, string>): Promise<string | undefined> {
  const stated = oneLine(rows.get('license'));
  const text = stated !== undefined && NO_LICENSE.test(stated) ? oneLine(rows.get('license_name')) : stated;
  if (text === undefined || text.includes(',')) return undefined;
  const [only, ...more] = (await namedLicenses(text)) ?? [];
  return only && more.length === 0 && only.id.toLowerCase() === text.toLowerCase() ? only.id : text;
}

function oneLine(value: string | undefined): string | undefined {
  const text = value?.trim() ?? '';
  return text === '' || text.includes('\n') ? undefined : text;
}

/** What a new package says of itself: what it is made of says so, and its README where that says nothing. */
export function aboutWithReadme(
  about: MakerAbout | undefined,
  readme: Omit<Readme, 'path' | 'markdown'>,
  description: string,
): MakerAbout {
  const first = (own: string | undefined, other: string | undefined) => (own?.trim() ? own : other);
  return {
    inputs: [],
    outputs: [],
    ...about,
    description: first(about?.description, description),
    license: first(about?.license, readme.license),
    summary: first(about?.summary, readme.summary),
    repository: first(about?.repository, readme.repository),
    homepage: first(about?.homepage, readme.homepage),
    tags: [...new Set([...(about?.tags ?? []), ...readme.tags])],
    left: [...(about?.left ?? []), ...readme.left],
  };
}
