/** Limits of a carton's own files, each with its reason. Other limits that are named here are in `base/limits.ts`. */

const MIB = 1024 * 1024;

/** Bytes of carton.toml. The largest public one is below 20 KiB; its tree of places takes about 50 times its size. */
export const MAX_CARTON_TOML_BYTES = 4 * MIB;

/** Bytes of MANIFEST. `MAX_ENTRIES` lines with names of 64 bytes just fit. */
export const MAX_MANIFEST_BYTES = 128 * MIB;

/**
 * Malformed lines of MANIFEST, after which the rest is not read. No real file has one, and 128 MiB of line ends would
 * be as many malformed lines. `MAX_ENTRIES` limits the other lines.
 */
export const MAX_BAD_LINES = 10_000;

/**
 * Keys, values and comments of carton.toml, as `scanToml` counts them. Opening takes up to 100 µs for each: two parsers
 * read the text, and each field is checked, which was 9 s for 100,000 keys. Real files have a few hundred. 10,000
 * inputs with a name, a dtype and a shape of two dimensions count as 60,000.
 */
export const MAX_CARTON_TOML_VALUES = 80_000;

/** Bytes of LINKS: one line of about 200 bytes for each of the 60,000 files that `MAX_TOML_VALUES` allows. */
export const MAX_LINKS_BYTES = 16 * MIB;

/** Bytes of tensor_data/index.toml: about 100 for each tensor. */
export const MAX_INDEX_BYTES = 4 * MIB;

/**
 * Keys, values and comments of tensor_data/index.toml: 10 for each of the 40,000 tensors that fit in `MAX_INDEX_BYTES`.
 * Reading that many takes 0.5 s. Without inline tables it needs no tree, so the limit is higher than `MAX_TOML_VALUES`.
 */
export const MAX_INDEX_VALUES = 400_000;

/** Bytes of model/.carton/carton.lock: some wheels for each platform, about 300 bytes each. */
export const MAX_LOCK_BYTES = 4 * MIB;

/** Bytes of model/requirements.txt. Real ones have some hundreds. */
export const MAX_REQUIREMENTS_BYTES = MIB;

/** Bytes of a Python file in which the entry point is looked for: some 10,000 lines. */
export const MAX_PYTHON_BYTES = MIB / 2;

/** Platforms of a carton that are kept and checked. Rust knows some 300; real cartons name at most five. */
export const MAX_PLATFORMS = 500;

/**
 * Tensors compared with the schema, counting each part of a nested one: about a second of work. Real cartons have some
 * dozens.
 */
export const MAX_COMPARISONS = 2_000_000;

/**
 * Tensors of an index that can be changed: its tree of places takes a second and 100 MB for as many. Real cartons have
 * some dozens.
 */
export const MAX_EDITED_TENSORS = 10_000;

/** Characters of a new tensor's name, which its file gets too. Real ones have some dozens. */
export const MAX_TENSOR_NAME = 200;
