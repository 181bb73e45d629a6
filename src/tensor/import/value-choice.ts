import type { TensorContents } from '../contents/contents.ts';
import type { KeepBytes, WorkOptions } from '../contents/flow.ts';
import type { Shape } from '../shape.ts';

/** Values that a file or a text has, one of several. Plain data. */
export interface ValueChoice {
  /** Tells it from the others of the same file. */
  key: string;
  /** What it is, in a few words: "samples", "without the first row". Of a tensor in a package, its name. */
  label: string;
  /** A name of `DTYPES` or of a format, or `nested`. */
  dtype: string;
  shape: Shape;
  /** Sentences about what reading it leaves out, rounds or takes for something. */
  notes: readonly string[];
}

export interface ReadOptions extends WorkOptions {
  keep: KeepBytes;
}

/** A choice with what reads it. */
export interface ReadableChoice extends ValueChoice {
  read(options: ReadOptions): Promise<TensorContents>;
}

/** What is known of the tensor that values are for: text is read as its type where all of it can be. */
export interface ReadHint {
  dtype?: string | undefined;
}

/**
 * Text that is read as values. It is held in memory as a whole, several times as long: of a number, 40 bytes. Larger
 * tables are .npy.
 */
export const MAX_VALUES_TEXT_BYTES = 32 * 2 ** 20;
