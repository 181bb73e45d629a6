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
 * Fails a build in which an `import()` loads nothing later, because another module imports the same one at once. For
 * the page and for the worker.
 */
export function lateImports(): Plugin {
  return {
    name: 'boxcutter:late-imports',
    apply: 'build',
    onLog(_level, { code, message }) {
      if (code === 'INEFFECTIVE_DYNAMIC_IMPORT') this.error(message);
    },
  };
}
