const KIB = 1024;
const MIB = 1024 * KIB;

/** metadata.json, and a graph. A function takes 150 bytes and a node 500; large models have ten thousand of either. */
export const MAX_JSON_BYTES = 16 * MIB;

/** Names and arrays of one .params file. A large model has a few thousand. */
export const MAX_PARAMS = 100_000;

/** A name in a .params file. TVM gives names of at most some hundred characters. */
export const MAX_NAME_BYTES = 4096;

/** Reads of .params files on a host that opening makes unasked: each array has a header, which may need a request. */
export const MAX_UNASKED_READS = 64;

/** Bytes of generated sources that are searched for functions. A source of a large model has 2 MB. */
export const MAX_SOURCE_BYTES = 16 * MIB;

/** The same of a package on a host. */
export const MAX_REMOTE_SOURCE_BYTES = 256 * KIB;

/** Nodes of a graph, functions and modules that the page lists. */
export const MAX_SHOWN = 1000;

/** Rows of a table of memory. The largest functions say what matters. */
export const MAX_PANEL_ROWS = 10;
