import type { Conversion } from '../../../model/package.ts';

/**
 * Keys of `__metadata__` that say something of the model, the first that is there counts. The format names none: these
 * are those of Stability AI's ModelSpec 1.0.1, and the same words alone, as people write them.
 */
const KEYS = {
  title: ['modelspec.title', 'title', 'name', 'model_name'],
  description: ['modelspec.description', 'description'],
  summary: ['summary', 'short_description'],
  license: ['modelspec.license', 'license'],
  homepage: ['homepage', 'url'],
  repository: ['repository', 'repo', 'repo_url'],
  tags: ['modelspec.tags', 'tags', 'keywords'],
} as const;

/** What `__metadata__` says of the model, and the keys that no other format has a place for. */
export function conversionOf(metadata: readonly { key: string; value: string }[]): Conversion {
  const values = new Map(metadata.toReversed().map(({ key, value }) => [key, value]));
  const taken = new Set<string>();
  const of = (field: keyof typeof KEYS): string | undefined => {
    const key = KEYS[field].find((each) => values.get(each)?.trim());
    if (key === undefined) return undefined;
    taken.add(key);
    return values.get(key)?.trim();
  };
  const said = {
    title: of('title'),
    description: of('description'),
    summary: of('summary'),
    license: of('license'),
    homepage: of('homepage'),
    repository: of('repository'),
    tags: of('tags')
      ?.split(',')
      .flatMap((tag) => tag.trim() || []),
  };
  const names = [...new Set(metadata.map(({ key }) => key))].filter((key) => !taken.has(key));
  const why = 'A new package has no place for them. They stay in the file.';
  return { ...said, left: names.length === 0 ? [] : [{ what: 'Metadata of the header', names, why }] };
}
