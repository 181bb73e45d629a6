import { UnsupportedError } from '../../base/errors.ts';
import type { ByteSource } from '../../source/source.ts';
import { chunksOf } from '../../source/stream.ts';
import { dtypeFacts } from '../dtype.ts';
import { npyHeader } from '../npy.ts';
import type { ElementValues, TensorReader } from '../values.ts';
import { isWhole, partCount, partValues, type TensorPart } from './part.ts';
import type { ExportOptions } from './tensor-file.ts';

/** An .npy file, and how many bytes it has. */
export interface Npy {
  size: number;
  /** Of a whole tensor: what the file is made of. */
  pieces?: { header: Uint8Array<ArrayBuffer>; data: ByteSource };
  bytes(options?: ExportOptions): AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/**
 * A part of a tensor as an .npy file, its elements bit for bit as they are stored. All of a tensor that is stored in
 * column-major order keeps it: NumPy reads both. Throws `tensor/not-in-npy` where NumPy lacks the type.
 */
export function npyOf(reader: TensorReader, part: TensorPart): Npy {
  const { dtype, data, columnMajor, count } = reader;
  const width = (dtypeFacts(dtype)?.bits ?? 0) / 8;
  const whole = isWhole(part, count);
  const stored = columnMajor?.data ?? data;
  const shape = part.axes.map((axis) => BigInt(axis.count));
  const header = npyHeader(dtype, shape, whole && columnMajor ? 'column-major' : 'row-major');
  if (!stored || !data)
    throw new UnsupportedError('tensor/not-in-npy', `Tensors of the type ${dtype} cannot be saved as .npy.`);
  return {
    size: header.length + partCount(part) * width,
    ...(whole && { pieces: { header, data: stored } }),
    async *bytes({ signal, onElements } = {}) {
      yield header;
      if (whole) {
        for await (const chunk of chunksOf(stored.stream(0, stored.size, signal))) {
          yield chunk as Uint8Array<ArrayBuffer>;
          onElements?.(chunk.length / width);
        }
        return;
      }
      for await (const values of partValues(...storedBits(reader, part, width), signal)) {
        const { buffer, byteOffset, byteLength } = values as Uint8Array<ArrayBuffer>;
        yield new Uint8Array(buffer, byteOffset, byteLength);
        onElements?.(byteLength / width);
      }
    },
  };
}

/**
 * A reader of the bits of elements as unsigned integers, and the part of it that a part of the tensor is: elements of
 * 16 bytes are two of 8.
 *
 * @param width bytes of an element
 */
function storedBits(reader: TensorReader, part: TensorPart, width: number): [TensorReader, TensorPart] {
  const { data, columnMajor } = reader;
  const times = Math.max(1, width / 8);
  const bytes = width / times;
  const bits: TensorReader = {
    dtype: `uint${8 * bytes}`,
    count: reader.count * times,
    ...(columnMajor && { columnMajor }),
    async read(start, end, signal) {
      // A copy: the bytes may be a view of memory that the source keeps, at any offset.
      const read = (await (data as NonNullable<typeof data>).read(start * bytes, end * bytes, signal)).slice();
      return unsigned(read.buffer as ArrayBuffer, bytes);
    },
  };
  if (times === 1) return [bits, part];
  const axes = part.axes.map((axis) => ({ ...axis, stride: axis.stride * times }));
  return [bits, { start: part.start * times, axes: [...axes, { count: times, stride: 1, first: 0, step: 1 }] }];
}

function unsigned(buffer: ArrayBuffer, bytes: number): ElementValues {
  if (bytes === 1) return new Uint8Array(buffer);
  if (bytes === 2) return new Uint16Array(buffer);
  return bytes === 4 ? new Uint32Array(buffer) : new BigUint64Array(buffer);
}
