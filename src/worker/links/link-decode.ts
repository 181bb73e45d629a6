import { createSha256 } from '../../codec/sha256.ts';
import { unzstd } from '../../codec/zstd.ts';
import { chunksOf } from '../../source/stream.ts';

/** Of a zstd frame (RFC 8878, 3.1.1). */
const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd] as const;

/** Whether bytes begin as zstd does. */
export function beginsAsZstd(bytes: Uint8Array): boolean {
  return ZSTD_MAGIC.every((byte, at) => bytes[at] === byte);
}

export interface Decoded {
  /** 64 lower-case hexadecimal digits. */
  sha256: string;
  size: number;
}

/**
 * The hash of what bytes are once zstd is taken off them, found while they are read for something else. Some hosts send files in zstd
 * without saying so, and then no browser decodes them.
 */
export class DecodedHash {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #result: Promise<Decoded | undefined>;

  constructor() {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.#writer = writable.getWriter();
    this.#writer.closed.catch(() => {});
    // What is no zstd in the end is no failure: it is the other hash that counts then.
    this.#result = hashDecoded(readable).catch(() => undefined);
  }

  /** Settles once the bytes are taken, or will not be. */
  async write(bytes: Uint8Array): Promise<void> {
    await this.#writer.write(bytes).catch(() => {});
  }

  /** Undefined where the bytes were not zstd to their end. */
  async finish(): Promise<Decoded | undefined> {
    await this.#writer.close().catch(() => {});
    return this.#result;
  }

  /** Frees the decoder. */
  drop(): void {
    this.#writer.abort().catch(() => {});
  }
}

async function hashDecoded(stream: ReadableStream<Uint8Array>): Promise<Decoded> {
  const hash = await createSha256();
  let size = 0;
  for await (const chunk of unzstd(chunksOf(stream))) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest(), size };
}
