import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { CHROMIUM_ARGS } from '../chromium.mjs';
import { serve } from '../serve.mjs';
import type { Example } from './documented.ts';

/**
 * Bundles the example of a worker with Vite, as its reader would, in a folder where the package is installed; opens it
 * in Chromium, and chooses each file in turn. The page must show the same text for all.
 */
export async function runInBrowser(
  executablePath: string,
  folder: string,
  { programs, prints, title }: Example,
  files: readonly string[],
): Promise<void> {
  const [worker = '', page = ''] = programs;
  writeFileSync(join(folder, 'worker.ts'), worker);
  writeFileSync(join(folder, 'page.ts'), page);
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><input type="file"><script type="module" src="/page.ts"></script>',
  );
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { target: 'es2023' },
  });
  writeFileSync(join(folder, 'dist/_headers'), '');
  const server = await serve({ root: join(folder, 'dist'), port: 0 });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const tab = await browser.newPage();
    const failures: string[] = [];
    tab.on('pageerror', ({ message }) => failures.push(message));
    for (const file of files) {
      await tab.goto(`http://localhost:${server.port}/`);
      await tab.locator('input').setInputFiles(file);
      const answer = tab.locator('body', { hasText: /\S/ });
      await answer.waitFor({ timeout: 30_000 }).catch(() => failures.push('No answer came.'));
      assert.deepEqual([await tab.locator('body').textContent(), failures], [prints, []], `${title}: ${file}`);
    }
  } finally {
    await browser.close();
    await server.close();
  }
}
