import type { PixelColors } from './pixel-colors.ts';

/** What a tensor, or a part of it, is taken away as. */
export type TensorFile =
  | { kind: 'npy' }
  | { kind: 'json' }
  | { kind: 'csv' | 'tsv'; layout?: SeparatedLayout | undefined }
  | {
      kind: 'wav';
      /** Samples in a second. */
      rate: number;
    }
  | {
      kind: 'png';
      colors: PixelColors;
    };

/**
 * How separated values are laid out. `rows`, which is meant where nothing is said: a row has the elements along the last
 * axis. `index`: a row has one element, after its index in the tensor.
 */
export type SeparatedLayout = 'rows' | 'index';

export type TensorFileKind = TensorFile['kind'];

export interface ExportOptions {
  signal?: AbortSignal | undefined;
  /** Elements of the part that were written since the last call. */
  onElements?: ((count: number) => void) | undefined;
}

/** What each is called, for a menu. */
export const FILE_NAMES: Record<TensorFileKind, string> = {
  npy: 'NumPy (.npy)',
  csv: 'CSV',
  tsv: 'TSV',
  json: 'JSON',
  wav: 'WAV',
  png: 'PNG of the picture',
};
