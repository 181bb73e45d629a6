import { parseArgs } from 'node:util';
import { toErrorData } from '../src/base/errors.ts';
import { openPackage } from '../src/formats/registry.ts';
import { forTerminal, toJson } from './inspect/json.ts';
import { type Opened, openPath } from './inspect/source.ts';
import { summary } from './inspect/summary.ts';

/**
 * `npm run -s inspect -- FILE [--json]`: what the page would show of a package, by the same code. Exit 0 without error findings, 1 with
 * some, 2 where it cannot be opened or was asked for something that it does not know.
 */

const USAGE = 'Usage: npm run -s inspect -- FILE [--json]';

/** Asked for in a way that cannot be answered: no fault of any file. */
class UsageError extends Error {}

function argumentsOf(args: string[]): string {
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        verify: { type: 'boolean' },
        set: { type: 'string', multiple: true },
        out: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
  const { values, positionals } = parsed;
  if (values.verify) throw new UsageError('--verify is not supported yet: hashes are not compared by this version.');
  if (values.set || values.out) throw new UsageError('--set and --out are not supported yet: this version only reads.');
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(USAGE);
  if (/^https?:/i.test(file)) throw new UsageError('Addresses are not supported yet: download the file first.');
  return file;
}

async function inspect(args: string[]): Promise<number> {
  const json = args.includes('--json');
  let opened: Opened | undefined;
  try {
    opened = await openPath(argumentsOf(args));
    const { package: found } = await openPackage(opened.container);
    process.stdout.write(`${json ? toJson(found) : summary(found)}\n`);
    return found.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  } catch (error) {
    const { code, message } =
      error instanceof UsageError ? { code: 'usage', message: error.message } : toErrorData(error);
    if (json) process.stdout.write(`${toJson({ error: { code, message } })}\n`);
    else process.stderr.write(`${message.split('\n').map(forTerminal).join('\n')}\n`);
    return 2;
  } finally {
    await opened?.close();
  }
}

process.exitCode = await inspect(process.argv.slice(2));
