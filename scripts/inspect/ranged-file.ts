import { Readable } from 'node:stream';

/** Gives bytes of a file from `start` up to, but not including, `end`, in parts. */
export type ReadRange = (start: number, end: number) => AsyncIterable<Uint8Array>;

/** A File that is read by ranges. Only its own methods give its bytes: it cannot be a part of another Blob. */
export class RangedFile extends File {
  readonly #read: ReadRange;
  readonly #start: number;
  readonly #end: number;

  constructor(read: ReadRange, end: number, name: string, lastModified?: number, start = 0) {
    super([], name, lastModified === undefined ? {} : { lastModified });
    this.#read = read;
    this.#start = start;
    this.#end = end;
  }

  override get size(): number {
    return this.#end - this.#start;
  }

  override slice(start = 0, end = this.size): File {
    const at = (offset: number) =>
      this.#start + Math.min(this.size, Math.max(0, offset < 0 ? this.size + offset : offset));
    return new RangedFile(this.#read, Math.max(at(start), at(end)), this.name, this.lastModified, at(start));
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
    if (this.size > 0) yield* this.#read(this.#start, this.#end);
  }
}
