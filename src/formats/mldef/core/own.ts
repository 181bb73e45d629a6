/** What the format's own view knows of a package. Plain data. */
export interface MldefOwn {
  dataFiles: readonly ShownDataFile[];
  nodeRanges: readonly ShownNodeRange[];
  layers: readonly ShownLayer[];
  /** Sections that are left out of each list. */
  more: { dataFiles: number; nodeRanges: number; layers: number };
  signature?: ShownSignature;
}

export interface ShownDataFile {
  name: string;
  path?: string;
  /** The file is in the package. */
  isHere: boolean;
  bytes?: number;
  points?: number;
  /** "int32", "float of 2 bytes". */
  storage?: string;
  /** Why a CSV file was not parsed. */
  unread?: 'large' | 'damaged';
  /** Its name among the tensors. */
  tensor?: string;
}

export interface ShownNodeRange {
  name: string;
  description?: string;
  type?: 'input' | 'output';
  count?: number;
  unit?: string;
  /** Normalization, limits and error values, as written. */
  floats: readonly { label: string; text: string }[];
}

export interface ShownLayer {
  name: string;
  prior?: string;
  description?: string;
  capabilities: readonly string[];
  dataSource?: string;
  start?: number;
  count?: number;
  /** Its name among the tensors. */
  tensor?: string;
}

export interface ShownSignature {
  lines: number;
  checksums: number;
  opaque: number;
}
