import { NetworkError, TooLargeError } from '../../base/errors.ts';
import { BlobBuilder } from './blob-builder.ts';

/** Where the bytes of a linked file go while they are fetched. One for each try. */
export interface LinkSink {
  write(bytes: Uint8Array): Promise<void> | void;
  /** All bytes as a Blob. */
  finish(): Promise<Blob>;
  /** Leaves nothing behind. Never rejects. */
  drop(): Promise<void>;
}

/** Kept as a Blob of at most `limit` bytes; beyond, `source/too-large`. */
export function blobSink(limit: number): LinkSink {
  let builder: BlobBuilder | undefined = new BlobBuilder();
  return {
    write(bytes) {
      if (!builder) return;
      if (builder.size + bytes.length > limit) {
        const message =
          'The file is larger than what this page keeps. It can be checked, or downloaded from its address.';
        throw new TooLargeError('source/too-large', message, { limit });
      }
      builder.add(bytes);
    },
    async finish() {
      return (builder as BlobBuilder).finish('');
    },
    async drop() {
      builder = undefined;
    },
  };
}

/** Streams take their chunks as views of plain buffers. */
function plain(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : bytes.slice();
}

/**
 * Written to a file on the disk. Until `finish` the file has its old content: browsers write beside it. Rejects with
 * `source/save-failed`.
 */
export async function fileSink(file: FileSystemFileHandle): Promise<LinkSink> {
  const saved = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw new NetworkError('source/save-failed', `“${file.name}” could not be written.`, { cause });
    }
  };
  const stream = await saved(() => file.createWritable());
  return {
    write: (bytes) => saved(() => stream.write(plain(bytes))),
    finish: () =>
      saved(async () => {
        await stream.close();
        return file.getFile();
      }),
    async drop() {
      await stream.abort().catch(() => {});
    },
  };
}

/** A picker makes the chosen file at once; where nothing came, no empty one stays behind. */
export async function removeEmpty(file: FileSystemFileHandle & { remove?: () => Promise<void> }): Promise<void> {
  try {
    if ((await file.getFile()).size === 0) await file.remove?.();
  } catch {
    // It is gone already, or may not be looked at: then it stays as it is.
  }
}
