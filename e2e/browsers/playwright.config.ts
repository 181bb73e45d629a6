import { defineConfig } from '@playwright/test';
import type { Engine } from './installed.ts';

/** Journeys in Firefox and WebKit, which have drivers of their own: Playwright's runner tells the journeys alone. */
export default defineConfig<{ engine: Engine }>({
  testDir: '.',
  outputDir: '../../test-results/browsers',
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0,
  // One browser after the other: two at once take as long on two cores, and each is late more often.
  workers: 1,
  // It only ends what hangs: the browser starts within the first journey.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  globalTimeout: 10 * 60_000,
  reporter: [['list'], ['json', { outputFile: '../../.cache/browsers.json' }]],
  projects: [
    { name: 'Firefox', use: { engine: 'firefox' } },
    { name: 'WebKit', use: { engine: 'webkit' } },
  ],
});
