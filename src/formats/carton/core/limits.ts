/** Limits of a carton's own files, each with its reason. Names in capitals that are not here stand in `base/limits.ts`. */

const MIB = 1024 * 1024;

/** carton.toml. The largest public one is below 20 KiB; its tree of places takes about 50 times its size. */
export const MAX_CARTON_TOML_BYTES = 4 * MIB;

/** MANIFEST. `MAX_ENTRIES` lines of 64 bytes of name fit nearly twice over. */
export const MAX_MANIFEST_BYTES = 128 * MIB;

/**
 * Lines of MANIFEST that are none, before the rest is not read: no real file has one, and 128 MiB of line ends would be as many lines.
 * Its other lines are at most `MAX_ENTRIES`.
 */
export const MAX_BAD_LINES = 10_000;

/** LINKS: one line of about 200 bytes for each of the 60,000 files that `MAX_TOML_VALUES` allows. */
export const MAX_LINKS_BYTES = 16 * MIB;

/** tensor_data/index.toml: about 100 bytes for each tensor; `MAX_TOML_VALUES` allows 10,000 of them. */
export const MAX_INDEX_BYTES = 4 * MIB;

/** model/.carton/carton.lock: some wheels for each platform, about 300 bytes each. */
export const MAX_LOCK_BYTES = 4 * MIB;

/** Platforms of a carton that are kept and judged. Rust knows some 300; real cartons name at most five. */
export const MAX_PLATFORMS = 500;

/** Tensors held against the schema, each part of a nested one counted: a second's work. Real cartons have some dozens. */
export const MAX_COMPARISONS = 2_000_000;
