import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';

/** What each built file is made of: bytes of source, before minification, by package or folder of ours. */
export type BundleParts = Record<string, Record<string, number>>;

/** Where the build leaves them, outside of what is deployed. */
export const BUNDLE_FILE = '.cache/bundle.json';

/** A module's package (`react-dom`, `@mantine/core`) or folder of ours (`src/app`). */
export function partOf(id: string): string {
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

/** Writes down what went into each chunk, so that a page that grew can name the reason (e2e/shell.spec.ts). */
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
