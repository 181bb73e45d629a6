import type { Sample } from './pages.ts';
import type { Tab } from './tab.ts';
import type { Tool } from './tool.ts';

/** One row of the table: the page and its peer work on the same data. */
export interface Row {
  title: string;
  peer: string;
  /** Bytes that both process, if a throughput says more than a time. */
  bytes?: number;
  /** What is counted instead of the time. */
  counts?: 'requests' | 'bytes';
  /**
   * The goal of the ratio. `atLeast`: so many times the throughput of the peer. `atMost`: so many times the time of the
   * peer. `most`: the highest count. `within`: the longest time, in seconds. `none`: the row only informs.
   */
  bar: { atLeast: number } | { atMost: number } | { most: number } | { within: number } | 'none';
  /** The most bytes that the tab may take, if the row limits them. */
  memory?: number;
  /** Tools that make the data. */
  needs: readonly Tool[];
  /** Tools that the peer uses. */
  peerNeeds: readonly Tool[];
  /** Writes the data into the folder, which is removed after the row. */
  make(): Promise<void> | void;
  ours(tab: Tab): Promise<Sample>;
  theirs(tab: Tab): Promise<Sample> | Sample;
}

/** Amounts of data. Sizes are in bytes. */
export interface Sizes {
  weights: { count: number; size: number };
  /** Blobs of a folder of models. */
  store: { count: number; size: number };
  deflated: number;
  /** Tokens of a GGUF file. */
  vocabulary: number;
  /** Size of a tensor whose first values are shown. */
  shown: number;
  small: number;
  sparse: number;
  directory: number;
  /** Size of the carton that is edited and saved. */
  saved: number;
  /** Inputs and files of the carton whose fields are typed into. */
  inputs: number;
  files: number;
  /** Tensors of one header. */
  tensors: number;
  /** Size of the tensor whose statistics are computed. */
  statistics: number;
  /** Size of the file whose tensors are all scanned. */
  scanned: number;
  /** Points of a line. */
  points: number;
  /** Size of the tensor of float32 that is exported. */
  exported: number;
  /** Rows and columns of the tensor that is a heat map, and along each axis of the one with a slider. */
  side: number;
  cube: number;
}

const MIB = 1 << 20;

export const FULL: Sizes = {
  weights: { count: 8, size: 128 * MIB },
  store: { count: 4, size: 1024 * MIB },
  deflated: 512 * MIB,
  vocabulary: 250_000,
  shown: 512 * MIB,
  small: 10_000,
  sparse: 4096 * MIB,
  directory: 100_000,
  saved: 4096 * MIB,
  inputs: 1_000,
  files: 10_000,
  tensors: 100_000,
  statistics: 1024 * MIB,
  scanned: 2048 * MIB,
  points: 10_000_000,
  exported: 64 * MIB,
  side: 8192,
  cube: 512,
};

export const QUICK: Sizes = {
  weights: { count: 8, size: 4 * MIB },
  store: { count: 4, size: 16 * MIB },
  deflated: 16 * MIB,
  vocabulary: 25_000,
  shown: 16 * MIB,
  small: 1_000,
  // The hash of 4 GiB of zeros takes as long as all else.
  sparse: 64 * MIB,
  directory: 10_000,
  saved: 64 * MIB,
  inputs: 100,
  files: 1_000,
  tensors: 10_000,
  statistics: 64 * MIB,
  scanned: 64 * MIB,
  points: 1_000_000,
  exported: 64 * MIB,
  side: 2048,
  cube: 128,
};

/**
 * Most bytes that are on the disk at once. Either the weights, their packed form and a carton of it; or the weights and
 * a folder of models; or a saved carton of zeros and a copy.
 */
export function neededBytes({ weights, store, saved }: Sizes): number {
  const made = weights.count * weights.size;
  return Math.max(3 * made, made + store.count * store.size, 2 * saved) + 256 * MIB;
}

/** Bytes in words: "4 GiB", "128 MiB". */
export function inBinary(bytes: number): string {
  return bytes >= 1024 * MIB && bytes % (1024 * MIB) === 0 ? `${bytes / (1024 * MIB)} GiB` : `${bytes / MIB} MiB`;
}

/** A count in words: "10,000". */
export function inNumbers(count: number): string {
  return count.toLocaleString('en-GB');
}

/** Bytes of the tensor that large ones are compared with. */
const SMALL = MIB;

/**
 * A row about the first values of a large tensor, beside those of one of 1 MiB.
 *
 * @param type of its elements
 * @param files paths of both files, and the name of the tensor in each
 * @param write makes a file with a tensor of so many bytes
 */
export function firstValues(
  type: string,
  bytes: number,
  { large, small, tensor }: { large: string; small: string; tensor: string },
  write: (path: string, bytes: number) => Promise<void> | void,
): Row {
  return {
    title: `First values of a ${type} tensor: ${inBinary(bytes)}`,
    peer: `the page itself with a tensor of ${inBinary(SMALL)}`,
    bar: { atMost: 1.5 },
    needs: [],
    peerNeeds: [],
    async make() {
      await write(large, bytes);
      await write(small, SMALL);
    },
    ours: (tab) => tab.values(large, tensor),
    theirs: (tab) => tab.values(small, tensor),
  };
}
