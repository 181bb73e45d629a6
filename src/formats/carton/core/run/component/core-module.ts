import { formatBytes, formatCount } from '../../../../../base/amounts.ts';
import { concatBytes } from '../../../../../base/bytes.ts';
import { type Arity, checkCompileRoom } from './compile-room.ts';
import { ByteCursor, damaged, otherInterface, tooLarge } from './cursor.ts';
import { bytesOfSections, CUSTOM, PREAMBLE_BYTES, type SectionPlace, sectionsOf } from './sections.ts';

/** Bytes of a page of memory, and the pages that an address of 32 bits reaches. */
const PAGE_BYTES = 65_536;
const MAX_PAGES = 65_536;

/** Codes of sections. */
const TYPE = 1;
const IMPORT = 2;
const FUNCTION = 3;
const TABLE = 4;
const MEMORY = 5;
const EXPORT = 7;
const CODE = 10;
const DATA = 11;
const TAG = 13;

/** Functions of all modules together. The largest programs that people compile to WebAssembly have half of them. */
const MAX_FUNCTIONS = 65_536;

/** Bytes of code of all modules together. Browsers compile some 10 MB in a second. */
const MAX_CODE_BYTES = 32_000_000;

/** Elements of all tables together, each of some 16 bytes. They list functions, so this is room for all of them. */
const MAX_TABLE_ELEMENTS = 2 * MAX_FUNCTIONS;

/**
 * Entries of sections of a module. Imports and exports each become an object of JavaScript, and a model has some five.
 * Compilers make one memory and one table, and as many types as their functions need.
 */
const MAX_ENTRIES: ReadonlyMap<number, readonly [most: number, what: string]> = new Map([
  [TYPE, [MAX_FUNCTIONS, 'types']],
  [IMPORT, [10_000, 'imports']],
  [TABLE, [16, 'tables']],
  [MEMORY, [16, 'memories']],
  [EXPORT, [10_000, 'exports']],
]);

/**
 * Bytes of sections of all instances together, but for code and data: types, imports, globals, elements, exports. A byte of
 * them may cost an engine a hundred, again for each instance, and minutes to compare. Real models have some 100 KB.
 */
const MAX_DECLARED_BYTES = 1_000_000;

const IS_FREE: ReadonlySet<number> = new Set([CUSTOM, CODE, DATA]);

const CORE_PREAMBLE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** A memory or table, as its module asks for it: in pages, or in elements. */
interface Limits {
  min: number;
  max?: number | undefined;
}

/** A core module that may be compiled once its memories have a limit. */
export interface CoreModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sections: readonly SectionPlace[];
  readonly memories: readonly Limits[];
  readonly tables: readonly (Limits & { element: number })[];
  readonly types: readonly Arity[];
  /** The types of its functions: of `imported` ones, and of those that it has itself. */
  readonly functions: readonly number[];
  readonly imported: number;
  readonly code: SectionPlace | undefined;
  readonly declaredBytes: number;
}

/**
 * Reads the parts of a core module that cost memory. The engine checks all others when it compiles the module. Throws `run/damaged`,
 * `run/too-large`, and `run/other-interface` where it uses memory that no limit would hold: shared memory, memory of 64
 * bits, objects that the engine collects, and exceptions, which are such objects.
 */
export function readCoreModule(bytes: Uint8Array<ArrayBuffer>, { start, end }: SectionPlace): CoreModule {
  const sections = sectionsOf(bytes, start + PREAMBLE_BYTES, end);
  const declaredBytes = bytesOfSections(sections, ({ id }) => !IS_FREE.has(id));
  checkDeclaredBytes(declaredBytes);
  const cursorOf = (id: number) => {
    const [place, second] = sections.filter((section) => section.id === id);
    if (second) throw damaged('a section is there twice');
    return place ? new ByteCursor(bytes, place.start, place.end) : undefined;
  };
  if (cursorOf(TAG)) throw otherInterface('The model uses exceptions, whose memory has no limit.');
  for (const [id, [most, what]] of MAX_ENTRIES)
    if ((cursorOf(id)?.count() ?? 0) > most)
      throw tooLarge(`A module of the model has more than ${formatCount(most)} ${what}.`);
  const [types, imports, functions] = [TYPE, IMPORT, FUNCTION].map(cursorOf);
  const arities = types?.list(() => readFunctionType(types)) ?? [];
  const imported = imports?.list(() => readImport(imports)).flat() ?? [];
  const memories = cursorOf(MEMORY);
  const tables = cursorOf(TABLE);
  return {
    bytes,
    sections,
    memories: memories?.list(() => readLimits(memories)) ?? [],
    tables: tables?.list(() => ({ element: readElementType(tables), ...readLimits(tables) })) ?? [],
    types: arities,
    functions: [...imported, ...(functions?.list(() => functions.count()) ?? [])],
    imported: imported.length,
    code: sections.find(({ id }) => id === CODE),
    declaredBytes,
  };
}

function checkDeclaredBytes(bytes: number): void {
  if (bytes > MAX_DECLARED_BYTES)
    throw tooLarge(`The model takes more than ${formatBytes(MAX_DECLARED_BYTES)} to say what its modules consist of.`);
}

/** Throws `run/too-large` where modules have more code than is compiled here, and as `checkCompileRoom`. */
export function checkCode(modules: readonly CoreModule[]): void {
  const sum = (of: (module: CoreModule) => number) => modules.reduce((before, module) => before + of(module), 0);
  if (sum(({ functions, imported }) => functions.length - imported) > MAX_FUNCTIONS)
    throw tooLarge(`The model has more than ${formatCount(MAX_FUNCTIONS)} functions.`);
  if (sum(({ code }) => (code ? code.end - code.start : 0)) > MAX_CODE_BYTES)
    throw tooLarge(`The model has more than ${formatBytes(MAX_CODE_BYTES)} of code.`);
  for (const module of modules) checkBodies(module);
}

function checkBodies({ bytes, code, types, functions, imported }: CoreModule): void {
  if (!code) return;
  const cursor = new ByteCursor(bytes, code.start, code.end);
  for (let at = imported, left = cursor.count(); left > 0; at++, left--) {
    const size = cursor.count();
    const start = cursor.at;
    cursor.take(size);
    const own = types[functions[at] ?? -1];
    if (own) checkCompileRoom(new ByteCursor(bytes, start, start + size), own, types, functions);
  }
}

/** How far each memory and each table may grow beyond what it begins with, in pages and in elements. */
export interface Growth {
  pages: number;
  elements: number;
}

/**
 * The growth by which all memories together stay within `memory` bytes, and all tables within their limit. Throws
 * `run/too-large` where they begin with more, and where so many instances declare too much.
 *
 * @param made the module of each instance that will be made
 */
export function growthOf(made: readonly CoreModule[], memory: number): Growth {
  checkDeclaredBytes(made.reduce((sum, { declaredBytes }) => sum + declaredBytes, 0));
  const memories = made.flatMap((module) => module.memories);
  const tables = made.flatMap((module) => module.tables);
  const limit = Math.floor(memory / PAGE_BYTES);
  if (least(memories) > limit) {
    const asks = formatBytes(least(memories) * PAGE_BYTES);
    throw tooLarge(`The model asks for ${asks} of memory at once, and may have ${formatBytes(memory)}.`);
  }
  if (least(tables) > MAX_TABLE_ELEMENTS)
    throw tooLarge(`The tables of the model have more than ${formatCount(MAX_TABLE_ELEMENTS)} elements.`);
  return { pages: share(memories, limit), elements: share(tables, MAX_TABLE_ELEMENTS) };
}

function least(all: readonly Limits[]): number {
  return all.reduce((sum, { min }) => sum + min, 0);
}

function share(all: readonly Limits[], limit: number): number {
  return Math.floor((limit - least(all)) / Math.max(1, all.length));
}

/** The module with limits for its tables and memories, and without sections that no engine needs. */
export function boundedModule(module: CoreModule, { pages, elements }: Growth): Uint8Array<ArrayBuffer> {
  const { bytes, sections, memories, tables } = module;
  const bodyOf = ({ id, start, end }: SectionPlace) => {
    if (id === MEMORY) return listBytes(memories.map((limits) => boundedBytes(limits, pages, MAX_PAGES)));
    if (id === TABLE)
      return listBytes(tables.map((table) => [table.element, ...boundedBytes(table, elements, MAX_TABLE_ELEMENTS)]));
    return bytes.subarray(start, end);
  };
  const kept = sections.flatMap((section) => {
    if (section.id === CUSTOM) return [];
    const body = bodyOf(section);
    return [Uint8Array.from([section.id, ...leb(body.length)]), body];
  });
  return concatBytes([CORE_PREAMBLE, ...kept]);
}

/** Limits that have a maximum. A lower one that the module states is kept, even where the engine will refuse it. */
function boundedBytes({ min, max }: Limits, growth: number, most: number): number[] {
  return [0x01, ...leb(min), ...leb(Math.min(max ?? most, min + growth, most))];
}

function listBytes(items: readonly (readonly number[])[]): Uint8Array {
  return Uint8Array.from([...leb(items.length), ...items.flat()]);
}

function leb(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
}

function readLimits(cursor: ByteCursor): Limits {
  const flags = cursor.byte();
  if ((flags & 0x02) !== 0)
    throw otherInterface('The model uses memory that threads share. Models here run in one thread.');
  if (flags > 0x01) throw otherInterface('The model uses memory of 64 bits, or pages of another size.');
  const min = cursor.count();
  return { min, max: flags === 0x01 ? cursor.count() : undefined };
}

function readElementType(cursor: ByteCursor): number {
  const element = cursor.byte();
  if (element !== 0x70 && element !== 0x6f) throw otherInterface('The model uses tables of another kind.');
  return element;
}

function readFunctionType(cursor: ByteCursor): Arity {
  const values = () =>
    cursor.list(() => {
      const code = cursor.byte();
      const isNumber = code >= 0x7b && code <= 0x7f;
      if (!isNumber && code !== 0x70 && code !== 0x6f) throw collected();
    }).length;
  if (cursor.byte() !== 0x60) throw collected();
  return { takes: values(), gives: values() };
}

/** Gives the type of an import that is a function. */
function readImport(cursor: ByteCursor): number[] {
  cursor.take(cursor.count());
  cursor.take(cursor.count());
  const kind = cursor.byte();
  if (kind === 0) return [cursor.count()];
  if (kind === 1) cursor.byte();
  if (kind <= 2) readLimits(cursor);
  else if (kind === 3) cursor.take(2);
  else throw otherInterface('The model uses exceptions, whose memory has no limit.');
  return [];
}

function collected(): Error {
  return otherInterface('The model uses objects that the engine collects, whose memory has no limit.');
}
