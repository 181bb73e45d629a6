/**
 * Writes a zip as the packer of cartons does: without directories, and with MANIFEST stored and last. The same files
 * always give the same bytes.
 */

import { deflateSync } from 'fflate';

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (CRC_TABLE[(value ^ byte) & 0xff] as number);
  return (value ^ 0xffffffff) >>> 0;
}

/** 1 January 1980, the first day that a zip can express. */
const DATE = 0x0021;
/** Made on Unix, by version 2.0 of the format. */
const MADE_BY = 0x0314;
const NEEDED = 20;
/** A regular file, rw-r--r--, where Unix keeps the mode. */
const ATTRIBUTES = 0o100644 * 0x10000;

/**
 * Writes files in the given order. Stores those named in `stored`, and deflates others if that makes them smaller.
 * Names must be ASCII.
 */
export function writeZip(files: readonly [name: string, bytes: Uint8Array][], stored: readonly string[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const deflated = stored.includes(name) ? bytes : deflateSync(bytes, { level: 9 });
    const method = deflated.length < bytes.length ? 8 : 0;
    const data = method === 8 ? deflated : bytes;
    // The fields of both headers: version, flags, method, time, date, CRC-32, both sizes, lengths of name and extra
    // field.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(NEEDED, 0);
    common.writeUInt16LE(method, 4);
    common.writeUInt16LE(DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]);

    const made = Buffer.alloc(2);
    made.writeUInt16LE(MADE_BY, 0);
    // Comment length, disk, internal and external attributes, offset.
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(ATTRIBUTES, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), made, common, tail, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const records = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(records.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, records, end]);
}
