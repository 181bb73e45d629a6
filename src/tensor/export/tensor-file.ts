import type { PixelColors } from './pixel-colors.ts';

/** What a tensor, or a part of it, is taken away as. */
export type TensorFile =
  | { kind: 'npy' | 'csv' | 'tsv' | 'json' }
  | {
      kind: 'wav';
      /** Samples in a second. */
      rate: number;
    }
  | {
      kind: 'png';
      colors: PixelColors;
    };

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
