import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, FIXTURES } from './support.ts';

/** What other people's readers say of a file or folder: whether it opens, and how bad the worst is that they find. */
interface Verdict {
  opens: boolean;
  severity: 'ok' | 'warning' | 'error';
}

/**
 * Files or folders of a kind that others made, with their paths and verdicts: one of each verdict and file extension.
 * The unit tests of the formats (`neighbours.test.ts`, `sharded.test.ts`) open all of them.
 */
export function neighbours(kind: string): (Verdict & { path: string; name: string })[] {
  const expected: Record<string, Verdict> = JSON.parse(readFileSync(`${FIXTURES}neighbours/expected.json`, 'utf8'));
  const chosen = new Map<string, Verdict & { path: string; name: string }>();
  for (const [path, { opens, severity }] of Object.entries(expected)) {
    const like = `${opens} ${severity} ${extname(path)}`;
    if (!path.startsWith(`${kind}/`) || chosen.has(like)) continue;
    chosen.set(like, { opens, severity, path: `${FIXTURES}neighbours/${path}`, name: basename(path) });
  }
  return [...chosen.values()];
}

/** Shows the Problems tab of the open package, and finds there what others say, and nothing worse. */
export async function expectVerdict(page: Page, { severity }: Verdict, path: string): Promise<void> {
  await page.getByRole('tab', { name: /^Problems/ }).click();
  const found = page.getByRole('list', { name: 'Problems', exact: true });
  if (severity === 'ok') await expect(found.locator('[data-severity="warning"]'), path).toHaveCount(0);
  else await expect(found.locator(`[data-severity="${severity}"]`).first(), path).toBeVisible();
  if (severity !== 'error') await expect(found.locator('[data-severity="error"]'), path).toHaveCount(0);
}
