import type { Conversion, LeftBehind } from '../../../model/package.ts';
import type { ModelConfig } from './config.ts';
import type { LayerKind } from './media-type.ts';
import type { Model } from './model.ts';
import type { Texts } from './texts.ts';

/** How the texts of licenses begin, once white space is one space, and what SPDX calls these. */
const LICENSES: readonly (readonly [start: RegExp, id: string])[] = [
  [/^apache license,? version 2\.0\b/i, 'Apache-2.0'],
  [/^(?:the )?mit license\b/i, 'MIT'],
  [/^bsd 3-clause license\b/i, 'BSD-3-Clause'],
  [/^bsd 2-clause\b/i, 'BSD-2-Clause'],
  [/^mozilla public license version 2\.0\b/i, 'MPL-2.0'],
  [/^(?:creative commons )?attribution-noncommercial 4\.0 international\b/i, 'CC-BY-NC-4.0'],
  [/^(?:creative commons )?attribution-sharealike 4\.0 international\b/i, 'CC-BY-SA-4.0'],
  [/^(?:creative commons )?attribution 4\.0 international\b/i, 'CC-BY-4.0'],
];

/** Characters of the first line of a license that name one of others. */
const MAX_LICENSE_LINE = 80;

/** The texts that the description of a new package gets, with the words of its fences. */
const SECTIONS: readonly (readonly [kind: LayerKind, title: string, language: string])[] = [
  ['system', 'System message', 'text'],
  ['template', 'Template', 'text'],
  ['params', 'Parameters', 'json'],
  ['messages', 'Messages', 'json'],
];

/**
 * What a model says of itself for a package of another format: its license where the text is one of the usual ones, and
 * its other texts as the description. What the weights say comes first.
 *
 * @param weights what their file says, where it was looked into
 */
export function conversionOf(
  { layers }: Model,
  { texts }: Texts,
  { facts }: ModelConfig,
  weights: Conversion = {},
): Conversion {
  const textsOf = (kind: LayerKind) => layers.flatMap(({ type, sha256 }) => (type.kind === kind ? (sha256 ?? []) : []));
  const left: LeftBehind[] = [...(weights.left ?? [])];
  const sections = SECTIONS.flatMap(([kind, title, language]) =>
    textsOf(kind).flatMap((sha256) => {
      const text = texts.get(sha256);
      if (text !== undefined) return text.trim() === '' ? [] : `## ${title}\n\n${fenced(text, language)}`;
      left.push({ what: title, names: [], why: 'Its text is missing, or too long to be read. It stays in its file.' });
      return [];
    }),
  );
  const licenses = textsOf('license').map((sha256) => oneLine(texts.get(sha256) ?? ''));
  const ids = [...new Set(licenses.flatMap((text) => LICENSES.find(([start]) => start.test(text))?.[1] ?? []))];
  const license = weights.license ?? (ids.length === 1 && licenses.length === 1 ? ids[0] : undefined);
  if (license === undefined && licenses.length > 0) {
    const names = licenses.flatMap((text) => text.slice(0, MAX_LICENSE_LINE).trim() || []);
    left.push({
      what: 'License',
      names,
      why: 'Its text is not one that a short name is known for. It stays in its file.',
    });
  }
  if (facts.length > 0) {
    const why = 'A new package has no place for it. It stays in its file.';
    left.push({ what: 'Configuration', names: facts.map(({ label }) => label), why });
  }
  const description = [weights.description?.trim() ?? '', ...sections].filter((part) => part !== '').join('\n\n');
  return { ...weights, license, description: description || undefined, left };
}

function oneLine(text: string): string {
  return text.slice(0, 1000).replace(/\s+/g, ' ').trim();
}

/** A text as a block of code, between fences that are longer than any in it (CommonMark, 4.5). */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}
