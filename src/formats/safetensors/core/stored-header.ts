import { concatBytes, decodeUtf8 } from '../../../base/bytes.ts';
import { BadFileError, TooLargeError } from '../../../base/errors.ts';
import { quote } from '../../../base/text.ts';
import { lookOf } from '../../../model/look.ts';
import type { ByteSource } from '../../../source/source.ts';
import { HEAD_BYTES, LENGTH_BYTES, MAX_HEADER_BYTES } from './limits.ts';
import './findings.ts';

/** How the text begins that stands for a file in Git LFS (git-lfs, "The Pointer"). */
const LFS_START = 'version https://git-lfs';

/** The length that a file's first bytes state. Undefined where there are fewer than `LENGTH_BYTES`. */
export function statedLength(head: Uint8Array): bigint | undefined {
  if (head.length < LENGTH_BYTES) return undefined;
  return new DataView(head.buffer, head.byteOffset).getBigUint64(0, true);
}

/**
 * The bytes of a file's header, by one read, or two where it is longer than `HEAD_BYTES`. Rejects with
 * `safetensors/too-short`, `safetensors/lfs-pointer`, `safetensors/not-safetensors`, `safetensors/header-too-large`,
 * `safetensors/header-past-end`, and as the source does.
 */
export async function readHeader(source: ByteSource, signal?: AbortSignal): Promise<Uint8Array> {
  const { name, size } = source;
  const head = await source.read(0, Math.min(size, HEAD_BYTES), signal);
  const length = statedLength(head);
  if (length === undefined) {
    const message =
      size === 0
        ? `${quote(name)} is empty.`
        : `${quote(name)} has ${size} bytes, and ${LENGTH_BYTES} are the minimum.`;
    throw new BadFileError('safetensors/too-short', message);
  }
  if (isLfsPointer(head)) {
    throw new BadFileError(
      'safetensors/lfs-pointer',
      `${quote(name)} is a Git LFS pointer: the weights are not in it.`,
    );
  }
  if (length > MAX_HEADER_BYTES) {
    const look = lookOf(head);
    if (look && look.kind !== 'binary') {
      throw new BadFileError('safetensors/not-safetensors', `${quote(name)} does not begin like a safetensors file.`);
    }
    const message = `The first ${LENGTH_BYTES} bytes of ${quote(name)} announce a header of ${length} bytes. The limit is ${MAX_HEADER_BYTES}.`;
    throw new TooLargeError('safetensors/header-too-large', message, {
      limit: MAX_HEADER_BYTES,
      actual: Number(length),
    });
  }
  const end = LENGTH_BYTES + Number(length);
  if (end > size) {
    const message = `${quote(name)} announces a header of ${length} bytes, but ends after ${size - LENGTH_BYTES} of them.`;
    throw new BadFileError('safetensors/header-past-end', message);
  }
  if (end <= head.length) return head.subarray(LENGTH_BYTES, end);
  return concatBytes([head.subarray(LENGTH_BYTES), await source.read(head.length, end, signal)]);
}

function isLfsPointer(head: Uint8Array): boolean {
  return decodeUtf8(head.subarray(0, LFS_START.length)) === LFS_START;
}
