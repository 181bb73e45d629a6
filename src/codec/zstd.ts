import { grouped } from '../base/amounts.ts';
import { concatBytes } from '../base/bytes.ts';
import { BadFileError, TooLargeError } from '../base/errors.ts';
import { MAX_ZSTD_WINDOW } from '../base/limits.ts';
import { pacer } from './pause.ts';
import { frameWindow } from './zstd-frame.ts';

/**
 * The exports of zstd’s WebAssembly that this file uses. Pointers and sizes are 32-bit, and signed in
 * JavaScript.
 */
interface ZstdExports {
  memory: WebAssembly.Memory;
  malloc(size: number): number;
  free(pointer: number): void;
  ZSTD_createDCtx(): number;
  ZSTD_freeDCtx(context: number): number;
  ZSTD_decompressStream(context: number, output: number, input: number): number;
}

let module: WebAssembly.Module | undefined;
let loading: Promise<ZstdExports> | undefined;

/** The WebAssembly, for another thread of this page: `adoptZstd`. Undefined until `loadZstd` is done. */
export function zstdModule(): WebAssembly.Module | undefined {
  return module;
}

/** Takes the WebAssembly that another thread has compiled. This one then neither loads nor compiles it. */
export function adoptZstd(compiled: WebAssembly.Module): Promise<ZstdExports> {
  loading ??= start(compiled);
  return loading;
}

/** Loads and compiles zstd. Every decoder waits for it: called early, it is there when the first one is needed. */
export function loadZstd(): Promise<ZstdExports> {
  loading ??= wasmBytes()
    .then((bytes) => WebAssembly.compile(bytes))
    .then(start)
    .catch((error) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** What Node has to read its own files: it fetches none. Browsers do not have it. */
const { process } = globalThis as {
  process?: { getBuiltinModule?(name: 'node:fs'): { readFileSync(file: URL): Uint8Array<ArrayBuffer> } };
};

/** The file of the package zstddec, as `npm run zstd` takes it. */
async function wasmBytes(): Promise<BufferSource> {
  const file = new URL('./zstd.wasm', import.meta.url);
  if (process?.getBuiltinModule) return process.getBuiltinModule('node:fs').readFileSync(file);
  const response = await fetch(file);
  if (!response.ok) throw new Error(`zstd could not be loaded (status ${response.status})`);
  return response.arrayBuffer();
}

async function start(compiled: WebAssembly.Module): Promise<ZstdExports> {
  module = compiled;
  const { exports } = await WebAssembly.instantiate(compiled, { env: { emscripten_notify_memory_growth() {} } });
  return exports as unknown as ZstdExports;
}

/**
 * Compressed bytes that are copied into the memory of the WebAssembly at once. zstd decodes an entry that fits in one
 * pass, without a window to copy from.
 */
const INPUT_BYTES = 1024 * 1024;
/** Decoded bytes in one chunk, where nobody needs more at once. */
const OUTPUT_BYTES = 512 * 1024;
/** Two structs of three 32-bit words: ZSTD_inBuffer and ZSTD_outBuffer (pointer, size, pos). */
const STRUCTS_BYTES = 24;
const OUT_BUFFER = 12;

const NO_BYTES = new Uint8Array(0);

/** A size_t above this is an error. zstd has the codes −1 to −120 (zstd_errors.h). */
const FIRST_ERROR = 2 ** 32 - 120;
const ERROR_WINDOW_TOO_LARGE = 16;
const ERROR_MEMORY = 64;

function decodeError(code: number): BadFileError | TooLargeError {
  if (code === ERROR_WINDOW_TOO_LARGE) return windowTooLarge(undefined);
  if (code === ERROR_MEMORY) return outOfMemory();
  return new BadFileError('zip/bad-data', `The zstd data is damaged (zstd error ${code}).`);
}

function windowTooLarge(window: number | undefined, limit = MAX_ZSTD_WINDOW): TooLargeError {
  const size = window === undefined ? '' : grouped` of ${window} bytes`;
  return new TooLargeError(
    'zip/window-too-large',
    grouped`The zstd frame needs a window${size}. Boxcutter allows at most ${limit} bytes.`,
    { limit, actual: window },
  );
}

function outOfMemory(): TooLargeError {
  return new TooLargeError('zip/window-too-large', 'There is not enough memory left to decompress zstd.');
}

/**
 * A decoder that leaves decoded bytes in its arena, a part of the memory of the WebAssembly. Reading them there is
 * faster than copying them out. Decodes one stream after the other. The memory of the WebAssembly never shrinks, so an
 * arena never changes its size.
 */
export class ZstdDecoder {
  readonly #zstd: ZstdExports;
  readonly #arena: number;
  readonly #input: number;
  readonly #structs: number;
  readonly #maxWindow: number;
  readonly #pace = pacer();
  #context = 0;
  #arenaBytes: number;
  #filled = 0;
  #atFrameStart = true;
  /** Bytes that the decoder has not taken yet: the start of a frame whose header is incomplete. */
  #rest: Uint8Array = NO_BYTES;
  #room: number;
  /** Views of the whole memory. Any call may grow the memory, which detaches them. */
  #bytes: Uint8Array<ArrayBuffer> = NO_BYTES;
  #words: Uint32Array<ArrayBuffer> = new Uint32Array(0);

  /**
   * Creates a decoder. Rejects with `zip/window-too-large` if there is no memory for it.
   * @param arenaBytes size of the arena
   * @param maxWindow largest window of a frame, in bytes
   */
  static async create(arenaBytes = OUTPUT_BYTES, maxWindow = MAX_ZSTD_WINDOW): Promise<ZstdDecoder> {
    return new ZstdDecoder(await loadZstd(), arenaBytes, maxWindow);
  }

  private constructor(zstd: ZstdExports, arenaBytes: number, maxWindow: number) {
    this.#zstd = zstd;
    this.#maxWindow = maxWindow;
    this.#arenaBytes = arenaBytes;
    this.#room = arenaBytes;
    this.#input = zstd.malloc(INPUT_BYTES);
    this.#structs = zstd.malloc(STRUCTS_BYTES);
    this.#arena = zstd.malloc(arenaBytes);
    if (this.#input && this.#structs && this.#arena) return;
    this.free();
    throw outOfMemory();
  }

  /** Size of the arena in bytes. */
  get arenaBytes(): number {
    return this.#arenaBytes;
  }

  /** Decoded bytes in the arena, from its start. */
  get filled(): number {
    return this.#filled;
  }

  /** Starts another stream with an empty arena. Uses at most `room` bytes of it. */
  start(room = this.#arenaBytes): void {
    // A context continues with another frame only after the end of one.
    if (!this.#atFrameStart) this.#freeContext();
    this.#atFrameStart = true;
    this.#rest = NO_BYTES;
    this.#filled = 0;
    this.#room = Math.min(room, this.#arenaBytes);
  }

  /** The first bytes of the arena, without a copy. Valid until the next call of the decoder. */
  view(length = this.#filled): Uint8Array<ArrayBuffer> {
    return this.#memory().subarray(this.#arena, this.#arena + length);
  }

  /** Empties the arena. The stream continues. */
  clear(): void {
    this.#filled = 0;
  }

  /** Appends bytes without decoding them. Throws a `RangeError` if they do not fit. */
  append(bytes: Uint8Array): void {
    if (bytes.length > this.#room - this.#filled) throw new RangeError('the arena is full');
    this.#memory().set(bytes, this.#arena + this.#filled);
    this.#filled += bytes.length;
  }

  /**
   * Decodes the next bytes of the stream into the arena. Pauses after every `INPUT_BYTES`, and whenever the arena is
   * full: the caller then clears it or gives up. Throws `zip/bad-data` or `zip/window-too-large`.
   */
  *push(chunk: Uint8Array): Generator<void, void, undefined> {
    const bytes = this.#rest.length > 0 ? concatBytes([this.#rest, chunk]) : chunk;
    this.#rest = NO_BYTES;
    for (let at = 0; at < bytes.length; ) {
      if (this.#atFrameStart) {
        const window = frameWindow(bytes.subarray(at, at + 18));
        if (window === undefined) {
          this.#rest = bytes.slice(at);
          return;
        }
        if (window > this.#maxWindow) throw windowTooLarge(window, this.#maxWindow);
      }
      const part = bytes.subarray(at, at + INPUT_BYTES);
      this.#feed(part);
      for (;;) {
        const used = this.#step();
        const full = this.#filled === this.#room;
        if (full) yield;
        // Another frame follows the end of one. Its header is checked first.
        if (this.#atFrameStart || (used === part.length && !full)) {
          at += used;
          break;
        }
      }
      yield;
    }
  }

  /** Decodes the next bytes of the stream, and lets messages in. Gives chunks in memory of their own. */
  async *decode(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
    for (const _ of this.push(chunk)) {
      // Millions of empty frames yield nothing, so the loop itself must pause.
      await this.#pace();
      if (this.#filled === 0) continue;
      yield this.view().slice();
      this.clear();
    }
  }

  /** Call it at the end of the stream. Throws `zip/bad-data` if the stream is incomplete. */
  finish(): void {
    if (this.#rest.length > 0 || !this.#atFrameStart) {
      throw new BadFileError('zip/bad-data', 'The zstd data is cut off.');
    }
  }

  /** Frees the memory. The decoder must not be used after that. */
  free(): void {
    const { free } = this.#zstd;
    this.#freeContext();
    // `free` accepts null pointers.
    free(this.#input);
    free(this.#structs);
    free(this.#arena);
  }

  #freeContext(): void {
    if (this.#context) this.#zstd.ZSTD_freeDCtx(this.#context);
    this.#context = 0;
  }

  /** All bytes of the memory as it is now. Renews the views if it has grown. */
  #memory(): Uint8Array<ArrayBuffer> {
    const { buffer } = this.#zstd.memory;
    if (this.#bytes.buffer !== buffer) {
      this.#bytes = new Uint8Array(buffer as ArrayBuffer);
      this.#words = new Uint32Array(buffer as ArrayBuffer);
    }
    return this.#bytes;
  }

  /**
   * Sets or gets a word of the structs by its index. Views use the byte order of the machine, which is little-endian as
   * in WebAssembly.
   */
  #word(index: number, value?: number): number {
    this.#memory();
    const at = this.#structs / 4 + index;
    if (value !== undefined) this.#words[at] = value;
    return this.#words[at] as number;
  }

  /** Sets the next input. The decoder must have used up the input before. */
  #feed(bytes: Uint8Array): void {
    this.#memory().set(bytes, this.#input);
    this.#word(0, this.#input);
    this.#word(1, bytes.length);
    this.#word(2, 0);
  }

  /** Decodes until the arena is full or the input is used up. Returns how many bytes of the input are used. */
  #step(): number {
    if (!this.#context) this.#context = this.#zstd.ZSTD_createDCtx();
    if (!this.#context) throw outOfMemory();
    this.#word(3, this.#arena);
    this.#word(4, this.#room);
    this.#word(5, this.#filled);
    // If this call fails, the context must not decode another stream.
    this.#atFrameStart = false;
    let result: number;
    try {
      result = this.#zstd.ZSTD_decompressStream(this.#context, this.#structs + OUT_BUFFER, this.#structs) >>> 0;
    } catch (error) {
      // A trap in the WebAssembly means damaged data, as an error code does.
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw new BadFileError('zip/bad-data', 'The zstd data is damaged.', { cause: error });
    }
    if (result > FIRST_ERROR) throw decodeError(2 ** 32 - result);
    this.#filled = this.#word(5);
    this.#atFrameStart = result === 0;
    return this.#word(2);
  }
}

/**
 * Decodes zstd (RFC 8878) one chunk at a time: any number of frames and skippable frames, one after the other. Checks
 * the window that each frame asks for before zstd sees the frame. Rejects with `zip/bad-data` or
 * `zip/window-too-large`.
 */
export async function* unzstd(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = await ZstdDecoder.create();
  try {
    for await (const chunk of input) yield* decoder.decode(chunk);
    decoder.finish();
  } finally {
    decoder.free();
  }
}
