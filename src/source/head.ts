/** Bytes that tell what a file is. */
const HEAD_BYTES = 4096;

interface Readable {
  readonly size: number;
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>;
}

const heads = new WeakMap<Readable, Uint8Array>();

/** The first 4096 bytes of a file, or all of a shorter one. They are kept: opening reads what recognizing has read. */
export async function headOf(source: Readable, signal?: AbortSignal): Promise<Uint8Array> {
  const known = heads.get(source);
  if (known) return known;
  const bytes = await source.read(0, Math.min(source.size, HEAD_BYTES), signal);
  heads.set(source, bytes);
  return bytes;
}
