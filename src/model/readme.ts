import { decodeUtf8 } from '../base/bytes.ts';
import { MAX_README_BYTES } from '../base/limits.ts';
import { splitFrontMatter } from './front-matter.ts';
import { namedLicenses } from './license.ts';
import type { MakerAbout } from './maker.ts';

/** What the README of a folder says of its model. */
export interface Readme {
  /** Its path: a name at the top of the folder. */
  path: string;
  /** Markdown, without what stands before it between two lines of `---`. May be empty. */
  markdown: string;
  /** As the front matter of a model card has them (Hugging Face, "Model card metadata"). */
  name?: string;
  license?: string;
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
  return { path, markdown, name, license };
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
  readme: Pick<Readme, 'license'>,
  description: string,
): MakerAbout {
  return {
    inputs: [],
    outputs: [],
    ...about,
    description: about?.description?.trim() ? about.description : description,
    license: about?.license?.trim() ? about.license : readme.license,
  };
}
