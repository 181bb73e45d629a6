import { toHex } from '../base/bytes.ts';

function subtleOf(): SubtleCrypto | undefined {
  return (globalThis.crypto as Crypto | undefined)?.subtle;
}

/** Whether there is `crypto.subtle`, several times as fast as WebAssembly. A page over plain http has none. */
export function hasSubtle(): boolean {
  return subtleOf() !== undefined;
}

/**
 * SHA-256 of bytes that are in memory, as 64 lower-case hexadecimal digits. By the browser, which copies them first, or where that is
 * absent (a page over plain http), by WebAssembly that is loaded then.
 */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const subtle = subtleOf();
  if (subtle) return toHex(new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
  const hash = await createSha256();
  hash.update(bytes);
  return hash.digest();
}

/** SHA-256 of bytes that come one part after the other, in this thread. */
export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** 64 lower-case hexadecimal digits. What follows is hashed anew. */
  digest(): string;
}

/** A hash in WebAssembly, loaded when it is first asked for. Nothing is set up between one digest and the next: fit for small files. */
export async function createSha256(): Promise<Sha256> {
  // Taken apart right here, so that the bundler leaves out the other thirty hashes.
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
  };
}
