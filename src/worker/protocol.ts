import type { ErrorData } from '../base/errors.ts';
import type { FileDigest } from '../base/file-digest.ts';
import type { FindingEntry } from '../base/finding-entry.ts';
import type { Finding } from '../base/findings.ts';
import type { CheckItem, ContentSearch, KnownOfPackage } from '../model/checklist.ts';
import type { Draft, DraftState, Reseal, ReviewedDraft, Texts } from '../model/draft.ts';
import type { PackedFiles } from '../model/file/packed-files.ts';
import type { MakerChoice } from '../model/maker.ts';
import type { Binding, FormatId, Package, TensorInfo } from '../model/package.ts';
import type { FileDiffs } from '../model/pair/file-diffs.ts';
import type { PackageDiff } from '../model/pair/package-diff.ts';
import type { RunInterface } from '../model/run/run-interface.ts';
import type { RunTensor } from '../model/run/run-thread.ts';
import type { JudgedOutput } from '../model/run/self-test-result.ts';
import type { Audit } from '../model/run-facts.ts';
import type { ShelfRow } from '../model/shelf-row.ts';
import type { PackedTensors } from '../model/tensor/packed-tensors.ts';
import type { TokenTexts } from '../model/tensor/token-text.ts';
import type { FileVerdict, HashJudgement, Verification } from '../model/verification.ts';
import type { PictureFile } from '../picture/reading.ts';
import type { SourceDescriptor } from '../source/source.ts';
import type { TensorComparison } from '../tensor/compare/comparer.ts';
import type { SampleSize } from '../tensor/compare/sample.ts';
import type { ShapeRelation } from '../tensor/compare/shapes.ts';
import type { StorageError, Tolerance } from '../tensor/compare/tolerance.ts';
import type { CellEdit } from '../tensor/contents/cells.ts';
import type { FlatContents, TensorContents } from '../tensor/contents/contents.ts';
import type { Conversion } from '../tensor/contents/conversion.ts';
import type { Declared, Fit } from '../tensor/contents/fit.ts';
import type { ReadContents } from '../tensor/contents/preview.ts';
import type { TypedValues } from '../tensor/contents/typed.ts';
import type { Envelope, EnvelopeAsk } from '../tensor/decimate.ts';
import type { ElementBlock } from '../tensor/element-block.ts';
import type { NumericValues } from '../tensor/elements.ts';
import type { TensorPart } from '../tensor/export/part.ts';
import type { TensorFile } from '../tensor/export/tensor-file.ts';
import type { ValueChoice } from '../tensor/import/value-choice.ts';
import type { TensorPlane } from '../tensor/mapping.ts';
import type { SameContent, ScannedTensor } from '../tensor/scan/scanned.ts';
import type { ShapeSpec } from '../tensor/shape.ts';
import type { BinSteps, ShrunkPlane } from '../tensor/shrink.ts';
import type { ChannelStatistics } from '../tensor/statistics/channels.ts';
import type { ElementSearch } from '../tensor/statistics/search.ts';
import type { TensorStatistics } from '../tensor/values.ts';

export type { FolderFile, SourceDescriptor } from '../source/source.ts';

/** Names an open package. With a draft, it is the package that saving this draft would give. */
export interface PackageAsk {
  handle: number;
  draft?: Draft;
}

/**
 * Names a tensor that is compared. `isBeside`: its package is not the one that is shown, and errors of its file say so.
 */
export interface ComparedAsk extends PackageAsk {
  tensor: string;
  isBeside?: boolean | undefined;
}

/**
 * Names the tensor that another one is compared with. `transposed`: as its transpose. `converted`: one of both was made
 * from the other, as the `origins` of its package say, and is compared as it was before.
 */
export interface OtherTensor extends ComparedAsk {
  transposed?: boolean | undefined;
  converted?: boolean | undefined;
}

/** Names a tensor. With `minus`, the differences of its elements and those of the other one, as float64. */
export interface TensorAsk extends PackageAsk {
  tensor: string;
  minus?: OtherTensor | undefined;
}

/**
 * What people chose when they opened a file of a package. `decodesAll`: even if that takes more than
 * `MAX_UNASKED_DECODED` bytes. `asBytes`: whatever it is, or claims to be, as any other file.
 */
export interface InnerChoice {
  decodesAll?: boolean;
  asBytes?: boolean;
}

/** Names a package in a file of an open one, whose handle is `outer`. It is closed with that one. */
export interface InnerAsk extends InnerChoice {
  outer: number;
  path: string;
  /** Draft of the outer package: the file is the one that saving it would give. */
  draft?: Draft;
}

/**
 * What the page may ask of the worker, and what the worker answers, as plain data. A `handle` names an open package;
 * the page closes what it no longer shows.
 */
export interface WorkerCalls {
  /**
   * The verdicts and findings are of files that opening has read whole. With `verifiesUnasked`, the page asks to
   * `verify` the package as soon as it has it, unless `contentHoldOf` keeps it from that: the worker may begin before,
   * and answers `verify` with what it has found.
   */
  open: {
    ask: ({ descriptor: SourceDescriptor } | InnerAsk) & { verifiesUnasked?: boolean };
    answer: { handle: number; package: Package } & Partial<HashJudgement>;
  };
  close: { ask: { handle: number }; answer: null };
  /**
   * Opens a package, reads what a list shows of it, and closes it. One of this machine is looked through for what
   * loading it would run, and a small one is verified. Of one on a host nothing but its row is read, by at most
   * `MAX_GLANCE_REQUESTS`: where that is not enough, it rejects with `source/not-asked`. Rejects as `open`.
   */
  glance: { ask: { descriptor: SourceDescriptor }; answer: ShelfRow };
  /** `AuditedPackage.readMore`: the open package with the files that `package.more` speaks of. */
  readMore: { ask: { handle: number }; answer: Package };
  /**
   * Bytes `start` to `end` (half-open, cut at the file's size) of a file's decoded content. Where that is all of it,
   * tells what its hash shows.
   */
  read: { ask: PackageAsk & { path: string; start: number; end: number }; answer: Uint8Array<ArrayBuffer> };
  /**
   * A file's decoded content as a Blob of `type`. Size and CRC-32 are checked on the way; reports progress, and what
   * its hash shows. Above `maxBytes` it rejects with `source/too-large`. With `sha256`, the hash that the content was
   * found to have before, it rejects with `source/changed` where the bytes of the Blob have another.
   */
  blob: { ask: PackageAsk & { path: string; type: string; maxBytes?: number; sha256?: string }; answer: Blob };
  /**
   * Reads a whole file and gives the SHA-256 of its content: 64 lower-case hexadecimal digits. Checks size and CRC-32
   * on the way. Reports progress in bytes, and what the hash shows. Follows symlinks.
   */
  digestFile: { ask: { handle: number; path: string }; answer: string };
  /**
   * What a file is, by its bytes, and what it costs to show it if it is a picture. Reads 16 MiB of it at most. With
   * `blob`, of these bytes, which a draft puts at the path.
   */
  picture: { ask: PackageAsk & { path: string; blob?: Blob }; answer: PictureFile };
  /** Cells of a plane in row-major order of the plane. At most `MAX_WINDOW_CELLS`. */
  tensorCells: { ask: TensorAsk & { plane: TensorPlane; as?: CellsAs | undefined }; answer: string[] };
  /** Numbers of a plane in row-major order of the plane. At most `MAX_PLANE_ELEMENTS`. */
  tensorPlane: { ask: TensorAsk & { plane: TensorPlane }; answer: NumericValues };
  /** A plane drawn together to bins, at most `MAX_SHRUNK_BINS`. Reports progress in bytes. */
  tensorShrunk: { ask: TensorAsk & { plane: TensorPlane; steps: BinSteps }; answer: ShrunkPlane };
  /**
   * What the package's vocabulary says of ids, in their order, at most `MAX_WINDOW_CELLS`. Rejects with `internal/bug`
   * where the package has none, and as `PackageVocabulary.load`.
   */
  tokenTexts: { ask: PackageAsk & { ids: number[] }; answer: TokenTexts };
  /** `readEnvelopes` of the rows of a plane. Reports progress, in points. At most `MAX_ENVELOPE_BINS` stretches. */
  tensorEnvelopes: { ask: TensorAsk & EnvelopeAsk & { plane: TensorPlane }; answer: Envelope[] };
  /**
   * Bytes `start` to `end` (half-open, cut at its size) of a tensor's data: little-endian, in row-major order. Of
   * strings there are none.
   */
  tensorBytes: { ask: TensorAsk & { start: number; end: number }; answer: Uint8Array<ArrayBuffer> };
  /** What is stored of an element, of a tensor that has `values`. `index` counts elements in row-major order. */
  tensorBlock: { ask: PackageAsk & { tensor: string; index: number }; answer: ElementBlock };
  /** Statistics of a numeric tensor, or of a plane of it. Reports progress in bytes. */
  tensorStatistics: {
    ask: TensorAsk & { plane?: TensorPlane | undefined };
    answer: TensorStatistics;
  };
  /** `findElement`: the index of the next element with a wanted value. Reports progress in elements. */
  findElement: { ask: PackageAsk & ElementSearch & { tensor: string }; answer: number | undefined };
  /** `channelStatistics`: of each index along a dimension. Reports progress in bytes. */
  channelStatistics: { ask: PackageAsk & { tensor: string; dimension: number }; answer: ChannelStatistics };
  /**
   * Scans tensors, by default all that have numbers, and tells of each as it comes. `scalesOnly`: of those that are
   * stored in blocks, only the scales. Reports progress in bytes. Rejects where bytes do not come, and goes on with the
   * tensors that are left if it is asked for these.
   */
  scanTensors: { ask: PackageAsk & { tensors?: readonly string[] | undefined; scalesOnly?: boolean }; answer: null };
  /**
   * How two tensors differ, or a sample of both (`compareSample`). What is left out of the tolerance is
   * `defaultTolerance`. Reports progress in bytes. Rejects with `tensor/not-comparable`.
   */
  tensorCompare: {
    ask: ComparedAsk & {
      with: OtherTensor;
      tolerance?: Partial<Tolerance> | undefined;
      sample?: SampleSize | undefined;
    };
    answer: ComparedTensor;
  };
  /** `ModelRunner.readInterface` of a package that `runsHere`. */
  runInterface: { ask: PackageAsk; answer: RunInterface };
  /** `readInputs`: values of a self-test or example as a model takes them, of at most `limit` bytes. */
  runInputs: { ask: PackageAsk & { bindings: readonly Binding[]; limit: number }; answer: RunTensor[] };
  /** `judgeOutputs`: what a model gave, by its handle of `openOutputs`, beside the expected values of a self-test. */
  judgeOutputs: {
    ask: PackageAsk & {
      expected: readonly Binding[];
      outputs: number;
      tolerance?: Partial<Tolerance> | undefined;
    };
    answer: JudgedOutput[];
  };
  /** `comparePackages`: how `b` differs from `a`, without the values of tensors. */
  comparePackages: { ask: { a: PackageAsk; b: PackageAsk }; answer: PackageDiff };
  /** `readUnread`, of the file at a path of the second package, or all. Reports progress in bytes of one of both. */
  readPairFiles: {
    ask: { a: PackageAsk; b: PackageAsk; files: FileDiffs; path?: string | undefined };
    answer: FileDiffs;
  };
  /**
   * Writes a tensor, or a part of it, as a file of another program to `saveTo`, which has its old content until all of it
   * has come. Without `saveTo`, gives a Blob that is to be saved within `SAVED_KEPT_MS`. Reports progress in bytes of the
   * tensor. Rejects with `tensor/not-in-…` where it cannot be such a file, and with `source/save-failed` where there is no
   * room.
   */
  tensorExport: {
    ask: TensorAsk & {
      file: TensorFile;
      part?: TensorPart | undefined;
      saveTo?: FileSystemFileHandle | undefined;
    };
    answer: Blob | null;
  };
  /**
   * Writes several tensors as one .npz file, which `numpy.load` reads, as `tensorExport` writes one. Names that no zip
   * may have are changed. Rejects with `tensor/not-in-npy` where NumPy lacks the type of one of them.
   */
  tensorsNpz: {
    ask: PackageAsk & { tensors: readonly string[]; saveTo?: FileSystemFileHandle | undefined };
    answer: Blob | null;
  };
  /** `AuditedPackage.audit`: what loading the files of the package would run. */
  audit: { ask: PackageAsk & { readsAll?: boolean; isHeld?: boolean }; answer: Audit };
  /**
   * `AuditedPackage.checklist`. What was found in a file before is not read again as long as the file is the same.
   * Reports progress in bytes.
   */
  checklist: { ask: PackageAsk & { known: KnownOfPackage; search: ContentSearch }; answer: CheckItem[] };
  /** SHA-256 and CRC-32 of a Blob, which is read once. Reports progress in bytes. */
  digestBlob: { ask: { blob: Blob }; answer: FileDigest };
  /** `AuditedPackage.verify` on a pool of workers. Progress in decoded bytes, with the verdicts since the last. */
  verify: { ask: { handle: number }; answer: Verification };
  /**
   * Asks these hosts for the sizes of these files, which are linked to them: each host once for each file. Reports
   * progress, in files. At most `MAX_LINK_SIZES` files.
   */
  linkSizes: { ask: { handle: number; hosts: string[]; paths: string[] }; answer: LinkSize[] };
  /**
   * Fetches a linked file and compares its hash, trying one address after the other; the answer tells of each. With
   * `keep`, the file is part of the open package from then on. With `saveTo`, it is written there as it comes, and
   * stays there only if its hash is right. Reports progress, with the address that is being read.
   */
  fetchLink: { ask: FetchLinkAsk; answer: FetchedLink };
  /**
   * Fetches a file from URLs that the package need not have, and compares its hash, as `fetchLink` does. Changes
   * nothing of the package. With `keep`, gives the bytes: a private file that stays for `SAVED_KEPT_MS`, until then a
   * draft is to hold it; or memory where there are none. Rejects with `source/save-failed` where the browser has no
   * room.
   */
  fetchContent: { ask: FetchContentAsk; answer: FetchedContent };
  /**
   * Bytes `start` to `end` (half-open, cut at the file's size) of a linked file, from the first of its addresses that
   * can be read. The rest of the file is not fetched, so its hash stays unchecked.
   */
  readLink: { ask: { handle: number; path: string; start: number; end: number }; answer: LinkedBytes };
  /**
   * Asks a host for the first byte of a file, as a page that opens it does. Rejects as opening it would.
   */
  probeRemote: { ask: { url: string }; answer: RemoteProbe };
  /**
   * Writes every byte of the package's own file to `saveTo`, which has its old content until all of it has come.
   * Without `saveTo`, gives a Blob that is to be saved within `SAVED_KEPT_MS`. Reports progress. Rejects with
   * `source/changed` where a host sends other bytes than those that were read before.
   */
  savePackage: { ask: { handle: number; saveTo?: FileSystemFileHandle }; answer: Blob | null };
  /**
   * `AuditedPackage.edit`, and the package that saving the edited draft would give. Without a draft, the package's own
   * texts alone, where editing begins; with `texts`, what the format makes of these.
   */
  editDraft: { ask: { handle: number; draft?: Draft; texts?: Texts; edits?: unknown }; answer: DraftState };
  /**
   * Hashes every file of the open package, unless that was done, and says how the hash list would differ if the draft
   * were resealed. Reports progress in decoded bytes. Rejects where a file cannot be read.
   */
  resealDraft: { ask: { handle: number; draft: Draft }; answer: Reseal };
  /** What saving a draft would write. */
  reviewDraft: { ask: { handle: number; draft: Draft }; answer: ReviewedDraft };
  /**
   * Saves the open package with a draft: to `saveTo`, which has its old content until all of it has come, or as a Blob.
   * The result was opened again and compared with its plan: its directory, and every new byte.
   * Reports progress in bytes.
   */
  saveDraft: { ask: { handle: number; draft: Draft; saveTo?: FileSystemFileHandle }; answer: SavedDraft };
  /**
   * What saving the draft would give, as the content of a file of another package, checked as a saved one. Slices of
   * files of this machine, or else a private file, or memory where there are none. Its private files stay for
   * `SAVED_KEPT_MS`: until then, a package is to hold them. Reports progress in bytes that are written and read.
   * Rejects with `source/save-failed` where the browser has no room. With `checks`, what was written is verified: a
   * host may have sent other bytes than before, and it rejects with `source/changed` then.
   */
  draftContent: { ask: { handle: number; draft: Draft; checks?: boolean }; answer: DraftContent };
  /**
   * Says all private files that a draft may need, as far as its history goes. They stay until they are no longer named.
   * Also those of a worker that has died. `draft` is a number of its own: it holds them also while its package is not
   * open yet in a new worker.
   */
  holdFiles: { ask: { draft: number; names: readonly string[] }; answer: null };
  /**
   * Makes a new package of a format and writes it to `saveTo`, which has its old content until all of it has come, or
   * to a Blob called `name`. The result's directory is compared with what was written. Reports progress in bytes of the
   * files. Rejects before anything is written where there is no room, and where a path cannot be in a package.
   */
  makePackage: { ask: NewPackage & { name: string; saveTo?: FileSystemFileHandle }; answer: MadeAnswer };
  /**
   * The values in a file that was dropped, or in a text that was pasted. What they are, the content says, and only then
   * the name. Those of `key`, and otherwise the only ones, come along: with as many bytes as a file on this computer has
   * of them, not read. Text is read as the declared type, where all of it can be. Reports progress. Rejects with
   * `values/…`, as opening a package and reading its tensors does, and with `source/changed`.
   */
  readValues: {
    ask: ({ file: Blob; name: string } | { text: string }) & { key?: string; declared?: Declared | undefined };
    answer: { choices: ValueChoice[]; key?: string; chosen?: ReadContents };
  };
  /** `fitOf`. Reads all values where a conversion may lose something. Reports progress in bytes. */
  fitContents: { ask: { contents: TensorContents; declared: Declared }; answer: Fit };
  /**
   * `converted`: makes the conversions that `fitOf` has offered, and that people have chosen. Reports progress in bytes.
   * More bytes than `MAX_MEMORY_CONTENTS` are in private files, which stay for `SAVED_KEPT_MS`: until then a draft is to
   * hold them.
   */
  convertContents: {
    ask: { contents: FlatContents; conversions: readonly Conversion[]; shape?: ShapeSpec | undefined };
    answer: ReadContents;
  };
  /** `typedContents`. Private files are as of `convertContents`. */
  typeContents: { ask: { typed: TypedValues; shape?: ShapeSpec | undefined }; answer: ReadContents };
  /** `withCells`. */
  editCells: {
    ask: { contents: FlatContents; cells: readonly CellEdit[]; shape?: ShapeSpec | undefined };
    answer: ReadContents;
  };
  /**
   * What a model gave, as an open package of these tensors, which the page closes. Their shapes and sizes were checked,
   * and no two have one name.
   */
  openOutputs: { ask: { outputs: readonly RunTensor[] }; answer: { handle: number; tensors: readonly TensorInfo[] } };
  /** The elements of a tensor of a package, to be changed. Private files are as of `convertContents`. */
  tensorContents: { ask: PackageAsk & { tensor: string }; answer: ReadContents };
}

/** How two tensors differ, how their shapes go together, and the error that the coarser of their types makes by itself. */
export interface ComparedTensor extends TensorComparison {
  relation: ShapeRelation;
  storageError?: StorageError;
}

/** What a cell says: its exact value as `String()` gives it, or the bits of the element in hexadecimal digits. */
export type CellsAs = 'value' | 'bits';

/** A package that is to be made. */
export interface NewPackage {
  format: FormatId;
  choice: MakerChoice;
  /** Where each file goes, and where its bytes are: in a file of this computer, or in a file of an open package. */
  files: readonly { path: string; from: { file: File } | { handle: number; path: string } }[];
  /** The old content of files that are written again. */
  renewed?: NewPackage['files'];
  /** The old paths of all files to choose from, also of those that are left out. */
  given?: readonly string[];
  /** How files are compressed that shrink. The others are stored. */
  compression: 'zstd' | 'deflate' | 'deflate-9' | 'stored';
}

/** A draft that was saved. */
export interface SavedDraft {
  /** Without `saveTo`: what to download and open. */
  blob?: Blob;
  /** The private files that hold bytes of `blob`. They go into the descriptor that opens `blob`. */
  privateFiles?: readonly string[];
  size: number;
  /** The model hash of the result. */
  identity?: { label: string; sha256: string };
}

/** What saving a draft would give, for a draft of another package. */
export interface DraftContent extends Omit<SavedDraft, 'size'> {
  blob: Blob;
  digest: FileDigest;
}

/** A new package that was saved. */
export interface MadeAnswer extends SavedDraft {
  /** Sentences about what the old content of rewritten files said. */
  notes: readonly string[];
}

/** What a host lets a page read of its answers to range requests. */
export interface RemoteProbe {
  size: number;
  /** Whether the page may read Content-Range, which saves a request. */
  tellsSize: boolean;
  /** Whether it may read ETag or Last-Modified, by which a changed file is noticed. */
  tellsVersion: boolean;
}

/** A part of a linked file. */
export interface LinkedBytes {
  bytes: Uint8Array<ArrayBuffer>;
  /** The address that it came from, and the size of the file there. */
  url: string;
  size: number;
}

/** What a host says of a linked file. */
export interface LinkSize {
  path: string;
  size?: number;
  error?: ErrorData;
}

export interface FetchLinkAsk {
  handle: number;
  path: string;
  keep: boolean;
  saveTo?: FileSystemFileHandle;
}

/** An address of a linked file that did not have it. */
export interface TriedLink {
  url: string;
  error: ErrorData;
}

/** A file to be fetched, and what it is to be. */
export interface FetchContentAsk {
  handle: number;
  /** Names it in errors. */
  path: string;
  /** 64 hexadecimal digits. Undefined: whatever the host has is the file. */
  sha256: string | undefined;
  /** Its bytes, where they are known. */
  size?: number;
  urls: readonly string[];
  keep: boolean;
}

/** What came of fetching a file from one of its URLs. */
interface Fetched {
  /** The URL that had the file, and its size in bytes. Both undefined if no URL had it. */
  url?: string;
  size?: number;
  /** The host that redirects led to, where it is another one. */
  servedFrom?: string;
  /** URLs that were tried before, in order, and why they were given up. */
  tried: TriedLink[];
}

export interface FetchedContent extends Fetched {
  /** Of what came, where no hash was asked for: 64 hexadecimal digits. */
  sha256?: string;
  /** With `keep`. The digest is of the bytes as they were kept. `privateFiles` as in `SavedDraft`. */
  kept?: { blob: Blob; digest: FileDigest; privateFiles?: readonly string[] };
}

export interface FetchedLink extends Fetched {
  /** As the package's hash list has it. */
  sha256: string;
  /** With `keep`: the package with the file in it. */
  package?: Package;
}

export type CallName = keyof WorkerCalls;

export interface Progress {
  /** Bytes done and in all, of what the call reads. */
  done: number;
  total: number;
  /**
   * Of `verify`: all files that were finished since the last progress, except those in `matching`. Of `read`, `blob`
   * and `digestFile`: what reading a whole file has shown.
   */
  verdicts?: FileVerdict[];
  /** Of `read`, `blob` and `digestFile`: what is wrong with the content of a file that was read whole. */
  findings?: Finding[];
  /**
   * Of `verify`: files that match, since the last progress, by their places in the package's list of files. A number
   * takes a tenth of the memory of a verdict.
   */
  matching?: number[];
  /**
   * Of `fetchLink` and `fetchContent`: the address that is being read, and those given up. `total` is 0 while the host
   * has not said it.
   */
  url?: string;
  tried?: TriedLink[];
  /** Of `scanTensors`: what was found since the last progress. */
  scanned?: ScannedTensor[];
  same?: SameContent[];
}

export type ToWorker =
  | { kind: 'call'; id: number; name: CallName; ask: WorkerCalls[CallName]['ask'] }
  | { kind: 'cancel'; id: number };

/** Files of a package in one message. Its reader takes up to 50 ms for them. */
export const FILES_PER_MESSAGE = 5_000;

/** Tensors of a package in one message. Its reader takes some milliseconds for them. */
export const TENSORS_PER_MESSAGE = 10_000;

/**
 * `files` and `tensors`: the next ones of the package that the call will answer with, whose own list is then empty.
 * `entries`: what codes mean that the messages after it may name.
 */
export type FromWorker =
  | { kind: 'entries'; entries: readonly (readonly [string, FindingEntry])[] }
  | { kind: 'files'; id: number; files: PackedFiles }
  | { kind: 'tensors'; id: number; tensors: PackedTensors }
  | { kind: 'answer'; id: number; answer: WorkerCalls[CallName]['answer'] }
  | { kind: 'error'; id: number; error: ErrorData }
  | { kind: 'progress'; id: number; progress: Progress };

export interface CallOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** In the worker: does something once the page was sent the answer. Not where the call was canceled. */
  afterAnswer?: (act: () => void) => void;
}

/** The worker's side: a function for each call. Rejects with a `BoxcutterError`. */
export type CallHandlers<N extends CallName = CallName> = {
  [K in N]: (ask: WorkerCalls[K]['ask'], options: CallOptions) => Promise<WorkerCalls[K]['answer']>;
};

/** The page's side of the worker. Rejects with a `BoxcutterError`. */
export interface WorkerClient {
  call<N extends CallName>(
    name: N,
    ask: WorkerCalls[N]['ask'],
    options?: CallOptions,
  ): Promise<WorkerCalls[N]['answer']>;
  /** Called after the worker died. Its handles are no longer valid, and a new worker is ready. */
  onDeath(listener: () => void): () => void;
}
