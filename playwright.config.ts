import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium, findHeadlessShell } from './scripts/chromium.mjs';

/** PORT chooses another one, so that two copies of the repository can run their tests at once. */
const PORT = Number(process.env.PORT ?? 4319);
const ORIGIN = `http://localhost:${PORT}`;

const executablePath = await findChromium();
if (!executablePath) throw new Error('No Chromium was found. npm test installs one, or says what to do.');
const headlessShell = findHeadlessShell();

/** The tag of tests of what the browser around the page does: its dialogs, its files, permissions, the clipboard. */
const WHOLE_BROWSER = /@whole-browser/;

/**
 * What Chromium itself leaves out. It obeys the last `--disable-features` alone, so those of Playwright 1.65 are here
 * too.
 */
const DISABLED_FEATURES = [
  // Pages of the browser's own address bar. Each window loads both, which takes longer than to load the page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // Playwright's.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

const ARGS = [
  ...CHROMIUM_ARGS,
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  // No page of a test lives long enough for what V8's slowest compiler takes: an eighth of all processor time.
  '--js-flags=--no-opt',
];

/**
 * Tests the production build, served with its own headers. `npm test` and `npm run test:e2e` build it
 * first.
 */
export default defineConfig({
  testDir: 'e2e',
  // They run in other browsers, by a configuration of their own.
  testIgnore: 'browsers/**',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  // A machine that others load can be late once. scripts/test.mjs names each test that needed a second try: a test that
  // needs one often is broken. On a machine of one's own there is none.
  retries: process.env.CI ? 1 : 0,
  // More than the cores of most machines that test: about a quarter of a test's time, it waits.
  workers: 4,
  fullyParallel: true,
  // Both only end what hangs: a test is a story of many steps, and may wait for three others.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  // Limits the whole run, so that a hang ends with a report.
  globalTimeout: 50 * 60_000,
  reporter: [['list'], ['json', { outputFile: '.cache/browser.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: ORIGIN,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // A trace of every step takes a third of the time. TRACE=1 keeps the traces of tests that fail.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath,
      args: ARGS,
    },
  },
  // Without a headless shell, the whole browser runs all.
  projects: headlessShell
    ? [
        { name: 'whole browser', grep: WHOLE_BROWSER },
        {
          name: 'headless shell',
          grepInvert: WHOLE_BROWSER,
          use: { launchOptions: { executablePath: headlessShell, args: ARGS } },
        },
      ]
    : [{ name: 'whole browser' }],
  webServer: {
    command: `node scripts/serve.mjs --port ${PORT}`,
    url: ORIGIN,
    reuseExistingServer: false,
    timeout: 20_000,
  },
});
