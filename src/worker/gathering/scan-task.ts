import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import { memorySource } from '../../source/memory.ts';
import { type ScanAsk, ScanGatherer, type ScanPart } from '../../tensor/scan/gather-scan.ts';
import type { ScannedTensor } from '../../tensor/scan/scanned.ts';
import type { StoredElements } from '../../tensor/values.ts';
import { sourcedElements, storedElements } from './stored-elements.ts';

/** A tensor that a thread of the pool scans, or a part of it. */
export interface ScanPiece {
  ask: ScanAsk;
  /** Where it lies in the bytes of its task, half-open. */
  start: number;
  end: number;
  stored: Omit<StoredElements, 'bytes'>;
  /** The index of its first element in the tensor. */
  first: number;
}

/** Pieces that lie close together in one file. Plain data, as what comes of them is. */
export interface ScanTask {
  kind: 'scan';
  bytes: Blob;
  pieces: readonly ScanPiece[];
}

/** What came of a piece: of a whole tensor what it is, of a part of one what is to be merged. */
export type ScanGiven = { scanned: ScannedTensor } | { part: ScanPart } | { error: ErrorData };

/** Scans the pieces of a task, in order. A piece that fails does not end the others. */
export async function scanPieces({ bytes, pieces }: ScanTask): Promise<ScanGiven[]> {
  const [only] = pieces;
  // Read once: each read of a Blob takes a way through the browser's own process.
  const whole = pieces.length === 1 && only ? bytes : new Uint8Array(await bytes.arrayBuffer());
  const given: ScanGiven[] = [];
  for (const piece of pieces) {
    const { ask, stored, first } = piece;
    try {
      const gatherer = new ScanGatherer(ask, await readerOf(whole, piece));
      await gatherer.read(first, {});
      given.push(stored.count === ask.count ? { scanned: gatherer.result() } : { part: gatherer.part() });
    } catch (error) {
      if (isCancelled(error)) throw error;
      given.push({ error: toErrorData(error) });
    }
  }
  return given;
}

function readerOf(whole: Blob | Uint8Array<ArrayBuffer>, { start, end, stored, ask }: ScanPiece) {
  if (whole instanceof Blob) return storedElements({ ...stored, bytes: whole });
  const bytes = whole.subarray(start, end);
  // Nobody changes what is gathered: it needs no copy.
  const source = {
    ...memorySource(ask.name, bytes),
    read: async (from: number, to: number) => bytes.subarray(from, to),
  };
  return sourcedElements({ ...stored, source });
}
