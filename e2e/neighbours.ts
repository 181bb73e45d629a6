import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, FIXTURES } from './support.ts';

/** What other people's readers say of a file or folder: whether it opens, and how bad the worst is that they find. */
interface Verdict {
  opens: boolean;
  severity: 'ok' | 'warning' | 'error';
}

/** Every file or folder of a kind that others made, with its path and its verdict. */
export function neighbours(kind: string): (Verdict & { path: string; name: string })[] {
  const expected: Record<string, Verdict> = JSON.parse(readFileSync(`${FIXTURES}neighbours/expected.json`, 'utf8'));
  const cases = Object.entries(expected)
    .filter(([path]) => path.startsWith(`${kind}/`))
    .map(([path, verdict]) => ({ ...verdict, path: `${FIXTURES}neighbours/${path}`, name: basename(path) }));
  expect(cases.map(({ name }) => name).sort()).toEqual(readdirSync(`${FIXTURES}neighbours/${kind}`).sort());
  return cases;
}

/** Shows the Problems tab of the open package, and finds there what others say, and nothing worse. */
export async function expectVerdict(page: Page, { severity }: Verdict, path: string): Promise<void> {
  await page.getByRole('tab', { name: /^Problems/ }).click();
  const found = page.getByRole('list', { name: 'Problems', exact: true });
  if (severity === 'ok') await expect(found.locator('[data-severity="warning"]'), path).toHaveCount(0);
  else await expect(found.locator(`[data-severity="${severity}"]`).first(), path).toBeVisible();
  if (severity !== 'error') await expect(found.locator('[data-severity="error"]'), path).toHaveCount(0);
}
