import { BadFileError } from '../../base/errors.ts';
import { fileSource } from '../../source/file.ts';
import { elementBytes, elementGroup, isComplexDtype, type NumericDtype } from '../dtype.ts';
import { decodeElements } from '../elements.ts';
import { elementCount } from '../shape.ts';
import { castTo, Losses, type StoredDtype } from './cast.ts';
import type { FlatContents, NumericContents } from './contents.ts';
import { type ToldLoss, toldLoss } from './conversion.ts';
import { bytesOfTexts, isStrings, refusal } from './convert.ts';
import './findings.ts';

/** A cell that gets another value. The element is counted in row-major order. */
export interface CellEdit {
  element: number;
  text: string;
}

/**
 * The same elements with other values in some cells. Of a large tensor, the new data is made of slices of the old and the
 * new bytes: nothing is read but bytes that several elements share. Of two edits of one cell the last one holds. Rejects
 * with `values/out-of-range` and `values/not-a-number` at the first value that the type cannot hold.
 */
export async function withCells<T extends FlatContents>(
  contents: T,
  edits: readonly CellEdit[],
  signal?: AbortSignal,
): Promise<{ contents: T; losses: readonly ToldLoss[] }> {
  const { shape } = contents;
  const count = elementCount(shape);
  for (const { element } of edits) {
    if (Number.isInteger(element) && element >= 0 && element < count) continue;
    throw new BadFileError('source/out-of-range', `The tensor has no element ${element}.`);
  }
  const last = new Map(edits.map(({ element, text }) => [element, text]));
  const sorted = [...last].sort(([a], [b]) => a - b);
  const texts = sorted.map(([, text]) => text);
  if (isStrings(contents)) {
    const strings = [...contents.strings];
    for (const [element, text] of sorted) strings[element] = text;
    return { contents: { ...contents, strings }, losses: [] };
  }
  const { dtype } = contents as NumericContents;
  const losses = new Losses();
  /** Counts by the elements of the tensor, and not by those of the list of edits. */
  const placed = {
    count: (...[kind, at, told]: Parameters<Losses['count']>) => losses.count(kind, sorted[at]?.[0] ?? 0, told),
  };
  const bytes = await bytesOfTexts(texts, dtype, placed, signal);
  if (losses.refusal) throw refusal(losses.refusal, shape, dtype, texts.length);
  const elements = sorted.map(([element]) => element);
  const data = await patched(contents as NumericContents, elements, bytes, signal);
  return { contents: { ...contents, data }, losses: losses.list.map((loss) => toldLoss(loss, shape, texts.length)) };
}

/** Bytes that take the place of others. */
interface Patch {
  at: number;
  bytes: Uint8Array<ArrayBuffer>;
}

async function patched(
  { data, dtype }: NumericContents,
  elements: readonly number[],
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal | undefined,
): Promise<Blob> {
  const isPacked = !isComplexDtype(dtype) && elementGroup(dtype).elements > 1;
  const patches = isPacked
    ? await packedPatches(data, dtype as NumericDtype, elements, bytes, signal)
    : ownPatches(dtype, elements, bytes);
  const parts: BlobPart[] = [];
  let at = 0;
  for (const patch of patches) {
    if (patch.at > at) parts.push(data.slice(at, patch.at));
    parts.push(patch.bytes);
    at = patch.at + patch.bytes.length;
  }
  if (at < data.size) parts.push(data.slice(at));
  return new Blob(parts);
}

/** One patch for each stretch of neighbors. */
function ownPatches(dtype: StoredDtype, elements: readonly number[], bytes: Uint8Array<ArrayBuffer>): Patch[] {
  const width = elementBytes(dtype);
  const patches: Patch[] = [];
  for (let first = 0; first < elements.length; ) {
    let end = first + 1;
    while (end < elements.length && elements[end] === (elements[end - 1] as number) + 1) end++;
    patches.push({ at: (elements[first] as number) * width, bytes: bytes.slice(first * width, end * width) });
    first = end;
  }
  return patches;
}

/** Elements that share bytes with their neighbors: the bytes of a group are read and written again. */
async function packedPatches(
  data: Blob,
  dtype: NumericDtype,
  elements: readonly number[],
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal | undefined,
): Promise<Patch[]> {
  const group = elementGroup(dtype);
  const source = fileSource(data as Blob & { name?: string });
  const values = decodeElements(dtype, bytes);
  const patches: Patch[] = [];
  for (let next = 0; next < elements.length; ) {
    const first = (elements[next] as number) - ((elements[next] as number) % group.elements);
    const at = (first / group.elements) * group.bytes;
    const there = await source.read(at, Math.min(data.size, at + group.bytes), signal);
    const old = new Uint8Array(group.bytes);
    old.set(there);
    const held = Float64Array.from(decodeElements(dtype, old) as Float32Array);
    for (; next < elements.length && (elements[next] as number) < first + group.elements; next++)
      held[(elements[next] as number) - first] = Number(values[next]);
    patches.push({ at, bytes: castTo(dtype)(held, new Losses(), 0).slice(0, there.length) });
  }
  return patches;
}
