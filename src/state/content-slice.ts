import { TooLargeError } from '../base/errors.ts';
import { Gate } from '../base/gate.ts';
import { MAX_BLOBS_AT_ONCE, PAGE_CACHE_BYTES } from '../base/limits.ts';
import { objectNumber } from '../base/object-number.ts';
import { LruCache } from '../base/shared-task.ts';
import type { FileChange } from '../model/draft.ts';
import { fileIndex } from '../model/file/file-index.ts';
import type { TokenTexts } from '../model/tensor/token-text.ts';
import type { PictureFile } from '../picture/reading.ts';
import type { Envelope, EnvelopeAsk } from '../tensor/decimate.ts';
import type { ElementBlock } from '../tensor/element-block.ts';
import type { NumericValues } from '../tensor/elements.ts';
import type { TensorPart } from '../tensor/export/part.ts';
import type { TensorFile } from '../tensor/export/tensor-file.ts';
import type { TensorPlane } from '../tensor/mapping.ts';
import type { BinSteps, ShrunkPlane } from '../tensor/shrink.ts';
import type { ChannelStatistics } from '../tensor/statistics/channels.ts';
import type { ElementSearch } from '../tensor/statistics/search.ts';
import type { TensorStatistics } from '../tensor/values.ts';
import type { CallOptions, CellsAs, PackageAsk, RemoteProbe, TensorAsk, WorkerCalls } from '../worker/protocol.ts';
import type { MakeSlice } from './app-state.ts';
import { type CompareTarget, otherTensor, shownTensors, type TensorRef } from './compare-slice.ts';
import type { ShownDraft } from './draft/editing.ts';
import { type FilePlace, filePlace, placeKey, readPut } from './file-place.ts';
import { openedOf, openPackage } from './load.ts';

export type { PackageAsk, RemoteProbe } from '../worker/protocol.ts';

/** Which of the files at a path is read: by default the one that the draft's changes of files lead to. */
export interface FileChoice {
  /** The one of the open package, whatever the draft puts or moves there. */
  asOpened?: boolean | undefined;
  /** The one of this package, which is open beside the one that is shown. Keep its draft stable: caches go by it. */
  of?: PackageAsk | undefined;
}

/**
 * Looking closer at the open package, with the files that the draft adds, replaces and renames. All reject with a
 * `BoxcutterError`; results are cached, bounded in bytes, and failures are not.
 */
export interface ContentSlice {
  /**
   * Bytes `start` to `end` of a file's content, cut at its size. With `shownDraft`, the file is that of the package
   * which saving this draft would give, with its texts too. The array is shared: do not write to it.
   */
  readBytes(
    path: string,
    start: number,
    end: number,
    options?: CallOptions & FileChoice & { shownDraft?: ShownDraft | undefined },
  ): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * A whole file as a Blob of `type`. Of one in the package, size and CRC-32 are checked. With `maxBytes`, a larger one
   * is rejected with `source/too-large`.
   */
  readBlob(path: string, type: string, options?: CallOptions & FileChoice & { maxBytes?: number }): Promise<Blob>;
  /**
   * Reads a whole file and gives the SHA-256 of its content: 64 lower-case hexadecimal digits. Reports progress. Not of
   * a file that the draft puts there.
   */
  digestFile(path: string, options?: CallOptions): Promise<string>;
  /** What a file is, and of a picture what showing it takes. */
  readPicture(path: string, options?: CallOptions & FileChoice): Promise<PictureFile>;
  /** Cells in row-major order of the plane, each the exact value as `String()` gives it, or its bits in hexadecimal. */
  readCells(
    tensor: TensorRef,
    plane: TensorPlane,
    options?: CallOptions & { as?: CellsAs | undefined },
  ): Promise<string[]>;
  /** Numbers of a plane in its row-major order. Not of strings and complex numbers. The array is shared: do not write to it. */
  readPlane(tensor: TensorRef, plane: TensorPlane, options?: CallOptions): Promise<NumericValues>;
  /** A plane drawn together to bins. Its arrays are shared: do not write to them. Reports progress in bytes. */
  readShrunk(tensor: TensorRef, plane: TensorPlane, steps: BinSteps, options?: CallOptions): Promise<ShrunkPlane>;
  /** Whether `readShrunk` would give a plane without reading anything. */
  holdsShrunk(tensor: TensorRef, plane: TensorPlane, steps: BinSteps): boolean;
  /** `readEnvelopes` of the rows of a plane: what lines with more points than `readPlane` gives are drawn by. */
  readEnvelopes(tensor: TensorRef, plane: TensorPlane, ask: EnvelopeAsk, options?: CallOptions): Promise<Envelope[]>;
  /** What the vocabulary of the package says of ids, at most `MAX_WINDOW_CELLS`. */
  readTokens(ids: number[], options?: CallOptions): Promise<TokenTexts>;
  /** Whether `readPlane` would give a plane without reading anything. */
  holdsPlane(tensor: TensorRef, plane: TensorPlane): boolean;
  /**
   * Bytes `start` to `end` of a tensor's data, cut at its size: little-endian, in row-major order. The array is shared:
   * do not write to it.
   */
  readTensorBytes(
    tensor: TensorRef,
    start: number,
    end: number,
    options?: CallOptions,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** What is stored of one element, of a tensor that has `values`. */
  readBlock(tensor: string, index: number, options?: CallOptions): Promise<ElementBlock>;
  /** Statistics of a numeric tensor, or of a plane of it. */
  readStatistics(
    tensor: TensorRef,
    options?: CallOptions & { plane?: TensorPlane | undefined },
  ): Promise<TensorStatistics>;
  /** The index of the next element with a wanted value, in row-major order. Undefined where there is none. */
  findElement(tensor: string, search: ElementSearch, options?: CallOptions): Promise<number | undefined>;
  /** Statistics of each index along a dimension of a numeric tensor. The arrays are shared: do not write to them. */
  readChannels(tensor: string, dimension: number, options?: CallOptions): Promise<ChannelStatistics>;
  /**
   * Writes a tensor, or a part of it, as a file of another program to `saveTo`; without one gives it as a Blob, to be
   * saved at once. Reports progress.
   */
  exportTensor(
    tensor: TensorRef,
    file: TensorFile,
    options?: CallOptions & { part?: TensorPart | undefined; saveTo?: FileSystemFileHandle | undefined },
  ): Promise<Blob | null>;
  /**
   * Writes several tensors as one .npz file, as `exportTensor` does. NumPy must have their types. `handle` names the
   * package that has them, where they are beside the one that is shown.
   */
  exportNpz(
    tensors: readonly string[],
    options?: CallOptions & { saveTo?: FileSystemFileHandle | undefined; handle?: number | undefined },
  ): Promise<Blob | null>;
  /** Asks the host of a file for its first byte. Rejects as opening the file would. */
  probeRemote(url: string, options?: CallOptions): Promise<RemoteProbe>;
  /**
   * Writes the open package's own file to `saveTo`; without one gives it as a Blob, to be saved at once. Reports
   * progress.
   */
  savePackage(saveTo: FileSystemFileHandle | undefined, options?: CallOptions): Promise<Blob | null>;
}

declare module './app-state.ts' {
  interface AppState extends ContentSlice {}
}

const NO_CHANGES: readonly FileChange[] = [];

export const contentSlice: MakeSlice<ContentSlice> = (_set, get, { client, onPackageChanged }) => {
  /** Of the open package. What arrives late goes into the cache of the package that it was asked of. */
  let cache = new LruCache<string, unknown>(PAGE_CACHE_BYTES, bytesOf);
  const blobs = new Gate(MAX_BLOBS_AT_ONCE);

  onPackageChanged((_, reason) => {
    if (reason !== 'grown') cache = new LruCache(PAGE_CACHE_BYTES, bytesOf);
    return {};
  });

  const handle = () => openPackage(get().load).handle;

  /**
   * Options for a call that may read a whole file of an open package: what that shows of the file is shown like what
   * verifying shows.
   */
  function learning(at: number, { onProgress, ...options }: CallOptions): CallOptions {
    return {
      ...options,
      onProgress({ verdicts = [], findings = [], ...progress }) {
        if (openedOf(get().load)?.handle === at) {
          get().setVerdicts(verdicts);
          if (findings.length > 0) get().addFindings(findings);
        }
        onProgress?.(progress);
      },
    };
  }

  const tensorsOf = () => shownTensors(get());

  /** What names a tensor to the worker, or the differences of two. */
  function askOf(tensor: TensorRef): TensorAsk {
    const { of } = tensorsOf();
    const { minus, handle: beside, ...own } = named(tensor);
    if (beside !== undefined) return { handle: beside, ...own };
    return { ...of, ...own, ...(minus && { minus: otherTensor(of, minus) }) };
  }

  /** A value from a cache, or what `load` gives. */
  function kept<T>(
    key: string,
    load: (signal: AbortSignal) => Promise<T>,
    { signal }: CallOptions,
    from = cache,
  ): Promise<T> {
    return from.get(key, load, signal) as Promise<T>;
  }

  /** What a call says of a tensor, from the cache where it was asked before. */
  async function ofTensor<
    N extends
      | 'tensorCells'
      | 'tensorPlane'
      | 'tensorShrunk'
      | 'tensorEnvelopes'
      | 'tensorBytes'
      | 'tensorBlock'
      | 'tensorStatistics'
      | 'channelStatistics',
  >(
    name: N,
    of: TensorRef,
    more: Omit<WorkerCalls[N]['ask'], 'handle' | 'draft' | 'tensor' | 'minus'>,
    options: CallOptions = {},
  ): Promise<WorkerCalls[N]['answer']> {
    const { id } = tensorsOf();
    const about = { ...named(of), ...more };
    const ask = { ...askOf(of), ...more } as WorkerCalls[N]['ask'];
    return kept(tensorKey(name, id, about), (signal) => client.call(name, ask, { ...options, signal }), options);
  }

  /** The SHA-256 that a file's content was found to have; undefined where it was not read whole yet. */
  function knownHash(path: string): string | undefined {
    const opened = openedOf(get().load);
    const { verdicts } = get();
    if (!opened || verdicts.get(path) === undefined) return undefined;
    const listed = verdicts.get(path) === 'verified' ? fileIndex(opened.package.files).get(path)?.sha256 : undefined;
    return verdicts.sha256(path) ?? listed;
  }

  function placeOf(path: string, { asOpened = false, of }: FileChoice): FilePlace {
    return asOpened || of ? { kind: 'open', path } : filePlace(get().draft?.current.files ?? NO_CHANGES, path);
  }

  return {
    async readBytes(wanted, start, end, { shownDraft, asOpened, of, ...options } = {}) {
      const at = of?.handle ?? handle();
      const place = placeOf(wanted, { asOpened: asOpened || shownDraft !== undefined, of });
      const { path } = place;
      if (place.kind === 'put')
        return kept(`bytes/${start}-${end}/${placeKey(place)}`, () => readPut(place, start, end), options);
      const ask = { handle: at, path, start, end, draft: of?.draft ?? shownDraft?.draft };
      const asked = ask.draft ? options : learning(at, options);
      return kept(
        `bytes/${shownDraft ? `${shownDraft.id}/` : ''}${start}-${end}/${besideKey(of)}${path}`,
        (signal) => client.call('read', ask, { ...asked, signal }),
        options,
      );
    },
    // A Blob that is downloaded is outside the page's memory, or is a slice of the opened file, and may take long:
    // it is not cached. Those that are shown are small, and many are asked for at once.
    async readBlob(wanted, type, { maxBytes, asOpened, of, ...options } = {}) {
      const at = of?.handle ?? handle();
      const place = placeOf(wanted, { asOpened, of });
      if (place.kind === 'put') return putBlob(place, type, maxBytes);
      const { path } = place;
      // Those that wait at the gate belong to this package too.
      const own = cache;
      const sha256 = of ? undefined : knownHash(path);
      const ask = { handle: at, path, type, sha256, draft: of?.draft };
      const asked = ask.draft ? options : learning(at, options);
      if (maxBytes === undefined) return client.call('blob', ask, asked);
      const load = (signal: AbortSignal) => client.call('blob', { ...ask, maxBytes }, { ...asked, signal });
      return blobs.run(() => kept(`blob/${type}/${besideKey(of)}${path}`, load, options, own), options.signal);
    },
    async digestFile(wanted, options = {}) {
      const at = handle();
      const { path } = placeOf(wanted, {});
      return client.call('digestFile', { handle: at, path }, learning(at, options));
    },
    async readPicture(wanted, { asOpened, of, ...options } = {}) {
      const at = of?.handle ?? handle();
      const own = cache;
      const place = placeOf(wanted, { asOpened, of });
      const { path } = place;
      const ask = { handle: at, path, blob: place.kind === 'open' ? undefined : place.blob, draft: of?.draft };
      const load = (signal: AbortSignal) => client.call('picture', ask, { ...options, signal });
      return blobs.run(() => kept(`picture/${besideKey(of)}${placeKey(place)}`, load, options, own), options.signal);
    },
    readCells: (tensor, plane, { as, ...options } = {}) => ofTensor('tensorCells', tensor, { plane, as }, options),
    holdsPlane: (tensor, plane) => cache.has(tensorKey('tensorPlane', tensorsOf().id, { ...named(tensor), plane })),
    readPlane: (tensor, plane, options) => ofTensor('tensorPlane', tensor, { plane }, options),
    readShrunk: (tensor, plane, steps, options) => ofTensor('tensorShrunk', tensor, { plane, steps }, options),
    holdsShrunk: (tensor, plane, steps) =>
      cache.has(tensorKey('tensorShrunk', tensorsOf().id, { ...named(tensor), plane, steps })),
    async readTokens(ids, options) {
      return client.call('tokenTexts', { ...tensorsOf().of, ids }, options);
    },
    readEnvelopes: (tensor, plane, ask, options) => ofTensor('tensorEnvelopes', tensor, { plane, ...ask }, options),
    readTensorBytes: (tensor, start, end, options) => ofTensor('tensorBytes', tensor, { start, end }, options),
    readBlock: (tensor, index, options) => ofTensor('tensorBlock', tensor, { index }, options),
    readStatistics: (tensor, { plane, ...options } = {}) => ofTensor('tensorStatistics', tensor, { plane }, options),
    async findElement(tensor, search, options) {
      return client.call('findElement', { ...tensorsOf().of, tensor, ...search }, options);
    },
    readChannels: (tensor, dimension, options) => ofTensor('channelStatistics', tensor, { dimension }, options),
    async exportTensor(tensor, file, { part, saveTo, ...options } = {}) {
      return client.call('tensorExport', { ...askOf(tensor), file, part, saveTo }, options);
    },
    async exportNpz(tensors, { saveTo, handle: beside, ...options } = {}) {
      const of = beside === undefined ? tensorsOf().of : { handle: beside };
      return client.call('tensorsNpz', { ...of, tensors, saveTo }, options);
    },
    probeRemote: (url, options) => client.call('probeRemote', { url }, options),
    async savePackage(saveTo, options) {
      return client.call('savePackage', { handle: handle(), saveTo }, options);
    },
  };
};

function named(tensor: TensorRef): { tensor: string; minus?: CompareTarget; handle?: number } {
  return typeof tensor === 'string' ? { tensor } : tensor;
}

/** What a call about a tensor is kept by. */
function tensorKey(name: string, id: number | undefined, about: object): string {
  return `${name} ${id} ${JSON.stringify(about)}`;
}

/** Tells apart what is read of a package beside the one that is shown. Empty for that one. */
export function besideKey(of: PackageAsk | undefined): string {
  return of ? `${of.handle} ${of.draft ? objectNumber(of.draft) : ''}/` : '';
}

/** Bytes that a cached answer takes, about. */
function bytesOf(answer: unknown): number {
  if (answer instanceof Blob) return answer.size;
  if (ArrayBuffer.isView(answer)) return answer.byteLength;
  if (typeof answer === 'string') return 2 * answer.length + 16;
  // An object can have one array under several names.
  const parts = Array.isArray(answer) ? answer : [...new Set(Object.values(answer ?? {}))];
  return parts.reduce((sum: number, part) => sum + bytesOf(part), 16);
}

/** A file that the draft puts, as a Blob of `type`. Nothing of it is read. */
function putBlob({ path, blob }: FilePlace & { kind: 'put' }, type: string, maxBytes = Number.POSITIVE_INFINITY): Blob {
  const { size } = blob;
  if (size > maxBytes)
    throw new TooLargeError('source/too-large', 'The file is larger than Boxcutter shows.', {
      path,
      limit: maxBytes,
      actual: size,
    });
  return blob.slice(0, size, type);
}
