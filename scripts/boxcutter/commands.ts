import { parseArgs } from 'node:util';
import { quote } from '../../src/base/text.ts';
import { inspect } from '../inspect/command.ts';
import { inspectManual, type Manual } from '../inspect/manual.ts';
import { type OptionName, optionTypes } from '../inspect/options.ts';
import type { Output } from '../inspect/output.ts';
import { Misuse, parseProblem } from '../inspect/usage.ts';
import { serveCommand } from '../serve/command.ts';

/** A command of `boxcutter`. */
export interface Command {
  /** What it does, in a few words. */
  about: string;
  /** Gives the exit code. */
  run(args: string[], print: Output): Promise<number>;
}

const FILE = 'a file, a folder, or the URL of a file';
const EXITS = '2 if the package cannot be opened or saved, or the arguments are wrong.';
const EDITS = ['set', 'put', 'rename', 'remove', 'link', 'bake', 'cut-places', 'reseal'] as const;

/** Arguments of a command: what is not an option, and the options as they were written, in order. */
interface Given {
  operands: readonly string[];
  options: readonly string[];
  /** Whether an option is among them. */
  has(name: OptionName): boolean;
}

/** A command that `inspect` runs, with some of its options. `recast` turns what was given into arguments of `inspect`. */
function inspecting(about: string, manual: Manual, recast: (given: Given) => string[]): Command {
  const call = { manual, recast: (args: string[]) => recastArguments(args, manual, recast) };
  return { about, run: (args, print) => inspect(args, print, call) };
}

function recastArguments(args: string[], { options, implied }: Manual, recast: (given: Given) => string[]): string[] {
  const types = optionTypes(implied?.includes('scan') ?? false, options);
  const { tokens, positionals: operands } = parsed(args, types);
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  const has = (wanted: OptionName) => given.some(({ name }) => name === wanted);
  if (has('help')) return ['--help'];
  const written = given.map(({ name, value }) => (value === undefined ? `--${name}` : `--${name}=${value}`));
  return recast({ operands, options: written, has });
}

function parsed(args: string[], options: ReturnType<typeof optionTypes>) {
  try {
    return parseArgs({ args, options, tokens: true, allowPositionals: true });
  } catch (error) {
    throw new Misuse(parseProblem(error, Object.keys(options)));
  }
}

/** The operands, by what stands for them in the usage. Throws a `Misuse` where one is missing, or one too many. */
function named<const Names extends readonly string[]>(
  { operands }: Given,
  names: Names,
): { [Name in keyof Names]: string } {
  const missing = names.slice(operands.length);
  if (missing.length > 0) throw new Misuse(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`);
  const more = operands.slice(names.length);
  if (more.length > 0) throw new Misuse(`${quote(more[0] as string)} is one argument too many.`);
  return operands as unknown as { [Name in keyof Names]: string };
}

function needOut({ has }: Given): void {
  if (!has('out')) throw new Misuse('--out is missing: the file to save, which must not exist yet.');
}

const EDIT = inspecting(
  'changes fields and files, and saves the result as a new file',
  {
    name: 'boxcutter edit',
    usage: ['FILE-OR-URL [--in PATH …] [--set KEY=VALUE …] [--put PATH=FILE …] [option …] --out NEW'],
    about: 'Changes fields and files of a package, and saves the result as a new file. What was there stays as it is.',
    operands: { 'FILE-OR-URL': FILE },
    options: [...EDITS, 'out', 'in', 'force', 'verify', 'strict', 'json', 'help'],
    example: 'boxcutter edit model.carton --set license=MIT --put misc/cat.png=cat.png --out new.carton',
    exits: `0 if the new package has no errors, 1 if it has some, ${EXITS}`,
  },
  (given) => {
    needOut(given);
    if (given.has('cut-places') && !given.has('put')) throw new Misuse('--cut-places needs --put.');
    return [...given.options, '--', ...named(given, ['FILE-OR-URL'])];
  },
);

const NEW = inspecting(
  'makes a package from a folder',
  {
    name: 'boxcutter new',
    usage: ['FOLDER|FILE [--runner NAME] [--set KEY=VALUE …] [option …] --out NEW'],
    about: `Makes a package from the files of a folder, or of the package that a file is. The carton.toml or
      manifest.json of the folder decides the format, or else the ending of --out. Without either, it is a carton. Keys, passwords, version history
      and caches are left out, and it says so. Writes nothing, and lists them, if other files may contain secrets and
      neither --keep nor --leave-out names them. README.md at its top becomes the description. The same folder gives the
      same bytes.`,
    operands: { 'FOLDER|FILE': 'a folder, or a package, which may be of another format' },
    options: [
      'runner',
      'compression',
      'keep',
      'leave-out',
      ...EDITS,
      'out',
      'force',
      'verify',
      'strict',
      'json',
      'help',
    ],
    implied: ['new'],
    example: 'boxcutter new folder --set model_name=Shapes --out shapes.carton',
    exits: `0 if the new package has no errors, also if a warning says that it will not load yet, 1 if it has some, or with
      --strict warnings, ${EXITS}`,
  },
  (given) => {
    needOut(given);
    const [folder] = named(given, ['FOLDER|FILE']);
    return [...given.options, `--new=${folder}`];
  },
);

const OF_TENSOR = ['rtol', 'atol', 'equal-nan', 'transposed', 'sample'] as const;
const OF_PACKAGES = ['breaking', 'markdown', 'verify'] as const;

const COMPARE = inspecting(
  'says how two packages or two tensors differ',
  {
    name: 'boxcutter compare',
    usage: [
      'A B [--in PATH …] [--breaking] [--verify] [--json | --markdown]',
      'A --tensor NAME B[:NAME] [--in PATH …] [--rtol N] [--atol N] [--equal-nan] [--transposed] [--sample BLOCKS] [--json]',
    ],
    about: `Says how B differs from A: what callers notice, what loading it would run, fields, files and tensors, without the
      values of tensors. With --tensor, compares the values of one tensor, element by element: B has the expected ones.`,
    operands: { 'A, B': 'files, folders, or URLs of files. --in goes into A alone' },
    options: ['tensor', 'in', ...OF_PACKAGES, ...OF_TENSOR, 'json', 'help'],
    implied: ['with'],
    says: {
      tensor: `compares this tensor of A, with the one of the same name in B, apart from a prefix, else the one that it was
        converted from, or the other way round, else the only one. As numpy.allclose, they are close where
        |a − b| ≤ atol + rtol × |b|. Prints how much they differ, and where`,
      breaking: 'only what breaks callers counts, and is printed',
      markdown: 'prints Markdown, for a pull request',
      verify: 'also reads files of a URL that only their bytes can tell apart',
    },
    example: 'boxcutter compare old.carton new.carton --breaking',
    exits: `0 if nothing differs, 1 if something does, or, with --tensor, is not close, ${EXITS}`,
  },
  (given) => {
    const { options, has } = given;
    const [a, b] = named(given, ['A', 'B']);
    const ofTensor = has('tensor');
    const wrong = (ofTensor ? OF_PACKAGES : OF_TENSOR).find(has);
    if (wrong) throw new Misuse(`--${wrong} ${ofTensor ? 'cannot be combined with' : 'needs'} --tensor.`);
    return [...options, `--${ofTensor ? 'compare' : 'with'}=${b}`, '--', a];
  },
);

const SCAN = inspecting(
  'looks at all values of all tensors',
  {
    name: 'boxcutter scan',
    usage: ['FILE-OR-URL [--in PATH …] [--strict] [--json | --csv]'],
    about: `Reads all values of all tensors. Prints which have NaN, infinite values, nothing but zeros, one value, a value far
      from all others, the same content as another, or rows or columns of zeros.`,
    operands: { 'FILE-OR-URL': FILE },
    options: ['in', 'strict', 'json', 'csv', 'help'],
    implied: ['scan'],
    says: {
      strict: 'also fails for warnings, and for each tensor that there is something to look at in',
      json: 'prints the statistics of all tensors as JSON',
      csv: 'prints the statistics of all tensors as comma-separated values',
    },
    example: 'boxcutter scan model.safetensors --csv',
    exits: `0 if opening finds no errors, 1 if it finds some or, with --strict, a tensor has something to look at, ${EXITS}`,
  },
  (given) => [...given.options, '--scan', '--', ...named(given, ['FILE-OR-URL'])],
);

/** All commands, by their names, in the order of `--help`. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  [
    'inspect',
    {
      about: 'prints what is inside, what is wrong with it, and what loading it would run',
      run: (args, print) => inspect(args, print, { manual: inspectManual('boxcutter inspect') }),
    },
  ],
  ['edit', EDIT],
  ['new', NEW],
  ['compare', COMPARE],
  ['scan', SCAN],
  [
    'serve',
    {
      about: 'shows the packages of a folder in the browser, also on another computer',
      run: (args, print) => serveCommand(args, print),
    },
  ],
]);
