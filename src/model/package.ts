import type { Finding } from '../base/findings.ts';
import type { NumericDtype } from '../tensor/dtype.ts';
import type { Shape, ShapeSpec } from '../tensor/shape.ts';
import type { RunsHere } from './run/run-interface.ts';
import type { RunFacts } from './run-facts.ts';
import type { FormatVerdicts } from './verdict.ts';
import type { PackageWords } from './words.ts';

/** The folder of a format in `formats/`. `zip` is any archive that no other format knows. */
export type FormatId = string;

/** What every format gives to the page: plain data that can be posted between threads. */
export interface Package {
  format: FormatId;
  /** What the package is, in a few words: "A PyTorch archive". */
  formatName: string;
  words: PackageWords;
  verdicts: FormatVerdicts;
  formatVersion?: string;
  /** The container's name, from its source. */
  name: string;
  /** The host that sent the bytes, after all redirects. Left out for a file on this machine. */
  servedFrom?: string;
  /** Bytes of the container. */
  size: number;
  /** The compressed file that it was decompressed from, where it lies in one, and its bytes. */
  unwrappedFrom?: { name: string; size: number };
  /** What its list of files is called in a sentence: "the zip’s directory". */
  directory?: string;
  title?: string;
  summary?: string;
  /** Markdown. */
  description?: string;
  license?: string;
  repository?: string;
  homepage?: string;
  identity?: { label: string; sha256: string };
  /** What the page lists. Code does not read it. */
  facts: Fact[];
  /** What it is, in one sentence of ours from its own figures. The page shows it where the author wrote no summary. */
  inShort?: string | undefined;
  /** What lists of packages show of its model. */
  model?: ModelFacts;
  /** The figures that one asks for first. A fact with the label of one says the same. */
  figures?: Figure[];
  /** Tables of figures on the Overview. */
  panels?: Panel[];
  /** Where the package is a file of no known format: the path of that file. The Overview shows its content. */
  preview?: string;
  /** How the values of its tensors lie in their files, other files of it say. */
  laidOutElsewhere?: true;
  /** What its tensors were in the model that it was converted from. The first rule that fits a name says it. */
  origins?: readonly OriginRule[];
  /** Why nobody knows what its tensors were before they were converted, in a sentence. */
  noOrigins?: string;
  /** Names of tensors whose first values the Overview shows. */
  firstValues?: readonly string[];
  inputs: TensorSpec[];
  outputs: TensorSpec[];
  tensors: TensorInfo[];
  examples: Example[];
  selfTests: SelfTest[];
  files: PackageFile[];
  /** Addresses of files that the package does not list. */
  spareLinks?: SpareLink[];
  findings: Finding[];
  /**
   * `reseal`: it can be saved with all hashes computed again, also where it cannot be saved otherwise. `editTensors`:
   * edits can add, change or rename tensors or leave them out, so that those of an edited package are read from it and not
   * from the open one. With `text`, they follow from this text of the draft and from its changes of files alone. `files`: files can be added, replaced, renamed and removed.
   */
  can: {
    verify: boolean;
    edit: boolean;
    save: boolean;
    reseal?: boolean;
    editTensors?: boolean | { readonly text: string };
    files?: FileEditing;
  };
  /**
   * Why it cannot be edited, or saved with changes, where people would expect that it can: a sentence each. Why it
   * cannot be verified: a sentence without its full stop.
   */
  cannot?: { edit?: string; save?: string; verify?: string; files?: string };
  /** Its metadata file is missing or cannot be read, so only its files are known. */
  unread?: true;
  /** What loading it would run, as far as opening knows. The audit says more, and then all. */
  runs?: RunFacts;
  /** Whether its model runs in the page. Left out where the package is none that one runs. */
  runsHere?: RunsHere | undefined;
  runtime?: Runtime;
  /**
   * Files of the package that were not read, because that costs requests: the sentence that says so, and what the
   * button that reads them says. `OpenPackage.readMore` reads them.
   */
  more?: { text: string; action: string };
  /** What has the vocabulary that ids of tokens are told by: a path, or a key. */
  vocabulary?: string;
  /** Where tensors come from or are, in a sentence, of a package that lists none itself. */
  noTensors?: string;
  /** It can never list tensors, although others of its format do: the page leaves their tab out. */
  neverTensors?: true;
  /** A sentence that says why this package shows only files. Left out where it can show more. */
  onlyFiles?: string;
  /** How the package's texts name its files: the address `@files/a.png` is the file `files/a.png`. */
  fileAddress?: FileAddress;
  /** What a new package of another format gets of it, where that is not what the page shows. */
  conversion?: Conversion;
  /** Data for the format's own view. Nobody else reads it. */
  own?: unknown;
}

/** What a package says of its model, read for a new package of another format. A part of it goes before the package's. */
export interface Conversion {
  readonly title?: string | undefined;
  readonly summary?: string | undefined;
  /** Markdown. */
  readonly description?: string | undefined;
  readonly license?: string | undefined;
  readonly repository?: string | undefined;
  readonly homepage?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly inputs?: readonly TensorSpec[] | undefined;
  readonly outputs?: readonly TensorSpec[] | undefined;
  /** Sentences about what was filled in that the package does not say. */
  readonly notes?: readonly string[] | undefined;
  /** What no format has a place for. */
  readonly left?: readonly LeftBehind[] | undefined;
}

/** What a new package does not get of what it is made of. */
export interface LeftBehind {
  /** As the beginning of a sentence. */
  readonly what: string;
  /** Names, such as keys or paths, that say it exactly. */
  readonly names: readonly string[];
  /** A sentence. */
  readonly why: string;
}

/** What runs a package. */
export interface Runtime {
  name?: string | undefined;
  /** The versions of it that will do, as the package writes them: "^1.9". */
  version?: string | undefined;
  /** The version of how it reads the package’s files. */
  compat?: string | undefined;
  /** What it is told, by name. */
  options?: Readonly<Record<string, string>> | undefined;
  /** Where it runs. Empty or left out: everywhere. */
  platforms?: readonly string[] | undefined;
}

/** What can be done with the files of a package. */
export interface FileEditing {
  /** Files that saving writes, or that are edited elsewhere: they stay where they are. */
  readonly own: readonly OwnFile[];
  /** What to say once of the files of a folder, whose path ends in `/`. */
  readonly folders: readonly { readonly path: string; readonly says: string }[];
  /**
   * The package can have the URLs of a file in its place: a file of the hash list that is not the format's own. This is
   * the path of the file that has them.
   */
  readonly links?: string;
}

/** A file of the format's own, which cannot be renamed, removed or linked. */
export interface OwnFile {
  readonly path: string;
  /** Why, in a sentence. */
  readonly why: string;
  /** Its content can be edited and replaced as that of any other file. */
  readonly canPut?: true;
}

/** An address that begins with `prefix` names the file whose path begins with `folder` instead. */
export interface FileAddress {
  prefix: string;
  folder: string;
}

export interface SpareLink {
  sha256: string;
  urls: readonly string[];
}

/** What one asks of a model to tell it from others. What nobody has said is left out. */
export interface ModelFacts {
  /** What it is for, as its author says: "text-generation". */
  task?: string | undefined;
  architecture?: string | undefined;
  parameters?: bigint | undefined;
  /** The type of most of its parameters, or what they were quantized to. */
  type?: string | undefined;
}

/** A figure of weights, and a line below that says more of it. */
export interface Figure {
  label: string;
  value: string;
  note?: string | undefined;
}

/** A table of figures about the package: "Parameters by type". */
export interface Panel {
  title: string;
  /** It counts parameters: the Overview shows it behind the map of the tensors’ bytes. */
  ofParameters?: true;
  rows: PanelRow[];
  /** Rows that were left out. */
  more?: number;
}

export interface PanelRow {
  label: string;
  /** The label is a name from the package, and not a word of ours. */
  stored?: true;
  value: string;
  /** Bytes that the row stands for. */
  bytes?: number | bigint;
  /** The row's part of the whole, from 0 to 1, where all rows together are one. */
  share?: number;
}

export interface Fact {
  label: string;
  /** The label is a name from the package, and not a word of ours. */
  stored?: true;
  value: string;
  /** What the value means in words, where it is a code. */
  note?: string;
  /** The value is a code that people compare or search for, such as a hash: it can be copied. */
  code?: true;
  href?: string;
  /** The items of a value that is a list, each once, with a note of its own. */
  items?: { value: string; note?: string }[];
}

/** One input or output of the schema. What the file lacks or has wrong is left out; a finding says so. */
export interface TensorSpec {
  name?: string;
  /** A name of `DTYPES` (tensor/dtype.ts), or of the format. */
  dtype?: string;
  shape?: ShapeSpec;
  /** Its format has no place to state a shape. */
  shapeless?: true;
  description?: string;
  internalName?: string;
}

/**
 * Bytes `start` to `end` (half-open) of the decoded content of the file at `path`. They lie within the file, unless the
 * tensor has a `problem`. `end` is undefined where it is not known: the package does not hold the file, or no file is
 * as long as the shape asks for.
 */
export interface FileRange {
  path: string;
  start: number;
  end?: number;
}

/** A tensor whose data the package has. */
export interface TensorInfo {
  name: string;
  /**
   * A name of `DTYPES` (tensor/dtype.ts), or of the format, such as `Q4_K`. A tensor that holds others has `nested`.
   */
  dtype: string;
  /**
   * The type of its values where they are computed from what is stored: `float32` of `Q4_K`. Elsewhere they are of
   * `dtype` (`valueDtype`).
   */
  values?: NumericDtype;
  /** Empty for a nested tensor. */
  shape: Shape;
  /** Where its data is, if the package says so. A nested tensor has no data of its own. */
  data?: FileRange;
  /** Names of the tensors that a nested tensor holds, in order. Other tensors have no list. */
  inner?: string[];
  /** Why its values cannot be shown, if the archive's directory tells. */
  problem?: string;
}

/** What a converter has made of some tensors. Each `*` in `from` and `to` is one text, the same in both names. */
export interface OriginRule {
  /** Names in the package. */
  from: string;
  /** Names in the model that it was converted from. */
  to: string;
  /**
   * The rows of each of so many heads were interleaved: the first one of the first half, the first one of the second, and
   * so on.
   */
  heads?: number;
  /** Was added to each value. */
  plus?: number;
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
export type FileRole = 'metadata' | 'hash-list' | 'link-list' | 'model' | 'tensor' | 'media' | 'other';

/**
 * What is known about a file's bytes (`data-hash` of its row):
 * - `linked`: the package does not hold the file, but it can be fetched.
 * - `missing`: the package lists the file and does not hold it, and it cannot be fetched.
 * - `unlisted`: the hash list does not list the file.
 * - `none`: the file has no hash to compare (the hash list and the link list themselves).
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

/**
 * A file of a package. To change or post one, take `plainFile` of it: of a package with many files, it may be a
 * `FileView`.
 */
export interface PackageFile {
  path: string;
  /** Decoded bytes. Undefined for a file that the package does not hold. */
  size?: number | undefined;
  storedSize?: number | undefined;
  /**
   * How it is stored, in its archive's words: "Stored", "Deflate", "zstd", "LZMA (method 14)". A folder's files have
   * none.
   */
  storage?: string | undefined;
  /** The file is compressed. Its content is decoded from the first byte on, so going back starts again. */
  compressed?: true | undefined;
  /** As the hash list states it. */
  sha256?: string | undefined;
  role: FileRole;
  hash: HashState;
  kind: 'file' | 'symlink';
  /** A symlink's text, and the path where it leads in the end. */
  linkText?: string;
  target?: string;
  /**
   * Where a linked file can be fetched. Files with the same hash share one object, so that it is posted once: a package
   * may have a million files.
   */
  link?: { readonly urls: readonly string[] };
  /** A linked file that was fetched. It is kept for as long as the package is open. */
  fetched?: true;
  /**
   * `shadowed`: another entry of the same name counts. `unsafe`: the name leads out of the package. Both are listed and
   * never opened.
   */
  shadowed?: boolean;
  unsafe?: boolean;
  /** The format knows it for a package of its own, whatever its name. */
  isPackage?: true;
}
