/** Limits of Ollama's manifests and stores, each with its reason. Sizes are in bytes. */

/** One manifest. A model with a layer for each of fifty thousand tensors has one of 12 MB; the others have 1 KB. */
export const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

/** Manifests of one store. Each costs a read. People have tens. */
export const MAX_MANIFESTS = 2_000;

/** Manifests that are parsed, all together. Their layers are held in memory. */
export const MAX_MANIFESTS_BYTES = 64 * 1024 * 1024;

/** Layers of all manifests of a store, beyond which no more are read. A hundred models of tensors have as many. */
export const MAX_ALL_LAYERS = 200_000;

/** Layers of one manifest that are kept. The largest models have some thousands of tensors. */
export const MAX_LAYERS = 50_000;

/** Files that are read at once. */
export const FILES_AT_ONCE = 8;

/** The start of a file, which shows whether it may be a manifest: all of a usual one. */
export const HEAD_BYTES = 4 * 1024;

/**
 * Files whose start is read to see whether they are manifests, where their path does not say so. Of an archive on a
 * host each costs requests. A folder without blobs and with more files is something else.
 */
export const MAX_SEARCHED_FILES = 64;
export const MAX_REMOTE_SEARCHED = 8;

/**
 * A template, license or other text that opening reads, to show it and to compare its digest. The longest licenses have
 * 30 KB. All that are kept go to the page together.
 */
export const MAX_TEXT_BYTES = 64 * 1024;
export const MAX_TEXTS_BYTES = 4 * 1024 * 1024;

/** Texts that opening reads: of a hundred models. Of an archive on a host each costs requests, so of three. */
export const MAX_TEXTS = 512;
export const MAX_REMOTE_TEXTS = 16;

/** A Git LFS pointer (git-lfs, docs/spec.md): it has to be smaller. */
export const MAX_POINTER_BYTES = 1024;

/** Levels of nesting at which Go's `encoding/json` stops (`maxNestingDepth`). */
export const MAX_GO_DEPTH = 10_000;

/** UTF-16 units of a name, a digest or a media type that are kept. Real ones have at most some hundreds. */
export const MAX_NAME_UNITS = 1_000;

/** Layers of one model that the Overview gets. Files and Tensors list all. */
export const MAX_SHOWN_LAYERS = 500;

/**
 * Blobs of tensors whose first bytes opening reads, where their layers do not say type and shape: of a large model. Of
 * an archive on a host each costs requests.
 */
export const MAX_TENSOR_HEADS = 2_000;
export const MAX_REMOTE_TENSOR_HEADS = 8;
