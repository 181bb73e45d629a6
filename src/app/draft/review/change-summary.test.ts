import { expect, test } from 'vitest';
import { textsOf } from '../../../testing/draft.ts';
import { summaryOf } from './change-summary.ts';

const files = [{ kind: 'remove', path: 'a' }] as const;

function summary({ text, values }: { text?: string; values?: unknown }) {
  const texts = text === undefined ? new Map<string, string>() : textsOf(text);
  const doc = { name: undefined, texts: Promise.resolve(texts), renew: false, files, values };
  const draft = { changed: true, texts, firstTexts: texts, pending: false, current: doc };
  return summaryOf(draft, 1, 'MANIFEST', 'carton.toml');
}

test('the changed files of a package without texts are counted, as those of any other', () => {
  expect(summary({})).toBe('1 change');
  expect(summary({ text: '{}', values: {} })).toBe('1 change');
  expect(summary({ text: '{' })).toBe('The text is not TOML');
});
