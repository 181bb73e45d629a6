/** Limits of NumPy files, each with its reason. Other limits that are named here are in `base/limits.ts`. */

/**
 * Bytes read from the start of an array. NumPy pads a header to a multiple of 64, so that nearly all have 128 bytes in
 * all; one with 50 named fields has 2 KiB.
 */
export const HEAD_BYTES = 4096;

/**
 * Text of a header. Six times what NumPy itself accepts (`NUMPY_HEADER_CHARACTERS`) unless it is told to: 1,500 fields.
 */
export const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Text of all headers of an archive. Each costs time to decode and to parse, and a small archive can have thousands of
 * long ones. 10,000 arrays have 1.3 MB of them. So many take less than a second.
 */
export const MAX_ARCHIVE_HEADER_BYTES = 4 * 1024 * 1024;

/** NumPy refuses longer headers, unless it is called with another `max_header_size` (numpy.lib.format). */
export const NUMPY_HEADER_CHARACTERS = 10_000;

/** Nesting of a header's brackets. Its dictionary, a list of fields and one of their shapes make four. */
export const MAX_LITERAL_DEPTH = 32;

/** Digits of one number. Python 3.11 and newer refuse more. */
export const MAX_DIGITS = 4300;

/** Size of a dimension: NumPy counts in 64 bits (npy_intp), and refuses more. */
export const MAX_SIZE = 2n ** 63n - 1n;

/** Dimensions of an array (NPY_MAXDIMS of NumPy 2; 32 before). */
export const MAX_NUMPY_RANK = 64;

/** Bytes of one element. NumPy counts them in a C int. */
export const MAX_ELEMENT_BYTES = 2n ** 31n - 1n;

/** Fields that are named in a sentence. */
export const NAMED_FIELDS = 12;

/** Members of an archive whose first bytes are read when it opens: some 0.1 ms each. Real ones have a few hundred. */
export const MAX_MEMBERS = 10_000;

/** The same of an archive on a host: each member takes a request of its own. */
export const MAX_REMOTE_MEMBERS = 500;

/**
 * Arrays of an archive whose first values the Overview shows: as many as fit a screen. On a host, each takes a request.
 */
export const FIRST_ARRAYS = 5;

/** Headers that are read at once. As many as a host is asked at once. */
export const HEADERS_AT_ONCE = 6;

/** Bytes of one string that are shown. NumPy allows 2 GiB, and gives each element as many as the longest one has. */
export const MAX_ELEMENT_TEXT_BYTES = 64 * 1024;

/**
 * Bytes of strings that are decoded by one read of values: 256 of the longest ones. As text, a byte outside of ASCII
 * has four characters.
 */
export const MAX_TEXT_READ_BYTES = 256 * MAX_ELEMENT_TEXT_BYTES;
