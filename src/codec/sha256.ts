import { toHex } from '../base/bytes.ts';
import { createSimdSha256 } from './simd-sha256.ts';

function subtleOf(): SubtleCrypto | undefined {
  return (globalThis.crypto as Crypto | undefined)?.subtle;
}

/** Whether `crypto.subtle` exists, which is several times as fast as WebAssembly. Pages on plain http have none. */
export function hasSubtle(): boolean {
  return subtleOf() !== undefined;
}

/**
 * SHA-256 of bytes in memory, as 64 lower-case hexadecimal digits. Uses `crypto.subtle`, which copies the bytes.
 * Without it (a page on plain http), loads a WebAssembly hash.
 */
export async function sha256(bytes: Uint8Array): Promise<string> {
  return toHex(await sha256Bytes(bytes));
}

/** As `sha256`, as 32 bytes. */
export async function sha256Bytes(bytes: Uint8Array): Promise<Uint8Array> {
  const subtle = subtleOf();
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  const hash = await createSha256();
  hash.update(bytes);
  return hash.digestBytes();
}

/** A SHA-256 of bytes that arrive in parts. Runs in this thread. */
export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** 64 lower-case hexadecimal digits. Bytes that follow start a new hash. */
  digest(): string;
  /** As `digest`, as 32 bytes. They are valid until the next call. */
  digestBytes(): Uint8Array;
  /** As `digest`, of the bytes so far. Bytes that follow go on with the same hash. */
  soFar(): string;
}

/**
 * A hash in WebAssembly. One digest after the other needs no setup, which suits small files. A browser without vectors
 * loads one that takes half as long again.
 */
export async function createSha256(): Promise<Sha256> {
  return (await createSimdSha256()) ?? createScalarSha256();
}

/** The same from a library, for browsers without vectors. */
export async function createScalarSha256(): Promise<Sha256> {
  // Destructured here, so that the bundler leaves out the other thirty hashes.
  const { createSHA256 } = await import('hash-wasm');
  const hash = await createSHA256();
  hash.init();
  return {
    update: (bytes) => hash.update(bytes),
    digest() {
      const digits = hash.digest('hex');
      hash.init();
      return digits;
    },
    digestBytes() {
      const digest = hash.digest('binary');
      hash.init();
      return digest;
    },
    soFar() {
      const state = hash.save();
      const digits = hash.digest('hex');
      hash.init();
      hash.load(state);
      return digits;
    },
  };
}
