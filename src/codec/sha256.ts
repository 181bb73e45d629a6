import { toHex } from '../base/bytes.ts';

/**
 * SHA-256 of bytes that are in memory, as 64 lower-case hexadecimal digits. By the browser, or where that is absent (a page over plain
 * http), by WebAssembly that is loaded then.
 */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle;
  if (subtle) return toHex(new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
  // Taken apart right here, so that the bundler leaves out the other thirty hashes.
  const { sha256: hash } = await import('hash-wasm');
  return hash(bytes);
}
