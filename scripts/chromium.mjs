// Finds a Chromium for the browser tests. Installs one if there is none.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The arguments that the tests and the benchmarks give to Chromium. */
export const CHROMIUM_ARGS = [
  // Containers have no user namespaces, a small /dev/shm and no GPU.
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // The browser itself must neither use the network nor take part in what is measured.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The same engine without the window of a browser. Tests take a quarter less in it. */
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];

/** Timeouts in milliseconds. The download of Playwright hangs if its host cannot be reached. */
const DOWNLOAD_TIMEOUT = 180_000;
const APT_TIMEOUT = 300_000;

const HELP = `No Chromium was found, and none could be installed. Do one of these, then run npm test again:
  - install Chromium or Chrome with your system's package manager (Debian: apt-get install chromium)
  - npx playwright install --with-deps chromium
  - set CHROMIUM_PATH to a Chromium, Chrome or Edge that you have`;

/**
 * Whether the program starts. A file may exist and lack its libraries, or be a stub that only says what to install.
 * @param {string} path
 */
function starts(path) {
  // On Windows it prints no version, and opens a window.
  if (process.platform === 'win32') return existsSync(path);
  try {
    const said = execFileSync(path, ['--version'], { timeout: 30_000, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
    return /(chrom|edge|brave)\D*\d+\./i.test(said);
  } catch {
    return false;
  }
}

/** @param {string} name */
export function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/** @param {string[]} names */
function firstThatStarts(names) {
  return names.map(onPath).find((path) => path && starts(path));
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/**
 * Finds a Chromium that starts: CHROMIUM_PATH, then one on the PATH, then the one of Playwright. Throws if
 * CHROMIUM_PATH is set and does not start.
 * @returns {Promise<string | undefined>} undefined if there is none
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (starts(given)) return given;
    throw new Error(`CHROMIUM_PATH is "${given}", which is not a Chromium that starts.`);
  }
  const installed = firstThatStarts(NAMES);
  if (installed) return installed;
  const own = await playwrightsOwn();
  return own && starts(own) ? own : undefined;
}

/**
 * Finds a headless shell that starts: HEADLESS_SHELL_PATH, else one on the PATH. None where CHROMIUM_PATH alone is set:
 * then that browser is meant, and no other.
 * @returns {string | undefined} undefined if there is none
 */
export function findHeadlessShell() {
  const { CHROMIUM_PATH, HEADLESS_SHELL_PATH: given } = process.env;
  if (given) return starts(given) ? given : undefined;
  return CHROMIUM_PATH ? undefined : firstThatStarts(SHELL_NAMES);
}

/** Like `findChromium`, and installs a Chromium if there is none. Throws an error that says what to do. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  console.log('No Chromium found; trying Playwright’s download…');
  await downloadPlaywrights();
  const downloaded = await findChromium();
  if (downloaded) return downloaded;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log('Trying apt-get install chromium…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-q'], { stdio: 'inherit', timeout: APT_TIMEOUT, env });
    // Each by itself: the shell is missing in some distributions.
    for (const name of ['chromium', 'chromium-headless-shell']) {
      spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], {
        stdio: 'inherit',
        timeout: APT_TIMEOUT,
        env,
      });
    }
    const installed = await findChromium();
    if (installed) return installed;
  }
  throw new Error(HELP);
}

/**
 * Always ends: after a timeout, kills the whole process group of the download.
 * @returns {Promise<void>}
 */
function downloadPlaywrights() {
  const cli = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url));
  return new Promise((done) => {
    const group = process.platform !== 'win32';
    const child = spawn(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit', detached: group });
    const timer = setTimeout(() => {
      console.log(`Playwright’s download took more than ${DOWNLOAD_TIMEOUT / 1000} s and was stopped.`);
      if (group && child.pid) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    }, DOWNLOAD_TIMEOUT);
    const end = () => {
      clearTimeout(timer);
      done();
    };
    child.on('exit', end);
    child.on('error', end);
  });
}
