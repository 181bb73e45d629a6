import { parseArgs } from 'node:util';
import type { Compression } from '../../src/archive/zip/pack.ts';
import { quote } from '../../src/base/text.ts';
import { DEFLATE_LEVELS } from '../../src/codec/deflate.ts';
import { type Assignment, parseAssignment } from './assignment.ts';
import { type CompareOrder, compareOrder } from './compare.ts';
import { FILE_ORDERS, type FileOrder, parseFileOrder } from './file-order.ts';
import type { NewOrder } from './new.ts';
import { OPTIONS, optionTypes } from './options.ts';
import { checkOptions } from './refusals.ts';
import { type ReportOrder, reportOrder } from './report/order.ts';
import { type RunOrder, runOrder } from './run/self-tests.ts';
import { SAVED_KINDS, type SavedFiles, type TensorOrder } from './tensor.ts';
import { Misuse, parseProblem } from './usage.ts';
import { type WithOrder, withOrder } from './with.ts';

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
  /** The self-tests are run instead. */
  run?: RunOrder | undefined;
  /** `tensor` is compared and not printed. */
  compare?: CompareOrder;
  /** How another package differs is printed instead. */
  with?: WithOrder;
  /** A new package is made first, and `file` is where it is then. */
  made?: NewOrder;
}

type Flag = 'verify' | 'checklist' | 'force' | 'reseal' | 'json' | 'cut-places' | 'scan' | 'statistics';

/** The arguments of the command line; `help` if they ask for it. Throws a `UsageError`, mostly a `Misuse`. */
export function argumentsOf(args: string[]): Arguments | 'help' {
  let parsed: Parsed;
  try {
    parsed = parseArgs({
      args,
      tokens: true,
      allowPositionals: true,
      options: optionTypes(args.includes('--scan')),
    });
  } catch (error) {
    throw new Misuse(parseProblem(error, Object.keys(OPTIONS)));
  }
  const { values, positionals } = parsed;
  if (values.help === true) return 'help';
  checkOptions(values, positionals.length);
  const made = newOrder(values as { new?: string; runner?: string; compression?: string });
  const [file = made && (values.out as string)] = positionals;
  if (file === undefined) throw new Misuse('FILE-OR-URL is missing: a file, a folder, or the URL of a file.');
  if (made && positionals.length > 0) throw new Misuse(`--new takes one folder. ${quote(file)} is one too many.`);
  const report = reportOrder(positionals, values);
  const { in: inside = [], out } = values as { in?: string[]; out?: string };
  const { keep = [], 'leave-out': leaveOut = [] } = values as Partial<Record<'keep' | 'leave-out', string[]>>;
  const { 'cut-places': cutsPlaces = false } = values as Partial<Record<Flag, boolean>>;
  const edits = editOrders(parsed, cutsPlaces);
  const { verify = false, force = false, reseal = false, json = false } = values as Partial<Record<Flag, boolean>>;
  const scan = scanOrder(values, json);
  const { statistics: inFull = false } = values as Partial<Record<Flag, boolean>>;
  const { checklist = false } = values as Partial<Record<Flag, boolean>>;
  const run = runOrder(values, json);
  const tensor = scan ? undefined : tensorOrder(values as TensorOptions);
  const compare = compareOrder(values);
  const other = withOrder(values);
  return {
    file,
    report,
    strict: values.strict === true,
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
    run,
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

function newOrder({ new: folder, runner, compression }: Record<string, string | undefined>) {
  if (folder === undefined) {
    return undefined;
  }
  if (compression !== undefined && !COMPRESSIONS.has(compression))
    throw new Misuse(`--compression must be one of ${[...COMPRESSIONS.keys()].join(', ')}.`);
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
  return csv === true ? 'csv' : json ? 'json' : 'text';
}

type TensorOptions = { tensor?: string; slice?: string; index?: boolean } & SavedFiles;

function tensorOrder({ tensor: name, slice, index = false, ...values }: TensorOptions) {
  const saved = SAVED_KINDS.flatMap((kind): [string, string][] => {
    const path = values[kind];
    return path === undefined ? [] : [[kind, path]];
  });
  if (name === undefined) return undefined;
  return { name, slice, index, ...(Object.fromEntries(saved) as SavedFiles) };
}
