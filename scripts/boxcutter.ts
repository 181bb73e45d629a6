#!/usr/bin/env node
import { runProcess } from './inspect/process.ts';

/** The program `boxcutter`, which the package installs: `boxcutter --help` lists its commands. */
await runProcess(async (print) => {
  // Loaded once Ctrl-C is heard.
  const { boxcutter } = await import('./boxcutter/dispatch.ts');
  return boxcutter(process.argv.slice(2), print);
});
