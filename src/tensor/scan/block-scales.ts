/** What the scales of a tensor's blocks say. */
export interface BlockScales {
  blocks: number;
  /** Blocks with a scale, or a least value, that is NaN; that is infinite; and with nothing but zeros. */
  nan: number;
  infinite: number;
  zeros: number;
  /** The index of the first element of the first such block. */
  nanAt?: number;
  infiniteAt?: number;
  /** No finite value of the tensor is farther from 0. */
  most: number;
}

/** Adds what was found in other blocks. */
export function mergeScales(a: BlockScales, b: BlockScales): BlockScales {
  const first = (key: 'nanAt' | 'infiniteAt') => {
    const least = Math.min(a[key] ?? Number.POSITIVE_INFINITY, b[key] ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(least) ? { [key]: least } : {};
  };
  return {
    blocks: a.blocks + b.blocks,
    nan: a.nan + b.nan,
    infinite: a.infinite + b.infinite,
    zeros: a.zeros + b.zeros,
    ...first('nanAt'),
    ...first('infiniteAt'),
    most: Math.max(a.most, b.most),
  };
}
