import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';

/** For each built file: bytes of source before minification, by package or by our own folder. */
export type BundleParts = Record<string, Record<string, number>>;

/** Where the build writes them. This is outside of what is deployed. */
export const BUNDLE_FILE = '.cache/bundle.json';

/** The package (`react-dom`, `@mantine/core`) or our own folder (`src/app`) that a module belongs to. */
function partOf(id: string): string {
  const path = id.replaceAll('\\', '/').replace(/^\0/, '').split('?')[0] ?? '';
  const inside = path.lastIndexOf('/node_modules/');
  if (inside >= 0) {
    const [scope = '', name = ''] = path.slice(inside + '/node_modules/'.length).split('/');
    return scope.startsWith('@') ? `${scope}/${name}` : scope;
  }
  const ours = path.lastIndexOf('/src/');
  if (ours < 0) return 'build';
  return path
    .slice(ours + 1)
    .split('/')
    .slice(0, -1)
    .slice(0, 2)
    .join('/');
}

/** Records what goes into each chunk, so that a test can name the reason when the page grows (e2e/shell.spec.ts). */
export function bundleParts(): Plugin {
  return {
    name: 'boxcutter:bundle-parts',
    apply: 'build',
    writeBundle(_options, bundle) {
      const parts: BundleParts = {};
      for (const [file, output] of Object.entries(bundle)) {
        if (output.type !== 'chunk') continue;
        const sums: Record<string, number> = {};
        for (const [id, module] of Object.entries(output.modules)) {
          const part = partOf(id);
          sums[part] = (sums[part] ?? 0) + module.renderedLength;
        }
        parts[file] = sums;
      }
      mkdirSync(dirname(BUNDLE_FILE), { recursive: true });
      writeFileSync(BUNDLE_FILE, JSON.stringify(parts));
    },
  };
}

/**
 * Fails a build in which an `import()` loads nothing later, because another module imports the same one at once, or in
 * which files import each other in a circle: a constant of a module may then take from another one what is not there
 * yet. For the page and for the worker.
 */
export function soundChunks(): Plugin {
  return {
    name: 'boxcutter:sound-chunks',
    apply: 'build',
    onLog(_level, { code, message }) {
      if (code === 'INEFFECTIVE_DYNAMIC_IMPORT') this.error(message);
    },
    generateBundle(_options, bundle) {
      const imports = new Map(
        Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output.imports]] : [])),
      );
      const circle = circleIn(imports);
      if (circle) this.error(`Files of the build import each other: ${circle.join(' → ')}`);
    },
  };
}

/**
 * Fails a build in which another file imports the first one of a worker: Safari runs it a second time then, and each
 * message to the worker is answered twice. Pages may: a page runs each file once.
 */
export function loneEntries(): Plugin {
  return {
    name: 'boxcutter:lone-entries',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        for (const name of [...output.imports, ...output.dynamicImports]) {
          const target = bundle[name];
          if (target?.type === 'chunk' && target.isEntry)
            this.error(`${output.fileName} imports ${name}, the first file of a worker. Safari would run it twice.`);
        }
      }
    },
  };
}

/**
 * Has CodeMirror add its styles to the page as it does below a shadow root: by the browser's interface for style sheets.
 * Otherwise it writes a style element, which the policy forbids.
 */
export function adoptedStyles(): Plugin {
  return {
    name: 'boxcutter:adopted-styles',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/style-mod\// },
      handler(code) {
        const adopting = code.replace('!root.head && root.adoptedStyleSheets', 'root.adoptedStyleSheets');
        if (adopting === code) this.error('style-mod no longer says when it adopts a style sheet.');
        return { code: adopting, map: null };
      },
    },
  };
}

/** Names that lead to each other, the first one again at the end. Undefined if there are none. */
function circleIn(links: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  function visit(name: string): string[] | undefined {
    const at = path.indexOf(name);
    if (at >= 0) return [...path.slice(at), name];
    if (done.has(name)) return undefined;
    path.push(name);
    for (const next of links.get(name) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    path.pop();
    done.add(name);
    return undefined;
  }
  for (const name of links.keys()) {
    const circle = visit(name);
    if (circle) return circle;
  }
  return undefined;
}
