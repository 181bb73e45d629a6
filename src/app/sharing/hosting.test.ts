import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { corsHelp } from '../../model/link/cors.ts';

test('the page and docs/hosting.md give the same settings', () => {
  const text = readFileSync(new URL('../../../docs/hosting.md', import.meta.url), 'utf8');
  const settings = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => JSON.parse(json) as unknown);
  expect(settings).toEqual(
    ['https://b.s3.amazonaws.com/a', 'https://storage.googleapis.com/b/a'].map((url) =>
      JSON.parse(corsHelp(url).setting ?? ''),
    ),
  );
  for (const line of (corsHelp('https://models.example/a').setting ?? '').split('\n')) expect(text).toContain(line);
});
