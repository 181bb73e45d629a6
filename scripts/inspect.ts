import { setMaxListeners } from 'node:events';
import { inspect } from './inspect/command.ts';

/**
 * `npm run -s inspect -- FILE-OR-URL` prints what the page would show of a package, by the same code. All options are
 * in `inspect/options.ts`, and `--help` prints them.
 *
 * Exit codes: 0 means no error findings, 1 some. 2 means that the package cannot be opened or saved, or that the
 * arguments are wrong.
 */

// One signal ends many reads at once, and each of them stops listening when it ends. Node takes eleven for a leak.
setMaxListeners(0);

process.exitCode = await inspect(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
