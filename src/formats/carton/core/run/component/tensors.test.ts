import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoxcutterError } from '../../../../../base/errors.ts';
import type { RunTensor } from '../../../../../model/run/run-thread.ts';
import type { ModelInstance } from './instance.ts';
import { liftTensors, lowerTensors } from './tensors.ts';

/**
 * A second implementation: the canonical ABI as its document defines it, for any type, one byte after the other. A value
 * is a number or bigint, a text, a list (of a tuple, record or list), or a case and its payload.
 */
type Type =
  | { kind: 'u8' | 'u64' | 'string' }
  | { kind: 'enum'; labels: number }
  | { kind: 'list'; of: Type }
  | { kind: 'record'; fields: readonly Type[] }
  | { kind: 'variant'; cases: readonly Type[] };
type Value = number | bigint | string | readonly Value[] | { case: number; payload: Value };

const SHAPE: Type = { kind: 'list', of: { kind: 'u64' } };
const NUMERIC: Type = {
  kind: 'record',
  fields: [{ kind: 'list', of: { kind: 'u8' } }, { kind: 'enum', labels: 10 }, SHAPE],
};
const TEXTS: Type = { kind: 'record', fields: [{ kind: 'list', of: { kind: 'string' } }, SHAPE] };
const TENSOR: Type = { kind: 'record', fields: [{ kind: 'string' }, { kind: 'variant', cases: [NUMERIC, TEXTS] }] };
const TENSORS: Type = { kind: 'list', of: TENSOR };

function alignment(type: Type): number {
  if (type.kind === 'record') return Math.max(1, ...type.fields.map(alignment));
  if (type.kind === 'variant') return Math.max(1, ...type.cases.map(alignment));
  return type.kind === 'u64' ? 8 : type.kind === 'string' || type.kind === 'list' ? 4 : 1;
}

const up = (at: number, to: number) => Math.ceil(at / to) * to;

function sizeOf(type: Type): number {
  if (type.kind === 'record') {
    const end = type.fields.reduce((at, field) => up(at, alignment(field)) + sizeOf(field), 0);
    return up(end, alignment(type));
  }
  if (type.kind === 'variant') {
    const payload = up(1, Math.max(...type.cases.map(alignment)));
    return up(payload + Math.max(...type.cases.map(sizeOf)), alignment(type));
  }
  return type.kind === 'u64' || type.kind === 'string' || type.kind === 'list' ? 8 : 1;
}

/** Memory, and what is free of it. */
class Room {
  readonly bytes: Uint8Array;
  #next: number;
  readonly #gap: number;

  constructor(bytes: Uint8Array, start: number, gap: number) {
    this.bytes = bytes;
    this.#next = start;
    this.#gap = gap;
  }

  take(size: number, to: number): number {
    const at = up(this.#next + this.#gap, to);
    this.#next = at + size;
    return at;
  }
}

function writeNumber(bytes: Uint8Array, at: number, size: number, value: number | bigint): void {
  for (let index = 0; index < size; index++) bytes[at + index] = Number((BigInt(value) >> BigInt(8 * index)) & 255n);
}

function readNumber(bytes: Uint8Array, at: number, size: number): bigint {
  let value = 0n;
  for (let index = size - 1; index >= 0; index--) value = value * 256n + BigInt(bytes[at + index] as number);
  return value;
}

/** The items of a list or text, which lie where 8 bytes say. */
function storeItems(room: Room, of: Type, items: readonly Value[], at: number): void {
  const start = room.take(items.length * sizeOf(of), alignment(of));
  items.forEach((item, index) => {
    store(room, of, item, start + index * sizeOf(of));
  });
  writeNumber(room.bytes, at, 4, start);
  writeNumber(room.bytes, at + 4, 4, items.length);
}

function store(room: Room, type: Type, value: Value, at: number): void {
  if (type.kind === 'list') storeItems(room, type.of, value as readonly Value[], at);
  else if (type.kind === 'string') storeItems(room, { kind: 'u8' }, [...Buffer.from(value as string)], at);
  else if (type.kind === 'record') {
    type.fields.reduce((from, field, index) => {
      const place = up(from, alignment(field));
      store(room, field, (value as readonly Value[])[index] as Value, at + place);
      return place + sizeOf(field);
    }, 0);
  } else if (type.kind === 'variant') {
    const chosen = value as { case: number; payload: Value };
    writeNumber(room.bytes, at, 1, chosen.case);
    const payload = up(1, Math.max(...type.cases.map(alignment)));
    store(room, type.cases[chosen.case] as Type, chosen.payload, at + payload);
  } else writeNumber(room.bytes, at, sizeOf(type), value as number | bigint);
}

function load(bytes: Uint8Array, type: Type, at: number): Value {
  if (type.kind === 'list' || type.kind === 'string') {
    const [start, count] = [at, at + 4].map((place) => Number(readNumber(bytes, place, 4))) as [number, number];
    const of: Type = type.kind === 'list' ? type.of : { kind: 'u8' };
    expect(start % alignment(of)).toBe(0);
    const items = Array.from({ length: count }, (_, index) => load(bytes, of, start + index * sizeOf(of)));
    return type.kind === 'list' ? items : Buffer.from(items as number[]).toString();
  }
  if (type.kind === 'record') {
    let from = 0;
    return type.fields.map((field) => {
      const place = up(from, alignment(field));
      from = place + sizeOf(field);
      return load(bytes, field, at + place);
    });
  }
  if (type.kind === 'variant') {
    const chosen = Number(readNumber(bytes, at, 1));
    const payload = up(1, Math.max(...type.cases.map(alignment)));
    return { case: chosen, payload: load(bytes, type.cases[chosen] as Type, at + payload) };
  }
  const value = readNumber(bytes, at, sizeOf(type));
  return type.kind === 'u64' ? value : Number(value);
}

/** In the order of the interface, with the bytes of an element. */
const DTYPES = [
  ['float32', 4],
  ['float64', 8],
  ['int8', 1],
  ['int16', 2],
  ['int32', 4],
  ['int64', 8],
  ['uint8', 1],
  ['uint16', 2],
  ['uint32', 4],
  ['uint64', 8],
] as const;

function plainValue({ name, shape, ...tensor }: RunTensor): Value {
  const sizes = shape.map(BigInt);
  if (tensor.dtype === 'string') return [name, { case: 1, payload: [tensor.data, sizes] }];
  const code = DTYPES.findIndex(([dtype]) => dtype === tensor.dtype);
  return [name, { case: 0, payload: [[...tensor.data], code, sizes] }];
}

const shapes = fc.array(fc.nat(4), { maxLength: 4 });
const texts = fc.string({ unit: 'binary', maxLength: 8 });
const tensors: fc.Arbitrary<RunTensor[]> = fc.uniqueArray(
  fc.tuple(texts, shapes, fc.nat(DTYPES.length)).chain(([name, shape, code]): fc.Arbitrary<RunTensor> => {
    const count = shape.reduce((product, size) => product * size, 1);
    const [dtype, bytes] = DTYPES[code] ?? ['string', 0];
    if (dtype === 'string')
      return fc.array(texts, { minLength: count, maxLength: count }).map((data) => ({ name, shape, dtype, data }));
    const length = count * bytes;
    return fc
      .uint8Array({ minLength: length, maxLength: length })
      .map((data) => ({ name, shape, dtype, data: new Uint8Array(data) }));
  }),
  { selector: ({ name }) => name, maxLength: 4 },
);

const LIMIT = 1_000_000;
const PAGE = 65_536;

/** A model whose realloc gives room after room, with gaps between them. */
function instanceWith(memory: WebAssembly.Memory, gap: number): ModelInstance {
  let next = 16;
  const realloc = (_old: number, _size: number, to: number, size: number) => {
    const at = up(next + gap, to);
    next = at + size;
    // Growing moves the memory: what was seen of it before is gone.
    while (next > memory.buffer.byteLength) memory.grow(1);
    return at;
  };
  const unused = () => 0;
  return {
    memory,
    realloc: realloc as ModelInstance['realloc'],
    infer: unused,
    postReturn: undefined,
    memoryBytes: unused,
  };
}

test('what is lowered, another reader reads', () => {
  fc.assert(
    fc.property(tensors, fc.nat(9), (given, gap) => {
      const memory = new WebAssembly.Memory({ initial: 0, maximum: 20 });
      const [place, count] = lowerTensors(instanceWith(memory, gap), given, LIMIT);
      const bytes = new Uint8Array(memory.buffer);
      writeNumber(bytes, 0, 4, place);
      writeNumber(bytes, 4, 4, count);
      expect(load(bytes, TENSORS, 0)).toEqual(given.map(plainValue));
    }),
  );
});

test('what another writer writes is lifted', () => {
  fc.assert(
    fc.property(tensors, fc.nat(9), (given, gap) => {
      const memory = new WebAssembly.Memory({ initial: 2 });
      store(new Room(new Uint8Array(memory.buffer), 16, gap), TENSORS, given.map(plainValue), 8);
      expect(liftTensors(instanceWith(memory, 0), 8, LIMIT)).toEqual(given);
    }),
  );
});

test('whatever lies in the memory, what is lifted goes together, or is refused', () => {
  const damage = fc.array(fc.tuple(fc.nat(511), fc.constantFrom(0, 1, 4, 8, 127, 128, 255)), { maxLength: 6 });
  fc.assert(
    fc.property(tensors, damage, (given, changes) => {
      const memory = new WebAssembly.Memory({ initial: 1 });
      const bytes = new Uint8Array(memory.buffer);
      store(new Room(bytes, 16, 0), TENSORS, given.map(plainValue), 8);
      for (const [at, byte] of changes) bytes[at] = byte;
      let lifted: RunTensor[];
      try {
        lifted = liftTensors(instanceWith(memory, 0), 8, LIMIT);
      } catch (error) {
        expect(error).toBeInstanceOf(BoxcutterError);
        expect((error as BoxcutterError).code).toMatch(/^run\/(bad-output|too-large)$/);
        return;
      }
      for (const { shape, data, dtype } of lifted) {
        const bytesOf = DTYPES.find(([name]) => name === dtype)?.[1] ?? 1;
        expect(data.length).toBe(shape.reduce((product, size) => product * size, 1) * bytesOf);
      }
    }),
    { numRuns: 500 },
  );
});

test('the same bytes count each time that they are listed', () => {
  const memory = new WebAssembly.Memory({ initial: 4 });
  const bytes = new Uint8Array(memory.buffer);
  const tensor = (name: string): RunTensor => ({ name, dtype: 'uint8', shape: [PAGE], data: new Uint8Array(PAGE) });
  store(new Room(bytes, 16, 0), TENSORS, [tensor('a'), tensor('b')].map(plainValue), 8);
  expect(liftTensors(instanceWith(memory, 0), 8, 3 * PAGE)).toHaveLength(2);
  const list = Number(readNumber(bytes, 8, 4));
  // Both have the bytes of the first.
  bytes.copyWithin(list + 32 + 12, list + 12, list + 20);
  expect(() => liftTensors(instanceWith(memory, 0), 8, 2 * PAGE)).toThrow(
    expect.objectContaining({ code: 'run/too-large' }),
  );
});

test('texts have a limit of their own, which a sentence names', () => {
  const memory = new WebAssembly.Memory({ initial: 80 });
  const count = 600_000;
  const bytes = new Uint8Array(memory.buffer);
  const tensor: RunTensor = { name: 'a', dtype: 'string', shape: [1], data: [''] };
  store(new Room(bytes, 16, 0), TENSORS, [tensor].map(plainValue), 8);
  const list = Number(readNumber(bytes, 8, 4));
  new DataView(memory.buffer).setUint32(list + 12, 65_536, true);
  new DataView(memory.buffer).setUint32(list + 16, count, true);
  expect(() => liftTensors(instanceWith(memory, 0), 8, 1e9)).toThrow(/^The names and texts of the outputs take more/);
});
