/**
 * The parts of the library that `zstd-encoder.ts` uses. Its own types call the members private that lead to the
 * WebAssembly.
 */
declare module '@hpcc-js/wasm-zstd' {
  /** One stream that is compressed. Pointers and sizes are those of the WebAssembly's memory. */
  export interface CompressionStream {
    reset(): void;
    setCompressionLevel(level: number): void;
    /** Takes all of the input. Returns how many bytes of output it wrote, or an error. */
    compressChunk(output: number, outputSize: number, input: number, inputSize: number): number;
    /** Ends the frame. Returns how many bytes of output it wrote, or an error. */
    compressEnd(output: number, outputSize: number): number;
    /** Takes all of the input. Returns how many bytes of output it wrote, or an error. */
    decompressChunk(output: number, outputSize: number, input: number, inputSize: number): number;
    delete(): void;
  }

  export interface ZstdClass {
    new (): CompressionStream;
    compressBound(size: number): number;
    CStreamOutSize(): number;
    isError(code: number): number;
    getErrorName(code: number): string;
  }

  export interface ZstdMemory {
    /** All of the memory. Another object once the memory has grown. */
    readonly HEAPU8: Uint8Array;
    _malloc(size: number): number;
    _free(pointer: number): void;
  }

  export class Zstd {
    static load(): Promise<Zstd>;
    readonly _zstdClass: ZstdClass;
    readonly _mainModule: { readonly _module: ZstdMemory };
  }
}
