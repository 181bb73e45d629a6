/**
 * Makes components of the world `model` in package `carton-wasm:lib`, which Carton's wasm runner loads, around a core
 * module. The module exports `memory`, `cabi_realloc`, `infer` and `cabi_post_infer`, as wit-bindgen's modules do.
 */

import { bytesOf, name, type Part, section, unsigned, vector } from './numbers.ts';

/** What else a component may have than what the runner asks for. */
export interface ComponentChanges {
  /** Sections of a component that stand after all others. */
  after?: Part;
  /** The name of the exported function, where it is not `infer`. */
  exported?: string;
  /** The element types in the order of the enum, where it is not Carton's. */
  dtypes?: readonly string[];
  /** Modules that are instantiated before it. */
  earlier?: readonly Uint8Array[];
}

/** The element types of numeric tensors, in the order of the enum. */
const DTYPES: readonly string[] = ['float', 'double', 'I8', 'I16', 'I32', 'I64', 'U8', 'U16', 'U32', 'U64'];

// Types that stand for themselves.
const U8 = 0x7d;
const U64 = 0x77;
const STRING = 0x73;

// What a type is made with.
const RECORD = 0x72;
const VARIANT = 0x71;
const LIST = 0x70;
const TUPLE = 0x6f;
const ENUM = 0x6d;
const FUNC = 0x40;
const INSTANCE = 0x42;

// Kinds of what is imported, exported and aliased.
const SORT_FUNC = 1;
const SORT_TYPE = 3;
const SORT_INSTANCE = 5;
const CORE_FUNC = [0, 0];
const CORE_MEMORY = [0, 2];

const MODULE = 1;
const CORE_INSTANCE = 2;
const ALIAS = 6;
const TYPE = 7;
const CANON = 8;
const IMPORT = 10;
const EXPORT = 11;

/** Types that a component has before what stands `after` all others. */
const OWN_TYPES = 6;

/** The component. Its core module need not be valid. */
export function modelComponent(module: Uint8Array, changes: ComponentChanges = {}): Uint8Array<ArrayBuffer> {
  const modules = [...(changes.earlier ?? []), module];
  const last = modules.length - 1;
  const fromModule = (sort: Part, exported: string) => [sort, 1, unsigned(last), name(exported)];
  // Types of the component: 0 the imported instance, 1 the alias of its tensor, 2 the same, imported by its name.
  const tensor = 2;
  return component([
    section(TYPE, vector([tensorTypes(changes.dtypes ?? DTYPES)])),
    section(IMPORT, vector([[1, name('carton-wasm:lib/types'), SORT_INSTANCE, 0]])),
    section(ALIAS, vector([[SORT_TYPE, 0, 0, name('tensor')]])),
    section(IMPORT, vector([[0, name('tensor'), SORT_TYPE, 0, 1]])),
    modules.map((bytes) => section(MODULE, bytes)),
    section(CORE_INSTANCE, vector(modules.map((_, index) => [0, unsigned(index), vector([])]))),
    section(ALIAS, vector([fromModule(CORE_MEMORY, 'memory'), fromModule(CORE_FUNC, 'cabi_realloc')])),
    section(
      TYPE,
      vector([
        [TUPLE, vector([STRING, tensor])],
        [LIST, 3],
        [FUNC, vector([[name('in'), 4]]), 0, 4],
      ]),
    ),
    section(ALIAS, vector([fromModule(CORE_FUNC, 'infer'), fromModule(CORE_FUNC, 'cabi_post_infer')])),
    // Lifts core function 1 (infer) as type 5, with memory 0, core function 0 (realloc), UTF-8, and core function 2 (post-return).
    section(CANON, vector([[0, 0, 1, vector([[3, 0], [4, 0], 0, [5, 2]]), 5]])),
    section(EXPORT, vector([[0, name(changes.exported ?? 'infer'), SORT_FUNC, 0, 0]])),
    changes.after ?? [],
  ]);
}

/** A component of any sections. */
export function component(sections: Part): Uint8Array<ArrayBuffer> {
  return bytesOf([new TextEncoder().encode('\0asm'), [0x0d, 0, 1, 0], sections]);
}

/** Sections that import an instance without exports, under each of these names. They stand after all others. */
export function emptyImports(names: readonly string[]): Part {
  return [
    section(TYPE, vector([[INSTANCE, vector([])]])),
    section(IMPORT, vector(names.map((from) => [1, name(from), SORT_INSTANCE, OWN_TYPES]))),
  ];
}

/** The type of the instance `carton-wasm:lib/types`: the ten element types, both kinds of tensors, and either. */
function tensorTypes(dtypes: readonly string[]): Part {
  const type = (part: Part) => [1, part];
  const exported = (as: string, index: number) => [4, 0, name(as), SORT_TYPE, 0, index];
  const field = (as: string, index: number) => [name(as), index];
  return [
    INSTANCE,
    vector([
      type([ENUM, vector(dtypes.map((dtype) => name(dtype)))]),
      exported('dtype', 0),
      type([LIST, U8]),
      type([LIST, U64]),
      type([RECORD, vector([field('buffer', 2), field('dtype', 1), field('shape', 3)])]),
      exported('tensor-numeric', 4),
      type([LIST, STRING]),
      type([RECORD, vector([field('buffer', 6), field('shape', 3)])]),
      exported('tensor-string', 7),
      type([
        VARIANT,
        vector([
          [name('numeric'), 1, 5, 0],
          [name('string'), 1, 8, 0],
        ]),
      ]),
      exported('tensor', 9),
    ]),
  ];
}
