#!/usr/bin/env node
import { setMaxListeners } from 'node:events';
import { boxcutter } from './boxcutter/dispatch.ts';

/** The program `boxcutter`, which the package installs: `boxcutter --help` lists its commands. */

// One signal ends many reads at once, and each of them stops listening when it ends. Node takes eleven for a leak.
setMaxListeners(0);

process.exitCode = await boxcutter(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
