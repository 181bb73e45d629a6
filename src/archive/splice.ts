import type { ByteSource } from '../source/source.ts';

/** One piece of a new file: bytes of the old one, half-open, or new bytes. */
export type Segment = { kind: 'old'; start: number; end: number } | { kind: 'new'; bytes: Uint8Array<ArrayBuffer> };

/** A new file as pieces of an old one and new bytes between them, in order. Nothing of the old one was read for it. */
export interface SplicePlan {
  readonly segments: readonly Segment[];
  /** Bytes of the new file. */
  readonly size: number;
}

/** The new file, read through the old one. */
export type Spliced = (plan: SplicePlan, old: ByteSource) => ByteSource;
