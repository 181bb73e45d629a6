import { begins } from '../../base/bytes.ts';

/** What a file is, by its first bytes. */
export interface Signature {
  /** The bytes, one character for each. */
  magic: string;
  /** What the file is, in a few words: "HDF5 file". */
  label: string;
  /** Where the bytes are documented. */
  source: string;
  /** Where they stand, in bytes from the start. */
  at?: number;
  /** The label with its article, where "a" is wrong: "an HDF5 file". */
  what?: string;
  /** It may run code that Boxcutter cannot judge, or hides what is in it. */
  unjudged?: 'program' | 'wasm' | 'hdf5' | 'onnx' | 'compressed' | 'archive';
  /** A further test of the first bytes. */
  check?: (bytes: Uint8Array) => boolean;
}

const FILE_1 = 'https://github.com/file/file/tree/master/magic/Magdir';

type Row = readonly [
  magic: string,
  label: string,
  source: string,
  more?: Omit<Signature, 'magic' | 'label' | 'source'>,
];

/** Files other than pictures, sounds and texts. To recognize another kind, add a row. */
const ROWS: readonly Row[] = [
  // The special before the general. Archives and compressed data:
  ['PK\x03\x04', 'Zip archive', 'APPNOTE 4.3.7', { what: 'a zip archive' }],
  ['PK\x05\x06', 'Empty zip archive', 'APPNOTE 4.3.16', { what: 'an empty zip archive' }],
  ['\x1f\x8b', 'Gzip data', 'RFC 1952, 2.3.1', { what: 'gzip data' }],
  ['(\xb5/\xfd', 'Zstandard data', 'RFC 8878, 3.1.1', { what: 'Zstandard data', unjudged: 'compressed' }],
  [
    '*M\x18',
    'Zstandard or LZ4 data, after a frame to skip',
    'RFC 8878, 3.1.2',
    { at: 1, unjudged: 'compressed', check: ([first = 0]) => first >> 4 === 5 },
  ],
  ['\x04"M\x18', 'LZ4 data', 'LZ4 frame format 1.6', { what: 'LZ4 data', unjudged: 'compressed' }],
  ['BZh', 'Bzip2 data', `${FILE_1}/compress`, { what: 'bzip2 data', unjudged: 'compressed' }],
  ['\xfd7zXZ\x00', 'XZ data', 'The .xz file format, 2.1.1.1', { what: 'XZ data', unjudged: 'compressed' }],
  ['7z\xbc\xaf\x27\x1c', '7z archive', '7-Zip, DOC/7zFormat.txt', { unjudged: 'archive' }],
  ['Rar!\x1a\x07', 'RAR archive', 'https://www.rarlab.com/technote.htm', { unjudged: 'archive' }],
  ['ustar', 'Tar archive', 'POSIX.1-2017, pax', { at: 257, what: 'a tar archive' }],
  // Models and arrays.
  ['\x93NUMPY', 'NumPy array', 'numpy.lib.format'],
  ['GGUF', 'GGUF model', 'ggml, docs/gguf.md'],
  ['lmgg', 'GGML model, from before GGUF', 'llama.cpp before August 2023'],
  ['tjgg', 'GGJT model, from before GGUF', 'llama.cpp before August 2023'],
  ['\x89HDF\r\n\x1a\n', 'HDF5 file', 'HDF5 file format, II.A', { what: 'an HDF5 file', unjudged: 'hdf5' }],
  ['TFL3', 'TensorFlow Lite model', 'tensorflow, schema.fbs: file_identifier', { at: 4 }],
  ['ORTM', 'ONNX Runtime model (ORT)', 'onnxruntime, ort.fbs', { at: 4, what: 'an ONNX Runtime model' }],
  ['ET12', 'ExecuTorch program', 'executorch, program.fbs', { at: 4, what: 'an ExecuTorch program' }],
  ['{"', 'Safetensors file', 'safetensors, README: Format', { at: 8, check: hasShortHeader }],
  ['\x08', 'ONNX model', 'onnx.proto: ModelProto', { what: 'an ONNX model', unjudged: 'onnx', check: isOnnx }],
  [
    '\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19',
    'PyTorch file (before 1.6)',
    'torch/serialization.py: MAGIC_NUMBER, as a pickle',
  ],
  ['\x80', 'Python pickle', 'Lib/pickletools.py', { check: isPickle }],
  ['7767517\n', 'ncnn parameters', 'ncnn, src/net.cpp', { what: 'ncnn parameters' }],
  ['MATLAB 5.0 MAT-file', 'MATLAB file', 'MAT-File Format, 1-5'],
  ['SIMPLE  =', 'FITS file', 'FITS standard 4.0, 3.3.1', { what: 'a FITS file' }],
  // Tables and databases.
  ['PAR1', 'Parquet table', 'parquet-format, README'],
  ['ARROW1', 'Arrow table', 'Arrow columnar format: IPC file', { what: 'an Arrow table' }],
  ['ORC', 'ORC table', 'ORC specification v1', { what: 'an ORC table' }],
  ['Obj\x01', 'Avro table', 'Avro 1.11: object container files', { what: 'an Avro table' }],
  ['SQLite format 3\x00', 'SQLite database', 'sqlite.org/fileformat2.html', { what: 'an SQLite database' }],
  ['DUCK', 'DuckDB database', 'duckdb.org/docs/internals/storage', { at: 8 }],
  // Programs.
  ['\x7fELF', 'Linux program or library (ELF)', 'System V ABI, 4', { unjudged: 'program' }],
  ['MZ', 'Windows program or library', 'Microsoft PE format', { unjudged: 'program' }],
  ['\xcf\xfa\xed\xfe', 'macOS program or library (Mach-O)', 'mach-o/loader.h', { unjudged: 'program' }],
  ['\xca\xfe\xba\xbe', 'macOS program or library, or a Java class', 'mach-o/fat.h, JVMS 4.1', { unjudged: 'program' }],
  ['\x00asm\x0d\x00\x01\x00', 'WebAssembly component', 'WebAssembly component model, Binary.md', { unjudged: 'wasm' }],
  ['\x00asm', 'WebAssembly module', 'WebAssembly core, 5.5.16', { unjudged: 'wasm' }],
  // Others.
  ['%PDF-', 'PDF document', 'ISO 32000-1, 7.5.2'],
  ['\x1aE\xdf\xa3', 'Matroska video', 'RFC 8794, 11.2.1'],
];

export const SIGNATURES: readonly Signature[] = ROWS.map(([magic, label, source, more]) => ({
  ...{ magic, label, source },
  ...more,
}));

/** The JSON follows the header's length (8 bytes, little-endian). A real length is below 2^32. */
function hasShortHeader(bytes: Uint8Array): boolean {
  return bytes.subarray(4, 8).every((byte) => byte === 0);
}

/**
 * Protocol buffers have no magic. A ModelProto begins with field 1, `ir_version`, a small number, and goes on with text
 * of field 2 (`producer_name`) or the operator sets of field 8.
 */
function isOnnx(bytes: Uint8Array): boolean {
  const [, version = 0, tag, length = 0] = bytes;
  if (version < 3 || version > 20) return false;
  if (tag === 0x42) return true;
  const name = bytes.subarray(4, 4 + length);
  return tag === 0x12 && length > 0 && length < 64 && name.every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** Protocol 2 to 5, followed by a frame, dict, list, tuple or global. */
function isPickle(bytes: Uint8Array): boolean {
  const [, protocol = 0, first] = bytes;
  return protocol >= 2 && protocol <= 5 && first !== undefined && '\x95}](ccK\x8a'.includes(String.fromCharCode(first));
}

/** The first signature that bytes begin with. Takes the first 2 KiB of a file, or all of a shorter one. */
export function signatureOf(bytes: Uint8Array): Signature | undefined {
  return SIGNATURES.find(({ magic, at, check }) => begins(bytes, magic, at) && (check?.(bytes) ?? true));
}
