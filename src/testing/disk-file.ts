/** The state of a file on a fake disk. */
export interface Disk {
  /** Undefined after the file was removed. */
  content: Uint8Array<ArrayBuffer> | undefined;
  /** How often the file was opened for writing, written to, closed, and aborted. */
  opened: number;
  writes: number;
  closed: number;
  aborted: number;
  /** Called before each write, with the bytes. May change them, or throw. */
  onWrite(bytes: Uint8Array): void;
}

/** A fake file handle as a browser gives it. What is written becomes the content when the writer is closed. */
export function diskFile(
  name: string,
  content: Uint8Array<ArrayBuffer> = new Uint8Array(0),
  lastModified = 1,
): { disk: Disk; handle: FileSystemFileHandle } {
  const disk: Disk = { content, opened: 0, writes: 0, closed: 0, aborted: 0, onWrite() {} };
  const handle = {
    name,
    async getFile() {
      if (!disk.content) throw new DOMException('gone', 'NotFoundError');
      return new File([disk.content], name, { lastModified });
    },
    async createWritable() {
      disk.opened++;
      const parts: Uint8Array<ArrayBuffer>[] = [];
      return {
        async write(bytes: Uint8Array<ArrayBuffer>) {
          disk.writes++;
          disk.onWrite(bytes);
          parts.push(bytes.slice());
        },
        async close() {
          disk.closed++;
          disk.content = new Uint8Array(await new Blob(parts).arrayBuffer());
        },
        async abort() {
          disk.aborted++;
        },
      };
    },
    async remove() {
      disk.content = undefined;
    },
  };
  return { disk, handle: handle as unknown as FileSystemFileHandle };
}
