import type { FieldGuide } from '../../src/formats/format.ts';
import { patternText } from '../../src/formats/known-keys.ts';
import { OPTIONS, type Option, type OptionName, optionTypes } from './options.ts';

/** How a command is called, and what its `--help` prints. */
export interface Manual {
  /** Each way to call it, with its name. */
  usage: readonly string[];
  /** What it does, in a few sentences. */
  about?: string;
  /** What stands for arguments that are not options, and what they are. */
  operands: Readonly<Record<string, string>>;
  options: readonly OptionName[];
  /** Options that are given by calling it: the help says nothing of them. */
  implied?: readonly OptionName[];
  /** What options do here, where that is not what they do elsewhere. */
  says?: Partial<Record<OptionName, string>>;
  example?: string;
  exits: string;
}

/** A command as it was called. */
export interface Call {
  manual: Manual;
  /** Turns the arguments into those of `inspect`. Throws a `UsageError`. Undefined for `inspect` itself. */
  recast?(args: string[]): string[];
}

/** The manual of `inspect`, which does everything, by the name that it was called by. */
export function inspectManual(name: string): Manual {
  const file = `${name} FILE-OR-URL [--in PATH …]`;
  return {
    usage: [
      `${file} [--json] [--verify] [--strict]`,
      `${name} FILE-OR-URL … [--verify] [--strict] [--baseline FILE] [--format text|github|sarif | --json] [--sarif NEW]`,
      `${name} FILE-OR-URL … [--verify] --write-baseline NEW --reason TEXT --until DATE`,
      `${file} [--set KEY=VALUE …] [--put PATH=FILE …] [--rename OLD=NEW …] [--remove PATH …] [--link PATH=URL …] [--bake PATH …] [--cut-places] [--reseal] --out NEW [--force] [--json] [--verify]`,
      `${file} --tensor NAME [--slice SLICE] [--npy NEW] [--csv NEW] [--tsv NEW] [--index] [--png NEW] [--statistics] [--json]`,
      `${file} --scan [--json | --csv]`,
      `${file} --checklist [--json] [--verify]`,
      `${file} --tensor NAME --compare OTHER[:NAME] [--rtol N] [--atol N] [--equal-nan] [--transposed] [--sample BLOCKS] [--json]`,
      `${file} --with OTHER [--breaking] [--verify] [--json | --markdown]`,
      `${name} --new FOLDER|FILE [--runner NAME] [--compression zstd|deflate|stored|0…9] [--keep PATH …] [--leave-out PATH …] [--cut-places] [--set KEY=VALUE …] --out NEW [--json] [--verify]`,
      `${name} --help`,
    ],
    operands: { 'FILE-OR-URL': 'a file, a folder, or the URL of a file. Several are checked one after the other' },
    options: Object.keys(OPTIONS) as OptionName[],
    example: `${name} model.carton --verify`,
    exits: `0 if there are no errors, 1 if there are some or if --compare finds what is not close or --with what differs,
      2 if a package cannot be opened or saved, or the arguments are wrong. With --strict, 1 also for warnings. What a
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
export function usageText({ usage }: Manual): string {
  return usage.map((line, i) => `${i === 0 ? 'Usage:' : '      '} ${line}`).join('\n');
}

/** What `--help` prints. `guides` have the keys of each format, which commands with `--set` explain. */
export function helpText(manual: Manual, guides: Iterable<FieldGuide>): string {
  const { about, operands, options, example, exits } = manual;
  const rows = [
    ...Object.entries(operands).map(([operand, says]) => row(operand, says)),
    ...options.map((name) => optionRow(name, manual)),
  ];
  const lines = [
    usageText(manual),
    ...(about ? ['', ...wrapped(about, WIDTH)] : []),
    '',
    ...rows,
    ...(options.includes('set') ? ['', KEYS] : []),
    ...(example ? ['', `Example: ${example}`] : []),
    '',
    ...wrapped(`Exit codes: ${exits}`, WIDTH),
    ...(options.includes('set') ? [...guides].flatMap(keyLines) : []),
  ];
  return lines.join('\n');
}

function optionRow(name: OptionName, { options, implied = [], says = {} }: Manual): string {
  const { value, with: beside = [], about }: Option = OPTIONS[name];
  const names: { given: readonly string[]; offered: readonly string[] } = { given: implied, offered: options };
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
