import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url).pathname;

it('is how widgets and the views of formats write addresses, as the package may lie in another one', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?:widgets|formats\/[^/]+\/view)\/.*\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const direct = files.filter((file) => {
    const text = readFileSync(root + file, 'utf8');
    return /import \{[^}]*\bplaceHref\b[^}]*\} from '[^']*model\/place\.ts'/.test(text);
  });
  expect(direct.filter((file) => !file.startsWith('widgets/place-href') && !file.includes('.test.'))).toEqual([]);
});
