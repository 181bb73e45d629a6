import type { CompressionStream } from '@hpcc-js/wasm-zstd';
import { concatBytes } from '../base/bytes.ts';
import { InternalError } from '../base/errors.ts';

/** The level that `zstd` has by default, and the reference packer. */
const LEVEL = 3;

/** Bytes of one input. */
const INPUT_BYTES = 1024 * 1024;

/** Compresses one stream of bytes. The same bytes always give the same output, however they are pushed in pieces. */
export interface Encoder {
  /** Takes the next bytes. Gives what is compressed so far, in memory of its own; perhaps nothing. */
  push(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  /** The rest of the output. Nothing may be pushed after that. */
  finish(): Uint8Array<ArrayBuffer>;
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

/**
 * Begins one zstd frame (RFC 8878) that states no content size and no checksum, as the reference packer writes it. The
 * library is loaded on the first call.
 *
 * The library's own wrapper copies its output byte by byte, which takes fifteen times as long as compressing, and ends a
 * stream in one buffer of fixed size. So only its WebAssembly is used, with an output buffer that has room for all that
 * can come. Whoever writes a file decodes what it gives and compares: `EntryChecker`.
 */
export async function zstdEncoder(): Promise<Encoder> {
  const { Zstd } = await import('@hpcc-js/wasm-zstd');
  const { _zstdClass: Library, _mainModule } = await Zstd.load();
  const memory = _mainModule._module;
  // What zstd may hold back of earlier input is at most a block, and comes on top.
  const room = Library.compressBound(INPUT_BYTES) + 2 * Library.CStreamOutSize();
  const used = spare.pop() ?? {
    stream: new Library(),
    input: memory._malloc(INPUT_BYTES),
    output: memory._malloc(room),
  };
  const { stream, input, output } = used;
  stream.reset();
  stream.setCompressionLevel(LEVEL);
  const free = () => {
    if (spare.length < MAX_SPARE) {
      spare.push(used);
      return;
    }
    stream.delete();
    memory._free(input);
    memory._free(output);
  };
  if (!input || !output) throw new InternalError('internal/bug', 'There is not enough memory left to compress zstd.');
  const written = (length: number): Uint8Array<ArrayBuffer> => {
    if (Library.isError(length))
      throw new InternalError('internal/bug', `zstd could not compress: ${Library.getErrorName(length)}.`);
    return memory.HEAPU8.slice(output, output + length) as Uint8Array<ArrayBuffer>;
  };
  /** Bytes that wait until a whole input is there: so the output does not depend on how they are pushed. */
  let held = 0;
  const compress = () => {
    const length = held;
    held = 0;
    return written(stream.compressChunk(output, room, input, length));
  };
  return {
    push(bytes) {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + INPUT_BYTES - held);
        memory.HEAPU8.set(part, input + held);
        held += part.length;
        at += part.length;
        if (held === INPUT_BYTES) parts.push(compress());
      }
      return concatBytes(parts);
    },
    finish: () => concatBytes([...(held > 0 ? [compress()] : []), written(stream.compressEnd(output, room))]),
    free,
  };
}
