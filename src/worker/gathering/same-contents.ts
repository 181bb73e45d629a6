import { throwIfAborted } from '../../base/abort.ts';
import type { OpenPackage } from '../../formats/format.ts';
import type { TensorInfo } from '../../model/package.ts';
import { scannedBytes } from '../../model/tensor/scan-list.ts';
import { fileSource } from '../../source/file.ts';
import type { ByteSource } from '../../source/source.ts';
import type { SameContent, ScanStatistics } from '../../tensor/scan/scanned.ts';
import type { TensorReader } from '../../tensor/values.ts';

/** Bytes of each of two tensors that are compared at once. */
const COMPARED_BYTES = 2 ** 22;

/** Tensors of other contents with the same statistics that one is compared with. No weights have so many. */
const MOST_CONTENTS = 8;

/** Bytes that are fetched from a host a second time to compare them: about a second. */
const MOST_FETCHED = 8_000_000;

/** Tensors with one content, and those that may have it. */
interface Alike {
  contents: TensorInfo[][];
  unseen: TensorInfo[];
  /** Those of the contents that have grown since they were told of: a canceled comparison tells of none. */
  untold: Set<TensorInfo[]>;
}

interface Comparing {
  signal?: AbortSignal | undefined;
  /** Called with each tensor that has the same content as others, again where there are more by then. */
  onSame(same: SameContent): void;
}

/**
 * Which tensors of a package have the same content. Those of one type and shape with the same statistics may: then
 * their bytes are compared. It is kept for as long as the package is open, so that a scan can be gone on with.
 */
export class SameContents {
  readonly #open: OpenPackage;
  readonly #alike = new Map<string, Alike>();
  readonly #names = new Set<string>();

  constructor(open: OpenPackage) {
    this.#open = open;
  }

  add(info: TensorInfo, statistics: ScanStatistics): void {
    if (this.#names.has(info.name)) return;
    this.#names.add(info.name);
    const key = keyOf(info, statistics);
    const alike = this.#alike.get(key) ?? { contents: [], unseen: [], untold: new Set<TensorInfo[]>() };
    this.#alike.set(key, alike);
    alike.unseen.push(info);
  }

  /** Compares those that were added since the last time. Rejects as reading them. */
  async compare({ signal, onSame }: Comparing): Promise<void> {
    const left = { bytes: this.#open.package.servedFrom === undefined ? Number.POSITIVE_INFINITY : MOST_FETCHED };
    for (const { contents, unseen, untold } of this.#alike.values()) {
      for (let next = unseen[0]; next; next = unseen[0]) {
        const content = await this.#contentOf(next, contents, left, signal);
        unseen.shift();
        if (content) {
          content.push(next);
          untold.add(content);
        } else if (contents.length < MOST_CONTENTS) contents.push([next]);
      }
      for (const content of untold) tellSame(content, onSame);
      untold.clear();
    }
  }

  async #contentOf(
    info: TensorInfo,
    contents: readonly TensorInfo[][],
    left: { bytes: number },
    signal: AbortSignal | undefined,
  ): Promise<TensorInfo[] | undefined> {
    for (const content of contents) {
      const [known] = content as [TensorInfo];
      if (isOneRange(known, info)) return content;
      left.bytes -= 2 * scannedBytes(info);
      if (left.bytes >= 0 && (await this.#areSame(known, info, signal))) return content;
    }
    return undefined;
  }

  async #areSame(a: TensorInfo, b: TensorInfo, signal: AbortSignal | undefined): Promise<boolean> {
    const readers = await Promise.all([a, b].map(({ name }) => this.#open.tensor(name, signal)));
    const [one, other] = sourcesOf(...(readers as [TensorReader, TensorReader]));
    if (!one || !other || one.size !== other.size) return false;
    for (let start = 0; start < one.size; start += COMPARED_BYTES) {
      throwIfAborted(signal);
      const end = Math.min(one.size, start + COMPARED_BYTES);
      const [left, right] = await Promise.all([one.read(start, end, signal), other.read(start, end, signal)]);
      if (!equalBytes(left, right)) return false;
    }
    return true;
  }
}

function tellSame(content: readonly TensorInfo[], onSame: Comparing['onSame']): void {
  for (const [at, { name }] of content.entries()) {
    const other = content[at === 0 ? 1 : 0] as TensorInfo;
    onSame({ name, as: other.name, others: content.length - 1, isFirst: at === 0 });
  }
}

/** What two tensors have in common if their content is the same: only what no order of merging changes. */
function keyOf(
  { dtype, shape }: TensorInfo,
  { count, nan, infinite, zeros, min, max, places }: ScanStatistics,
): string {
  const { min: low, max: high, nan: first, infinite: far, zero } = places;
  return [dtype, shape.join('x'), count, nan, infinite, zeros, min, max, low, high, first, far, zero].join(' ');
}

/** Whether both are the same bytes of one file. */
function isOneRange({ data: a }: TensorInfo, { data: b }: TensorInfo): boolean {
  return a?.end !== undefined && a.path === b?.path && a.start === b.start && a.end === b.end;
}

/** What is compared of both: what is stored, where that says the same of both. Values need not be computed then. */
function sourcesOf(a: TensorReader, b: TensorReader): [ByteSource | undefined, ByteSource | undefined] {
  const [one, other] = [a.stored?.(0, a.count), b.stored?.(0, b.count)];
  if (one && other && one.order === other.order) return [fileSource(one.bytes), fileSource(other.bytes)];
  if (a.columnMajor && b.columnMajor) return [a.columnMajor.data, b.columnMajor.data];
  return [a.data, b.data];
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false;
  for (let index = 4 * left.length; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  // Words must begin at a multiple of four.
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(buffer, byteOffset, length >>> 2);
}
