import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { useStoredSetting } from './stored-setting.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser that stores these texts by key, and counts how often they are read. */
function storing(texts: Record<string, string>) {
  const getItem = vi.fn((key: string) => texts[key] ?? null);
  vi.stubGlobal('window', { localStorage: { getItem } });
  return getItem;
}

const wordOf = (stored: unknown) => (typeof stored === 'string' ? stored : 'none');

function Word({ name }: { name: string }) {
  return useStoredSetting(name, wordOf)[0];
}

test('a stored setting is read once, however often it is rendered, and also where there is none', () => {
  const getItem = storing({ 'boxcutter-once': '"wide"' });
  for (const _ of [1, 2, 3]) {
    expect(renderToStaticMarkup(<Word name="once" />)).toBe('wide');
    expect(renderToStaticMarkup(<Word name="never" />)).toBe('none');
  }
  expect(getItem.mock.calls).toEqual([['boxcutter-once'], ['boxcutter-never']]);
});

test('what is stored is not parsed where it is longer than a setting can be', () => {
  const of = (length: number) => JSON.stringify('a'.repeat(length - 2));
  storing({ 'boxcutter-long': of(64 * 1024), 'boxcutter-longer': of(64 * 1024 + 1) });
  expect(renderToStaticMarkup(<Word name="long" />)).toHaveLength(64 * 1024 - 2);
  expect(renderToStaticMarkup(<Word name="longer" />)).toBe('none');
});
