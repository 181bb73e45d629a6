// The first step of `npm start` and `npm test`. Needs only Node and npm.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** If this Node is too old, says what to do and ends the process. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  console.error(
    `Boxcutter needs Node 20.19, 22.12 or newer; this is ${process.versions.node}. See https://nodejs.org.`,
  );
  process.exit(1);
}

/**
 * Whether node_modules holds every package of the lock file in its version. Optional packages are for other platforms.
 */
function isInstalled() {
  const installed = `${root}node_modules/.package-lock.json`;
  if (!existsSync(installed)) return false;
  /** @type {Record<string, { version?: string, optional?: boolean }>} */
  const wanted = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')).packages;
  /** @type {typeof wanted} */
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = present[path];
    if (!found) return optional === true;
    return found.version === version && existsSync(`${root}${path}/package.json`);
  });
}

/**
 * Installs the packages of the lock file that node_modules lacks. Runs no install scripts; none is needed.
 * @param {{ quiet?: boolean }} [options] `quiet`: prints on the standard error alone
 */
export function installPackages({ quiet = false } = {}) {
  if (isInstalled()) return;
  console.error('Installing packages (npm ci)…');
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = run('npm', args, quiet ? { stdio: ['ignore', 2, 2] } : {});
  if (status !== 0) {
    console.error('npm ci failed. See its messages above. Is the package registry reachable?');
    process.exit(1);
  }
}

/**
 * Runs a program in the folder of the project, with its output on ours.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, timeout?: number, stdio?: import('node:child_process').StdioOptions }} [options]
 *   `timeout` in milliseconds
 */
function run(command, args, { env = {}, timeout, stdio = 'inherit' } = {}) {
  return spawnSync(command, args, {
    cwd: root,
    stdio,
    env: { ...process.env, ...env },
    // npm is a .cmd file on Windows. Only a shell starts it.
    shell: process.platform === 'win32',
    ...(timeout === undefined ? {} : { timeout, killSignal: 'SIGKILL' }),
  });
}

/**
 * Runs the program of a package with this Node. Unlike npx, it does not ask the registry.
 * @param {string} file below node_modules
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function runPackage(file, args, env = {}) {
  return spawnSync(process.execPath, [`${root}node_modules/${file}`, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
}
