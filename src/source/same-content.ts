import type { ByteSource } from './source.ts';

/** Bytes of each file that are read at once. */
const PIECE_BYTES = 4 * 1024 * 1024;

export interface SameContentOptions {
  signal?: AbortSignal | undefined;
  /** Bytes of one file that were compared. */
  onBytes?: ((done: number) => void) | undefined;
}

/**
 * Whether two files have the same bytes. Reads both from the start up to the first difference. Rejects as reading does.
 */
export async function sameContent(a: ByteSource, b: ByteSource, options: SameContentOptions = {}): Promise<boolean> {
  const { signal, onBytes } = options;
  if (a.size !== b.size) return false;
  for (let start = 0; start < a.size; start += PIECE_BYTES) {
    const end = Math.min(start + PIECE_BYTES, a.size);
    const [one, other] = await Promise.all([a.read(start, end, signal), b.read(start, end, signal)]);
    if (!sameBytes(one, other)) return false;
    onBytes?.(end);
  }
  return true;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
