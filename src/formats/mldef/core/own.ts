import type { DataFile } from './data-file.ts';
import type { SectionValues } from './fields.ts';

/** What the format's own view knows of a package. Plain data. */
export interface MldefOwn {
  dataFiles: readonly ShownDataFile[];
  nodeRanges: readonly ShownNodeRange[];
  layers: readonly ShownLayer[];
  /** Sections that are left out of each list. */
  more: { dataFiles: number; nodeRanges: number; layers: number };
  signature?: { checksums: number; opaque: number } | undefined;
}

export interface ShownDataFile extends Pick<DataFile, 'name' | 'path' | 'points' | 'unread'> {
  /** The file is in the package. */
  isHere: boolean;
  bytes?: number | undefined;
  /** "int, 4 bytes". */
  storage?: string | undefined;
  /** Its name among the tensors. */
  tensor?: string | undefined;
}

export interface ShownNodeRange
  extends Pick<SectionValues<'nodeRange'>, 'name' | 'description' | 'type' | 'count' | 'unit'> {
  /** Normalization, limits and error values, as written. */
  floats: readonly { label: string; text: string }[];
}

export interface ShownLayer extends SectionValues<'layer'> {
  /** Its name among the tensors. */
  tensor?: string | undefined;
}
