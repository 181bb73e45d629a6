import type { Finding } from '../base/findings.ts';
import type { Shape, ShapeSpec } from '../tensor/shape.ts';
import type { FormatVerdicts } from './verdict.ts';
import type { PackageWords } from './words.ts';

/** The folder of a format in `formats/`. `zip` is any archive that no other format knows. */
export type FormatId = string;

/** What every format gives to the page: plain data, safe to post between threads. */
export interface Package {
  format: FormatId;
  /** What the thing is, in a few words, as "A PyTorch archive". */
  formatName: string;
  words: PackageWords;
  verdicts: FormatVerdicts;
  formatVersion?: string;
  /** The container's name as its source gives it. */
  name: string;
  /** The host that its bytes came from, where redirects led away from the address that was given. */
  servedFrom?: string;
  /** Bytes of the container. */
  size: number;
  /** What its list of files is called, in a sentence: "the zip’s directory". */
  directory?: string;
  title?: string;
  summary?: string;
  /** Markdown. */
  description?: string;
  license?: string;
  repository?: string;
  homepage?: string;
  identity?: { label: string; sha256: string };
  /** For the page's list; not what code reads. */
  facts: Fact[];
  inputs: TensorSpec[];
  outputs: TensorSpec[];
  tensors: TensorInfo[];
  examples: Example[];
  selfTests: SelfTest[];
  files: PackageFile[];
  /** Addresses of files that the package does not list. */
  spareLinks?: SpareLink[];
  findings: Finding[];
  can: { verify: boolean; edit: boolean; save: boolean };
  /**
   * Why it cannot be edited, or saved with changes, where people would expect that it can: a sentence each. Why it cannot be verified: part of one.
   */
  cannot?: { edit?: string; save?: string; verify?: string };
  /** Its metadata file is missing or cannot be read, so that only its files are known. */
  unread?: true;
  /** What runs it, with the version that it asks for: "torchscript ^1.9". */
  runtime?: string;
  /** Where the package cannot have more than files: why, as a sentence. */
  onlyFiles?: string;
  /** How texts of the package name its files: the address `@misc/a.png` is the file `misc/a.png`. */
  fileAddress?: FileAddress;
  /** What the format's own view reads. Nobody else looks into it. */
  own?: unknown;
}

/** Addresses that begin with `prefix` name files whose paths begin with `folder` instead. */
export interface FileAddress {
  prefix: string;
  folder: string;
}

export interface SpareLink {
  sha256: string;
  urls: readonly string[];
}

export interface Fact {
  label: string;
  value: string;
  /** What the value means, in words, where it is a code. */
  note?: string;
  href?: string;
  /** Where the value is a list: each of it, no two alike, with its own note. */
  items?: { value: string; note?: string }[];
}

/** One input or output of the schema, in the package's order. What is missing or wrong in the file is left out, and a finding says so. */
export interface TensorSpec {
  name?: string;
  /** A name of `DTYPES` (tensor/dtype.ts), or the format's own. */
  dtype?: string;
  shape?: ShapeSpec;
  description?: string;
  internalName?: string;
}

/**
 * Bytes `start` to `end` (half-open) of the decoded content of the file at `path`. They lie within the file, unless the tensor has a `problem`.
 * `end` is undefined where it is not known: the package does not hold the file, or no file is as long as the shape asks for.
 */
export interface FileRange {
  path: string;
  start: number;
  end?: number;
}

/** A tensor that the package holds data of. */
export interface TensorInfo {
  name: string;
  /** A name of `DTYPES` (tensor/dtype.ts), or the format's own, like `Q4_K`. Of one that holds others: `nested`. */
  dtype: string;
  /** Of a nested tensor: empty. */
  shape: Shape;
  /** Where its data is, where the package says so. A nested tensor has none of its own. */
  data?: FileRange;
  /** Of a nested tensor, and only there: names of the tensors it holds, in order. */
  inner?: string[];
  /** Why its values cannot be shown, where that is known from the directory alone. */
  problem?: string;
}

/** A named value of a self-test or example. */
export interface Binding {
  name: string;
  value: { kind: 'tensor'; tensor: string } | { kind: 'file'; path: string };
}

export interface Example {
  name?: string;
  description?: string;
  inputs: Binding[];
  outputs: Binding[];
}

export interface SelfTest {
  name?: string;
  description?: string;
  inputs: Binding[];
  /** Undefined where the self-test only has to run. */
  expected?: Binding[];
}

/** What the file is for in its package. */
export type FileRole = 'metadata' | 'manifest' | 'links' | 'model' | 'tensor' | 'media' | 'other';

/**
 * What is known of a file's bytes (`data-hash` of its row): `linked` is listed and can be fetched, `missing` is listed and cannot,
 * `unlisted` is there and not listed, `none` has no hash to compare (the lists of hashes and links).
 */
export type HashState =
  | 'unverified'
  | 'verifying'
  | 'verified'
  | 'mismatch'
  | 'unreadable'
  | 'missing'
  | 'linked'
  | 'unlisted'
  | 'none';

export interface PackageFile {
  path: string;
  /** Decoded bytes; undefined where the package does not hold the file and so does not say. */
  size?: number;
  storedSize?: number;
  /** How it is stored, in its container's own words: "Stored", "Deflate", "zstd", "LZMA (method 14)". A folder's files have none. */
  storage?: string;
  /** What is stored is decoded from its first byte on: going back in the content begins again. */
  compressed?: true;
  /** As the hash list has it. */
  sha256?: string;
  role: FileRole;
  hash: HashState;
  kind: 'file' | 'symlink';
  /** Of a symlink: its text, and the path it leads to in the end. */
  linkText?: string;
  target?: string;
  /** Of a linked file: where it can be fetched. Files with one hash have one object, which is posted once: there may be a million. */
  link?: { readonly urls: readonly string[] };
  /** A linked file that was fetched, and is held beside the package while that is open. */
  fetched?: true;
  /** A later entry with a name that an earlier one has, or a name that escapes: listed, never opened. */
  shadowed?: boolean;
  unsafe?: boolean;
}
