/** Limits of safetensors files, each with its reason. Sizes are in bytes. */

/** Bytes of the length at the start of a file (format document, "Format"). */
export const LENGTH_BYTES = 8;

/** The header. The reference reader refuses a longer one (`MAX_HEADER_SIZE`; format document, "Benefits"). */
export const MAX_HEADER_BYTES = 100_000_000;

/**
 * The start of the file, which is read at once. It holds the whole header of a small model. Opening a file on a host
 * has it already: it is as much as `HTTP_HEAD_BYTES`.
 */
export const HEAD_BYTES = 16 * 1024;

/**
 * Entries that are read of one header, or of one index, also where they have one name. The largest real models have
 * some tens of thousands. A header of `MAX_HEADER_BYTES` can hold two million tensors, which would take more memory
 * than a tab has, or fourteen million invalid entries.
 */
export const MAX_TENSORS = 250_000;

/**
 * UTF-16 units of a tensor's name that are kept. Real names have some tens. A page that draws a name of millions freezes.
 */
export const MAX_NAME_UNITS = 2_000;

/** UTF-16 units of a dtype that are kept. Real ones have three to seven. */
export const MAX_DTYPE_UNITS = 100;

/** Entries of `__metadata__` that are kept, and UTF-16 units of all their values. Trainers write up to a megabyte. */
export const MAX_METADATA_ENTRIES = 10_000;
export const MAX_METADATA_UNITS = 8_000_000;

/**
 * Levels of nesting that are passed in a field that nobody knows. The reference reader refuses 128; what else the header
 * says is shown all the same.
 */
export const MAX_SKIPPED_DEPTH = 100_000;

/**
 * Bytes of truth values that opening reads of a model, and of one read of them. Masks have a megabyte each. It takes
 * some tens of milliseconds, again after each edit.
 */
export const MAX_BOOL_BYTES = 16 * 1024 * 1024;
export const BOOL_READ_BYTES = 1024 * 1024;

/** An index of shards. It has a line for each tensor: `MAX_TENSORS` of them take 30 MB. */
export const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/** Headers of all shards together, which are kept. Those of the largest real models take some ten megabytes. */
export const MAX_HEADERS_BYTES = 2 * MAX_HEADER_BYTES;

/** Files beside an index that are searched for tensors that its own files do not have. */
export const MAX_SEARCHED_FILES = 16;
