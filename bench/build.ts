import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Builds the page as it is deployed, into a folder below `root`. */
export function buildPage(root: string): string {
  const folder = join(root, 'dist');
  execFileSync(
    process.execPath,
    [at('node_modules/vite/bin/vite.js'), 'build', at('.'), '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    // The build writes notes to the working folder. The notes in the project folder belong to the build of the project.
    { cwd: root, stdio: ['ignore', process.stderr, process.stderr] },
  );
  return folder;
}

/** Builds the page that only reads a directory, with the same settings and headers. */
export async function buildDirectory(root: string): Promise<string> {
  const outDir = join(root, 'directory');
  await build({
    configFile: false,
    root: at('bench/directory'),
    publicDir: at('public'),
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  });
  return outDir;
}
