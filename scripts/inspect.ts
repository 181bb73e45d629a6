import { runProcess } from './inspect/process.ts';

/**
 * `npm run -s inspect -- FILE-OR-URL` prints what the page would show of a package, by the same code. All options are
 * in `inspect/options.ts`, and `--help` prints them.
 *
 * Exit codes: 0 means no error findings, 1 some. 2 means that the package cannot be opened or saved, or that the
 * arguments are wrong.
 */
await runProcess(async (print) => {
  // Loaded once Ctrl-C is heard.
  const { inspect } = await import('./inspect/command.ts');
  return inspect(process.argv.slice(2), print);
});
