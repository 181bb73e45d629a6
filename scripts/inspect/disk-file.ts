import { openAsBlob } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** Node counts the bytes of its own Blobs of files with 32 bits. */
const MAX_BLOB = 2 ** 32 - 1;

/** A file of the disk, or a part of it, of any size. Nothing is read until it is asked to. */
export async function diskFile(path: string, name: string): Promise<File> {
  const { size, mtimeMs } = await stat(path);
  if (size <= MAX_BLOB) return new File([await openAsBlob(path)], name);
  return new LargeFile(path, name, mtimeMs, 0, size);
}

/** A File that is read by ranges. Only its own methods give its bytes: it cannot be a part of another Blob. */
class LargeFile extends File {
  readonly #path: string;
  readonly #modified: number;
  readonly #start: number;
  readonly #end: number;

  constructor(path: string, name: string, modified: number, start: number, end: number) {
    super([], name, { lastModified: modified });
    this.#path = path;
    this.#modified = modified;
    this.#start = start;
    this.#end = end;
  }

  override get size(): number {
    return this.#end - this.#start;
  }

  override slice(start = 0, end = this.size): File {
    const at = (offset: number) =>
      this.#start + Math.min(this.size, Math.max(0, offset < 0 ? this.size + offset : offset));
    return new LargeFile(this.#path, this.name, this.#modified, at(start), Math.max(at(start), at(end)));
  }

  override stream(): ReturnType<File['stream']> {
    return Readable.toWeb(Readable.from(this.#chunks(), { objectMode: false })) as ReturnType<File['stream']>;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(this.size);
    let at = 0;
    for await (const chunk of this.#chunks()) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes.buffer;
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    if (this.size === 0) return;
    const file = await open(this.#path);
    try {
      if ((await file.stat()).mtimeMs !== this.#modified)
        throw new DOMException('The file was modified.', 'NotReadableError');
      yield* file.createReadStream({
        start: this.#start,
        end: this.#end - 1,
        highWaterMark: 2 ** 20,
        autoClose: false,
      });
    } finally {
      await file.close();
    }
  }
}
