import { build, type Plugin } from 'vite';
import { describe, expect, it } from 'vitest';
import { loneEntries, soundChunks } from './bundle.ts';

/** Builds modules that are given as text. `entry` is the first. */
function built(modules: Record<string, string>, groups: { name: string; test: RegExp }[] = [], more: Plugin[] = []) {
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'texts',
        resolveId: (id) => (id in modules ? id : undefined),
        load: (id) => modules[id],
      },
      soundChunks(),
      ...more,
    ],
    build: {
      write: false,
      rolldownOptions: { input: 'entry', output: { codeSplitting: { groups, includeDependenciesRecursively: false } } },
    },
  });
}

describe('soundChunks', () => {
  const list = 'export default ["MIT"];';
  const asks = "export const ask = () => import('list'); globalThis.ask = ask;";

  it('lets a module come later', async () => {
    await expect(built({ entry: asks, list })).resolves.toBeDefined();
  });

  it('fails a build where it comes at once after all', async () => {
    const entry = `import list from 'list'; globalThis.list = list; ${asks}`;
    await expect(built({ entry, list })).rejects.toThrow(/dynamic import/i);
  });

  it('fails a build whose files import each other, although no modules do', async () => {
    const modules = {
      entry: "import { b } from 'm-b'; import { d } from 'm-d'; globalThis.all = [b, d];",
      'm-a': 'export const a = [globalThis.a];',
      'm-b': "import { a } from 'm-a'; export const b = [a];",
      'm-c': 'export const c = [globalThis.c];',
      'm-d': "import { c } from 'm-c'; export const d = [c];",
    };
    const both = [
      { name: 'one', test: /m-[bc]/ },
      { name: 'two', test: /m-[ad]/ },
    ];
    await expect(built(modules)).resolves.toBeDefined();
    await expect(built(modules, both)).rejects.toThrow(/import each other: .*one.* → .*two.* → .*one/);
  });
});

describe('loneEntries', () => {
  const late = "import { name } from 'shared'; globalThis.late = name;";
  const shared = 'export const name = [globalThis.name];';

  it('lets later files share a file of their own', async () => {
    const entry = "import('late'); import('later');";
    await expect(built({ entry, late, later: late, shared }, [], [loneEntries()])).resolves.toBeDefined();
  });

  it('fails a build in which a later file shares something with the first one, and so imports it', async () => {
    const entry = "import { name } from 'shared'; globalThis.first = name; import('late');";
    await expect(built({ entry, late, shared })).resolves.toBeDefined();
    await expect(built({ entry, late, shared }, [], [loneEntries()])).rejects.toThrow(/Safari would run it twice/);
  });
});
