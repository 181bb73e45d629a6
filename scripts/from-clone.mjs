#!/usr/bin/env node
// Runs `boxcutter` from a clone of the repository, in the folder where one is: for CI services and hooks, which have no
// installed one. Installs the packages that the clone lacks, which takes a minute the first time.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkNode, installPackages } from './install.mjs';

checkNode();
// Such a clone stays at one commit, so what was installed once is what it needs. What is printed on the standard output
// is a report.
if (!existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))) installPackages({ quiet: true });

const { register } = await import('tsx/esm/api');
// Not that of the folder where one is: a tsconfig.json can put other modules in the place of ours.
register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
await import('./boxcutter.ts');
