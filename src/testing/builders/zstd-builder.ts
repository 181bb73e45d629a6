import { concatBytes } from '../../base/bytes.ts';

/** One block of a zstd frame (RFC 8878, 3.1.1.2): raw bytes, or one byte repeated. At most 128 KiB decoded. */
export type ZstdBlock = Uint8Array | { byte: number; times: number };

export interface ZstdFrame {
  /**
   * The byte of the window descriptor. Without one, the frame is a single segment and states the size of its content.
   */
  window?: number;
  /** The size that a single segment states, to state a wrong one. */
  size?: number;
}

const word = (value: number, bytes: number) =>
  Uint8Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256);

/** A zstd frame without real compression. Every decoder reads it. */
export function zstdFrame(blocks: readonly ZstdBlock[], frame: ZstdFrame = {}): Uint8Array {
  const sizeOf = (block: ZstdBlock) => (block instanceof Uint8Array ? block.length : block.times);
  const size = frame.size ?? blocks.reduce((sum, block) => sum + sizeOf(block), 0);
  // Either the single-segment flag and the content size in eight bytes, or a window descriptor and no size.
  const header = frame.window === undefined ? [Uint8Array.of(0xe0), word(size, 8)] : [Uint8Array.of(0, frame.window)];
  const all = blocks.length > 0 ? blocks : [new Uint8Array(0)];
  const body = all.flatMap((block, at) => {
    const last = at === all.length - 1 ? 1 : 0;
    const type = block instanceof Uint8Array ? 0 : 1;
    const content = block instanceof Uint8Array ? block : Uint8Array.of(block.byte);
    return [word(last | (type << 1) | (sizeOf(block) << 3), 3), content];
  });
  return concatBytes([word(0xfd2fb528, 4), ...header, ...body]);
}

/** A skippable frame (RFC 8878, 3.1.2). */
export function skippableFrame(content: Uint8Array): Uint8Array {
  return concatBytes([word(0x184d2a53, 4), word(content.length, 4), content]);
}
