import { rangedSource } from './ranged.ts';
import type { ByteSource } from './source.ts';

/** A source of bytes in memory. Reads return copies that may be transferred. `bytes` must not change. */
export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return rangedSource(name, bytes.length, async (start, end) => bytes.slice(start, end));
}
