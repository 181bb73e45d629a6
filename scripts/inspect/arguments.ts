import { parseArgs } from 'node:util';
import type { FieldGuide } from '../../src/formats/format.ts';
import { type Assignment, parseAssignment } from './assignment.ts';
import { patternText } from './known-keys.ts';
import type { TensorOrder } from './tensor.ts';
import { UsageError } from './usage.ts';

const USAGE = `Usage: npm run -s inspect -- FILE-OR-URL [--in PATH …] [--json] [--verify]
       npm run -s inspect -- FILE-OR-URL [--in PATH …] [--set KEY=VALUE …] [--reseal] --out NEW [--force] [--json] [--verify]
       npm run -s inspect -- FILE-OR-URL [--in PATH …] --tensor NAME [--slice SLICE] [--npy NEW] [--json]
       npm run -s inspect -- --help`;

const OPTIONS = `FILE-OR-URL      a file, a folder, or the URL of a file
--in PATH        opens the package inside this file. Repeat it to go deeper
--json           prints a JSON object
--tensor NAME    prints a tensor instead: its type, shape, first values and statistics
--slice SLICE    takes only part of the tensor, in NumPy notation: --slice '0, :, -3:'
--npy NEW        saves the tensor as NEW, a .npy file that must not exist yet
--verify         first reads every byte and compares it with what the package says of it
--set KEY=VALUE  sets a field of the metadata file. Repeat it to set several, in order
--reseal         recomputes the hashes of all files and saves a list of hashes with them. Prints each file that
                 did not match the old list: with new hashes, nobody can tell anymore that it changed. Adds files
                 that were not listed, and removes lines of missing files. Files that are only linked keep their
                 hash. Saves nothing if a file cannot be read
--out NEW        saves the result as NEW, which must not exist yet, and prints NEW
--force          also sets keys that the format does not know, saves edits that cause new errors, and replaces
                 what cannot be recovered, such as the hash of a missing file
--help           prints this

KEY has dots between its parts: runner.opts.num_threads. Quote a part that contains a dot as in TOML.
N is the number of an item, counted from 0. NAME is a name of your choice. + instead of N adds an item:
  --set input.+.name=image --set input.+.dtype=uint8
adds one input, with both fields. The next --set input.+.name=… adds another one.

VALUE is TOML. Text fields also take text without quotation marks. @FILE stands for the content of a file:
--set model_description=@README.md. Quote other text that begins with @: --set 'model_name="@x"'.

Exit codes: 0 if there are no errors, 1 if there are some, 2 if the package cannot be opened or saved, or the
arguments are wrong.`;

export interface Arguments {
  file: string;
  /** Paths of files, each in the package in the file before it. */
  inside: string[];
  verify: boolean;
  /** Whether unknown keys are set, an edit that brings new errors is saved, and what cannot be known is replaced. */
  force: boolean;
  reseal: boolean;
  set: Assignment[];
  out?: string;
  tensor?: TensorOrder;
}

type Flag = 'verify' | 'force' | 'reseal';

/** The arguments of the command line; `help` if they ask for it. Throws a `UsageError`. */
export function argumentsOf(args: string[]): Arguments | 'help' {
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        in: { type: 'string', multiple: true },
        json: { type: 'boolean' },
        verify: { type: 'boolean' },
        set: { type: 'string', multiple: true },
        out: { type: 'string' },
        tensor: { type: 'string' },
        slice: { type: 'string' },
        npy: { type: 'string' },
        force: { type: 'boolean' },
        reseal: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
  const { values, positionals } = parsed;
  if (values.help === true) return 'help';
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(USAGE);
  const { in: inside = [], set = [], out } = values as { in?: string[]; set?: string[]; out?: string };
  if (set.length > 0 && !out) throw new UsageError(`--set needs --out, a file that does not exist yet.\n${USAGE}`);
  if (out === '') throw new UsageError(USAGE);
  const { verify = false, force = false, reseal = false } = values as Partial<Record<Flag, boolean>>;
  if (reseal && !out) throw new UsageError(`--reseal needs --out, a file that does not exist yet.\n${USAGE}`);
  const tensor = tensorOrder(values as { tensor?: string; slice?: string; npy?: string });
  if (tensor && (out || verify)) throw new UsageError(`--tensor cannot be combined with --out or --verify.\n${USAGE}`);
  return {
    file,
    inside,
    verify,
    force,
    reseal,
    set: set.map(parseAssignment),
    ...(out ? { out } : {}),
    ...(tensor ? { tensor } : {}),
  };
}

function tensorOrder({ tensor: name, slice, npy }: { tensor?: string; slice?: string; npy?: string }) {
  if (name === undefined) {
    if (slice === undefined && npy === undefined) return undefined;
    throw new UsageError(`--slice and --npy need --tensor.\n${USAGE}`);
  }
  if (npy === '') throw new UsageError(USAGE);
  return { name, ...(slice === undefined ? {} : { slice }), ...(npy === undefined ? {} : { npy }) };
}

/** What `--help` prints: all options, and the keys of each format. */
export function helpText(guides: Iterable<FieldGuide>): string {
  const lines = [USAGE, '', OPTIONS];
  for (const { file, fields } of guides) {
    lines.push('', `Keys of ${file}:`);
    const keys = fields.map(({ path }) => patternText(path));
    const width = Math.max(...keys.map(({ length }) => length));
    for (const [i, { about }] of fields.entries()) lines.push(`  ${(keys[i] as string).padEnd(width)}  ${about}`);
  }
  return lines.join('\n');
}
