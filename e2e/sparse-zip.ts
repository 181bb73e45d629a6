import { buildZip } from '../src/testing/builders/zip-builder.ts';
import type { RemoteFile } from './remote-server.ts';

/** A zip of stored files for a host: small ones with their text, and long ones that are zeros, which nobody holds. */
export function sparseZip(files: readonly ([string, string] | { name: string; zeros: number })[]): RemoteFile {
  const pieces: { at: number; bytes: Uint8Array }[] = [];
  let at = 0;
  const add = (bytes: Uint8Array) => {
    pieces.push({ at, bytes });
    at += bytes.length;
  };
  const directory: Uint8Array[] = [];
  for (const file of files) {
    const [name, data] = Array.isArray(file) ? file : [file.name, undefined];
    const built = Buffer.from(buildZip([{ name, data: data ?? '' }]));
    const start = built.readUInt32LE(built.length - 6);
    const [header, record] = [built.subarray(0, start), built.subarray(start, built.length - 22)];
    record.writeUInt32LE(at, 42);
    if (data === undefined) {
      const size = (file as { zeros: number }).zeros;
      for (const [where, offset] of [
        [header, 18],
        [header, 22],
        [record, 20],
        [record, 24],
      ] as const) {
        where.writeUInt32LE(size, offset);
      }
      add(header);
      at += size;
    } else add(header);
    directory.push(record);
  }
  const start = at;
  for (const record of directory) add(record);
  const size = at - start;
  // The directory starts below 4 GiB, so zip64 is not needed.
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(start, 16);
  add(end);
  const total = at;
  return {
    size: total,
    read(from, to) {
      const bytes = new Uint8Array(to - from);
      for (const piece of pieces) {
        const left = Math.max(from, piece.at);
        const right = Math.min(to, piece.at + piece.bytes.length);
        if (left < right) bytes.set(piece.bytes.subarray(left - piece.at, right - piece.at), left - from);
      }
      return bytes;
    },
  };
}
