#!/usr/bin/env node
import { boxcutter } from './boxcutter/dispatch.ts';
import { runProcess } from './inspect/process.ts';

/** The program `boxcutter`, which the package installs: `boxcutter --help` lists its commands. */
await runProcess((print) => boxcutter(process.argv.slice(2), print));
