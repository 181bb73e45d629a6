import { ZSTDDecoder } from 'zstddec/stream';
import { BadFileError, TooLargeError } from '../base/errors.ts';
import { MAX_ZSTD_WINDOW } from '../base/limits.ts';
import { pacer } from './pause.ts';
import { frameWindow } from './zstd-frame.ts';

/** What the WebAssembly of zstddec exports, as far as it is used here. Pointers and sizes are 32-bit, signed in JavaScript. */
interface ZstdExports {
  memory: WebAssembly.Memory;
  malloc(size: number): number;
  free(pointer: number): void;
  ZSTD_createDCtx(): number;
  ZSTD_freeDCtx(context: number): number;
  ZSTD_decompressStream(context: number, output: number, input: number): number;
}

let exports: ZstdExports | undefined;

/** Keeps the exports of the instance, which the library starts but drives with a loop that overlooks zstd's errors. */
class Loader extends ZSTDDecoder {
  // The library calls this without `this`.
  override _init(result: WebAssembly.WebAssemblyInstantiatedSource): void {
    super._init(result);
    exports = result.instance.exports as unknown as ZstdExports;
  }
}

async function loadZstd(): Promise<ZstdExports> {
  if (!exports) await new Loader().init();
  if (!exports) throw new Error('zstddec did not start');
  return exports;
}

/** Compressed bytes copied into the WebAssembly's memory at once: zstd's own advice is a block of 128 KiB and its header. */
const INPUT_BYTES = 131_075;
/** Decoded bytes given out at once. */
const OUTPUT_BYTES = 512 * 1024;
/** Two structs of three 32-bit words: ZSTD_inBuffer and ZSTD_outBuffer (pointer, size, pos). */
const STRUCTS_BYTES = 24;

/** A size_t above this is an error: −1 to −120 are zstd's codes (zstd_errors.h). */
const FIRST_ERROR = 2 ** 32 - 120;
const ERROR_WINDOW_TOO_LARGE = 16;
const ERROR_MEMORY = 64;

function decodeError(code: number): BadFileError | TooLargeError {
  if (code === ERROR_WINDOW_TOO_LARGE) return windowTooLarge(undefined);
  if (code === ERROR_MEMORY) return outOfMemory();
  return new BadFileError('zip/bad-data', `The zstd data is damaged (zstd’s error ${code}).`);
}

function windowTooLarge(window: number | undefined): TooLargeError {
  const size = window === undefined ? '' : ` of ${window} bytes`;
  return new TooLargeError(
    'zip/window-too-large',
    `The zstd frame asks for a window${size}; at most ${MAX_ZSTD_WINDOW} bytes are given.`,
    { limit: MAX_ZSTD_WINDOW, ...(window === undefined ? {} : { actual: window }) },
  );
}

function outOfMemory(): TooLargeError {
  return new TooLargeError('zip/window-too-large', 'There is not enough memory left to decode zstd.');
}

/** One stream in the WebAssembly's memory. The memory may grow under any call, so views are never kept over one. */
class ZstdStream {
  readonly #zstd: ZstdExports;
  readonly #context: number;
  readonly #input: number;
  readonly #output: number;
  readonly #structs: number;

  constructor(zstd: ZstdExports) {
    this.#zstd = zstd;
    this.#context = zstd.ZSTD_createDCtx();
    this.#input = zstd.malloc(INPUT_BYTES);
    this.#output = zstd.malloc(OUTPUT_BYTES);
    this.#structs = zstd.malloc(STRUCTS_BYTES);
    if (!this.#context || !this.#input || !this.#output || !this.#structs) {
      this.free();
      throw outOfMemory();
    }
  }

  /** Hands in the next compressed bytes, at most `INPUT_BYTES`. What was handed in before must have been used up. */
  feed(bytes: Uint8Array): void {
    const { memory } = this.#zstd;
    new Uint8Array(memory.buffer).set(bytes, this.#input);
    const view = new DataView(memory.buffer);
    view.setUint32(this.#structs, this.#input, true);
    view.setUint32(this.#structs + 4, bytes.length, true);
    view.setUint32(this.#structs + 8, 0, true);
  }

  /** One step: a copy of the bytes that came out, how much of what was fed is used, whether a frame has ended. */
  step(): { bytes: Uint8Array | undefined; used: number; full: boolean; ended: boolean } {
    const output = this.#structs + 12;
    let view = new DataView(this.#zstd.memory.buffer);
    view.setUint32(output, this.#output, true);
    view.setUint32(output + 4, OUTPUT_BYTES, true);
    view.setUint32(output + 8, 0, true);
    const result = this.#zstd.ZSTD_decompressStream(this.#context, output, this.#structs) >>> 0;
    if (result > FIRST_ERROR) throw decodeError(2 ** 32 - result);
    view = new DataView(this.#zstd.memory.buffer);
    const made = view.getUint32(output + 8, true);
    return {
      bytes: made > 0 ? new Uint8Array(this.#zstd.memory.buffer).slice(this.#output, this.#output + made) : undefined,
      used: view.getUint32(this.#structs + 8, true),
      full: made === OUTPUT_BYTES,
      ended: result === 0,
    };
  }

  free(): void {
    const { free, ZSTD_freeDCtx } = this.#zstd;
    // Both take null.
    ZSTD_freeDCtx(this.#context);
    free(this.#input);
    free(this.#output);
    free(this.#structs);
  }
}

/**
 * zstd (RFC 8878), pulled a chunk at a time: any number of frames and skippable frames, one after the other. The window
 * that each frame asks for is checked before zstd sees the frame. Rejects with `zip/bad-data` or `zip/window-too-large`.
 */
export async function* unzstd(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = new ZstdStream(await loadZstd());
  try {
    // Millions of empty frames give nothing that would pause further on.
    const pace = pacer();
    let atFrameStart = true;
    /** Bytes not yet handed in: only the beginning of a frame whose header is not whole yet. */
    let rest: Uint8Array = new Uint8Array(0);
    for await (const chunk of input) {
      let bytes = chunk;
      if (rest.length > 0) {
        bytes = new Uint8Array(rest.length + chunk.length);
        bytes.set(rest);
        bytes.set(chunk, rest.length);
        rest = new Uint8Array(0);
      }
      for (let at = 0; at < bytes.length; ) {
        if (atFrameStart) {
          const window = frameWindow(bytes.subarray(at, at + 18));
          if (window === undefined) {
            rest = bytes.slice(at);
            break;
          }
          if (window > MAX_ZSTD_WINDOW) throw windowTooLarge(window);
          atFrameStart = false;
        }
        await pace();
        const part = bytes.subarray(at, at + INPUT_BYTES);
        stream.feed(part);
        for (;;) {
          const { bytes: made, used, full, ended } = stream.step();
          if (made) yield made;
          if (ended) {
            // What follows is another frame, whose header is looked at first.
            atFrameStart = true;
            at += used;
            break;
          }
          if (used === part.length && !full) {
            at += used;
            break;
          }
        }
      }
    }
    if (rest.length > 0 || !atFrameStart) throw new BadFileError('zip/bad-data', 'The zstd data is cut off.');
  } catch (error) {
    // A trap inside the WebAssembly is as good as an error code, as far as the data is concerned.
    if (error instanceof WebAssembly.RuntimeError) {
      throw new BadFileError('zip/bad-data', 'The zstd data is damaged.', { cause: error });
    }
    throw error;
  } finally {
    stream.free();
  }
}
