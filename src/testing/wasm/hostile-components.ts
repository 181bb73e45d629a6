/** Components that are made to mislead or to harm whoever runs them. */

import { component, emptyImports, modelComponent } from './component.ts';
import { type ModelText, modelModule, type ResultParts, resultModule } from './model-module.ts';
import { bytesOf, customSection, name, type Part, section, unsigned, vector } from './numbers.ts';

/**
 * What a run comes to: `refused` before anything of it runs, `fails` with an error while it runs or when its result is
 * read, `endless` until it is ended from outside, `runs` where what it has is harmless.
 */
export type Outcome = 'refused' | 'fails' | 'endless' | 'runs';

/** The memory, in bytes, that a run must be limited to for it to come to that. */
export const HOSTILE_BUDGET = 96 * 1024 * 1024;

export interface HostileComponent {
  name: string;
  comesTo: Outcome;
  /** Its bytes. Made when asked for: some are large. */
  bytes(): Uint8Array<ArrayBuffer>;
}

const LOOP = '(loop $again (br $again))';
const GROW = '(loop $more (br_if $more (i32.ne (memory.grow (i32.const 16)) (i32.const -1))))';
const MIB = 1024 * 1024;
/** More than a page could hold, and than any budget is. */
const MANY = 1_000_000;

/** Names that do harm where they become code, keys or paths. */
const HOSTILE_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'then',
  'toString',
  "'); globalThis.ran = true; ('",
  '*/ globalThis.ran = true; /*',
  '\n globalThis.ran = true;\n',
  '$' + '{globalThis.ran = true}',
  '</script><img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '\u202egnp.exe',
  '',
];

/** All of them. Those that come to `runs` give back their inputs, or one tensor of the float32 1 and 2, or none. */
export function hostileComponents(): HostileComponent[] {
  return [...endless(), ...memories(), ...lies(), ...names(), ...masses(), ...damaged()];
}

const model = (title: string, comesTo: Outcome, parts: ModelText): HostileComponent => ({
  name: title,
  comesTo,
  bytes: () => modelComponent(modelModule(parts)),
});

function endless(): HostileComponent[] {
  return [
    model('an endless loop', 'endless', { infer: `${LOOP} (i32.const 0)` }),
    model('a start function that loops', 'endless', { more: `(func $start ${LOOP}) (start $start)` }),
    model('a realloc that loops', 'endless', { realloc: `${LOOP} (i32.const 0)` }),
    model('a loop after the result', 'endless', { postReturn: LOOP }),
    model('a loop that grows the memory', 'endless', { infer: `(loop $again ${GROW} (br $again)) (i32.const 0)` }),
    model('deep recursion', 'fails', { infer: '(call $infer (local.get $in) (local.get $count))' }),
    model('a trap', 'fails', { infer: 'unreachable' }),
    model('a start function that traps', 'fails', { more: '(func $start unreachable) (start $start)' }),
  ];
}

function memories(): HostileComponent[] {
  const touch = `${GROW} (memory.fill (i32.const 0) (i32.const 1) (i32.mul (memory.size) (i32.const 65536)))`;
  const beside = (title: string, text: string) => ({
    ...model(title, 'refused', {}),
    bytes: () => modelComponent(modelModule({ more: text })),
  });
  return [
    model('memory that grows as far as it may', 'fails', { infer: `${touch} unreachable` }),
    model('memory of 4 GiB from the start', 'refused', { memory: '65536' }),
    model('memory that may grow to 4 GiB', 'runs', { memory: '1 65536' }),
    model('a shared memory', 'refused', { memory: '1 2 shared' }),
    model('a 64-bit memory', 'refused', { memory: 'i64 1' }),
    beside('an imported memory', '(import "env" "memory" (memory 1))'),
    beside('a second memory of 4 GiB', '(memory 65536)'),
    beside('a table of four thousand million', '(table 4000000000 funcref)'),
    {
      name: 'a hundred modules, each with 512 MiB',
      comesTo: 'refused',
      bytes: () => modelComponent(modelModule(), { earlier: new Array(100).fill(modelModule({ memory: '8192' })) }),
    },
  ];
}

function lies(): HostileComponent[] {
  const lie = (title: string, parts: ResultParts, comesTo: Outcome = 'fails', memory = '1'): HostileComponent => ({
    name: title,
    comesTo,
    bytes: () => modelComponent(resultModule(parts, memory)),
  });
  const end = 65_536;
  const most = 0xffff_ffff;
  return [
    lie('an honest result', {}, 'runs'),
    lie('a result beyond the memory', { at: end }),
    lie('a result that ends beyond the memory', { at: end - 4 }),
    lie('a result that is not aligned', { at: 1026 }),
    lie('a list beyond the memory', { list: [end, 1] }),
    lie('a list longer than the memory', { list: [1040, most] }),
    lie('a list whose length overflows', { list: [1040, 0x0800_0001] }),
    lie('a list that is not aligned', { list: [1041, 1] }),
    lie('a name beyond the memory', { name: [most, 1] }),
    lie('a name longer than the memory', { name: [2048, most] }),
    lie('a name that is not UTF-8', { text: '\\ff\\fe\\80' }),
    lie('a name with half of a surrogate pair', { text: '\\ed\\a0\\80' }),
    lie('a buffer beyond the memory', { buffer: [end - 4, 8] }),
    lie('a buffer shorter than its shape', { buffer: [8192, 4] }),
    lie('a buffer longer than its shape', { buffer: [8192, 12] }),
    lie('a tensor of a third kind', { kind: 2 }),
    lie('an element type that does not exist', { dtype: 10 }),
    lie('a shape beyond the memory', { shape: [end, 1] }),
    lie('a shape that is not aligned', { shape: [4100, 1] }),
    lie('a shape longer than the memory', { shape: [4096, most] }),
    lie('a shape whose product overflows', { dimensions: [1n << 63n, 2n, 1n << 63n] }),
    lie('a shape larger than any number', { dimensions: [(1n << 64n) - 1n] }),
    lie('strings whose number is a lie', { kind: 1, buffer: [8192, MANY] }),
    ...repeated(lie),
    ...(
      [
        ['beyond the memory', '(i32.const 0xfffffff0)'],
        ['that is not aligned', '(i32.const 1025)'],
        ['of the same place each time', '(i32.const 32768)'],
      ] as const
    ).map(([title, realloc], i) =>
      model(`a realloc that gives an address ${title}`, i === 2 ? 'runs' : 'fails', {
        realloc,
        infer: '(i32.const 1024)',
      }),
    ),
  ];
}

/** The same bytes, listed again and again: what is small in the model is large for its reader. */
function repeated(
  lie: (title: string, parts: ResultParts, comesTo: Outcome, memory: string) => HostileComponent,
): HostileComponent[] {
  const pages = 1024;
  // Zeros mean empty strings, but each may be an object once it is read.
  return [
    lie('eight million empty strings', { kind: 1, buffer: [65_536, 8 * MANY] }, 'fails', String(pages)),
    lie('a shape of eight million dimensions', { shape: [65_536, 8 * MANY] }, 'fails', String(pages)),
    lie('a name of 60 MiB', { name: [65_536, 60 * MIB] }, 'fails', String(pages)),
    lie('a name of 20 MiB', { name: [65_536, 20 * MIB] }, 'fails', String(pages)),
    lie(
      'a million empty strings',
      { kind: 1, buffer: [65_536, MANY], dimensions: [BigInt(MANY)] },
      'fails',
      String(pages),
    ),
    model('two million empty tensors', 'fails', { memory: String(pages), infer: listed(2 * MANY, 0) }),
    model('the whole memory, listed a million times', 'fails', {
      memory: String(pages),
      infer: listed(MANY, pages * 65_536),
    }),
  ];
}

/** Gives `count` tensors without names, each of the same `length` bytes from the start of the memory, as uint8. */
function listed(count: number, length: number): string {
  const from = 131_072;
  const to = from + 32 * count;
  return `
    (local $at i32)
    (i64.store (i32.const 64) (i64.const ${length}))
    (local.set $at (i32.const ${from}))
    (loop $more
      (i32.store offset=12 (local.get $at) (i32.const 0))
      (i32.store offset=16 (local.get $at) (i32.const ${length}))
      (i32.store8 offset=20 (local.get $at) (i32.const 6))
      (i32.store offset=24 (local.get $at) (i32.const 64))
      (i32.store offset=28 (local.get $at) (i32.const 1))
      (br_if $more (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (i32.const ${to}))))
    (i32.store (i32.const 16) (i32.const ${from}))
    (i32.store (i32.const 20) (i32.const ${count}))
    (i32.const 16)`;
}

function names(): HostileComponent[] {
  const quoted = (text: string) =>
    `"${[...new TextEncoder().encode(text)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')}"`;
  const everything = [
    'wasi:filesystem/types@0.2.0',
    'wasi:sockets/tcp@0.2.0',
    'wasi:http/outgoing-handler@0.2.0',
    'wasi:random/random@0.2.0',
    'wasi:clocks/wall-clock@0.2.0',
    'wasi:cli/environment@0.2.0',
    'carton-wasm:lib/host',
    ...HOSTILE_NAMES,
  ];
  return [
    model('core exports with hostile names', 'runs', {
      more: HOSTILE_NAMES.map((text) => `(func (export ${quoted(text)}))`).join('\n'),
    }),
    ...HOSTILE_NAMES.map((text) => ({
      name: `an export named ${JSON.stringify(text)}`,
      comesTo: 'refused' as const,
      bytes: () => modelComponent(modelModule(), { exported: text }),
    })),
    ...HOSTILE_NAMES.filter((text) => text !== '').map((text) => ({
      name: `an output named ${JSON.stringify(text)}`,
      comesTo: 'runs' as const,
      bytes: () => modelComponent(resultModule({ text, name: [2048, new TextEncoder().encode(text).length] })),
    })),
    {
      name: 'imports of everything',
      comesTo: 'refused',
      bytes: () => modelComponent(modelModule(), { after: emptyImports(everything) }),
    },
    {
      name: 'a core module that imports functions',
      comesTo: 'refused',
      bytes: () => modelComponent(modelModule({ more: '(import "env" "fetch" (func (param i32)))' })),
    },
    {
      name: 'element types in another order',
      comesTo: 'refused',
      bytes: () =>
        modelComponent(modelModule(), {
          dtypes: ['double', 'float', 'I8', 'I16', 'I32', 'I64', 'U8', 'U16', 'U32', 'U64'],
        }),
    },
  ];
}

function masses(): HostileComponent[] {
  const large = (title: string, bytes: () => Uint8Array<ArrayBuffer>): HostileComponent => ({
    name: title,
    comesTo: 'refused',
    bytes,
  });
  const nested = (depth: number): Uint8Array<ArrayBuffer> => {
    let inner = component([]);
    for (let i = 0; i < depth; i++) inner = component(section(4, inner));
    return inner;
  };
  return [
    large('100,000 functions', () => modelComponent(modelModule({ more: '(func)'.repeat(100_000) }))),
    large('50 MB of custom sections', () =>
      modelComponent(modelModule(), {
        after: new Array(50).fill(customSection('x', new Uint8Array(MIB))),
      }),
    ),
    large('50 MB of custom sections in the core module', () =>
      modelComponent(bytesOf([modelModule(), new Array(50).fill(customSection('x', new Uint8Array(MIB)))])),
    ),
    large('a million sections', () => modelComponent(modelModule(), { after: emptySections(MANY) })),
    large('a hundred thousand types', () =>
      modelComponent(modelModule(), { after: section(7, vector(Array.from({ length: 100_000 }, () => [0x70, 0x7d]))) }),
    ),
    large('components in components, two thousand deep', () =>
      modelComponent(modelModule(), { after: section(4, nested(2000)) }),
    ),
    // Each function type differs from all others in its last parameters, after what is slow to compare.
    large('2 MB of types', () => declaring([1, vector(Array.from({ length: 4000 }, (_, at) => longType(at)))])),
    large('50 instances, each with 40 KB of globals', () => {
      const globals = bytesOf(new Array(8_000).fill([0x7e, 1, 0x42, 0, 0x0b]));
      return modelComponent(modelModule(), {
        earlier: new Array(50).fill(coreModule([6, [unsigned(8_000), globals]])),
      });
    }),
    large('3,000 blocks in a function of 30,000 locals', () => {
      const locals = `(local ${'i32 '.repeat(30_000)})`;
      return modelComponent(
        modelModule({ infer: `${locals} ${'(if (i32.const 0) (then))'.repeat(3000)} (i32.const 16)` }),
      );
    }),
    large('3,000 branches over 100,000 values on the stack', () => {
      const infer = `(block $b (result i32) ${'(i32.const 16) '.repeat(100_000)} ${'(br_if $b (i32.const 0))'.repeat(3000)} (br $b))`;
      return modelComponent(modelModule({ infer }));
    }),
    large('ten million elements', () => declaring([9, [1, 1, 0, unsigned(10_000_000), new Uint8Array(10_000_000)]])),
    large('ten thousand core modules', () =>
      modelComponent(modelModule(), { earlier: new Array(10_000).fill(modelModule()) }),
    ),
  ];
}

/** A model beside a module with a section. */
function declaring(content: readonly [id: number, content: Part]): Uint8Array<ArrayBuffer> {
  return modelComponent(modelModule(), { earlier: [coreModule(content)] });
}

function coreModule([id, content]: readonly [id: number, content: Part]): Uint8Array<ArrayBuffer> {
  return bytesOf([modelModule().slice(0, 8), section(id, content)]);
}

/** The type of a function of 500 parameters. */
function longType(at: number): Part {
  const parameters = Uint8Array.from({ length: 500 }, (_, bit) => 0x7f - ((at >> (bit % 16)) & 1));
  return [0x60, unsigned(500), parameters, 0];
}

/** So many empty custom sections. */
function emptySections(count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(3 * count);
  for (let at = 1; at < bytes.length; at += 3) bytes[at] = 1;
  return bytes;
}

function damaged(): HostileComponent[] {
  const bytes = (title: string, make: () => Uint8Array<ArrayBuffer>): HostileComponent => ({
    name: title,
    comesTo: 'refused',
    bytes: make,
  });
  const whole = () => modelComponent(modelModule());
  return [
    bytes('nothing', () => new Uint8Array()),
    bytes('a core module, which is not a component', () => modelModule()),
    bytes('a component without sections', () => component([])),
    bytes('a component that is cut off', () => whole().slice(0, -20)),
    bytes('a section longer than the file', () => component([7, unsigned(0xffff_ffff)])),
    bytes('a length of more than 32 bits', () => component([7, new Uint8Array(10).fill(0xff), 0x01])),
    bytes('a section that is not known', () => component([section(99, [1, 2, 3])])),
    bytes('four thousand million types', () => component(section(7, unsigned(0xffff_ffff)))),
    bytes('a core module that is not valid', () =>
      modelComponent(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 10, 1, 9)),
    ),
    bytes('a core module without what is lifted', () => modelComponent(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))),
    bytes('an alias of what does not exist', () =>
      modelComponent(modelModule(), { after: section(6, vector([[3, 0, 99, name('x')]])) }),
    ),
    bytes('code that is not valid', () => modelComponent(modelModule({ infer: '(f64.const 1)' }))),
  ];
}
