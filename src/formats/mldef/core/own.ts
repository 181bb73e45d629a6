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
  /** How values are normalized, their range and their error values, in words. */
  normalization: string | undefined;
  range: string | undefined;
  errorValues: string | undefined;
}

export interface ShownLayer extends SectionValues<'layer'> {
  /** Its name among the tensors. */
  tensor?: string | undefined;
}

/** What the fact with the path of the license is called. */
export const LICENSE_FILE_FACT = 'License file';

/** What the tables of sections are called. */
export const NODE_RANGES = 'Node ranges';
export const LAYERS = 'Layers';
export const DATA_FILES = 'Data files';

/** The data points that a layer takes as weights: "dense[1:4]". */
export function sliceText({ dataSource, startIndex: start, count }: ShownLayer): string | undefined {
  if (dataSource === undefined || start === undefined || count === undefined) return dataSource;
  return `${dataSource}[${start}:${start + count}]`;
}
