import { begins } from '../../base/bytes.ts';
/**
 * The first bytes of files other than pictures, sounds and texts. To recognize another kind, add a line. `source` says where the
 * bytes are documented.
 */
export interface Signature {
  /** The bytes, one character for each. */
  magic: string;
  /** Where they stand, in bytes from the start. */
  at?: number;
  /** What the file is, in a few words: "HDF5 file". */
  label: string;
  /** The same with its article, where "a" is wrong: "an HDF5 file". */
  what?: string;
  /** It may run code that Boxcutter cannot judge, or hides what is in it. */
  unjudged?: 'program' | 'wasm' | 'hdf5' | 'onnx' | 'compressed' | 'archive';
  /** A further test of the first bytes. */
  check?: (bytes: Uint8Array) => boolean;
  source: string;
}

const FILE_1 = 'https://github.com/file/file/tree/master/magic/Magdir';

/** The special before the general. */
export const SIGNATURES: readonly Signature[] = [
  // Archives and compressed data.
  { magic: 'PK\x03\x04', label: 'Zip archive', what: 'a zip archive', source: 'APPNOTE 4.3.7' },
  { magic: 'PK\x05\x06', label: 'Empty zip archive', what: 'an empty zip archive', source: 'APPNOTE 4.3.16' },
  { magic: '\x1f\x8b', label: 'Gzip data', what: 'gzip data', source: 'RFC 1952, 2.3.1' },
  {
    magic: '(\xb5/\xfd',
    label: 'Zstandard data',
    what: 'Zstandard data',
    unjudged: 'compressed',
    source: 'RFC 8878, 3.1.1',
  },
  {
    magic: '*M\x18',
    at: 1,
    label: 'Zstandard or LZ4 data, after a frame to skip',
    unjudged: 'compressed',
    check: ([first = 0]) => first >> 4 === 5,
    source: 'RFC 8878, 3.1.2',
  },
  { magic: '\x04"M\x18', label: 'LZ4 data', what: 'LZ4 data', unjudged: 'compressed', source: 'LZ4 frame format 1.6' },
  { magic: 'BZh', label: 'Bzip2 data', what: 'bzip2 data', unjudged: 'compressed', source: `${FILE_1}/compress` },
  {
    magic: '\xfd7zXZ\x00',
    label: 'XZ data',
    what: 'XZ data',
    unjudged: 'compressed',
    source: 'The .xz file format, 2.1.1.1',
  },
  { magic: '7z\xbc\xaf\x27\x1c', label: '7z archive', unjudged: 'archive', source: '7-Zip, DOC/7zFormat.txt' },
  { magic: 'Rar!\x1a\x07', label: 'RAR archive', unjudged: 'archive', source: 'https://www.rarlab.com/technote.htm' },
  { magic: 'ustar', at: 257, label: 'Tar archive', what: 'a tar archive', source: 'POSIX.1-2017, pax' },
  // Models and arrays.
  { magic: '\x93NUMPY', label: 'NumPy array', source: 'numpy.lib.format' },
  { magic: 'GGUF', label: 'GGUF model', source: 'ggml, docs/gguf.md' },
  { magic: 'lmgg', label: 'GGML model, from before GGUF', source: 'llama.cpp before August 2023' },
  { magic: 'tjgg', label: 'GGJT model, from before GGUF', source: 'llama.cpp before August 2023' },
  {
    magic: '\x89HDF\r\n\x1a\n',
    label: 'HDF5 file',
    what: 'an HDF5 file',
    unjudged: 'hdf5',
    source: 'HDF5 file format, II.A',
  },
  { magic: 'TFL3', at: 4, label: 'TensorFlow Lite model', source: 'tensorflow, schema.fbs: file_identifier' },
  {
    magic: 'ORTM',
    at: 4,
    label: 'ONNX Runtime model (ORT)',
    what: 'an ONNX Runtime model',
    source: 'onnxruntime, ort.fbs',
  },
  {
    magic: 'ET12',
    at: 4,
    label: 'ExecuTorch program',
    what: 'an ExecuTorch program',
    source: 'executorch, program.fbs',
  },
  { magic: '{"', at: 8, label: 'Safetensors file', check: hasShortHeader, source: 'safetensors, README: Format' },
  {
    magic: '\x08',
    label: 'ONNX model',
    what: 'an ONNX model',
    check: isOnnx,
    unjudged: 'onnx',
    source: 'onnx.proto: ModelProto',
  },
  {
    magic: '\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19',
    label: 'PyTorch file (before 1.6)',
    source: 'torch/serialization.py: MAGIC_NUMBER, as a pickle',
  },
  { magic: '\x80', label: 'Python pickle', check: isPickle, source: 'Lib/pickletools.py' },
  { magic: '7767517\n', label: 'ncnn parameters', what: 'ncnn parameters', source: 'ncnn, src/net.cpp' },
  { magic: 'MATLAB 5.0 MAT-file', label: 'MATLAB file', source: 'MAT-File Format, 1-5' },
  { magic: 'SIMPLE  =', label: 'FITS file', what: 'a FITS file', source: 'FITS standard 4.0, 3.3.1' },
  // Tables and databases.
  { magic: 'PAR1', label: 'Parquet table', source: 'parquet-format, README' },
  { magic: 'ARROW1', label: 'Arrow table', what: 'an Arrow table', source: 'Arrow columnar format: IPC file' },
  { magic: 'ORC', label: 'ORC table', what: 'an ORC table', source: 'ORC specification v1' },
  { magic: 'Obj\x01', label: 'Avro table', what: 'an Avro table', source: 'Avro 1.11: object container files' },
  {
    magic: 'SQLite format 3\x00',
    label: 'SQLite database',
    what: 'an SQLite database',
    source: 'sqlite.org/fileformat2.html',
  },
  { magic: 'DUCK', at: 8, label: 'DuckDB database', source: 'duckdb.org/docs/internals/storage' },
  // Programs.
  { magic: '\x7fELF', label: 'Linux program or library (ELF)', unjudged: 'program', source: 'System V ABI, 4' },
  { magic: 'MZ', label: 'Windows program or library', unjudged: 'program', source: 'Microsoft PE format' },
  {
    magic: '\xcf\xfa\xed\xfe',
    label: 'macOS program or library (Mach-O)',
    unjudged: 'program',
    source: 'mach-o/loader.h',
  },
  {
    magic: '\xca\xfe\xba\xbe',
    label: 'macOS program or library, or a Java class',
    unjudged: 'program',
    source: 'mach-o/fat.h, JVMS 4.1',
  },
  {
    magic: '\x00asm\x0d\x00\x01\x00',
    label: 'WebAssembly component',
    unjudged: 'wasm',
    source: 'WebAssembly component model, Binary.md',
  },
  { magic: '\x00asm', label: 'WebAssembly module', unjudged: 'wasm', source: 'WebAssembly core, 5.5.16' },
  // Others.
  { magic: '%PDF-', label: 'PDF document', source: 'ISO 32000-1, 7.5.2' },
  { magic: '\x1aE\xdf\xa3', label: 'Matroska video', source: 'RFC 8794, 11.2.1' },
];

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
