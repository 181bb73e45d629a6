import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { forTerminal, toJson } from '../inspect/json.ts';
import type { Output } from '../inspect/output.ts';
import { parseProblem, UsageError } from '../inspect/usage.ts';
import { serveFolder } from './server.ts';

/** Not that of `npm start`: what a browser keeps of that page would take over this one. */
const DEFAULT_PORT = 4180;

const USAGE = 'Usage: boxcutter serve [FOLDER] [--port N]';

/** What `--help` prints. */
export const SERVE_HELP = `${USAGE}

Shows the packages of a folder in the browser, also on another computer through a tunnel. Prints the address, whose path
has a token: whoever has the address can read the folder, and nobody else can. Nothing in the folder can be changed, and
nothing outside of it is served: neither hidden files, nor links to them, nor links that lead out. It listens on this
computer alone.

FOLDER    the folder to show. By default, the one that you are in
--port N  the port to listen on. By default ${DEFAULT_PORT}, or a free one if that is taken
--help    prints this

To look at a folder of another computer, run it there. Then make a tunnel from yours, and open the address that was
printed: ssh -L 127.0.0.1:${DEFAULT_PORT}:127.0.0.1:${DEFAULT_PORT} HOST

Example: boxcutter serve /data/models

Ctrl-C ends it. Exit codes: 0 once it was ended, 2 if the folder cannot be served.`;

/** Where the built page is: in the installed package, or from the sources. */
const PAGES = ['../dist/', '../../dist/'];

interface Order {
  folder: string;
  port: number | undefined;
}

/**
 * Runs `boxcutter serve` until its signal fires.
 *
 * @param args what follows `serve`
 * @param page the folder of the built page
 * @returns the exit code: 0 once it was ended, 2 where the folder cannot be served
 */
export async function serveCommand(args: string[], print: Output, page = builtPage()): Promise<number> {
  try {
    const order = orderOf(args);
    if (order === 'help') {
      print.out(`${SERVE_HELP}\n`);
      return 0;
    }
    await serveUntil(order, print, page, print.signal ?? new AbortController().signal);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (args.includes('--json')) print.out(`${toJson({ error: { code: 'usage', message: error.message } })}\n`);
    else print.err(`${error.message.split('\n').map(forTerminal).join('\n')}\n`);
    return 2;
  }
}

/** Throws a `UsageError`. */
function orderOf(args: string[]): Order | 'help' {
  let parsed: { values: { port?: string; help?: boolean }; positionals: string[] };
  try {
    const options = { port: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    parsed = parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(`${parseProblem(error)}\n${USAGE}`);
  }
  const { values, positionals } = parsed;
  if (values.help === true) return 'help';
  const [folder = '.', ...more] = positionals;
  if (more.length > 0) throw new UsageError(USAGE);
  const { port } = values;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 2 ** 16))
    throw new UsageError(`--port must be a number from 0 to 65535.\n${USAGE}`);
  return { folder, port: port === undefined ? undefined : Number(port) };
}

async function serveUntil(
  { folder, port }: Order,
  print: Output,
  page: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (page === undefined || !existsSync(join(page, 'index.html')))
    throw new UsageError('The page is not built. npm run build makes it.');
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new UsageError(`${folder} is not a folder.`);
  const wanted = { port: port ?? DEFAULT_PORT, strict: port !== undefined };
  const server = await serveFolder({ folder, page, ...wanted, signal }).catch((error: NodeJS.ErrnoException) => {
    const why = { EADDRINUSE: 'is taken', EACCES: 'is not open to you' }[error.code ?? ''];
    throw why ? new UsageError(`Port ${wanted.port} ${why}. --port names another one.`) : error;
  });
  print.out(`${server.address}\n`);
  print.err(`Whoever has this address can read ${forTerminal(resolve(folder))}. Ctrl-C ends it.\n`);
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await server.close();
}

function builtPage(): string | undefined {
  const found = PAGES.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return found.find((path) => existsSync(join(path, 'index.html')));
}
