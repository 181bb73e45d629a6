import type { Conversion, LeftBehind } from '../../../model/package.ts';
import { aboutModel, HeaderValues } from './facts.ts';
import type { KeyValue } from './header/key-value.ts';

/** Keys that a new package of another format gets, beside those of `aboutModel`. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['name', 'description', 'license', 'license.name', 'repo_url', 'source.repo_url', 'url', 'source.url', 'tags'].map(
    (key) => `general.${key}`,
  ),
]);

/** What the key-values say of the model, and those that no other format has a place for. */
export function conversionOf(keyValues: readonly KeyValue[]): Conversion {
  const values = new HeaderValues(keyValues);
  const tags = values.get('general.tags')?.list;
  const texts = tags?.first.filter((tag) => typeof tag === 'string') ?? [];
  const left: LeftBehind[] = [];
  const of = (what: string, names: readonly string[]) =>
    names.length > 0 && left.push({ what, names, why: 'A new package has no place for them. They stay in the file.' });
  const keys = [...new Set(keyValues.map(({ key }) => key))].filter((key) => !TAKEN.has(key));
  of(
    'Metadata of the model',
    keys.filter((key) => key.startsWith('general.')),
  );
  of(
    'Key-values of the architecture and the tokenizer',
    keys.filter((key) => !key.startsWith('general.')),
  );
  if (tags && tags.count > texts.length)
    left.push({
      what: 'Further tags',
      names: [],
      why: `Of ${tags.count} tags, ${texts.length} are texts that were read.`,
    });
  return {
    license: aboutModel(values).license ?? values.text('general.license.name'),
    tags: texts,
    left,
  };
}
