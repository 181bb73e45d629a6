import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { adoptedStyles, bundleParts, loneEntries, soundChunks } from './scripts/bundle.ts';
import { offlinePage } from './scripts/offline.ts';
import { HEADERS_FILE, META_POLICY } from './scripts/policy.ts';
import { SANDBOX_DIGEST, SANDBOX_DOCUMENT } from './scripts/sandbox.ts';

/**
 * Adds the policy as a `<meta>`, for hosts that send no headers. Not during development: the development server needs
 * inline scripts.
 */
function policyMeta(): Plugin {
  return {
    name: 'boxcutter:policy-meta',
    apply: 'build',
    // The last one that adds something: it holds for what comes after it.
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: META_POLICY },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

/** Writes the headers for hosts: `_headers`. */
function hostHeaders(): Plugin {
  return {
    name: 'boxcutter:host-headers',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '_headers', source: HEADERS_FILE });
    },
  };
}

/**
 * Adds the script of `src/recovery` before that of the page, in a file of its own: it is there where the other one
 * cannot be loaded.
 */
function recoveryScript(): Plugin {
  const ENTRY = 'src/recovery/recovery.ts';
  const SCRIPT = { tag: 'script', injectTo: 'head-prepend' } as const;
  return {
    name: 'boxcutter:recovery',
    buildStart() {
      // Vitest and the development server have no files to emit.
      if (this.environment.mode === 'build') this.emitFile({ type: 'chunk', id: at(ENTRY) });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return [{ ...SCRIPT, attrs: { type: 'module', src: `/${ENTRY}` } }];
        const entry = Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId === at(ENTRY));
        return [{ ...SCRIPT, attrs: { type: 'module', crossorigin: true, src: `./${entry?.fileName}` } }];
      },
    },
  };
}

/** A path of the project, from wherever it is built. */
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const TESTS = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];

/**
 * The tests that have a process each. Those that mock modules or load them anew: after one, others in its process would
 * load ours anew too. And the one that measures the memory of its process. All others leave no module and no global
 * changed, and share what is loaded.
 */
const TESTS_ALONE = [
  'src/testing/mutation.test.ts',
  ...['src', 'scripts']
    .flatMap((folder) =>
      readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter(
      (path) => /\.test\.tsx?$/.test(path) && /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(at(path), 'utf8')),
    ),
];

export default defineConfig({
  // Relative, so that a build works in any folder of any host.
  base: './',
  // What runs a model in the page, built by itself. Each name stands in one module.
  define: {
    SANDBOX_DOCUMENT: JSON.stringify(SANDBOX_DOCUMENT),
    SANDBOX_DIGEST: JSON.stringify(SANDBOX_DIGEST),
  },
  plugins: [
    react(),
    recoveryScript(),
    policyMeta(),
    hostHeaders(),
    bundleParts(),
    soundChunks(),
    adoptedStyles(),
    offlinePage(),
  ],
  // The browser variant of this part of the Markdown parser decodes entities with the document. A worker has none.
  resolve: {
    alias: {
      'decode-named-character-reference': at('node_modules/decode-named-character-reference/index.js'),
    },
  },
  server: { host: 'localhost' },
  // Separates the files of the worker from those of the page (for `_headers` and the check of the page size).
  worker: {
    format: 'es',
    plugins: () => [soundChunks(), loneEntries()],
    rolldownOptions: {
      output: { entryFileNames: 'worker/[name]-[hash].js', chunkFileNames: 'worker/[name]-[hash].js' },
    },
  },
  build: {
    target: 'es2023',
    sourcemap: true,
    // Of what is bundled: their authors ask for that.
    license: { fileName: 'packages-license.txt' },
    // Every supported browser preloads modules itself.
    modulePreload: { polyfill: false },
    // Inlined files would be data: URLs in scripts, which the policy forbids. Small files cost nothing over HTTP/2.
    assetsInlineLimit: 0,
    // In KB, not compressed. e2e/shell.spec.ts bounds what the empty page loads.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // It must not need what the page needs.
            { name: 'recovery', test: /\/src\/recovery\/(?:recovery|failed-start|stores)\.ts/, priority: 4 },
            { name: 'recovery-view', test: /\/src\/recovery\//, priority: 3 },
            // What the empty page needs is one file. Otherwise each module that a late part shares with it is one more.
            { name: 'page', tags: ['$initial'], priority: 2 },
            // The styles of all late parts are one file of 15 KB, gzipped. Each tab asked for a dozen.
            { name: 'late', test: /\.css$/, priority: 1 },
            // What late parts share is one file of 200 KB, gzipped. Split by who shares it, with small files merged, the
            // files would import each other, and opening a package would take a dozen requests more.
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'node',
    // It ends what hangs. A test of a second has taken twenty of them where two cores had much else to do.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each test has the tables of findings of the whole program, even if it imports one module.
    setupFiles: ['src/formats/findings.ts', 'src/testing/seed.ts', 'src/testing/equality.ts'],
    // A machine that others load can be late once for a test that waits. The report marks such a test "retry x1".
    retry: process.env.CI ? 1 : 0,
    // Vitest would leave one of two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          include: TESTS,
          exclude: TESTS_ALONE,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: TESTS_ALONE },
      },
    ],
  },
});
