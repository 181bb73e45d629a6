import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { bundleParts } from './scripts/bundle.ts';
import { META_POLICY } from './scripts/policy.ts';

/** The policy as a `<meta>`, for hosts that send no headers. Not while developing: the development server needs inline scripts. */
function policyMeta(): Plugin {
  return {
    name: 'boxcutter:policy-meta',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: META_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

export default defineConfig({
  // Relative, so that a build works in any folder of any host.
  base: './',
  plugins: [react(), policyMeta(), bundleParts()],
  // The browser's variant of this part of the Markdown parser decodes entities by the document, which a worker does not have.
  resolve: {
    alias: {
      'decode-named-character-reference': fileURLToPath(
        new URL('node_modules/decode-named-character-reference/index.js', import.meta.url),
      ),
    },
  },
  server: { host: 'localhost' },
  // A folder of its own tells the worker's files from the page's (public/_headers, and the check of the page's size).
  worker: {
    format: 'es',
    rolldownOptions: {
      output: { entryFileNames: 'worker/[name]-[hash].js', chunkFileNames: 'worker/[name]-[hash].js' },
    },
  },
  build: {
    target: 'es2023',
    sourcemap: true,
    // Every supported browser preloads modules by itself.
    modulePreload: { polyfill: false },
    // Inlined files would be data: URLs in scripts; the policy has none there, and small files cost nothing over HTTP/2.
    assetsInlineLimit: 0,
  },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    // Two cores is what continuous integration has.
    testTimeout: 20_000,
    // A test of one module has the tables of findings that the whole program has.
    setupFiles: ['src/formats/findings.ts'],
  },
});
