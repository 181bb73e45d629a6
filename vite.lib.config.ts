import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/**
 * Builds what the npm package has beside the page: the library and the program, with all that they need in it, so that
 * it depends on no other package. `npm pack` runs it (`scripts/prepack.mjs`).
 */

/** A path of the project, from wherever it is built. */
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The build keeps the relative address of the decoder, so the decoder must lie beside the code that loads it. */
function wasmBeside(): Plugin {
  return {
    name: 'boxcutter:wasm-beside',
    writeBundle: ({ dir = '' }) => copyFileSync(at('src/codec/zstd.wasm'), join(dir, 'zstd.wasm')),
  };
}

export default defineConfig({
  // The files of `public` are the page's.
  publicDir: false,
  plugins: [wasmBeside()],
  // Packages as the page has them: what they have for Node imports modules of Node.
  ssr: { noExternal: true, resolve: { conditions: ['module', 'browser'] } },
  build: {
    // What Node 20 and the browsers of the page have.
    target: 'es2023',
    ssr: true,
    outDir: 'lib',
    minify: true,
    // Of what is bundled: their authors ask for that.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: {
        library: at('src/library/library.ts'),
        node: at('scripts/library/node.ts'),
        boxcutter: at('scripts/boxcutter.ts'),
        // The thread of `--run`, which its address among the sources does not lead to.
        'run-worker': at('scripts/inspect/run/worker.ts'),
      },
      // All in one folder: `../dist` is the page, from wherever in it.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
