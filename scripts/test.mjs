// npm test: installs missing packages, then checks everything. The last line is "N passed, N failed[, N skipped]".

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, installPackages, runPackage } from './install.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, names: string[] }} Counts names what did not pass at once */

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = `${root}.cache`;
const UNIT = `${cache}/unit.json`;
// playwright.config.ts and e2e/browsers/playwright.config.ts have these paths too.
const BROWSER = `${cache}/browser.json`;
const BROWSERS = `${cache}/browsers.json`;

/**
 * @param {string} file
 * @returns {any} the parsed report; undefined if the run ended before it wrote one
 */
function report(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The counts of Vitest. A file that could not be loaded has no tests and counts as one failure.
 * @param {any} json
 * @returns {Counts}
 */
function unitCounts(json) {
  const broken = json.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' && !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  );
  const names = json.testResults.flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter((/** @type {any} */ test) => test.status === 'failed')
      .map((/** @type {any} */ test) => `failed: ${relative(root, file.name)}: ${test.fullName}`),
  );
  return {
    passed: json.numPassedTests,
    failed: json.numFailedTests + broken.length,
    skipped: json.numPendingTests + json.numTodoTests,
    names: [...names, ...broken.map((/** @type {any} */ file) => `failed to load: ${relative(root, file.name)}`)],
  };
}

/**
 * The counts of Playwright. In continuous integration, a test that passed on a second try counts as passed and is
 * named. Why tests were skipped is said once for each reason.
 * @param {any} json
 * @returns {Counts}
 */
function browserCounts(json) {
  const { expected, unexpected, flaky, skipped } = json.stats;
  /** @type {string[]} */
  const names = [];
  /** @type {Set<string>} */
  const reasons = new Set();
  const folder = relative(root, json.config.rootDir);
  const walk = (/** @type {any} */ suite) => {
    for (const spec of suite.specs ?? []) {
      for (const { status, projectName, annotations } of spec.tests) {
        const name = `${folder}/${spec.file}: ${spec.title} (${projectName})`;
        if (status === 'unexpected') names.push(`failed: ${name}`);
        if (status === 'flaky') names.push(`passed on the second try: ${name}`);
        for (const { type, description } of status === 'skipped' ? annotations : [])
          if (type === 'skip' && description) reasons.add(`skipped in ${projectName}: ${description}`);
      }
    }
    for (const inner of suite.suites ?? []) walk(inner);
  };
  for (const suite of json.suites) walk(suite);
  return { passed: expected + flaky, failed: unexpected + json.errors.length, skipped, names: [...names, ...reasons] };
}

/** @type {Counts} */
const total = { passed: 0, failed: 0, skipped: 0, names: [] };
/** @type {string[]} */
const broken = [];

/**
 * Runs one step. A step that fails without a failed test counts as one failure, so that the last line agrees with the
 * exit code.
 * @param {string} title
 * @param {() => number | null} action returns the exit code
 * @param {{ file: string, counts: (json: any) => Counts }} [tests]
 */
function step(title, action, tests) {
  console.log(`\n== ${title}`);
  if (tests) rmSync(tests.file, { force: true });
  const start = performance.now();
  const ok = action() === 0;
  console.log(`${title}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  const json = tests && report(tests.file);
  const counts = json ? tests.counts(json) : { passed: 0, failed: 0, skipped: 0, names: [] };
  if (counts.failed === 0 && (!ok || (tests && !json))) counts.failed = 1;
  if (counts.failed > 0) broken.push(title);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  total.names.push(...counts.names);
  return counts.failed === 0;
}

checkNode();
installPackages();
mkdirSync(cache, { recursive: true });

step('types', () => runPackage('typescript/bin/tsc', ['-p', 'tsconfig.json']).status);
step('types of what the worker runs', () => runPackage('typescript/bin/tsc', ['-p', 'tsconfig.worker.json']).status);
step('lint', () => runPackage('@biomejs/biome/bin/biome', ['check', '.']).status);
step('unused', () => runPackage('knip/bin/knip.js', ['--no-progress']).status);
step(
  'unit tests',
  () =>
    runPackage('vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT}`])
      .status,
  {
    file: UNIT,
    counts: unitCounts,
  },
);
const built = step('build', () => runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn']).status);
step('what browsers support', () =>
  built ? runPackage('tsx/dist/cli.mjs', ['scripts/browser-support.ts']).status : 1,
);

/** @type {string | undefined} */
let chromium;
/** @type {string | undefined} */
let headlessShell;
const found = await import('./chromium.mjs')
  .then(async ({ ensureChromium, findHeadlessShell }) => {
    chromium = await ensureChromium();
    headlessShell = findHeadlessShell();
  })
  .then(
    () => undefined,
    (/** @type {Error} */ error) => error,
  );
step(
  'browser tests',
  () => {
    if (found) console.error(found.message);
    if (!built) console.error('Not run: there is no build to test.');
    if (found || !built || !chromium) return 1;
    if (!headlessShell) console.log('No headless shell of Chromium: all run in the whole browser, which takes longer.');
    return runPackage('@playwright/test/cli.js', ['test'], {
      CHROMIUM_PATH: chromium,
      HEADLESS_SHELL_PATH: headlessShell ?? '',
    }).status;
  },
  { file: BROWSER, counts: browserCounts },
);

step(
  'journeys in Firefox and WebKit',
  () =>
    built ? runPackage('@playwright/test/cli.js', ['test', '--config', 'e2e/browsers/playwright.config.ts']).status : 1,
  { file: BROWSERS, counts: browserCounts },
);

// Only where all else is tested: it installs another Node.
if (process.env.CI) {
  step('the package, installed', () =>
    built
      ? runPackage('tsx/dist/cli.mjs', ['scripts/pack-smoke.ts'], {
          CHROMIUM_PATH: chromium ?? '',
          HEADLESS_SHELL_PATH: headlessShell ?? '',
        }).status
      : 1,
  );
}

/** Rows that show that the benchmarks run: they verify, fetch and save. */
const BENCHMARKS = ['files of 2 KB, zstd', 'Requests to the card of a ', 'until the new carton'];

// Only its exit code counts. On a shared machine, times mean nothing.
if (process.env.CI) {
  step('benchmarks, quick', () => {
    if (!built || !chromium) return 1;
    const chosen = BENCHMARKS.flatMap((text) => ['--only', text]);
    return runPackage('tsx/dist/cli.mjs', ['bench/bench.ts', '--quick', '--dist', 'dist', ...chosen], {
      CHROMIUM_PATH: chromium,
    }).status;
  });
}

if (total.names.length > 0) console.log(`\n${total.names.join('\n')}`);
console.log(broken.length === 0 ? '\nEverything passed.' : `\nFailed: ${broken.join(', ')}.`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 ? 0 : 1;
