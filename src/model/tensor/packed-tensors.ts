import type { TensorInfo } from '../package.ts';

/**
 * Tensors as columns, to be sent from one thread to another: cloning a hundred thousand objects takes ten times as long
 * as cloning these. All columns but `sizes` have an item for each tensor.
 */
export interface PackedTensors {
  names: string[];
  /** The texts that many tensors have: types and paths, each once. */
  texts: string[];
  /** Places in `texts`. */
  dtypes: Uint32Array<ArrayBuffer>;
  /** Numbers of dimensions. */
  ranks: Uint32Array<ArrayBuffer>;
  /** The dimensions of all tensors, one tensor after the other. */
  sizes: Float64Array<ArrayBuffer>;
  /** The data: places of paths in `texts`, or `NONE`; first bytes, and ends, which are NaN where they are unknown. */
  paths: Uint32Array<ArrayBuffer>;
  starts: Float64Array<ArrayBuffer>;
  ends: Float64Array<ArrayBuffer>;
  /**
   * By their places, tensors that say more than the columns have room for. What the columns have of them is ignored.
   */
  others: [at: number, tensor: TensorInfo][];
}

const NONE = 0xffff_ffff;

/** Columns of these tensors, which `unpackTensors` takes. */
export function packTensors(tensors: readonly TensorInfo[]): PackedTensors {
  const texts = new Map<string, number>();
  const placeOf = (text: string) => {
    const place = texts.get(text) ?? texts.size;
    if (place === texts.size) texts.set(text, place);
    return place;
  };
  const sizes: number[] = [];
  const packed = columnsFor(tensors.length);
  for (const [at, tensor] of tensors.entries()) {
    const { name, dtype, shape, data } = tensor;
    packed.names.push(name);
    if (!isPlain(tensor)) {
      packed.others.push([at, tensor]);
      continue;
    }
    packed.dtypes[at] = placeOf(dtype);
    packed.ranks[at] = shape.length;
    for (const size of shape) sizes.push(Number(size));
    if (!data) continue;
    packed.paths[at] = placeOf(data.path);
    packed.starts[at] = data.start;
    packed.ends[at] = data.end ?? Number.NaN;
  }
  return { ...packed, texts: [...texts.keys()], sizes: Float64Array.from(sizes) };
}

function columnsFor(count: number): Omit<PackedTensors, 'texts' | 'sizes'> {
  return {
    names: [],
    dtypes: new Uint32Array(count),
    ranks: new Uint32Array(count),
    paths: new Uint32Array(count).fill(NONE),
    starts: new Float64Array(count),
    ends: new Float64Array(count),
    others: [],
  };
}

/** Whether the columns have all that is said of a tensor, exactly. */
function isPlain({ values, inner, problem, shape }: TensorInfo): boolean {
  if (values !== undefined || inner !== undefined || problem !== undefined) return false;
  for (const size of shape) if (!Number.isSafeInteger(Number(size))) return false;
  return true;
}

/** The tensors of columns that `packTensors` made, in their order. */
export function unpackTensors(packed: PackedTensors): TensorInfo[] {
  const { names, texts, dtypes, ranks, sizes, paths, starts, ends } = packed;
  const others = new Map(packed.others);
  let next = 0;
  return names.map((name, at): TensorInfo => {
    const other = others.get(at);
    if (other) return other;
    const shape: bigint[] = [];
    for (const end = next + (ranks[at] as number); next < end; next++) shape.push(BigInt(sizes[next] as number));
    const tensor: TensorInfo = { name, dtype: texts[dtypes[at] as number] as string, shape };
    const path = texts[paths[at] as number];
    if (path === undefined) return tensor;
    const [start, end] = [starts[at] as number, ends[at] as number];
    tensor.data = Number.isNaN(end) ? { path, start } : { path, start, end };
    return tensor;
  });
}
