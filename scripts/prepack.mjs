// Before `npm pack`: builds what the package has, the page only if it is older than its sources.

import { isBuilt } from './built.mjs';
import { installPackages, runPackage } from './install.mjs';

installPackages();
const steps = [
  ...(isBuilt() ? [] : [['vite/bin/vite.js', 'build', '--logLevel', 'warn']]),
  ['vite/bin/vite.js', 'build', '--config', 'vite.lib.config.ts', '--logLevel', 'warn'],
  ['typescript/bin/tsc', '-p', 'tsconfig.lib.json'],
];
for (const [file = '', ...args] of steps) {
  const { status } = runPackage(file, args);
  if (status !== 0) process.exit(status ?? 1);
}
