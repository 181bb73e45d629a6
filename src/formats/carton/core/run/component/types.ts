import { type ByteCursor, damaged, otherInterface } from './cursor.ts';

/**
 * A type of the component model. `parts` are the fields of a record, the cases of a variant or enum, the flags of flags,
 * the items of a tuple, the element of a list, the value and the error of a result, and the parameters of a function.
 * Types share parts: written out, one may be longer than any text.
 */
export interface ComponentType {
  readonly kind: string;
  readonly parts: readonly TypePart[];
  /** Of a function that gives something. */
  readonly result?: ComponentType | undefined;
  /** Of an instance: what it exports. */
  readonly items?: ReadonlyMap<string, ComponentItem>;
  /** The name that it was imported or exported by. */
  readonly name?: string | undefined;
}

export type TypePart = readonly [label: string, type?: ComponentType | undefined];

/** An import or export: its kind, and its type where it is known. */
export interface ComponentItem {
  readonly kind: string;
  readonly type?: ComponentType | undefined;
}

/** The type of what comes from a nested component, which is not read. */
export const UNKNOWN_TYPE: ComponentType = { kind: 'unknown', parts: [] };

/** Sorts of what a component names, by their codes. */
const SORTS = ['core', 'function', 'value', 'type', 'component', 'instance'] as const;

/** Codes of types without parts, from -1 down. */
const PRIMITIVES = 'bool s8 u8 s16 u16 s32 u32 s64 u64 f32 f64 char string'.split(' ') satisfies readonly string[];

/** Types in types. Those of interfaces have two levels. */
const MAX_NESTING = 20;

/** Types by their indices, in a component, or in the type of an instance or component in it. */
export interface TypeScope {
  readonly types: ComponentType[];
  readonly instances: ComponentType[];
  readonly outer?: TypeScope | undefined;
}

/** Reads an entry of the section of types. Gives a type of what it cannot show as `unknown`, and throws `run/damaged`. */
export function readType(cursor: ByteCursor, scope: TypeScope): ComponentType {
  const code = cursor.byte();
  const type = () => readValueType(cursor, scope);
  const labels = (): TypePart[] => cursor.list(() => [cursor.text()]);
  const fields = (): TypePart[] => cursor.list(() => [cursor.text(), type()]);
  const optional = () => (cursor.byte() === 0 ? undefined : type());
  switch (code) {
    case 0x72:
      return { kind: 'record', parts: fields() };
    case 0x71:
      return { kind: 'variant', parts: cursor.list(() => readCase(cursor, optional)) };
    case 0x70:
      return { kind: 'list', parts: [['', type()]] };
    case 0x6f:
      return { kind: 'tuple', parts: cursor.list(() => ['', type()]) };
    case 0x6e:
      return { kind: 'flags', parts: labels() };
    case 0x6d:
      return { kind: 'enum', parts: labels() };
    case 0x6b:
      return { kind: 'option', parts: [['', type()]] };
    case 0x6a:
      return {
        kind: 'result',
        parts: [
          ['', optional()],
          ['', optional()],
        ],
      };
    case 0x69:
    case 0x68:
      return { kind: code === 0x69 ? 'own' : 'borrow', parts: [['', typeAt(scope, cursor.count())]] };
    case 0x40:
      return { kind: 'func', parts: fields(), result: readResult(cursor, type) };
    case 0x41:
    case 0x42:
      return readInstanceType(cursor, scope);
    case 0x3f:
      return readResource(cursor);
    default:
      return primitive(code - 0x80) ?? unread(`types of the kind 0x${code.toString(16)}`);
  }
}

function unread(what: string): never {
  throw otherInterface(`The component uses ${what}, which models do not need and Boxcutter does not read.`);
}

function primitive(code: number): ComponentType | undefined {
  const kind = PRIMITIVES[-1 - code];
  return kind === undefined ? undefined : { kind, parts: [] };
}

function readCase(cursor: ByteCursor, optional: () => ComponentType | undefined): TypePart {
  const label = cursor.text();
  const type = optional();
  if (cursor.byte() !== 0) unread('variants that refine others');
  return [label, type];
}

function readResult(cursor: ByteCursor, type: () => ComponentType): ComponentType | undefined {
  if (cursor.byte() === 0) return type();
  if (cursor.count() !== 0) unread('results with names');
  return undefined;
}

function readResource(cursor: ByteCursor): ComponentType {
  cursor.byte();
  if (cursor.byte() !== 0) cursor.count();
  return { kind: 'resource', parts: [] };
}

function readValueType(cursor: ByteCursor, scope: TypeScope): ComponentType {
  const code = cursor.typeCode();
  return code >= 0 ? typeAt(scope, code) : (primitive(code) ?? unread(`values of the type ${code}`));
}

function typeAt(scope: TypeScope | undefined, index: number): ComponentType {
  const type = scope?.types[index];
  if (!type) throw damaged('it names a type that it lacks');
  return type;
}

/** The type of an instance or component: what it declares, each by what was declared before. */
function readInstanceType(cursor: ByteCursor, outer: TypeScope): ComponentType {
  let depth = 0;
  for (let scope: TypeScope | undefined = outer; scope; scope = scope.outer) depth++;
  if (depth > MAX_NESTING) throw damaged('its types are nested too deeply');
  const scope: TypeScope = { types: [], instances: [], outer };
  const items = new Map<string, ComponentItem>();
  cursor.list(() => {
    const code = cursor.byte();
    if (code === 0x01) scope.types.push(readType(cursor, scope));
    else if (code === 0x02) readAlias(cursor, scope);
    else if (code === 0x03 || code === 0x04) {
      const name = readExternName(cursor);
      const item = declare(scope, name, readDescription(cursor, scope));
      if (code === 0x04) items.set(name, item);
    } else unread('core types');
  });
  return { kind: 'instance', parts: [], items };
}

/** What an alias refers to, and from where. */
export interface Alias {
  sort: (typeof SORTS)[number];
  /** Of `core`. */
  coreSort: number;
  from: 'instance' | 'core instance' | 'outer';
  /** The instance, or how many components further out. */
  at: number;
  name: string;
  index: number;
}

export function readAliasEntry(cursor: ByteCursor): Alias {
  const { sort, coreSort } = readSort(cursor);
  const target = cursor.byte();
  const at = cursor.count();
  if (target > 2) throw damaged('an alias is of no known kind');
  if (target === 2) return { sort, coreSort, from: 'outer', at, name: '', index: cursor.count() };
  return { sort, coreSort, from: target === 0 ? 'instance' : 'core instance', at, name: cursor.text(), index: 0 };
}

/** Adds what an alias in the type of an instance refers to. */
function readAlias(cursor: ByteCursor, scope: TypeScope): void {
  const alias = readAliasEntry(cursor);
  if (alias.from === 'outer' && alias.sort === 'type') {
    let from: TypeScope | undefined = scope;
    for (let left = alias.at; left > 0 && from; left--) from = from.outer;
    scope.types.push(typeAt(from, alias.index));
  } else if (alias.from === 'instance') declare(scope, undefined, aliasedItem(scope, alias));
  else unread('aliases of this kind');
}

/** The export of an instance that an alias names. */
export function aliasedItem(scope: TypeScope, { sort, at, name }: Alias): ComponentItem {
  const instance = scope.instances[at];
  if (!instance) throw damaged('it names an instance that it lacks');
  if (instance === UNKNOWN_TYPE) return { kind: sort, type: UNKNOWN_TYPE };
  const item = instance.items?.get(name);
  if (item?.kind !== sort) throw damaged('an instance lacks what is taken from it');
  return item;
}

/** Adds an import or export to the indices of its kind, where these are kept here. Types and instances get its name. */
export function declare(scope: TypeScope, name: string | undefined, item: ComponentItem): ComponentItem {
  const type = name === undefined || !item.type ? item.type : { ...item.type, name };
  if (item.kind === 'type') scope.types.push(type ?? UNKNOWN_TYPE);
  if (item.kind === 'instance') scope.instances.push(item.type ?? UNKNOWN_TYPE);
  return { ...item, type: item.kind === 'type' ? type : item.type };
}

/** The sort of an index. */
export function readSort(cursor: ByteCursor): { sort: (typeof SORTS)[number]; coreSort: number } {
  const sort = SORTS[cursor.byte()];
  if (sort === undefined) throw damaged('something in it is of no known kind');
  return { sort, coreSort: sort === 'core' ? cursor.byte() : 0 };
}

/** The name of an import or export. */
export function readExternName(cursor: ByteCursor): string {
  const code = cursor.byte();
  const name = cursor.text();
  // The rest of a version that the name has only the beginning of.
  if (code === 0x02) cursor.text();
  else if (code > 0x02) unread('names of another kind');
  return name;
}

/** What an import or export is said to be. */
export function readDescription(cursor: ByteCursor, scope: TypeScope): ComponentItem {
  const { sort: kind } = readSort(cursor);
  switch (kind) {
    case 'function':
    case 'instance':
    case 'component':
      return { kind, type: typeAt(scope, cursor.count()) };
    case 'type':
      if (cursor.byte() !== 0) return { kind, type: { kind: 'resource', parts: [] } };
      return { kind, type: typeAt(scope, cursor.count()) };
    case 'core':
      cursor.count();
      return { kind: 'module' };
    case 'value':
      if (cursor.byte() !== 0) return { kind, type: readValueType(cursor, scope) };
      cursor.count();
      return { kind };
  }
}
