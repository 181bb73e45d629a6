import type { CompressionStream, ZstdClass, ZstdMemory } from '@hpcc-js/wasm-zstd';
import { concatBytes } from '../base/bytes.ts';
import { InternalError } from '../base/errors.ts';

/** The level that `zstd` has by default, and the reference packer. */
const LEVEL = 3;

/** Bytes of one input. */
export const INPUT_BYTES = 1024 * 1024;

/** Compresses one stream of bytes. The same inputs always give the same output. */
export interface Encoder {
  /**
   * Takes the next `INPUT_BYTES`, or fewer of them as the last input, which ends the stream. Gives what is compressed so
   * far, in memory of its own; perhaps nothing.
   */
  push(bytes: Uint8Array, isLast: boolean): Uint8Array<ArrayBuffer>;
  /** Frees the memory. Call it also after an error. */
  free(): void;
}

interface Used {
  stream: CompressionStream;
  /** Buffers in the memory of the WebAssembly. */
  input: number;
  output: number;
}

/** Streams that nobody uses, with their buffers. To make one takes longer than to compress a small file. */
const spare: Used[] = [];
const MAX_SPARE = 2;

/** A stream with its buffers, and what gives them back. The library is loaded on the first call. */
async function takeStream(): Promise<Used & { library: ZstdClass; memory: ZstdMemory; room: number; free(): void }> {
  const { Zstd } = await import('@hpcc-js/wasm-zstd');
  const { _zstdClass: library, _mainModule } = await Zstd.load();
  const memory = _mainModule._module;
  // Of an input, and of what was held back of those before: at most a block, in either direction.
  const room = library.compressBound(INPUT_BYTES) + 2 * library.CStreamOutSize();
  const used = spare.pop() ?? {
    stream: new library(),
    input: memory._malloc(room),
    output: memory._malloc(room),
  };
  if (!used.input || !used.output)
    throw new InternalError('internal/bug', 'There is not enough memory left to compress zstd.');
  used.stream.reset();
  const free = () => {
    if (spare.length < MAX_SPARE) {
      spare.push(used);
      return;
    }
    used.stream.delete();
    memory._free(used.input);
    memory._free(used.output);
  };
  return { ...used, library, memory, room, free };
}

/**
 * Begins one zstd frame (RFC 8878) that states no content size and no checksum, as the reference packer writes it. The
 * library is loaded on the first call.
 *
 * The library's own wrapper copies its output byte by byte, which takes fifteen times as long as compressing, and ends
 * a stream in one buffer of fixed size. So only its WebAssembly is used, with an output buffer that has room for all
 * that can come. Whoever writes a file decodes what it gives and compares: `zstdReturn`.
 */
export async function zstdEncoder(): Promise<Encoder> {
  const { stream, input, output, library, memory, room, free } = await takeStream();
  stream.setCompressionLevel(LEVEL);
  const written = (length: number): Uint8Array<ArrayBuffer> => {
    if (library.isError(length))
      throw new InternalError('internal/bug', `zstd could not compress: ${library.getErrorName(length)}.`);
    return memory.HEAPU8.slice(output, output + length) as Uint8Array<ArrayBuffer>;
  };
  return {
    push(bytes, isLast) {
      memory.HEAPU8.set(bytes, input);
      const packed = written(stream.compressChunk(output, room, input, bytes.length));
      return isLast ? concatBytes([packed, written(stream.compressEnd(output, room))]) : packed;
    },
    free,
  };
}

/** Bytes before the first block of a frame that `zstdEncoder` writes: magic number, descriptor, window. */
const HEADER_BYTES = 6;

/** Gives back what an encoder compressed. */
export interface EncoderReturn {
  /** Takes what the encoder gave. `compare` gets what it decodes to, which is valid until it returns. */
  push(packed: Uint8Array, compare: (bytes: Uint8Array) => void): void;
  /** Throws where the frame is not complete. */
  finish(): void;
  free(): void;
}

/**
 * Decodes what `zstdEncoder` gives, as it gives it. In Node, that takes a third of the time of the decoder of files that
 * strangers wrote. It decodes only frames of that encoder, and walks over their blocks to know that they end.
 */
export async function zstdReturn(): Promise<EncoderReturn> {
  const { stream, input, output, library, memory, room, free } = await takeStream();
  const walk = new BlockWalk();
  return {
    push(packed, compare) {
      for (let at = 0; at < packed.length; at += room) {
        const part = packed.subarray(at, at + room);
        walk.push(part);
        memory.HEAPU8.set(part, input);
        const length = stream.decompressChunk(output, room, input, part.length);
        if (library.isError(length)) throw new Error(library.getErrorName(length));
        if (length > 0) compare(memory.HEAPU8.subarray(output, output + length));
      }
    },
    finish: () => walk.finish(),
    free,
  };
}

/** Follows the blocks of one zstd frame (RFC 8878, 3.1.1.2) up to the last one. */
class BlockWalk {
  /** Bytes until the next header of a block. */
  #skip = HEADER_BYTES;
  /** Bytes of that header, as far as they have come. */
  #header = 0;
  #headerBytes = 0;
  #isLast = false;

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const skipped = Math.min(this.#skip, bytes.length - at);
      this.#skip -= skipped;
      at += skipped;
      if (this.#skip > 0 || at === bytes.length) break;
      if (this.#isLast) throw new Error('Bytes follow the last block.');
      this.#header += (bytes[at++] as number) * 2 ** (8 * this.#headerBytes++);
      if (this.#headerBytes < 3) continue;
      this.#isLast = (this.#header & 1) === 1;
      // A block of one byte that repeats has this byte alone.
      this.#skip = ((this.#header >> 1) & 3) === 1 ? 1 : this.#header >> 3;
      this.#header = 0;
      this.#headerBytes = 0;
    }
  }

  finish(): void {
    if (!this.#isLast || this.#skip > 0) throw new Error('The frame does not end.');
  }
}
