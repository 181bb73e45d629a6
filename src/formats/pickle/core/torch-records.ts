import { faultOfFile } from '../../../base/errors.ts';
import { MAX_RANK } from '../../../base/limits.ts';
import { Imports } from '../../../pickle/import.ts';
import { isCount, itemsOf, type PickleValue } from '../../../pickle/value.ts';
import { type Walk, type WalkProblem, walkPickles } from '../../../pickle/walk.ts';
import type { ByteSource } from '../../../source/source.ts';
import { elementWidth, storageDtype, type TensorById, type TorchStorage, type TorchTensor } from './torch-tensor.ts';

/** Storages and tensors that are read. Networks of that time had some hundred. */
const MAX_RECORDS = 100_000;

/** A file of records: a pickle with their number, and then for each a pickle with bytes after it. */
export class RecordFile {
  readonly #source: ByteSource;
  readonly #signal: AbortSignal | undefined;
  readonly #walks: Walk[] = [];
  #mayRead: number;
  #problem: WalkProblem | undefined;
  /** Why the file's bytes did not come. */
  failure: string | undefined;
  /** Bytes from the start of the file. */
  at = 0;

  constructor(source: ByteSource, maxRead: number, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#mayRead = maxRead;
    this.#signal = signal;
  }

  /** What the next pickle makes. Undefined if there is no pickle. Then nothing more can be read. */
  async pickle(): Promise<PickleValue | undefined> {
    if (this.#problem) return undefined;
    const { at } = this;
    const walk = await this.#try(() =>
      walkPickles(this.#source, {
        signal: this.#signal,
        start: at,
        maxPickles: 1,
        maxRead: Math.max(0, this.#mayRead),
      }),
    );
    if (!walk) return undefined;
    this.#walks.push(walk);
    const [pickle] = walk.pickles;
    this.#problem ??= walk.problem;
    if (!pickle) return undefined;
    this.#mayRead -= pickle.end - at;
    this.at = pickle.end;
    return pickle.result;
  }

  /** The next bytes, which are moved behind. Undefined where the file ends before. */
  async bytes(count: number): Promise<DataView | undefined> {
    const { at } = this;
    if (!(at + count <= this.#source.size)) return this.fail('the file ends within a record');
    const bytes = await this.#try(() => this.#source.read(at, at + count, this.#signal));
    if (!bytes) return undefined;
    this.at += count;
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Moves behind bytes that are not read. False where the file ends before. */
  skip(count: number): boolean {
    if (count >= 0 && this.at + count <= this.#source.size) this.at += count;
    else this.fail('the file ends within a record');
    return !this.#problem;
  }

  /** Nothing more can be read. */
  fail(message: string): undefined {
    this.#problem ??= { reason: 'bad', offset: this.at, message };
  }

  /** What was found in all pickles. */
  walk(): Walk {
    const imports = new Imports();
    for (const walk of this.#walks) imports.include(walk.imports);
    const computed = this.#walks.find(({ asked }) => asked.computedCalls > 0);
    const broken = this.#walks.find(({ brokenFrameAt }) => brokenFrameAt !== undefined);
    return {
      pickles: this.#walks.flatMap(({ pickles }) => pickles),
      imports,
      asked: computed?.asked ?? { persistent: 0, buffers: 0, computedCalls: 0 },
      opcodes: this.#walks.reduce((sum, { opcodes }) => sum + opcodes, 0),
      blocks: [],
      brokenFrameAt: broken?.brokenFrameAt,
      problem: this.#problem,
    };
  }

  async #try<T>(read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      this.failure = `it cannot be read: ${faultOfFile(error).message}`;
      this.fail('its bytes did not come');
      return undefined;
    }
  }
}

/** What the files of storages and tensors say. */
export interface StoredTensors {
  /** The place of each storage in its file, in bytes, by its key. */
  places: ReadonlyMap<string, { start: number; size: number }>;
  byId: TensorById;
}

/** Reads both files (`torch/serialization.py`, `legacy_load`), as far as they are as PyTorch writes them. */
export async function storedTensors(
  storageFile: RecordFile | undefined,
  tensorFile: RecordFile | undefined,
): Promise<StoredTensors> {
  const places = new Map<string, { start: number; size: number }>();
  const storages = new Map<string, TorchStorage>();
  if (storageFile) await readStorages(storageFile, storages, places);
  const tensors = tensorFile ? await readTensors(tensorFile, storages) : new Map<string, Omit<TorchTensor, 'name'>>();
  return { places, byId: ({ id }) => tensors.get(idText(id)) };
}

/** Ids are numbers, or their digits as text. */
function idText(id: PickleValue | undefined): string {
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? String(id) : '';
}

async function countOf(file: RecordFile): Promise<number> {
  const count = await file.pickle();
  if (typeof count === 'number' && count >= 0 && count <= MAX_RECORDS) return count;
  if (count !== undefined) file.fail('the number of records is invalid or over the limit');
  return 0;
}

/** `(key, device, class)` with the number of elements and the elements for each, then the views of storages. */
async function readStorages(
  file: RecordFile,
  storages: Map<string, TorchStorage>,
  places: Map<string, { start: number; size: number }>,
): Promise<void> {
  const count = await countOf(file);
  for (let index = 0; index < count; index++) {
    const record = await file.pickle();
    if (record === undefined) return;
    const [key, device, type] = itemsOf(record) ?? [];
    const dtype = storageDtype(type);
    const width = elementWidth(dtype);
    if (idText(key) === '' || width === undefined) return file.fail('a storage is not as PyTorch writes it');
    const elements = (await file.bytes(8))?.getBigInt64(0, true);
    if (elements === undefined) return;
    const start = file.at;
    const size = Number(elements) * width;
    if (!file.skip(size)) return;
    const name = idText(key);
    storages.set(name, { key: name, dtype, device: typeof device === 'string' ? device : '?', bytes: size });
    places.set(name, { start, size });
  }
  // `(key, key of the whole, first element, elements)`.
  for (const view of itemsOf(await file.pickle()) ?? []) {
    const [key, root, first, elements] = itemsOf(view) ?? [];
    const whole = storages.get(idText(root));
    const place = places.get(idText(root));
    const width = whole && elementWidth(whole.dtype);
    if (!whole || !place || width === undefined || !isCount(first) || !isCount(elements)) continue;
    if ((first + elements) * width > place.size) continue;
    const name = idText(key);
    storages.set(name, { ...whole, key: name, bytes: elements * width });
    places.set(name, { start: place.start + first * width, size: elements * width });
  }
}

/** `(key, storage, class)` for each, then its rank, shape, strides and offset as numbers of 64 bits. */
async function readTensors(
  file: RecordFile,
  storages: ReadonlyMap<string, TorchStorage>,
): Promise<Map<string, Omit<TorchTensor, 'name'>>> {
  const tensors = new Map<string, Omit<TorchTensor, 'name'>>();
  const count = await countOf(file);
  for (let index = 0; index < count; index++) {
    const record = await file.pickle();
    if (record === undefined) return tensors;
    const [key, storageKey] = itemsOf(record) ?? [];
    // The four bytes after the rank mean nothing.
    const rank = (await file.bytes(8))?.getInt32(0, true);
    if (rank === undefined) return tensors;
    if (rank < 0 || rank > MAX_RANK) {
      file.fail(`a tensor has ${rank} dimensions`);
      return tensors;
    }
    const numbers = await file.bytes(8 * (2 * rank + 1));
    if (!numbers) return tensors;
    const at = (place: number) => numbers.getBigInt64(8 * place, true);
    const shape = Array.from({ length: rank }, (_, axis) => at(axis));
    const strides = Array.from({ length: rank }, (_, axis) => Number(at(rank + axis)));
    const offset = Number(at(2 * rank));
    const storage = storages.get(idText(storageKey));
    if (!storage || shape.some((size) => size < 0n) || ![...strides, offset].every(isCount)) continue;
    tensors.set(idText(key), { dtype: storage.dtype, shape, strides, offset, storage, requiresGrad: false });
  }
  return tensors;
}
