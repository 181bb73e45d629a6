import { HASH_BYTES, toHex } from '../base/bytes.ts';
import { BLOCK, CONSTANTS_AT, DATA_AT, DATA_BYTES, STATE_AT, sha256Module } from './sha256-module.ts';

/**
 * SHA-256 of bytes in memory, as 64 lower-case hexadecimal digits. Uses `crypto.subtle`, which copies the bytes and is
 * several times as fast as WebAssembly.
 */
export async function sha256(bytes: Uint8Array): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
}

/** A SHA-256 of bytes that arrive in parts. Runs in this thread. */
export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** 64 lower-case hexadecimal digits. Bytes that follow start a new hash. */
  digest(): string;
  /** As `digest`, of the bytes so far. Bytes that follow go on with the same hash. */
  soFar(): string;
}

/** The first 64 primes: the constants of the rounds are of their cube roots, the first state of eight square roots. */
const PRIMES = primes(64);

/** The words of the state of a hash that has taken nothing. */
const FIRST_STATE = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** Bytes at the end of the last block that hold the length in bits. */
const LENGTH_BYTES = 8;

let compiling: Promise<WebAssembly.Module> | undefined;
let compiled: WebAssembly.Module | undefined;

/** The WebAssembly, for another thread of this page: `adoptSha256`. Undefined until a hash was created. */
export function compiledSha256(): WebAssembly.Module | undefined {
  return compiled;
}

/** Takes the WebAssembly that another thread has compiled. This one then neither makes nor compiles it. */
export function adoptSha256(module: WebAssembly.Module): void {
  compiled = module;
  compiling ??= Promise.resolve(module);
}

/** A hash in WebAssembly. One digest after the other needs no setup, which suits small files. */
export async function createSha256(): Promise<Sha256> {
  compiling ??= WebAssembly.compile(sha256Module()).catch((error) => {
    // The next call tries again.
    compiling = undefined;
    throw error;
  });
  compiled = await compiling;
  return new WasmSha256(await WebAssembly.instantiate(compiled));
}

class WasmSha256 implements Sha256 {
  readonly #memory: Uint8Array;
  readonly #view: DataView;
  readonly #compress: (start: number, end: number) => void;
  /** Where a digest is written. */
  readonly #digest = new Uint8Array(HASH_BYTES);
  readonly #words = new DataView(this.#digest.buffer);
  /** Bytes that are in the memory and not in the state. Less than a block, except inside of `update`. */
  #waiting = 0;
  #length = 0;

  constructor({ exports }: WebAssembly.Instance) {
    const { buffer } = exports.memory as WebAssembly.Memory;
    this.#memory = new Uint8Array(buffer);
    this.#view = new DataView(buffer);
    this.#compress = exports.compress as (start: number, end: number) => void;
    for (const [index, prime] of PRIMES.entries())
      this.#view.setUint32(CONSTANTS_AT + 4 * index, fraction(Math.cbrt(prime)), true);
    this.#begin();
  }

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + DATA_BYTES - this.#waiting);
      this.#memory.set(part, DATA_AT + this.#waiting);
      this.#waiting += part.length;
      at += part.length;
      this.#takeBlocks();
    }
  }

  digest(): string {
    const digits = this.soFar();
    this.#begin();
    return digits;
  }

  /** Takes the padding into the state: a one, zeros, and the length (FIPS 180-4, section 5.1.1). Then undoes it. */
  soFar(): string {
    const state = this.#memory.slice(STATE_AT, STATE_AT + HASH_BYTES);
    const block = this.#memory.slice(DATA_AT, DATA_AT + this.#waiting);
    const end = DATA_AT + (this.#waiting + LENGTH_BYTES < BLOCK ? BLOCK : 2 * BLOCK);
    const start = DATA_AT + this.#waiting;
    this.#memory.fill(0, start, end);
    this.#memory[start] = 0x80;
    // The length in bits, as two words: a bigint for each of many small files takes longer.
    this.#view.setUint32(end - LENGTH_BYTES, Math.floor(this.#length / 2 ** 29));
    this.#view.setUint32(end - LENGTH_BYTES + 4, this.#length * 8);
    this.#compress(DATA_AT, end);
    for (let at = 0; at < HASH_BYTES; at += 4) this.#words.setUint32(at, this.#view.getUint32(STATE_AT + at, true));
    this.#memory.set(state, STATE_AT);
    this.#memory.set(block, DATA_AT);
    return toHex(this.#digest);
  }

  #begin(): void {
    for (const [index, word] of FIRST_STATE.entries()) this.#view.setUint32(STATE_AT + 4 * index, word, true);
    this.#waiting = 0;
    this.#length = 0;
  }

  /** Takes all whole blocks into the state. */
  #takeBlocks(): void {
    const whole = this.#waiting - (this.#waiting % BLOCK);
    if (whole === 0) return;
    this.#compress(DATA_AT, DATA_AT + whole);
    this.#memory.copyWithin(DATA_AT, DATA_AT + whole, DATA_AT + this.#waiting);
    this.#waiting -= whole;
  }
}

/** The first 32 bits behind the point. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let next = 2; found.length < count; next++) if (found.every((prime) => next % prime > 0)) found.push(next);
  return found;
}
