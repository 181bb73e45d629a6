/**
 * Makes modules from WebAssembly's text: functions, one memory or more, tables, globals, imports, exports, data and a
 * start function. Instructions that take blocks (`block`, `loop`, `if`) must be folded, in parentheses; all others may
 * be. What the text may say beyond that is refused.
 */

import { bytesOf, name, type Part, section, signed, unsigned, vector } from './numbers.ts';
import { INDEXED, MEMORY, PLAIN } from './opcodes.ts';
import { fraction, type Item, isWord, list, parse, stringBytes, wholeNumber, word } from './text.ts';

type Space = 'func' | 'memory' | 'table' | 'global';

const VALUE_TYPES: Record<string, number> = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c };
const KINDS: Record<Space, number> = { func: 0, table: 1, memory: 2, global: 3 };
const NO_RESULT = 0x40;
const FUNCREF = 0x70;
const END = 0x0b;

/** The module that a text describes: `(module …)`, or only what stands in it. Throws where it is not understood. */
export function assemble(text: string): Uint8Array<ArrayBuffer> {
  const items = parse(text);
  const only = items.length === 1 && Array.isArray(items[0]) && items[0][0] === 'module' ? items[0].slice(1) : items;
  const assembler = new Assembler();
  for (const field of only) assembler.declare(list(field));
  return assembler.finish();
}

interface Func {
  params: number[];
  results: number[];
  locals: number[];
  names: Map<string, number>;
  body: Item[];
}

function valueType(item: Item | undefined): number {
  const type = VALUE_TYPES[word(item)];
  if (type === undefined) throw new Error(`${item} is not a type of values`);
  return type;
}

/** What a function takes and gives, its locals, and the names of all of them. */
function signature(items: readonly Item[]): Func {
  const func: Func = { params: [], results: [], locals: [], names: new Map(), body: [] };
  let at = 0;
  for (; at < items.length; at++) {
    const item = items[at];
    const kind = Array.isArray(item) ? item[0] : undefined;
    if (kind !== 'param' && kind !== 'result' && kind !== 'local') break;
    const [first, ...others] = list(item).slice(1);
    const named = isWord(first) && first.startsWith('$');
    if (named && kind !== 'result') func.names.set(first, func.params.length + func.locals.length);
    const types = (named ? others : [first, ...others]).map(valueType);
    (kind === 'param' ? func.params : kind === 'result' ? func.results : func.locals).push(...types);
  }
  return { ...func, body: items.slice(at) };
}

/** The bytes of a memory's or a table's limits, or of a global's type. */
function described(space: Space, items: readonly Item[]): Part {
  if (space === 'global') {
    const [first] = items;
    return Array.isArray(first) ? [valueType(first[1]), 1] : [valueType(first), 0];
  }
  const [least = '0', most] = items.filter((item): item is string => /^\d/.test(String(item)));
  const flags = (most === undefined ? 0 : 1) | (items.includes('shared') ? 2 : 0) | (items.includes('i64') ? 4 : 0);
  const limits = [flags, unsigned(BigInt(least)), most === undefined ? [] : unsigned(BigInt(most))];
  return space === 'table' ? [FUNCREF, limits] : limits;
}

class Assembler {
  private readonly names = { func: new Map(), memory: new Map(), table: new Map(), global: new Map() } as Record<
    Space,
    Map<string, number>
  >;
  private readonly counts: Record<Space, number> = { func: 0, memory: 0, table: 0, global: 0 };
  private readonly types = new Map<string, { index: number; bytes: Part }>();
  private readonly imports: Part[] = [];
  private readonly funcs: { type: number; func: Func }[] = [];
  private readonly memories: Part[] = [];
  private readonly tables: Part[] = [];
  private readonly globals: { type: Part; value: Item }[] = [];
  private readonly exports: { bytes: Part; space: Space; of: Item | number }[] = [];
  private readonly data: Item[][] = [];
  private start: Item | undefined;

  /** Takes one field of the module. */
  declare(field: Item[]): void {
    const [kind, ...rest] = field;
    switch (kind) {
      case 'import':
        this.import(rest);
        return;
      case 'export': {
        const [space, of] = list(rest[1]);
        this.exports.push({ bytes: name(stringBytes(rest[0])), space: word(space) as Space, of: of as Item });
        return;
      }
      case 'start':
        this.start = rest[0];
        return;
      case 'data':
        this.data.push(rest);
        return;
      case 'func':
      case 'memory':
      case 'table':
      case 'global':
        this.define(kind, this.named(kind, rest));
        return;
      default:
        throw new Error(`${kind} is not known`);
    }
  }

  /** Gives the next index to what is declared, takes its name and its exports, and returns the rest. */
  private named(space: Space, items: Item[]): Item[] {
    const index = this.counts[space]++;
    let rest = items;
    if (isWord(rest[0]) && rest[0].startsWith('$')) {
      this.names[space].set(rest[0], index);
      rest = rest.slice(1);
    }
    while (Array.isArray(rest[0]) && rest[0][0] === 'export') {
      this.exports.push({ bytes: name(stringBytes(rest[0][1])), space, of: index });
      rest = rest.slice(1);
    }
    return rest;
  }

  private import([from, field, what]: Item[]): void {
    const [kind, ...items] = list(what);
    const space = word(kind) as Space;
    const rest = this.named(space, items);
    const type = space === 'func' ? unsigned(this.typeOf(signature(rest))) : described(space, rest);
    this.imports.push([name(stringBytes(from)), name(stringBytes(field)), KINDS[space], type]);
  }

  private define(space: Space, rest: Item[]): void {
    if (space === 'memory') this.memories.push(described(space, rest));
    else if (space === 'table') this.tables.push(described(space, rest));
    else if (space === 'global') this.globals.push({ type: described(space, rest), value: rest[1] as Item });
    else {
      const func = signature(rest);
      this.funcs.push({ type: this.typeOf(func), func });
    }
  }

  private typeOf({ params, results }: Func): number {
    const key = `${params}>${results}`;
    const known = this.types.get(key);
    if (known) return known.index;
    const index = this.types.size;
    this.types.set(key, { index, bytes: [0x60, vector(params), vector(results)] });
    return index;
  }

  /** The module, of all that was declared. */
  finish(): Uint8Array<ArrayBuffer> {
    const exported = this.exports.map(({ bytes, space, of }) => [bytes, KINDS[space], this.index(space, of)]);
    const globals = this.globals.map(({ type, value }) => [type, this.constant(value)]);
    const data = this.data.map(([at, ...strings]) => [0, this.constant(at), name(bytesOf(strings.map(stringBytes)))]);
    const optional = (id: number, items: readonly Part[]) => (items.length > 0 ? section(id, vector(items)) : []);
    return bytesOf([
      new TextEncoder().encode('\0asm'),
      [1, 0, 0, 0],
      optional(
        1,
        [...this.types.values()].map(({ bytes }) => bytes),
      ),
      optional(2, this.imports),
      optional(
        3,
        this.funcs.map(({ type }) => unsigned(type)),
      ),
      optional(4, this.tables),
      optional(5, this.memories),
      optional(6, globals),
      optional(7, exported),
      this.start === undefined ? [] : section(8, this.index('func', this.start)),
      optional(
        10,
        this.funcs.map(({ func }) => this.code(func)),
      ),
      optional(11, data),
    ]);
  }

  private constant(item: Item | undefined): Part {
    return [this.instruction(list(item), { locals: new Map(), labels: [] }), END];
  }

  private index(space: Space, of: Item | number): Uint8Array {
    return unsigned(typeof of === 'number' ? of : found(space, this.names[space].get(word(of)), word(of)));
  }

  private code({ locals, names, body }: Func): Part {
    const scope = { locals: names, labels: [] };
    const bytes = bytesOf([vector(locals.map((type) => [1, type])), this.body(body, scope), END]);
    return [unsigned(bytes.length), bytes];
  }

  /** Instructions one after the other: folded ones, and words with their immediates behind them. */
  private body(items: readonly Item[], scope: Scope): Part {
    const parts: Part[] = [];
    for (let i = 0; i < items.length; ) {
      const item = items[i++] as Item;
      if (Array.isArray(item)) parts.push(this.instruction(item, scope));
      else {
        const takes = PLAIN.has(item) ? 0 : MEMORY.has(item) ? Number(/=/.test(String(items[i]))) : 1;
        parts.push(this.instruction([item, ...items.slice(i, i + takes)], scope));
        i += takes;
      }
    }
    return parts;
  }

  private instruction([op, ...rest]: Item[], scope: Scope): Part {
    const text = word(op);
    if (text === 'block' || text === 'loop' || text === 'if') return this.block(text, rest, scope);
    const immediates = rest.filter(isWord);
    const operands = rest.filter((item): item is Item[] => Array.isArray(item));
    return [operands.map((item) => this.instruction(item, scope)), this.operation(text, immediates, scope)];
  }

  private operation(text: string, [first = '']: string[], { locals, labels }: Scope): Part {
    const plain = PLAIN.get(text);
    if (plain) return plain;
    const indexed = INDEXED.get(text);
    if (indexed?.of === 'label') return [indexed.opcode, unsigned(labelDepth(labels, first))];
    if (indexed?.of === 'local') return [indexed.opcode, unsigned(found('local', locals.get(first), first))];
    if (indexed) return [indexed.opcode, this.index(indexed.of as Space, first)];
    const memory = MEMORY.get(text);
    // The alignment is a hint. One byte is always allowed.
    if (memory !== undefined) return [memory, 0, unsigned(Number(/^offset=(\d+)$/.exec(first)?.[1] ?? 0))];
    if (text === 'i32.const') return [0x41, signed(BigInt.asIntN(32, wholeNumber(first)))];
    if (text === 'i64.const') return [0x42, signed(BigInt.asIntN(64, wholeNumber(first)))];
    if (text === 'f32.const') return [0x43, new Uint8Array(Float32Array.of(fraction(first)).buffer)];
    if (text === 'f64.const') return [0x44, new Uint8Array(Float64Array.of(fraction(first)).buffer)];
    throw new Error(`${text} is not known`);
  }

  private block(kind: string, items: Item[], scope: Scope): Part {
    const label = isWord(items[0]) && items[0].startsWith('$') ? items[0] : '';
    let rest = label === '' ? items : items.slice(1);
    const first = rest[0];
    const typed = Array.isArray(first) && first[0] === 'result' ? first : undefined;
    if (typed) rest = rest.slice(1);
    const type = typed ? valueType(typed[1]) : NO_RESULT;
    const inner = { ...scope, labels: [label, ...scope.labels] };
    if (kind !== 'if') return [kind === 'block' ? 0x02 : 0x03, type, this.body(rest, inner), END];
    const at = rest.findIndex((item) => Array.isArray(item) && item[0] === 'then');
    const then = list(rest[at]).slice(1);
    const otherwise = rest[at + 1] === undefined ? [] : [0x05, this.body(list(rest[at + 1]).slice(1), inner)];
    return [this.body(rest.slice(0, at), scope), 0x04, type, this.body(then, inner), otherwise, END];
  }
}

interface Scope {
  locals: Map<string, number>;
  /** The innermost first. */
  labels: string[];
}

/** The index of a name, or the one that stands in its place. */
function found(space: string, index: number | undefined, text: string): number {
  if (index !== undefined) return index;
  if (!/^\d+$/.test(text)) throw new Error(`there is no ${space} ${text}`);
  return Number(text);
}

function labelDepth(labels: string[], label: string): number {
  const depth = labels.indexOf(label);
  return found('block', depth < 0 ? undefined : depth, label);
}
