/** Limits of mldef models, each with its reason. Sizes are in bytes. */

/** The manifest. One of a hundred layers has 30 KB. */
export const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/** SIGNATURE has a line for each file, and the document advises at most a hundred files. */
export const MAX_SIGNATURE_BYTES = 1024 * 1024;

/** A line of SIGNATURE: a path and a hash, or a signature of some hundred characters. */
export const MAX_SIGNATURE_LINE = 4096;

/** Sections of one kind that are kept. Real models have some tens of layers. */
export const MAX_SECTIONS = 10_000;

/** Sections of one kind that the Overview gets. */
export const MAX_SHOWN_SECTIONS = 1_000;

/** UTF-16 units of a number that are read: a float64 in full has 770 digits. */
export const MAX_NUMBER_UNITS = 1_000;

/**
 * CSV files that opening parses, all together: half a second. From a host, as much as one request brings. A button
 * parses more.
 */
export const MAX_CSV_BYTES = 8 * 1024 * 1024;
export const MAX_REMOTE_CSV_BYTES = 256 * 1024;

/**
 * CSV files that the button parses, all together. Their values are kept in memory and take up to four times as much.
 */
export const MAX_ASKED_CSV_BYTES = 32 * 1024 * 1024;

/** What the document advises of files: their number, the length of a name, and folders in each other. */
export const ADVISED_FILES = 100;
export const ADVISED_NAME_UNITS = 15;
export const ADVISED_FOLDERS = 2;
