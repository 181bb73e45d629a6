import type { SpdxExpression } from 'spdx-expression-parse';

/** A license that an expression names. */
export interface NamedLicense {
  /** As the expression writes it: `Apache-2.0`. */
  id: string;
  /** SPDX's name for it. A `LicenseRef-…` has none: only its author can explain it. */
  name?: string;
  /** SPDX's page about it. */
  href?: string;
}

/** Limit for the parser, which recurses. Real expressions have at most some hundred characters. */
const MAX_EXPRESSION_LENGTH = 1000;

/** Whether a text is an SPDX license expression. Loads SPDX's lists, unless it is one of the usual licenses. */
export async function isLicenseExpression(text: string): Promise<boolean> {
  return USUAL.includes(text) || (await parsed(text)) !== undefined;
}

/** The text, and one of the usual licenses as SPDX writes it: others write `apache-2.0` and `mit`. */
export function inUsualCase(license: string): string {
  return USUAL.find((id) => id.toLowerCase() === license.trim().toLowerCase()) ?? license;
}

async function parsed(text: string): Promise<SpdxExpression | undefined> {
  if (text.length > MAX_EXPRESSION_LENGTH) return undefined;
  const { default: parse } = await import('spdx-expression-parse');
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The licenses of an SPDX expression, each once, in order, with their names in any case, as `apache-2.0`. Undefined for
 * any other text, which a package may have too (the format's document, "license"). Loads the list of names, 26 KB, on
 * the first call.
 */
export async function namedLicenses(text: string): Promise<NamedLicense[] | undefined> {
  const [exact, { default: list }] = await Promise.all([parsed(text), import('spdx-license-list')]);
  const expression = exact ?? (await parsed(inListedCase(text, Object.keys(list))));
  if (!expression) return undefined;
  return [...new Set(licensesOf(expression))].map((id) => {
    const known = Object.hasOwn(list, id) ? list[id] : undefined;
    return known ? { id, name: known.name, href: `https://spdx.org/licenses/${id}.html` } : { id };
  });
}

/** The text with the names of licenses as the list writes them: readers compare them in any case (SPDX 2.3, D.2). */
function inListedCase(text: string, ids: readonly string[]): string {
  if (text.length > MAX_EXPRESSION_LENGTH) return text;
  const listed = new Map(ids.map((id) => [id.toLowerCase(), id]));
  return text.replace(/[\w.-]+/g, (word) => listed.get(word.toLowerCase()) ?? word);
}

/** The licenses that most models have, the most usual first. */
const USUAL: readonly string[] = [
  ...['Apache-2.0', 'MIT', 'BSD-3-Clause', 'BSD-2-Clause', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'CC-BY-NC-4.0'],
  ...['CC-BY-NC-SA-4.0', 'CC-BY-NC-ND-4.0', 'CC-BY-ND-4.0', 'CC0-1.0', 'GPL-3.0-only', 'GPL-3.0-or-later'],
  ...['LGPL-3.0-only', 'LGPL-3.0-or-later', 'AGPL-3.0-only', 'AGPL-3.0-or-later', 'GPL-2.0-only'],
  ...['GPL-2.0-or-later', 'MPL-2.0', 'ISC', 'Unlicense'],
];

/**
 * All licenses of SPDX's list: the usual ones, then the others by name, then those that SPDX calls deprecated. Of one
 * license, the newest version comes first.
 */
export async function licenseChoices(): Promise<Required<Pick<NamedLicense, 'id' | 'name'>>[]> {
  const { default: list } = await import('spdx-license-list');
  const rank = (id: string) => {
    const usual = USUAL.indexOf(id);
    if (usual >= 0) return usual;
    return id.endsWith('+') || Object.hasOwn(list, `${id}-only`) ? USUAL.length + 1 : USUAL.length;
  };
  return Object.entries(list)
    .map(([id, { name }]) => ({ id, name, rank: rank(id), ...versioned(id) }))
    .sort(
      (a, b) => a.rank - b.rank || compare(a.stem, b.stem) || BY_NUMBER(b.version, a.version) || compare(a.id, b.id),
    )
    .map(({ id, name }) => ({ id, name }));
}

const BY_NUMBER = new Intl.Collator('en', { numeric: true }).compare;

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function versioned(id: string): { stem: string; version: string } {
  const parts = /^(.+?)-(\d[\d.]*)/.exec(id);
  return { stem: (parts?.[1] ?? id).toLowerCase(), version: parts?.[2] ?? '' };
}

function licensesOf(expression: SpdxExpression): string[] {
  if ('license' in expression) return [expression.license];
  return [...licensesOf(expression.left), ...licensesOf(expression.right)];
}
