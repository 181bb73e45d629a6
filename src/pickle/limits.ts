/** Limits of walking over pickles, each with its reason. */

/** Bytes of the first read, and of the longest one. A pickle of names alone is shorter than the first. */
export const FIRST_WINDOW_BYTES = 64 * 1024;
export const WINDOW_BYTES = 1024 * 1024;

/** Characters of a text that the walk keeps. Names of modules and classes are shorter. */
export const MAX_KEPT_TEXT = 512;

/** Bytes of a whole number whose value is kept. Sizes have 9 at most. */
export const MAX_LONG_BYTES = 64;

/** Bytes of all texts that the walk keeps. 100,000 names of tensors have 9 million. */
export const MAX_KEPT_TEXTS = 96 * 1024 * 1024;

/** What a text takes beside its characters. */
export const TEXT_OVERHEAD = 24;

/** Bytes of a line with the number of an object. Python takes any, as it allows spaces and, before 3.11, zeros. */
export const MAX_NUMBER_LINE = 64 * 1024;

/** Objects on the stack. Only tuples need many, and a pickle of a million numbers puts a thousand at a time. */
export const MAX_STACK = 4 * 1024 * 1024;

/** Objects that a pickle refers to by number. A list of four million different texts has as many. */
export const MAX_MEMO = 6 * 1024 * 1024;

/** Those whose numbers do not follow one another. Python's picklers write none. */
export const MAX_SPARSE_MEMO = 512 * 1024;

/** Tuples, lists, dictionaries and calls whose content is kept: some 100 bytes each. A tensor has eight. */
export const MAX_KEPT_OBJECTS = 800_000;

/** Floats that are kept: settings and losses of a checkpoint have some thousands. */
export const MAX_KEPT_FLOATS = 50_000;

/** Items of all kept objects. */
export const MAX_KEPT_ITEMS = 4 * 1024 * 1024;

/** Different names that a file imports. Models have a hundred. The others are counted. */
export const MAX_IMPORTS = 2_000;

/** Different names that are looked up in the table of names. Each takes some microseconds. */
export const MAX_JUDGED = 100_000;

/** Pickles in one file, one after the other. A PyTorch file of old has five; logs have one for each record. */
export const MAX_PICKLES = 10_000;

/** Bytes of a pickle that an array of joblib stores. NumPy has at most 64 dimensions. */
export const MAX_BLOCK_RANK = 64;

/** Bytes of a pickle on this machine that are read without being asked for. It takes a second or two. */
export const MAX_READ_BYTES = 64 * 1024 * 1024;

/** The same of one on a host. That of a PyTorch archive with 3,000 tensors has half a megabyte. */
const MAX_REMOTE_READ_BYTES = 1024 * 1024;

/** Bytes that a walk over a file may read without being asked for. */
export function maxUnaskedRead({ servedFrom }: { readonly servedFrom?: string | undefined }): number {
  return servedFrom === undefined ? MAX_READ_BYTES : MAX_REMOTE_READ_BYTES;
}

/** Types of NumPy within one another. Records of real programs have three levels. */
export const MAX_DTYPE_DEPTH = 16;

/** Opcodes of the other readings of a file together. They are one to five where a program wrote it, and it is large. */
export const MAX_REREAD_OPCODES = 20_000_000;
