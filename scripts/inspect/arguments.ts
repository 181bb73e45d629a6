import { parseArgs } from 'node:util';
import type { Compression } from '../../src/archive/zip/pack.ts';
import { DEFLATE_LEVELS } from '../../src/codec/deflate.ts';
import type { FieldGuide } from '../../src/formats/format.ts';
import { type Assignment, parseAssignment } from './assignment.ts';
import { type CompareOrder, compareOrder } from './compare.ts';
import { FILE_ORDERS, type FileOrder, parseFileOrder } from './file-order.ts';
import { patternText } from './known-keys.ts';
import type { NewOrder } from './new.ts';
import { type ReportOrder, reportOrder, strictOf } from './report/order.ts';
import { SAVED_KINDS, type SavedFiles, type TensorOrder } from './tensor.ts';
import { UsageError } from './usage.ts';
import { type WithOrder, withOrder } from './with.ts';

const USAGE = `Usage: npm run -s inspect -- FILE-OR-URL [--in PATH …] [--json] [--verify]
       npm run -s inspect -- FILE-OR-URL [--in PATH …] [--set KEY=VALUE …] [--put PATH=FILE …] [--rename OLD=NEW …] [--remove PATH …] [--link PATH=URL …] [--bake PATH …] [--cut-places] [--reseal] --out NEW [--force] [--json] [--verify]
       npm run -s inspect -- FILE-OR-URL [--in PATH …] --tensor NAME [--slice SLICE] [--npy NEW] [--csv NEW] [--tsv NEW] [--index] [--png NEW] [--statistics] [--json]
       npm run -s inspect -- FILE-OR-URL [--in PATH …] --scan [--json | --csv]
       npm run -s inspect -- FILE-OR-URL [--in PATH …] --checklist [--json] [--verify]
       npm run -s inspect -- FILE-OR-URL [--in PATH …] --tensor NAME --compare OTHER[:NAME] [--rtol N] [--atol N] [--equal-nan] [--transposed] [--sample BLOCKS] [--json]
       npm run -s inspect -- FILE-OR-URL [--in PATH …] --with OTHER [--breaking] [--verify] [--json | --markdown]
       npm run -s inspect -- --new FOLDER|FILE [--runner NAME] [--compression zstd|deflate|stored|0…9] [--keep PATH …] [--leave-out PATH …] [--cut-places] [--set KEY=VALUE …] --out NEW [--json] [--verify]
       npm run -s inspect -- --help`;

const OPTIONS = `FILE-OR-URL      a file, a folder, or the URL of a file
--in PATH        opens the package inside this file. Repeat it to go deeper
--json           prints a JSON object
--tensor NAME    prints a tensor instead: its type, shape, first values and statistics, and where
                 values are stored in blocks with scales, the block of the first one
--slice SLICE    takes only part of the tensor, in NumPy notation: --slice '0, :, -3:'
--npy NEW        saves the tensor, or the slice, as NEW, a .npy file that must not exist yet
--csv NEW        the same as comma-separated values, in rows along the last dimension. Beyond two dimensions, the
                 indices of the others stand before each row
--tsv NEW        the same, separated by tabs
--index          with --csv or --tsv: a row for each value, after its index in the tensor
--png NEW        the same as a picture of rows × columns, or with three or four channels. Of uint8, 255 is white. Other
                 values are stretched from the least to the largest, unless all lie from 0 to 1
--statistics     with --tensor: also the median, the 1st and the 99th percentile, and where the least, the largest, and
                 the first zero, NaN and infinite value are
--scan           looks at all values of all tensors instead: prints which have NaN, infinite values, nothing but zeros, one
                 value, a value far from all others, the same content as another, or rows or columns of zeros. --json has
                 the statistics of all of them, and so has --csv, which takes no name here
--compare OTHER[:NAME]
                 with --tensor: compares it instead, element by element, with a tensor of another file or URL: NAME, else
                 the one of the same name, apart from a prefix, else the one that it was converted from, or the other
                 way round, else the only one. OTHER has the expected values. As numpy.allclose, it
                 is close where |a − b| ≤ atol + rtol × |b|. Prints how much they differ, and where
--rtol N, --atol N
                 with --compare: the tolerance. By default by the coarser type: 1e-5 and 1e-8 for float32, 1e-7 and 1e-9
                 for float64, one step of a narrower float, and 0 for whole numbers
--equal-nan      with --compare: NaN counts as equal to NaN
--transposed     with --compare: the other tensor is the transpose
--sample BLOCKS  with --compare: reads only so many blocks of each, 4,096 values at most and evenly spread. The figures
                 are of these alone
--checklist      prints instead what an exacting publisher wants of the package before others get it, and what of it is
                 done. Reads all files, of a URL only with --verify, and asks no other host: linked files are not checked.
                 --json prints [{ "check", "done" }]
--with OTHER     prints instead how another file, folder or URL differs: what callers notice, what loading it would run,
                 fields, files and tensors, without the values of tensors
--breaking       with --with: only what breaks callers counts, and is printed
--markdown       with --with: prints Markdown, for a pull request
--verify         first reads every byte and compares it with what the package says of it
--set KEY=VALUE  sets a field of the metadata file. Repeat it to set several, in order
--put PATH=FILE  adds a file to the package, or replaces the one at PATH
--rename OLD=NEW gives a file, or all files of a folder, another path. References to it follow
--remove PATH    removes a file, or all files of a folder
--link PATH=URL  makes a file a link, or adds a URL to one that is. The file is downloaded from there first, and must
                 have the same SHA-256
--bake PATH      downloads a linked file, or all of a folder, and puts it into the package. It must have its SHA-256.
                 Asks no host of a local network, unless --link or --force says so
                 --set, --put, --rename, --remove, --link and --bake are made in the order given
--reseal         recomputes the hashes of all files and saves a list of hashes with them. Prints each file that
                 did not match the old list: with new hashes, nobody can tell anymore that it changed. Adds files
                 that were not listed, and removes lines of missing files. Files that are only linked keep their
                 hash. Saves nothing if a file cannot be read
--new FOLDER     makes a package from the files of a folder, or of the package that a FILE is, with what that says of
                 its model, and saves it as the file of --out. It says what is left behind. It is of the format that a
                 folder's carton.toml or manifest.json says, else of the ending of --out, else a carton. Keys, passwords, version
                 history and caches are left out, and it says so. Writes nothing, and lists them, if other files may
                 contain secrets and neither --keep nor --leave-out names them. README.md at its top becomes the
                 description. The same folder gives the same bytes. Other options change the new package
--keep PATH      with --new: packs this file, although it may contain a secret or is usually left out. Repeat it for
                 each file. --force does not answer for it
--leave-out PATH with --new: leaves out this file, or all files of this folder
--runner NAME    with --new: the runner of the new package. By default, what the files are most likely for
--compression X  with --new: zstd (the default of cartons), deflate (of mldef models), stored, or a level of Deflate from
                 0 (none, fast) to 9 (the most, slow). What does not shrink is stored anyway. The command unzip skips
                 files that are compressed with zstd
--cut-places     with --new and --put: cuts out of photos where and with what they were taken, their date, and bytes
                 that are not part of the picture. Without it, photos stay as they are
--out NEW        saves the result as NEW, which must not exist yet, and prints NEW
--force          also sets keys that the format does not know, saves edits that cause new errors, downloads
                 from hosts of a local network, and replaces what cannot be recovered, such as the hash of a missing
                 file
--help           prints this

KEY has dots between its parts: runner.opts.num_threads. Quote a part that contains a dot as in TOML.
N is the number of an item, counted from 0, or its name. NAME is a name of your choice. + instead of N adds an item:
  --set input.+.name=image --set input.+.dtype=uint8
adds one input, with both fields. The next --set input.+.name=… adds another one. The name of an item can stand for its
number: --set input.image.dtype=uint8. A whole item, by its name or number, is
  copied by --set input.+=image, removed by --set input.-=image, moved to a place by --set input.image.#=0

VALUE is TOML. Text fields also take text without quotation marks. @FILE stands for the content of a file:
--set model_description=@README.md. Quote other text that begins with @: --set 'model_name="@x"'.

Exit codes: 0 if there are no errors, 1 if there are some or if --compare finds what is not close or --with what differs, 2 if the package cannot be opened or saved, or the
arguments are wrong.`;

/** One change of the package. */
export type EditOrder = { kind: 'set'; assignment: Assignment } | FileOrder;

export interface Arguments {
  /** Of several, the first. */
  file: string;
  /** What is found in one package or several is reported in another way than one alone. */
  report?: ReportOrder | undefined;
  /** Warnings fail. */
  strict: boolean;
  /** Paths of files, each in the package in the file before it. */
  inside: string[];
  verify: boolean;
  json: boolean;
  /** Whether unknown keys are set, an edit that brings new errors is saved, and what cannot be known is replaced. */
  force: boolean;
  reseal: boolean;
  /** Fields to set and files to change, in the order given. */
  edits: EditOrder[];
  out?: string;
  tensor?: TensorOrder;
  /** All tensors are scanned, and that is how it is printed. */
  scan?: 'text' | 'json' | 'csv';
  /** The checklist is printed instead. */
  checklist: boolean;
  /** `tensor` is compared and not printed. */
  compare?: CompareOrder;
  /** How another package differs is printed instead. */
  with?: WithOrder;
  /** A new package is made first, and `file` is where it is then. */
  made?: NewOrder;
}

type Flag = 'verify' | 'checklist' | 'force' | 'reseal' | 'json' | 'cut-places' | 'scan' | 'statistics';

/** The arguments of the command line; `help` if they ask for it. Throws a `UsageError`. */
export function argumentsOf(args: string[]): Arguments | 'help' {
  let parsed: Parsed;
  try {
    parsed = parseArgs({
      args,
      tokens: true,
      allowPositionals: true,
      options: {
        in: { type: 'string', multiple: true },
        json: { type: 'boolean' },
        verify: { type: 'boolean' },
        set: { type: 'string', multiple: true },
        put: { type: 'string', multiple: true },
        rename: { type: 'string', multiple: true },
        remove: { type: 'string', multiple: true },
        link: { type: 'string', multiple: true },
        bake: { type: 'string', multiple: true },
        out: { type: 'string' },
        tensor: { type: 'string' },
        slice: { type: 'string' },
        npy: { type: 'string' },
        // Of a scan it is printed.
        csv: { type: args.includes('--scan') ? 'boolean' : 'string' },
        scan: { type: 'boolean' },
        checklist: { type: 'boolean' },
        statistics: { type: 'boolean' },
        tsv: { type: 'string' },
        png: { type: 'string' },
        index: { type: 'boolean' },
        compare: { type: 'string' },
        with: { type: 'string' },
        breaking: { type: 'boolean' },
        markdown: { type: 'boolean' },
        rtol: { type: 'string' },
        atol: { type: 'string' },
        'equal-nan': { type: 'boolean' },
        transposed: { type: 'boolean' },
        sample: { type: 'string' },
        force: { type: 'boolean' },
        reseal: { type: 'boolean' },
        new: { type: 'string' },
        runner: { type: 'string' },
        compression: { type: 'string' },
        'cut-places': { type: 'boolean' },
        keep: { type: 'string', multiple: true },
        'leave-out': { type: 'string', multiple: true },
        strict: { type: 'boolean' },
        format: { type: 'string' },
        sarif: { type: 'string' },
        baseline: { type: 'string' },
        'write-baseline': { type: 'string' },
        reason: { type: 'string' },
        until: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // Node goes on about arguments that begin with a hyphen, which no command here takes.
    const [message] = (error as Error).message.split(' To specify a positional argument');
    throw new UsageError(`${message}\n${USAGE}`);
  }
  const { values, positionals } = parsed;
  if (values.help === true) return 'help';
  const made = newOrder(values as { new?: string; runner?: string; compression?: string; out?: string });
  const [file = made && (values.out as string)] = positionals;
  if (file === undefined || (made && positionals.length > 0)) throw new UsageError(USAGE);
  const report = reportOrder(positionals, values);
  const { in: inside = [], out } = values as { in?: string[]; out?: string };
  const { keep = [], 'leave-out': leaveOut = [] } = values as Partial<Record<'keep' | 'leave-out', string[]>>;
  if (!made && keep.length + leaveOut.length > 0) throw new UsageError(`--keep and --leave-out need --new.\n${USAGE}`);
  const { 'cut-places': cutsPlaces = false } = values as Partial<Record<Flag, boolean>>;
  const edits = editOrders(parsed, cutsPlaces);
  const [first] = edits;
  if (cutsPlaces && !made && !edits.some(({ kind }) => kind === 'put'))
    throw new UsageError(`--cut-places needs --new or --put.\n${USAGE}`);
  if (first && !out) throw new UsageError(`--${first.kind} needs --out, a file that does not exist yet.\n${USAGE}`);
  if (out === '') throw new UsageError(USAGE);
  const { verify = false, force = false, reseal = false, json = false } = values as Partial<Record<Flag, boolean>>;
  if (reseal && !out) throw new UsageError(`--reseal needs --out, a file that does not exist yet.\n${USAGE}`);
  const scan = scanOrder(values, json);
  if (scan && (out || verify || made || values.tensor !== undefined))
    throw new UsageError(`--scan cannot be combined with --tensor, --new, --out or --verify.\n${USAGE}`);
  const { statistics: inFull = false } = values as Partial<Record<Flag, boolean>>;
  if (inFull && values.tensor === undefined) throw new UsageError(`--statistics needs --tensor.\n${USAGE}`);
  const { checklist = false } = values as Partial<Record<Flag, boolean>>;
  if (checklist && (scan || out || values.tensor !== undefined))
    throw new UsageError(`--checklist cannot be combined with --scan, --tensor, --new or --out.\n${USAGE}`);
  const tensor = scan ? undefined : tensorOrder(values as TensorOptions);
  if (made && (tensor || inside.length > 0))
    throw new UsageError(`--new cannot be combined with --in or --tensor.\n${USAGE}`);
  if (tensor && (out || verify)) throw new UsageError(`--tensor cannot be combined with --out or --verify.\n${USAGE}`);
  const compare = compareOrder(values);
  if (compare && (!tensor || tensor.slice !== undefined || SAVED_KINDS.some((kind) => tensor[kind] !== undefined)))
    throw new UsageError(`--compare needs --tensor, and cannot be combined with --slice or a file to save.\n${USAGE}`);
  const other = withOrder(values);
  if (other && (scan || checklist || out || tensor || made))
    throw new UsageError(`--with cannot be combined with --tensor, --scan, --checklist, --new or --out.\n${USAGE}`);
  return {
    file,
    report,
    strict: strictOf(values),
    inside,
    verify,
    json,
    force,
    reseal,
    edits,
    out,
    tensor: tensor && { ...tensor, ...(inFull && { inFull }) },
    ...(scan && { scan }),
    checklist,
    compare,
    ...(other && { with: other }),
    ...(made ? { made: { ...made, keep, leaveOut, cutsPlaces } } : {}),
  };
}

/** By what people write. The digits are those of zip programs, and of mldef's own tool. */
const COMPRESSIONS: ReadonlyMap<string, Compression> = new Map([
  ...(['zstd', 'deflate', 'stored'] as const).map((name) => [name, name] as const),
  ['0', 'stored'],
  ...DEFLATE_LEVELS.map((level) => [String(level), `deflate-${level}`] as const),
]);

function newOrder({ new: folder, runner, compression, out }: Record<string, string | undefined>) {
  if (folder === undefined) {
    if (runner === undefined && compression === undefined) return undefined;
    throw new UsageError(`--runner and --compression need --new.\n${USAGE}`);
  }
  if (!out) throw new UsageError(`--new needs --out, a file that does not exist yet.\n${USAGE}`);
  if (compression !== undefined && !COMPRESSIONS.has(compression))
    throw new UsageError(`--compression must be one of ${[...COMPRESSIONS.keys()].join(', ')}.\n${USAGE}`);
  return { folder, compression: COMPRESSIONS.get(compression ?? ''), runner };
}

/** What `parseArgs` gives, with the options in their order. */
interface Parsed {
  values: Record<string, unknown>;
  positionals: string[];
  tokens: readonly { kind: string; name?: string; value?: string | undefined }[];
}

function editOrders({ tokens }: Parsed, cutsPlaces: boolean): EditOrder[] {
  return tokens.flatMap(({ kind, name, value }): EditOrder[] => {
    if (kind !== 'option' || value === undefined) return [];
    if (name === 'set') return [{ kind: name, assignment: parseAssignment(value) }];
    if (name === undefined || !FILE_ORDERS.includes(name)) return [];
    const order = parseFileOrder(name as FileOrder['kind'], value);
    return [order.kind === 'put' && cutsPlaces ? { ...order, cutsPlaces } : order];
  });
}

function scanOrder({ scan, csv }: Record<string, unknown>, json: boolean): Arguments['scan'] {
  if (scan !== true) return undefined;
  if (csv === true && json) throw new UsageError(`--json and --csv cannot be combined.\n${USAGE}`);
  return csv === true ? 'csv' : json ? 'json' : 'text';
}

type TensorOptions = { tensor?: string; slice?: string; index?: boolean } & SavedFiles;

function tensorOrder({ tensor: name, slice, index = false, ...values }: TensorOptions) {
  const saved = SAVED_KINDS.flatMap((kind): [string, string][] => {
    const path = values[kind];
    return path === undefined ? [] : [[kind, path]];
  });
  if (name === undefined) {
    if (slice === undefined && saved.length === 0 && !index) return undefined;
    throw new UsageError(`--slice, --npy, --csv, --tsv, --index and --png need --tensor.\n${USAGE}`);
  }
  if (index && values.csv === undefined && values.tsv === undefined)
    throw new UsageError(`--index needs --csv or --tsv.\n${USAGE}`);
  if (saved.some(([, path]) => path === '')) throw new UsageError(USAGE);
  return { name, slice, index, ...(Object.fromEntries(saved) as SavedFiles) };
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
