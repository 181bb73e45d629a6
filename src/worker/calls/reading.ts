import { InternalError, NetworkError, TooLargeError } from '../../base/errors.ts';
import { DECODED_BUDGET, MAX_WINDOW_CELLS, SNIFF_BYTES } from '../../base/limits.ts';
import { promiseMemo } from '../../base/memo.ts';
import { quote } from '../../base/text.ts';
import { sha256 } from '../../codec/sha256.ts';
import type { PackageVocabulary } from '../../formats/format.ts';
import type { AuditedPackage } from '../../formats/registry.ts';
import { baseName } from '../../model/file/file-name.ts';
import { sniffMedia } from '../../model/file/media.ts';
import { valueDtype } from '../../model/tensor/value-dtype.ts';
import type { HashJudgement } from '../../model/verification.ts';
import { pictureReadBytes, readPicture } from '../../picture/reading.ts';
import { fileSource } from '../../source/file.ts';
import type { ByteSource } from '../../source/source.ts';
import { readEnvelopes } from '../../tensor/decimate.ts';
import { dtypeFacts, elementBytes, isNumericDtype } from '../../tensor/dtype.ts';
import { Lanes, type PlaneOf } from '../../tensor/lanes.ts';
import { bitsReader, checkPlane, readCells, readNumbers } from '../../tensor/plane.ts';
import { shrinkPlane } from '../../tensor/shrink.ts';
import { channelStatistics } from '../../tensor/statistics/channels.ts';
import { findElement } from '../../tensor/statistics/search.ts';
import type { GatherOptions } from '../../tensor/statistics/statistics.ts';
import type { GatherTasks } from '../gathering/pool.ts';
import { statisticsOf } from '../gathering/statistics.ts';
import type { CallHandlers, CallOptions, PackageAsk } from '../protocol.ts';
import { digestSource, hashedBlob } from '../saving/blob.ts';
import type { PackageOpener } from '../saving/draft-calls.ts';
import { contentKeys } from './content-keys.ts';
import type { OpenPackages } from './open-packages.ts';
import { infoOf, tensorOpener } from './opened-tensor.ts';
import { PackageVerification } from './package-verification.ts';
import { judgeContent, judgeFailure } from './whole-file.ts';

export interface ReadingPorts {
  openPackage: PackageOpener;
  /** Gathers values on threads. */
  gather: GatherTasks;
}

/**
 * Reads files and tensors of open packages, and verifies packages. With a draft, of the package that saving it would
 * give.
 */
export function readingCalls(packages: OpenPackages, { openPackage, gather }: ReadingPorts) {
  const { openOf, tensorOf } = tensorOpener(packages, openPackage);

  async function sourceOf(ask: PackageAsk & { path: string }, signal: AbortSignal | undefined): Promise<ByteSource> {
    const { path } = ask;
    const source = (await openOf(ask, signal)).source(path);
    if (!source) {
      throw new NetworkError('source/no-such-file', 'The package does not have this file.', { path });
    }
    return source;
  }

  /** A tensor for its bytes, whatever its shape. */
  async function bytesOf(ask: PackageAsk & { tensor: string }, signal: AbortSignal | undefined) {
    const open = await openOf(ask, signal);
    return { info: infoOf(open, ask.tensor), reader: await open.tensor(ask.tensor, signal) };
  }

  /**
   * Reads a whole file and tells what that shows of it: its hash, or why it cannot be read. What a draft would write is
   * compared with nothing.
   */
  async function readWhole<T extends { sha256: string }>(
    { handle, draft, path }: PackageAsk & { path: string },
    { signal, onProgress }: CallOptions,
    read: () => Promise<T>,
  ): Promise<T> {
    const { open } = packages.get(handle);
    const tell = (judged: HashJudgement | undefined, size: number) => {
      if (!draft && judged && !signal?.aborted) onProgress?.({ done: size, total: size, ...judged });
    };
    const size = open.source(path)?.size ?? 0;
    try {
      const content = await read();
      tell(judgeContent(open, path, content.sha256), size);
      return content;
    } catch (error) {
      tell(judgeFailure(open, path, error), size);
      throw error;
    }
  }

  return {
    async read(ask, options) {
      const { path, start, end } = ask;
      const { signal } = options;
      const source = await sourceOf(ask, signal);
      if (start !== 0 || end < source.size) return readPart(source, path, start, end, signal);
      const { bytes } = await readWhole(ask, options, async () => {
        const bytes = await readPart(source, path, start, end, signal);
        return { bytes, sha256: await sha256(bytes) };
      });
      return bytes;
    },

    async blob(ask, options) {
      const { path, type, maxBytes, sha256: expected } = ask;
      const source = await sourceOf(ask, options.signal);
      if (maxBytes !== undefined && source.size > maxBytes) {
        throw new TooLargeError('source/too-large', 'The file is larger than Boxcutter shows.', {
          path,
          limit: maxBytes,
          actual: source.size,
        });
      }
      const { blob } = await readWhole(ask, options, async () => {
        const content = await hashedBlob(source, type, options);
        if (expected === undefined || content.sha256 === expected.toLowerCase()) return content;
        const message = `The content of ${quote(path)} has changed since it was checked.`;
        throw new NetworkError('source/changed', message, { path });
      });
      return blob;
    },

    async digestFile(ask, options) {
      const source = await sourceOf(ask, options.signal);
      const { sha256 } = await readWhole(ask, options, async () => ({ sha256: await digestSource(source, options) }));
      return sha256;
    },

    async picture(ask, { signal }) {
      const { path, blob } = ask;
      const source = blob ? fileSource(blob, baseName(path)) : await sourceOf(ask, signal);
      const read = (length: number) => readPart(source, path, 0, length, signal);
      const kind = sniffMedia(await read(SNIFF_BYTES), path);
      if (kind.kind !== 'picture') return { kind, size: source.size };
      const bytes = await read(pictureReadBytes(kind.type));
      return { kind, size: source.size, picture: readPicture(bytes, kind.type, source.size) };
    },

    async tensorCells(ask, { signal }) {
      const { plane, as = 'value' } = ask;
      const { info, reader } = await tensorOf(ask, signal);
      return readCells(as === 'bits' ? bitsReader(reader, dtypeFacts(valueDtype(info))?.bits) : reader, plane, signal);
    },

    async tensorPlane(ask, { signal }) {
      const { plane } = ask;
      const { open, reader, key } = await tensorOf(ask, signal);
      const of = await beside(open, key, { reader, plane }, signal);
      return readNumbers(of.reader, of.plane, signal);
    },

    async tensorShrunk(ask, options) {
      const { plane, steps } = ask;
      const { signal } = options;
      const { open, reader, key } = await tensorOf(ask, signal);
      const of = await beside(open, key, { reader, plane }, signal);
      return shrinkPlane(of.reader, of.plane, steps, gatherOptions(options));
    },

    async tokenTexts(ask, { signal }) {
      const { vocabulary } = await openOf(ask, signal);
      if (!vocabulary || ask.ids.length > MAX_WINDOW_CELLS)
        throw new InternalError('internal/bug', 'The package has no vocabulary, or too many ids were asked for.');
      const { coding, tokens } = await vocabularyOf(vocabulary);
      const { from } = vocabulary;
      return { from, coding, count: tokens.length, tokens: ask.ids.map((id) => tokens[id]) };
    },

    async tensorEnvelopes(ask, options) {
      const { plane, start, end, size } = ask;
      const { reader } = await tensorOf(ask, options.signal);
      return readEnvelopes(reader, plane, { start, end, size }, gatherOptions(options));
    },

    async tensorBytes(ask, { signal }) {
      const { start, end, minus } = ask;
      const { info, reader } = minus ? await tensorOf(ask, signal) : await bytesOf(ask, signal);
      if (!reader.data) throw new InternalError('internal/bug', 'The tensor has no bytes itself.');
      return readPart(reader.data, info.data?.path, start, end, signal);
    },

    async tensorBlock({ index, ...ask }, { signal }) {
      const { reader } = await tensorOf(ask, signal);
      if (!reader.block) throw new InternalError('internal/bug', 'The tensor is not stored in blocks.');
      return reader.block(index, signal);
    },

    async tensorStatistics(ask, options) {
      const { reader } = await tensorOf(ask, options.signal);
      return statisticsOf(reader, ask.plane, gather, gatherOptions(options));
    },

    async findElement({ wanted, from, isBackward, ...ask }, options) {
      const { reader } = await tensorOf(ask, options.signal);
      return findElement(reader, { wanted, from, isBackward }, gatherOptions(options));
    },

    async channelStatistics({ dimension, ...ask }, options) {
      const { info, reader } = await tensorOf(ask, options.signal);
      return channelStatistics(reader, info.shape, dimension, gatherOptions(options));
    },

    async audit(ask, { signal, onProgress }) {
      const open = await openOf(ask, signal);
      const { readsAll = false, isHeld = false } = ask;
      const total = Number(open.package.size);
      return open.audit({
        signal,
        readsAll,
        isHeld,
        onProgress: (bytes) => onProgress?.({ done: Math.min(bytes, total), total }),
      });
    },

    async checklist({ known, search, ...ask }, options) {
      const open = await openOf(ask, options.signal);
      const { looks: kept } = packages.get(ask.handle);
      return open.checklist({ ...options, known, search, kept, keyOf: contentKeys(open.package, ask.draft) });
    },

    async verify({ handle }, options) {
      const record = packages.get(handle);
      const verification = record.verification ?? new PackageVerification(record);
      // Another call is another verification.
      delete record.verification;
      return verification.answer(options);
    },
  } satisfies Partial<CallHandlers>;
}

function gatherOptions({ signal, onProgress }: CallOptions): GatherOptions {
  return { signal, onProgress: (done, total) => onProgress?.({ done, total }) };
}

/** The neighbors of the planes that were read last, of each package. */
const lanes = new WeakMap<AuditedPackage, Lanes>();

/** The plane from its neighbors, which are read along and kept where they are read anyway. */
async function beside(
  open: AuditedPackage,
  tensor: string,
  of: PlaneOf,
  signal: AbortSignal | undefined,
): Promise<PlaneOf> {
  const { dtype, count } = of.reader;
  checkPlane(of.plane, count);
  if (!isNumericDtype(dtype)) return of;
  const own = lanes.get(open) ?? new Lanes();
  lanes.set(open, own);
  // Decoded, narrow floats have four bytes.
  return own.plane(tensor, of, Math.max(4, Math.ceil(elementBytes(dtype))), signal);
}

/** Kept while the package is open. Reading one takes up to a second. */
const vocabularyOf = promiseMemo((vocabulary: PackageVocabulary) => vocabulary.load());

/**
 * Bytes `start` to `end` of a source, cut at its size; `path` is its file. Rejects with `source/too-large` beyond the
 * budget.
 */
export async function readPart(
  source: ByteSource,
  path: string | undefined,
  start: number,
  end: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new InternalError('internal/bug', 'The requested range of bytes is not valid.');
  }
  const from = Math.min(start, source.size);
  const to = Math.min(end, source.size);
  if (to - from > DECODED_BUDGET) {
    throw new TooLargeError('source/too-large', 'The requested range is larger than what is kept in memory.', {
      path,
      limit: DECODED_BUDGET,
      actual: to - from,
    });
  }
  // A copy of these bytes alone: its buffer is given to the page, and the source may give a view of a larger buffer.
  return (await source.read(from, to, signal)).slice();
}
