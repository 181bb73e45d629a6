import type { FieldGuide } from '../../src/formats/format.ts';
import { patternText } from '../../src/formats/known-keys.ts';
import { OPTIONS, type Option, type OptionName, optionTypes } from './options.ts';

/** How a command is called, and what its `--help` prints. */
export interface Manual {
  /** Its name, after which its arguments stand. */
  name: string;
  /** Each way to call it: what follows the name. */
  usage: readonly string[];
  /** What it does, in a few sentences. */
  about?: string;
  /** What stands for arguments that are not options, and what they are. */
  operands: Readonly<Record<string, string>>;
  options: readonly OptionName[];
  /** Further options, by what they are for. The help has these below all else. */
  groups?: readonly Group[];
  /** Options that are given by calling it: the help says nothing of them. */
  implied?: readonly OptionName[];
  /** What options do here, where that is not what they do elsewhere. */
  says?: Partial<Record<OptionName, string>>;
  example?: string;
  exits: string;
}

interface Group {
  title: string;
  /** As in a manual. */
  usage: readonly string[];
  options: readonly OptionName[];
}

/** A command as it was called. */
export interface Call {
  manual: Manual;
  /** Turns the arguments into those of `inspect`. Throws a `UsageError`. Undefined for `inspect` itself. */
  recast?(args: string[]): string[];
}

const ONE = 'FILE-OR-URL [--in PATH …]';

const GROUPS: readonly Group[] = [
  {
    title: 'Reports, also of several packages, and what fails',
    usage: [
      'FILE-OR-URL … [--verify] [--strict] [--baseline FILE] [--format text|findings|github|sarif | --json] [--sarif NEW]',
      'FILE-OR-URL … [--verify] --write-baseline NEW --reason TEXT --until DATE',
    ],
    options: ['format', 'sarif', 'baseline', 'write-baseline', 'reason', 'until'],
  },
  {
    title: 'Tensors',
    usage: [
      `${ONE} --tensor NAME [--slice SLICE] [--npy NEW] [--csv NEW] [--tsv NEW] [--index] [--png NEW] [--statistics] [--json]`,
      `${ONE} --tensor NAME --compare OTHER[:NAME] [--rtol N] [--atol N] [--equal-nan] [--transposed] [--sample BLOCKS] [--json]`,
      `${ONE} --scan [--strict] [--json | --csv]`,
    ],
    options: [
      ...(['tensor', 'slice', 'npy', 'csv', 'tsv', 'index', 'png', 'statistics'] as const),
      ...(['scan', 'compare', 'rtol', 'atol', 'equal-nan', 'transposed', 'sample'] as const),
    ],
  },
  {
    title: 'Before it is published, and how another package differs',
    usage: [
      `${ONE} --checklist [--json] [--verify]`,
      `${ONE} --with OTHER [--breaking] [--verify] [--json | --markdown]`,
    ],
    options: ['checklist', 'with', 'breaking', 'markdown'],
  },
  {
    title: 'Running the model',
    usage: [`${ONE} --run [--run-memory MB] [--run-time SECONDS] [--json]`],
    options: ['run', 'run-memory', 'run-time'],
  },
  {
    title: 'New and changed packages',
    usage: [
      `${ONE} [--set KEY=VALUE …] [--put PATH=FILE …] [--rename OLD=NEW …] [--remove PATH …] [--link PATH=URL …] [--bake PATH …] [--cut-places] [--reseal] --out NEW [--force] [--json] [--verify]`,
      '--new FOLDER|FILE [--runner NAME] [--compression zstd|deflate|stored|0…9] [--keep PATH …] [--leave-out PATH …] [--cut-places] [--set KEY=VALUE …] --out NEW [--json] [--verify]',
    ],
    options: [
      ...(['set', 'put', 'rename', 'remove', 'link', 'bake', 'reseal'] as const),
      ...(['new', 'keep', 'leave-out', 'runner', 'compression', 'cut-places', 'out', 'force'] as const),
    ],
  },
];

/** The manual of `inspect`, which does everything, by the name that it was called by. */
export function inspectManual(name: string): Manual {
  return {
    name,
    usage: ['FILE-OR-URL … [--verify] [--strict] [--json]', `${ONE} [option …]`],
    about:
      'Prints what is in a package, what is wrong with it, and what loading it would run. Only --run runs anything of it.',
    operands: {
      'FILE-OR-URL': `a file, a folder, or the URL of a file. Several are checked one after the other. If a folder is not a
        package itself, every package in it is checked`,
    },
    options: ['verify', 'strict', 'in', 'json', 'help'],
    groups: GROUPS,
    example: `${name} model.carton --verify`,
    exits: `0 if there are no errors, 1 if there are some, if --compare finds what is not close, --with what differs or
      --run a self-test that fails, 2 if a package cannot be opened or saved, a self-test cannot run, or the arguments
      are wrong. With --strict, 1 also for warnings. What a
      baseline accepts does not count.`,
  };
}

const KEYS = `KEY has dots between its parts: runner.opts.num_threads. Quote a part that contains a dot as in TOML.
N is the number of an item, counted from 0, or its name. NAME is a name of your choice. + instead of N adds an item:
  --set input.+.name=image --set input.+.dtype=uint8
adds one input, with both fields. The next --set input.+.name=… adds another one. The name of an item can stand for its
number: --set input.image.dtype=uint8. A whole item, by its name or number, is
  copied by --set input.+=image, removed by --set input.-=image, moved to a place by --set input.image.#=0

VALUE is TOML. Text fields also take text without quotation marks. @FILE stands for the content of a file:
--set model_description=@README.md. Quote other text that begins with @: --set 'model_name="@x"'.

--set, --put, --rename, --remove, --link and --bake are made in the order given.`;

/** Columns of a terminal that is not small. */
const WIDTH = 118;

/** Where what is said of an option begins. */
const INDENT = 17;

/** `Usage:` and the ways to call a command, one below the other. */
function usageText(name: string, usage: readonly string[]): string {
  return usage.map((line, i) => `${i === 0 ? 'Usage:' : '      '} ${name} ${line}`).join('\n');
}

/** What `--help` prints. `guides` have the keys of each format, which commands with `--set` explain. */
export function helpText(manual: Manual, guides: Iterable<FieldGuide>): string {
  const { name, usage, about, operands, options, groups = [], example, exits } = manual;
  const sets = options.includes('set') || groups.some((group) => group.options.includes('set'));
  const rows = [
    ...Object.entries(operands).map(([operand, says]) => row(operand, says)),
    ...options.map((option) => optionRow(option, manual)),
  ];
  const lines = [
    usageText(name, usage),
    ...(about ? ['', ...wrapped(about, WIDTH)] : []),
    '',
    ...rows,
    ...(example ? ['', `Example: ${example}`] : []),
    '',
    ...wrapped(`Exit codes: ${exits}`, WIDTH),
    ...groups.flatMap((group) => [
      '',
      `${group.title}:`,
      '',
      usageText(name, group.usage),
      '',
      ...group.options.map((option) => optionRow(option, manual)),
    ]),
    ...(sets ? ['', KEYS, ...[...guides].flatMap(keyLines)] : []),
  ];
  return lines.join('\n');
}

function optionRow(name: OptionName, { options, groups = [], implied = [], says = {} }: Manual): string {
  const { value, with: beside = [], about }: Option = OPTIONS[name];
  const names: { given: readonly string[]; offered: readonly string[] } = {
    given: implied,
    offered: [...options, ...groups.flatMap((group) => group.options)],
  };
  const isGiven = says[name] !== undefined || beside.some((other) => names.given.includes(other));
  const needed = isGiven ? [] : beside.filter((other) => names.offered.includes(other));
  const condition = needed.length > 0 ? `with ${needed.map((other) => `--${other}`).join(' or ')}: ` : '';
  const takesValue = optionTypes(implied.includes('scan'), [name])[name]?.type === 'string';
  return row(takesValue ? `--${name} ${value}` : `--${name}`, condition + (says[name] ?? about));
}

function row(head: string, says: string): string {
  const lines = wrapped(says, WIDTH - INDENT);
  if (head.length < INDENT) return [head.padEnd(INDENT) + (lines[0] ?? ''), ...indented(lines.slice(1))].join('\n');
  return [head, ...indented(lines)].join('\n');
}

function indented(lines: string[]): string[] {
  return lines.map((line) => ' '.repeat(INDENT) + line);
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function keyLines({ file, fields }: FieldGuide): string[] {
  const keys = fields.map(({ path }) => patternText(path));
  const width = Math.max(...keys.map(({ length }) => length));
  return ['', `Keys of ${file}:`, ...fields.map(({ about }, i) => `  ${(keys[i] as string).padEnd(width)}  ${about}`)];
}
