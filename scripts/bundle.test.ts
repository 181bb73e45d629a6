import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { lateImports } from './bundle.ts';

/** Builds modules that are given as text. `entry` is the first. */
function built(modules: Record<string, string>) {
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'texts',
        resolveId: (id) => (id in modules ? id : undefined),
        load: (id) => modules[id],
      },
      lateImports(),
    ],
    build: { write: false, rolldownOptions: { input: 'entry' } },
  });
}

describe('lateImports', () => {
  const list = 'export default ["MIT"];';
  const asks = "export const ask = () => import('list'); globalThis.ask = ask;";

  it('lets a module come later', async () => {
    await expect(built({ entry: asks, list })).resolves.toBeDefined();
  });

  it('fails a build where it comes at once after all', async () => {
    const entry = `import list from 'list'; globalThis.list = list; ${asks}`;
    await expect(built({ entry, list })).rejects.toThrow(/dynamic import/i);
  });
});
