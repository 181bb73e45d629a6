import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The inputs of a build: files and folders of the project. */
export const BUILD_INPUTS = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts/bundle.ts',
  'scripts/offline.ts',
  'scripts/policy.ts',
  'scripts/sandbox.ts',
];

/**
 * Time of the last change in a file, or anywhere in a folder. The time of the folder itself shows removed files.
 * @param {string} path
 * @returns {number}
 */
function changed(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => changed(join(path, name))));
}

/** Whether dist holds a build that is no older than its inputs. */
export function isBuilt() {
  const page = join(root, 'dist', 'index.html');
  return existsSync(page) && BUILD_INPUTS.every((input) => changed(join(root, input)) <= statSync(page).mtimeMs);
}
