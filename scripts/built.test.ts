import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUILD_INPUTS } from './built.mjs';

it('a build is out of date when a script that it runs was changed', () => {
  const importsOf = (file: string) =>
    [...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(/from '\.\/(?:scripts\/)?([\w-]+\.ts)'/g)].map(
      ([, name]) => `scripts/${name}`,
    );
  const used = new Set(importsOf('../vite.config.ts'));
  for (const script of used) for (const next of importsOf(`../${script}`)) used.add(next);
  expect(used.size).toBeGreaterThan(0);
  expect(BUILD_INPUTS).toEqual(expect.arrayContaining([...used]));
});
