import { parseArgs } from 'node:util';
import { toErrorData } from '../src/base/errors.ts';
import { mergeFindings } from '../src/base/findings.ts';
import type { OpenPackage } from '../src/formats/format.ts';
import { openPackage } from '../src/formats/registry.ts';
import type { Package } from '../src/model/package.ts';
import type { FileVerdict } from '../src/model/verification.ts';
import { forTerminal, toJson } from './inspect/json.ts';
import { type Opened, openPath } from './inspect/source.ts';
import { summary, type Verified } from './inspect/summary.ts';

/**
 * `npm run -s inspect -- FILE-OR-URL [--json] [--verify]`: what the page would show of a package, by the same code; with `--verify` after every
 * byte was read and compared. Exit 0 without error findings, 1 with some, 2 where it cannot be opened or was asked for something that it
 * does not know.
 */

const USAGE = 'Usage: npm run -s inspect -- FILE-OR-URL [--json] [--verify]';

/** Asked for in a way that cannot be answered: no fault of any file. */
class UsageError extends Error {}

function argumentsOf(args: string[]): { file: string; verify: boolean } {
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
  if (values.set || values.out) throw new UsageError('--set and --out are not supported yet: this version only reads.');
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(USAGE);
  return { file, verify: values.verify === true };
}

/** The package as it is once its content is known: the verdicts in its files, the findings among its own. */
async function verified(open: OpenPackage): Promise<Package & { verified: Verified }> {
  if (!open.verify) throw new UsageError(`${open.package.formatName}: there are no hashes in it to compare.`);
  const verdicts = new Map<string, FileVerdict['hash']>();
  const { findings, ...counts } = await open.verify({ onFile: ({ path, hash }) => verdicts.set(path, hash) });
  return {
    ...open.package,
    files: open.package.files.map((file) =>
      file.shadowed || file.unsafe ? file : { ...file, hash: verdicts.get(file.path) ?? file.hash },
    ),
    findings: mergeFindings(open.package.findings, findings),
    verified: counts,
  };
}

async function inspect(args: string[]): Promise<number> {
  const json = args.includes('--json');
  let opened: Opened | undefined;
  try {
    const { file, verify } = argumentsOf(args);
    opened = await openPath(file);
    const open = await openPackage(opened.container);
    const found = verify ? await verified(open) : open.package;
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
