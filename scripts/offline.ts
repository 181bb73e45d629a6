import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import type { Version } from '../src/offline/versions.ts';
import { HEADER_POLICY } from './policy.ts';

/** The service worker: beside the page, because a worker rules the folder that it is in. */
const WORKER = 'sw.js';

/** Files of the build that pages do not need without a network. */
const NOT_KEPT: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['source maps, which only debuggers read', /\.map$/],
  ['the headers, which are for hosts', /^_headers$/],
  ['the samples, which are read in parts like any other package', /^sample(-wasm)?\.carton$/],
  ['licenses, which are for readers of the source', /-license\.txt$/],
  ['pictures that browsers show where they install the page', /^screenshots\//],
];

/** What a service worker is given of the page that a folder has. */
function versionIn(folder: string): Version {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((path) => path !== WORKER)
    .sort();
  const files = paths
    .filter((path) => !NOT_KEPT.some(([, pattern]) => pattern.test(path)))
    .map((path) => [path === 'index.html' ? '' : path, integrityOf(readFileSync(join(folder, path)))] as const);
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const parts = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="\.\/([^"]+)"/g)].map(([, path = '']) => path);
  const id = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  return { id, files, parts, policy: HEADER_POLICY };
}

function integrityOf(bytes: Uint8Array): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}

/** Writes the service worker of the page in a folder: one classic script, as every browser takes it. */
export async function writeWorker(folder: string): Promise<Version> {
  const version = versionIn(folder);
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { VERSION: JSON.stringify(version) },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: fileURLToPath(new URL('../src/offline/entry.ts', import.meta.url)),
        output: { format: 'iife', entryFileNames: WORKER },
      },
    },
  });
  const chunks = [output].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [chunk] = chunks;
  if (chunks.length !== 1 || chunk?.type !== 'chunk') throw new Error('The service worker is not one file.');
  writeFileSync(join(folder, WORKER), chunk.code);
  return version;
}

/**
 * Writes the service worker of the build. Fails the build where a part of it would be missing without a network: one of
 * any size that the list does not have.
 */
export function offlinePage(): Plugin {
  return {
    name: 'boxcutter:offline-page',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }, bundle) {
        if (!dir) return;
        const { files } = await writeWorker(dir);
        const missing = neededNotKept(Object.keys(bundle), files);
        if (missing.length > 0) this.error(`Without a network, the page would lack ${missing.join(', ')}.`);
        const all = readdirSync(dir, { recursive: true, encoding: 'utf8' });
        const unused = NOT_KEPT.find(([, pattern]) => !all.some((path) => pattern.test(path.replaceAll('\\', '/'))));
        if (unused) this.error(`The build leaves out ${unused[0]}, and has none.`);
      },
    },
  };
}

/** Code, styles and fonts: what the page cannot be without, whatever `NOT_KEPT` says. */
const NEEDED = /\.(?:html|js|css|wasm|woff2)$/;

/** The files of a build that the page needs and the list does not have. */
export function neededNotKept(built: readonly string[], files: Version['files']): string[] {
  const kept = new Set(files.map(([path]) => path || 'index.html'));
  return built.filter((path) => NEEDED.test(path) && !kept.has(path));
}
