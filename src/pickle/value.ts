import { formatNumberOf } from '../base/amounts.ts';
import type { Standing } from './standing.ts';

/**
 * An object that a pickle makes, as far as its opcodes say: nothing is ever made of it. A number is a whole one, and a
 * string is text.
 */
export type PickleValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Unkept
  | Float
  | StoredBytes
  | Sequence
  | Dictionary
  | ImportedName
  | Call
  | Persistent;

/** What the walk does not keep, or cannot know: a long text, what is beyond a limit. */
export interface Unkept {
  kind: 'unkept';
}

/** Apart from whole numbers: Python takes 3.0 for no size or index. */
export interface Float {
  kind: 'float';
  value: number;
}

/** Bytes that are stored in the pickle, from `start` of the source on. */
export interface StoredBytes {
  kind: 'bytes';
  start: number;
  size: number;
}

export interface Sequence {
  kind: 'tuple' | 'list' | 'set';
  items: PickleValue[];
  /** Some items were not kept. */
  isCut?: true;
}

export interface Dictionary {
  kind: 'dictionary';
  keys: PickleValue[];
  values: PickleValue[];
  isCut?: true;
}

/** A name that loading a pickle imports. */
export interface PickleImport {
  /** As the pickle has them. Empty where they are computed at run time, or come from the registry of extensions. */
  module: string;
  name: string;
  standing: Standing;
  /** Where the pickle names it first: bytes from the start of the file. */
  offset: number;
  /** How often the pickle names it. */
  uses: number;
  /** How often it is called. */
  calls: number;
  /** What it is first called with, as Python writes it, cut to a readable length. */
  calledWith?: string;
  /** Why its name is not known, in words: "extension 7", "a name that is computed". */
  unnamed?: string;
  /** The pickle changes an attribute or the state of what is imported itself. */
  isChanged?: true;
}

/** What a name of a module stands for. */
export interface ImportedName {
  kind: 'name';
  /** `module.name` as the pickle has them. */
  import: PickleImport;
}

/** What a call returns: it is known what was called, and not what that gave. */
export interface Call {
  kind: 'call';
  callee: PickleValue;
  arguments: PickleValue;
  /** `NEWOBJ` calls the class's `__new__` alone. */
  isNew?: true;
  /** What the last `BUILD` sets. */
  state?: PickleValue;
  /** `BUILD` was run more than once. */
  isRebuilt?: true;
  /** Keys and values that were set in it afterwards. */
  set?: Dictionary;
}

/** An object that the program which loads the pickle supplies. */
export interface Persistent {
  kind: 'persistent';
  id: PickleValue;
}

export const UNKEPT: Unkept = { kind: 'unkept' };

/** Whether a value is an object of this kind. */
export function isKind<K extends Kind>(value: PickleValue | undefined, kind: K): value is OfKind<K> {
  return typeof value === 'object' && value !== null && value.kind === kind;
}

type Kind = Extract<PickleValue, { kind: string }>['kind'];
type OfKind<K extends Kind> = K extends Sequence['kind'] ? Sequence : Extract<PickleValue, { kind: K }>;

/** Whether a value is a whole number that counts something. Larger ones than a file can have are bigints. */
export function isCount(value: PickleValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The items of a tuple or list that was kept whole. */
export function itemsOf(value: PickleValue | undefined): readonly PickleValue[] | undefined {
  const isWhole = typeof value === 'object' && value !== null && 'items' in value && !value.isCut;
  return isWhole ? value.items : undefined;
}

/** What a call calls, or a name is, as `module.name`. */
export function nameOf(value: PickleValue | undefined): string | undefined {
  return isKind(value, 'name') ? `${value.import.module}.${value.import.name}` : undefined;
}

/** Nesting of a value in a sentence, and its items. */
const SHOWN_DEPTH = 3;
const SHOWN_ITEMS = 4;

/** A value as Python would write it, in brief: `("rm -rf /",)`. */
export function valueText(value: PickleValue | undefined, depth = SHOWN_DEPTH): string {
  if (value === undefined || value === null) return 'None';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return String(value);
  if (depth === 0) return '…';
  const list = (items: readonly PickleValue[], isCut: boolean | undefined) =>
    [
      ...items.slice(0, SHOWN_ITEMS).map((item) => valueText(item, depth - 1)),
      ...(isCut || items.length > SHOWN_ITEMS ? ['…'] : []),
    ].join(', ');
  switch (value.kind) {
    case 'tuple':
      return `(${list(value.items, value.isCut)}${value.items.length === 1 ? ',' : ''})`;
    case 'list':
      return `[${list(value.items, value.isCut)}]`;
    case 'set':
      return `{${list(value.items, value.isCut)}}`;
    case 'dictionary':
      return value.keys.length === 0 && !value.isCut ? '{}' : '{…}';
    case 'float':
      return floatText(value.value);
    case 'bytes':
      return formatNumberOf(value.size, 'byte');
    case 'name':
      return nameOf(value) as string;
    case 'call':
      return `${valueText(value.callee, depth - 1)}(…)`;
    case 'persistent':
      return 'a persistent object';
    default:
      return '…';
  }
}

/** As Python has it, but for the exponents of small numbers: `1.0`, `inf`. */
function floatText(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  if (Number.isFinite(value)) return Number.isInteger(value) ? value.toFixed(1) : String(value);
  return String(value).toLowerCase().replace('infinity', 'inf');
}
