import { formatBytes, formatCount } from '../../../../../base/amounts.ts';
import { decodeUtf8, encodeUtf8, viewOf } from '../../../../../base/bytes.ts';
import { BadFileError, TooLargeError, UnsupportedError } from '../../../../../base/errors.ts';
import { MAX_RANK } from '../../../../../base/limits.ts';
import { MAX_OUTPUTS, type RunTensor, tooMuch } from '../../../../../model/run/run-thread.ts';
import { elementBytes } from '../../../../../tensor/dtype.ts';
import { safeElementCount } from '../../../../../tensor/shape.ts';
import type { ModelInstance } from './instance.ts';
import { MODEL_DTYPES } from './model-interface.ts';

/**
 * How the canonical ABI lays a named tensor out in memory, by offsets in bytes. A list or text is a place and a count, of
 * 4 bytes each.
 *
 * | at | of numbers           | of texts             |
 * | -- | -------------------- | -------------------- |
 * |  0 | name                 | name                 |
 * |  8 | 0                    | 1                    |
 * | 12 | bytes                | texts, of 8 bytes    |
 * | 20 | type, in MODEL_DTYPES| shape, of 8 bytes    |
 * | 24 | shape, of 8 bytes    |                      |
 */
const TENSOR_BYTES = 32;
const LIST_BYTES = 8;
const KIND_AT = 8;
const DATA_AT = 12;
const DTYPE_AT = 20;
const NUMBERS_SHAPE_AT = 24;
const TEXTS_SHAPE_AT = 20;

/** What a text takes beside its characters, of two bytes each at most. */
const TEXT_BYTES = 32;

/**
 * Bytes of all names and texts that a model gives, as `TEXT_BYTES` counts them. Threads copy texts one by one, and the page
 * has to draw meanwhile: it takes a second for 20 million of them.
 */
const MAX_TEXTS_BYTES = 32_000_000;

function badOutput(what: string): BadFileError {
  return new BadFileError('run/bad-output', `The model gave something impossible: ${what}.`);
}

/**
 * Puts tensors into the memory of a model, as its function takes them: the place of a list, and its count. Throws
 * `run/bad-input` for types that no model takes, `run/too-large` above `limit` bytes, `run/bad-output` where the model
 * gives no room, and a trap of its `realloc`.
 */
export function lowerTensors(instance: ModelInstance, tensors: readonly RunTensor[], limit: number): [number, number] {
  const writer = new Writer(instance, limit);
  const list = writer.allot(tensors.length * TENSOR_BYTES, 4);
  for (const [at, tensor] of tensors.entries()) lowerTensor(writer, list + at * TENSOR_BYTES, tensor);
  return [list, tensors.length];
}

function lowerTensor(writer: Writer, at: number, tensor: RunTensor): void {
  const { name, shape } = tensor;
  writer.text(at, name);
  if (tensor.dtype === 'string') {
    writer.byte(at + KIND_AT, 1);
    writer.texts(at + DATA_AT, tensor.data);
    writer.shape(at + TEXTS_SHAPE_AT, shape);
    return;
  }
  const code = MODEL_DTYPES.findIndex(([, dtype]) => dtype === tensor.dtype);
  if (code < 0)
    throw new UnsupportedError(
      'run/bad-input',
      `The input “${name}” is ${tensor.dtype}, which the runner does not know.`,
    );
  writer.byte(at + KIND_AT, 0);
  writer.list(at + DATA_AT, writer.bytes(tensor.data, 1), tensor.data.length);
  writer.byte(at + DTYPE_AT, code);
  writer.shape(at + NUMBERS_SHAPE_AT, shape);
}

/** Writes into the memory of a model, in room that it gives. Its memory may move each time that it does. */
class Writer {
  readonly #instance: ModelInstance;
  readonly #limit: number;
  #left: number;

  constructor(instance: ModelInstance, limit: number) {
    this.#instance = instance;
    this.#limit = limit;
    this.#left = limit;
  }

  get #memory(): Uint8Array {
    return new Uint8Array(this.#instance.memory.buffer);
  }

  /** Gets room for that many bytes from the model, and gives its place. */
  allot(bytes: number, alignment: number): number {
    this.#left -= bytes;
    if (this.#left < 0) throw tooMuch('The inputs', this.#limit);
    const place = placeOf(this.#instance.realloc(0, 0, alignment, bytes));
    if (place % alignment !== 0 || place + bytes > this.#memory.length)
      throw badOutput('the room for its inputs is not in its memory');
    return place;
  }

  bytes(data: Uint8Array, alignment: number): number {
    const place = this.allot(data.length, alignment);
    this.#memory.set(data, place);
    return place;
  }

  byte(at: number, value: number): void {
    this.#memory[at] = value;
  }

  list(at: number, place: number, count: number): void {
    const view = viewOf(this.#memory);
    view.setUint32(at, place, true);
    view.setUint32(at + 4, count, true);
  }

  text(at: number, text: string): void {
    const data = encodeUtf8(text);
    this.list(at, this.bytes(data, 1), data.length);
  }

  texts(at: number, texts: readonly string[]): void {
    const place = this.allot(texts.length * LIST_BYTES, 4);
    for (const [index, text] of texts.entries()) this.text(place + index * LIST_BYTES, text);
    this.list(at, place, texts.length);
  }

  shape(at: number, shape: readonly number[]): void {
    const sizes = BigUint64Array.from(shape, BigInt);
    this.list(at, this.bytes(new Uint8Array(sizes.buffer), 8), shape.length);
  }
}

/**
 * The tensors whose list lies at `place`, copied out of the memory of a model. Nothing of it is trusted: throws
 * `run/bad-output` for what is not in its memory or does not go together, and `run/too-large` where all of it together
 * has more than `limit` bytes. The same bytes count each time that they are listed.
 */
export function liftTensors({ memory }: ModelInstance, place: unknown, limit: number): RunTensor[] {
  const reader = new Reader(new Uint8Array(memory.buffer), limit);
  const { start, count } = reader.list(reader.check(placeOf(place), LIST_BYTES, 4), TENSOR_BYTES, 4);
  if (count > MAX_OUTPUTS) throw badOutput(`it has more than ${formatCount(MAX_OUTPUTS)} outputs`);
  const names = new Set<string>();
  return Array.from({ length: count }, (_, at) => {
    const tensor = liftTensor(reader, start + at * TENSOR_BYTES);
    if (names.has(tensor.name)) throw badOutput('two outputs have one name');
    names.add(tensor.name);
    return tensor;
  });
}

function liftTensor(reader: Reader, at: number): RunTensor {
  const name = reader.text(at);
  const kind = reader.byte(at + KIND_AT);
  if (kind > 1) throw badOutput('an output is neither numbers nor texts');
  const shape = reader.shape(at + (kind === 1 ? TEXTS_SHAPE_AT : NUMBERS_SHAPE_AT));
  const elements = safeElementCount(shape.map(BigInt));
  if (elements === undefined) throw badOutput('an output has more elements than any memory can hold');
  if (kind === 1) {
    const data = reader.texts(at + DATA_AT);
    if (data.length !== elements) throw badOutput('the shape of an output does not fit its texts');
    return { name, shape, dtype: 'string', data };
  }
  const [, dtype] = MODEL_DTYPES[reader.byte(at + DTYPE_AT)] ?? [];
  if (dtype === undefined) throw badOutput('an output has no known type');
  const data = reader.bytes(at + DATA_AT);
  if (data.length !== elements * elementBytes(dtype)) throw badOutput('the shape of an output does not fit its bytes');
  return { name, shape, dtype, data };
}

/** Reads out of the memory of a model. What it copies counts against its limit before it is copied. */
class Reader {
  readonly #memory: Uint8Array;
  readonly #view: DataView;
  readonly #limit: number;
  #left: number;
  #textsLeft = MAX_TEXTS_BYTES;

  constructor(memory: Uint8Array, limit: number) {
    this.#memory = memory;
    this.#view = viewOf(memory);
    this.#limit = limit;
    this.#left = limit;
  }

  /** Gives the place back, once it is known that so many bytes of the memory lie there. */
  check(place: number, bytes: number, alignment: number): number {
    if (place % alignment !== 0 || place + bytes > this.#memory.length)
      throw badOutput('a list or text is not in its memory');
    return place;
  }

  byte(at: number): number {
    return this.#memory[at] as number;
  }

  list(at: number, itemBytes: number, alignment: number): { start: number; count: number } {
    const count = this.#view.getUint32(at + 4, true);
    return { start: this.check(this.#view.getUint32(at, true), count * itemBytes, alignment), count };
  }

  #pay(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw tooMuch('The outputs', this.#limit);
  }

  #payText(bytes: number): void {
    this.#pay(bytes);
    this.#textsLeft -= bytes;
    if (this.#textsLeft >= 0) return;
    const limit = formatBytes(MAX_TEXTS_BYTES);
    throw new TooLargeError('run/too-large', `The names and texts of the outputs take more than ${limit}.`);
  }

  bytes(at: number): Uint8Array<ArrayBuffer> {
    const { start, count } = this.list(at, 1, 1);
    this.#pay(count);
    return this.#memory.slice(start, start + count) as Uint8Array<ArrayBuffer>;
  }

  text(at: number): string {
    const { start, count } = this.list(at, 1, 1);
    this.#payText(TEXT_BYTES + 2 * count);
    const text = decodeUtf8(this.#memory.subarray(start, start + count));
    if (text === undefined) throw badOutput('a text is not UTF-8');
    return text;
  }

  texts(at: number): string[] {
    const { start, count } = this.list(at, LIST_BYTES, 4);
    this.#payText(count * TEXT_BYTES);
    return Array.from({ length: count }, (_, index) => this.text(start + index * LIST_BYTES));
  }

  shape(at: number): number[] {
    const { start, count } = this.list(at, 8, 8);
    if (count > MAX_RANK) throw badOutput(`an output has more than ${MAX_RANK} dimensions`);
    return Array.from({ length: count }, (_, index) => {
      const size = Number(this.#view.getBigUint64(start + index * 8, true));
      if (!Number.isSafeInteger(size)) throw badOutput('an output has a dimension that no memory can hold');
      return size;
    });
  }
}

/** What a function of the model gave as a place in its memory. */
function placeOf(value: unknown): number {
  if (typeof value !== 'number') throw badOutput('a place in its memory is not a number');
  return value >>> 0;
}
