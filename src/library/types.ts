/**
 * What the library takes and gives. These types import nothing, so that programs that use it see no others. Paths are
 * those in the package, with `/`.
 */

/** What can be opened: the bytes of a file, a file, its address (http or https), or the files of a folder. */
export type PackageInput = Blob | Uint8Array | ArrayBuffer | URL | FolderInput;

/** The files of a folder, by their paths below it. */
export interface FolderInput {
  readonly name: string;
  readonly files: ReadonlyMap<string, Blob>;
}

export interface OpenOptions {
  /** The name of the file, whose ending may tell the format. By default that of the `File` or of the address. */
  name?: string;
  /** Cancels opening. Each other call takes a signal of its own. */
  signal?: AbortSignal;
  /** Asks the host of an address, in place of the global `fetch`: to add headers, for instance. */
  fetch?: typeof globalThis.fetch;
}

/**
 * An open package: a file or a folder of any format that Boxcutter knows. Others have one file and no tensors.
 *
 * Calls may run at the same time. Reading rejects as `openPackage` does, and with `source/changed` where somebody else
 * writes to the file meanwhile. The bytes of a given `Uint8Array` or `ArrayBuffer` are not copied: leave them as they are.
 */
export interface ModelPackage {
  /** The name of the file or folder. */
  readonly name: string;
  /** Bytes, of a folder all files together. */
  readonly size: number;
  /** `carton`, `safetensors`, `gguf`, `pickle`, `numpy`, `ollama`, `mldef`, `mlf`, `zip`, `tar`, `file` … */
  readonly format: string;
  /** The format in a few words: "A safetensors file". */
  readonly formatName: string;
  /** What the package says of its model. What it does not say is undefined. */
  readonly title: string | undefined;
  readonly summary: string | undefined;
  /** Markdown that a stranger wrote. */
  readonly description: string | undefined;
  readonly license: string | undefined;
  readonly files: readonly PackageFileInfo[];
  readonly tensors: readonly TensorInfo[];
  /** What opening has found wrong, errors first. `verify` and `audit` find more. */
  readonly findings: readonly PackageFinding[];
  /** Whether the package says what its bytes should be, so that `verify` has something to compare them with. */
  readonly canVerify: boolean;
  /** Whether `plan` can change fields, and files. */
  readonly canEdit: { readonly fields: boolean; readonly files: boolean };

  /**
   * Bytes of a file, decompressed, all of them in memory. Rejects with `source/no-such-file` where the package does not
   * hold it, with `source/out-of-range`, with `source/too-large` for more than an array can have, and as reading the
   * package does.
   */
  readFile(path: string, options?: ReadOptions): Promise<Uint8Array>;
  /** The same as a stream. Throws at once where the package does not hold the file. */
  streamFile(path: string, options?: ReadOptions): ReadableStream<Uint8Array>;
  /**
   * Values of a tensor in row-major order. `start` and `end` count elements. Reads only the bytes that it needs. Rejects
   * with `reference/tensor-missing`, with `tensor/…` where the values cannot be read, and as reading the package does.
   */
  readTensor(name: string, options?: ReadOptions): Promise<TensorValues>;
  /**
   * Reads every byte and compares it with what the package says: hashes, sizes, checksums. Rejects with a `UsageError`
   * unless `canVerify`, and as reading the package does.
   */
  verify(options?: VerifyOptions): Promise<VerifyResult>;
  /**
   * What loading the package would run, install and download, judged from its files and from the files in these. Runs
   * nothing. Of an address, files are read only with `readsAll`. Rejects as reading the package does.
   */
  audit(options?: AuditOptions): Promise<AuditResult>;
  /**
   * Plans a new package with these changes, made in this order. Writes nothing. Rejects with a `UsageError` for a
   * change that makes no sense, whose code says why, and as reading the package does.
   */
  plan(changes: readonly PackageChange[], options?: { signal?: AbortSignal }): Promise<EditPlan>;
  /**
   * Lets go of the file, where `openPath` has opened one. Every call afterwards, also of its plans, fails with the
   * `UsageError` `usage/closed`. A second close does nothing.
   */
  close(): Promise<void>;
}

export interface PackageFileInfo {
  readonly path: string;
  /** Bytes, decompressed. Undefined for a file that the package only lists. */
  readonly size: number | undefined;
  /** As the package states it. `verify` compares it. */
  readonly sha256: string | undefined;
  /** `metadata`, `hash-list`, `link-list`, `model`, `tensor`, `media` or `other`. */
  readonly role: string;
  /** Addresses of a file that the package only links to. They are not asked. */
  readonly urls: readonly string[];
}

export interface TensorInfo {
  readonly name: string;
  /** `float32`, `bfloat16`, `int8`, `string` …, or a name of the format's own, such as `Q4_K`. */
  readonly dtype: string;
  /** A file may state any number, also one that no `number` holds. */
  readonly shape: readonly bigint[];
  /** Why its values cannot be read, if that is known. */
  readonly problem: string | undefined;
}

/** Part of a file in bytes, or of a tensor in elements: from `start` (by default 0) up to, not including, `end`. */
export interface ReadOptions {
  start?: number;
  end?: number;
  signal?: AbortSignal;
}

export interface TensorValues extends TensorInfo {
  /**
   * Values of the type: bool as `Uint8Array`, narrow floats and blocks with scales as `Float32Array`, 64-bit integers as
   * bigints, strings as texts.
   */
  readonly values:
    | Float32Array
    | Float64Array
    | Int8Array
    | Int16Array
    | Int32Array
    | BigInt64Array
    | Uint8Array
    | Uint16Array
    | Uint32Array
    | BigUint64Array
    | readonly string[];
}

/** Something that is wrong with a package, or worth knowing. docs/findings.md lists all codes, which never change. */
export interface PackageFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** One sentence. Names in it are a stranger's. */
  readonly message: string;
  /** The file that it is about, and the line in it, counted from 1. */
  readonly path: string | undefined;
  readonly line: number | undefined;
  /** On the last finding of a code: how many more there are, which are left out. */
  readonly more: number | undefined;
}

export interface VerifyOptions {
  signal?: AbortSignal;
  /** Decompressed bytes so far, and in all. */
  onProgress?: (done: number, total: number) => void;
}

export interface VerifyResult {
  /** Files that were read whole and compared, and their bytes. */
  readonly files: number;
  readonly bytes: number;
  /** Paths of files that are not what the package says. */
  readonly mismatches: readonly string[];
  /** What reading has shown. What opening had found is not repeated. */
  readonly findings: readonly PackageFinding[];
}

export interface AuditOptions {
  signal?: AbortSignal;
  /** Reads all files of an address, which may take gigabytes. */
  readsAll?: boolean;
}

export interface AuditResult {
  /** The most important of it in a sentence. Undefined where nothing was found that runs, and the format says nothing. */
  readonly sentence: string | undefined;
  /**
   * `ok`: all was looked at, and nothing runs. `info`: not all was looked at, or something harmless runs. `warning`: code
   * without limits, or nobody knows. `error`: it calls dangerous code. Undefined with `sentence`.
   */
  readonly weight: 'ok' | 'info' | 'warning' | 'error' | undefined;
  readonly facts: readonly AuditFact[];
  /** Files that were not looked into, or not to their end. */
  readonly unreadFiles: number;
  readonly findings: readonly PackageFinding[];
}

export interface AuditFact {
  readonly kind: 'runs' | 'installs' | 'downloads' | 'unpickles' | 'nothing';
  readonly text: string;
  /** What is unusual about it. */
  readonly warnings: readonly string[];
}

/** A value of a field. A `bigint` is an integer, and a `number` that is one is an integer, too. */
export type FieldValue =
  | string
  | number
  | bigint
  | boolean
  | readonly FieldValue[]
  | { readonly [key: string]: FieldValue };

/**
 * One change of a package.
 *
 * - `set`: a field of the metadata file: its key, or its keys and the numbers of items (from 0) from the top on, such as
 *   `['input', 0, 'name']`. `boxcutter edit --help` lists them.
 * - `put` adds a file, or replaces the one at its path.
 * - `rename` gives a file another path, or all files of a folder. References to them follow.
 * - `remove` removes a file, or all files of a folder.
 */
export type PackageChange =
  | { readonly set: string | readonly (string | number)[]; readonly to: FieldValue }
  | { readonly put: string; readonly content: Blob | Uint8Array | string }
  | { readonly rename: string; readonly to: string }
  | { readonly remove: string };

/** A new package that is not written yet. */
export interface EditPlan {
  /** Bytes of the new package. */
  readonly size: number;
  /** Every file that will differ. */
  readonly changes: readonly { readonly path: string; readonly kind: string; readonly from: string | undefined }[];
  /** Sentences about what the new package leaves out, or has otherwise, although nobody asked for it. */
  readonly notes: readonly string[];
  /** What would be lost, as questions to ask before: nothing is saved without `force`. */
  readonly losses: readonly string[];
  /** Errors that the package does not have now: nothing is saved without `force`. */
  readonly newErrors: readonly PackageFinding[];
  /**
   * The new package, compared with the plan. What the old file has already is not copied, where that is a `Blob`.
   * Rejects with a `UsageError` because of `losses` and `newErrors`, and as reading does.
   */
  toBlob(options?: SaveOptions): Promise<Blob>;
  /** The same as a stream, which fails where a file changes meanwhile, at the latest at its end. Throws a `UsageError` at once. */
  stream(options?: SaveOptions): ReadableStream<Uint8Array>;
}

export interface SaveOptions {
  /** Saves although there are `losses` or `newErrors`. */
  force?: boolean;
  signal?: AbortSignal;
}

/**
 * Why a call makes no sense, as the `code` of a `UsageError`: one of the list in docs/library.md. A code never changes
 * its meaning. `usage` is any other reason than those that programs tell apart.
 */
export type UsageCode =
  | 'usage'
  | 'usage/bad-name'
  | 'usage/cannot-edit'
  | 'usage/cannot-verify'
  | 'usage/closed'
  | 'usage/no-such-file'
  | 'usage/own-file'
  | 'usage/path-taken'
  | 'usage/unknown-field'
  | 'usage/would-lose';

/**
 * Why something failed. `code` is one of docs/findings.md, and never changes. `tag`: `bad-file` (the file is broken),
 * `unsupported`, `network` (its bytes do not come, from a host or from the disk), `too-large`, `cancelled`, or
 * `internal` (a bug of Boxcutter).
 */
export interface PackageError extends Error {
  readonly code: string;
  readonly tag: 'bad-file' | 'unsupported' | 'network' | 'cancelled' | 'too-large' | 'internal';
}
