/** Limits of looking through a package for what loading would run, each with its reason. What they cut off is said. */

/** Files, those of archives in one another among them. A package of more has them for data, not for programs. */
export const MAX_FILES = 20_000;

/** Decoded bytes that are read without being asked for: a second or two, beside the check of the hashes. */
export const MAX_BYTES = 512 * 1024 * 1024;

/** The same where somebody asks for all. */
export const MAX_ASKED_BYTES = 64 * 1024 ** 3;

/** Time that the look takes without being asked for. Slow disks and many small entries are what it is for. */
export const MAX_MILLISECONDS = 20_000;

/** Archives and compressed files in one another. A model in a wheel in a carton in a tarball has four. */
export const MAX_DEPTH = 6;

/** Decoded bytes of one compressed file that are held in memory, where what is in it needs to be read from its end. */
export const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** The same where somebody asks for all. */
export const MAX_ASKED_HELD_BYTES = 512 * 1024 * 1024;

/** A compressed entry up to this many bytes is decoded whole, to see whether it ends as a zip does. */
export const SMALL_BYTES = 1024 * 1024;

/** First bytes that tell what a file is. The header of an array with 50 named fields has 2 KiB. */
export const HEAD_BYTES = 4096;

/** Bytes of a configuration file that is searched for code that it names. Real ones have some kilobytes. */
export const MAX_CONFIG_BYTES = 1024 * 1024;
