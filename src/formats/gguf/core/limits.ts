/** Limits of GGUF files, each with its reason. Sizes are in bytes. */

/**
 * The start of the file, which is read at once. It holds the whole header of a model without a vocabulary. Opening a
 * file on a host has it already: it is as much as `HTTP_HEAD_BYTES`.
 */
export const HEAD_BYTES = 16 * 1024;

/** Bytes of one later read of the header. Reads grow up to it: a small header asks for few of the weights behind it. */
export const MAX_HEADER_READ = 4 * 1024 * 1024;

/**
 * Bytes of headers that opening reads, of all files of a model together. The largest real ones have 30 MB: a vocabulary
 * of 260,000 with its merges, and the tokenizer once more as JSON. Lists of numbers and long texts are not read, and do
 * not count.
 */
export const MAX_HEADER_BYTES = 256 * 1024 * 1024;

/**
 * Key-value pairs that are kept of one header. Real ones have 20 to 60, with the statistics of an imatrix some
 * hundreds.
 */
export const MAX_KEY_VALUES = 20_000;

/**
 * Tensors that are kept of one model. The largest real ones have some thousands. Each takes 2 KB until the page lists
 * it.
 */
export const MAX_TENSORS = 50_000;

/**
 * Pairs, and tensors, that are read at all, of all files of a model together: some seconds pass until a hostile header
 * of tiny ones ends.
 */
export const MAX_ENTRIES_READ = 300_000;

/** UTF-16 units of the names of one header that are held to find two of the same. Real ones have 100,000 at most. */
export const MAX_COMPARED_UNITS = 8_000_000;

/** UTF-16 units of a key or of a tensor's name that are kept. Real ones have some tens. */
export const MAX_NAME_UNITS = 2_000;

/**
 * Bytes of one text that are kept, and of all of a model. Chat templates have up to 20 KB, tokenizers as JSON up to 30
 * MB.
 */
export const MAX_VALUE_BYTES = 256 * 1024;
export const MAX_VALUES_BYTES = 8 * 1024 * 1024;

/** Items of a list that opening reads, and bytes of a text among them. The page reads the others when asked. */
export const FIRST_ITEMS = 8;
export const MAX_ITEM_BYTES = 1_000;

/** A list of texts has no places for its items: opening keeps that of each item whose number is a multiple of this. */
export const MARK_EVERY = 256;

/**
 * Lists inside lists, one in the other, and how many of them opening walks through in a model. Real files have none.
 */
export const MAX_LIST_DEPTH = 8;
export const MAX_INNER_LISTS = 1_000_000;

/** Strings and lists beyond this llama.cpp rejects (`GGUF_MAX_STRING_LENGTH`, `GGUF_MAX_ARRAY_ELEMENTS`). */
export const MAX_LENGTH = 2 ** 30;

/** A key's bytes (format document, `gguf_metadata_kv_t`). */
export const MAX_KEY_BYTES = 65_535;

/** Bytes of a tensor's name from which on llama.cpp rejects it (`GGML_MAX_NAME`). */
export const TOO_LONG_NAME = 64;

/** Dimensions that llama.cpp accepts (`GGML_MAX_DIMS`). */
export const MAX_DIMENSIONS = 4;

/** Where tensors begin if the file does not say: at a multiple of this. */
export const DEFAULT_ALIGNMENT = 32;

/** Bytes of a list's page that the page reads, and of one read of a search. Real ones have some kilobytes. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;
export const SEARCH_READ_BYTES = 1024 * 1024;

/** Items that a search lists. */
export const MAX_FOUND_ITEMS = 200;

/** Items of a list that can be edited, and bytes that they have. Longer lists are vocabularies, which tools make. */
export const MAX_EDITED_ITEMS = 1_000;
export const MAX_EDITED_LIST_BYTES = 64 * 1024;

/** Bytes of all lists of a header that can be edited: reading them takes a request each. Real headers have some KB. */
export const MAX_EDITED_LISTS_BYTES = 1024 * 1024;
