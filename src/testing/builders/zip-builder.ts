import { deflateRawSync, crc32 as nodeCrc32 } from 'node:zlib';
import { concatBytes, encodeUtf8 } from '../../base/bytes.ts';

/** Fields of one entry. The default of each is the right value; a test may set a wrong one. */
export interface ZipFields {
  flags: number;
  method: number;
  crc32: number;
  storedSize: number;
  size: number;
}

export interface BuiltEntry extends Partial<ZipFields> {
  name: string | Uint8Array;
  /** The content. Compressed here if `method` is 8. For other methods, pass the compressed bytes as `stored`. */
  data?: string | Uint8Array;
  /** The bytes in the zip, if they are not what `data` gives. */
  stored?: Uint8Array;
  /** Upper byte of "version made by": 3 means Unix. */
  host?: number;
  /** Unix mode. */
  mode?: number;
  externalAttributes?: number;
  disk?: number;
  /** Offset of the local header, as the directory states it. */
  offset?: number;
  /** Extra fields of the directory record and of the local header. */
  extra?: Uint8Array;
  localExtra?: Uint8Array;
  comment?: Uint8Array;
  /** Puts the sizes and the CRC-32 after the data. */
  descriptor?: boolean;
  /** Stands there instead of the right descriptor. */
  descriptorBytes?: Uint8Array;
  /** Puts the sizes and the offset into a zip64 field. */
  zip64?: boolean;
  /** Values of the local header that differ from the directory. */
  local?: Partial<ZipFields> & { name?: string | Uint8Array; signature?: number };
  /** Writes neither local header nor data. */
  absent?: boolean;
}

export interface BuiltZip {
  prefix?: Uint8Array;
  /** Counts offsets from the end of `prefix`. */
  relative?: boolean;
  suffix?: Uint8Array;
  comment?: Uint8Array;
  zip64?: boolean;
  /** Values of the end record that differ from the right ones. */
  end?: { disk?: number; directoryDisk?: number; countHere?: number; count?: number; size?: number; offset?: number };
  /** Values of the zip64 end record that differ from the right ones. */
  end64?: { count?: number; size?: number; offset?: number };
  /** Bytes between the directory and its end record. */
  gap?: Uint8Array;
}

const bytesOf = (text: string | Uint8Array) => (typeof text === 'string' ? encodeUtf8(text) : text);

/** Little-endian numbers, each given as a count of bytes and a value. */
export function numbers(...fields: [bytes: number, value: number][]): Uint8Array {
  const out = new Uint8Array(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    let rest = value;
    for (let n = 0; n < bytes; n++) {
      out[at++] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  }
  return out;
}

/** An extra field. */
export function extraField(id: number, data: Uint8Array): Uint8Array {
  return concatBytes([numbers([2, id], [2, data.length]), data]);
}

/** An extra field of 64-bit numbers, as zip64 has. */
export function longField(id: number, ...values: number[]): Uint8Array {
  return extraField(id, concatBytes(values.map((value) => numbers([8, value]))));
}

/** CRC-32 by zlib of Node, which is independent of the code under test. */
export function trueCrc32(bytes: Uint8Array): number {
  return nodeCrc32(bytes);
}

/** Builds a zip, right or wrong, from its entries and options. */
export function buildZip(entries: readonly BuiltEntry[], zip: BuiltZip = {}): Uint8Array<ArrayBuffer> {
  const prefix = zip.prefix ?? new Uint8Array(0);
  const base = zip.relative ? prefix.length : 0;
  const parts: Uint8Array[] = [prefix];
  let at = prefix.length;
  const push = (bytes: Uint8Array) => {
    parts.push(bytes);
    at += bytes.length;
  };
  const records: Uint8Array[] = [];
  for (const entry of entries) {
    const name = bytesOf(entry.name);
    const data = bytesOf(entry.data ?? '');
    const method = entry.method ?? 0;
    const stored = entry.stored ?? (method === 8 ? new Uint8Array(deflateRawSync(data)) : data);
    const utf8 = name.some((byte) => byte > 127) ? 0x800 : 0;
    const fields: ZipFields = {
      flags: entry.flags ?? utf8 | (entry.descriptor ? 8 : 0),
      method,
      crc32: entry.crc32 ?? trueCrc32(data),
      storedSize: entry.storedSize ?? stored.length,
      size: entry.size ?? data.length,
    };
    const offset = entry.offset ?? at - base;
    if (!entry.absent) {
      const zeros = entry.descriptor ? { crc32: 0, storedSize: 0, size: 0 } : {};
      const local = { ...fields, ...zeros, ...entry.local };
      const localName = bytesOf(entry.local?.name ?? name);
      const long = entry.zip64 && !entry.descriptor;
      const extra = concatBytes([
        long ? longField(1, local.size, local.storedSize) : new Uint8Array(0),
        entry.localExtra ?? new Uint8Array(0),
      ]);
      push(
        numbers(
          [4, entry.local?.signature ?? 0x04034b50],
          [2, entry.zip64 ? 45 : 20],
          [2, local.flags],
          [2, local.method],
          [4, 0x5b746000],
          [4, local.crc32],
          [4, long ? 0xffffffff : local.storedSize],
          [4, long ? 0xffffffff : local.size],
          [2, localName.length],
          [2, extra.length],
        ),
      );
      push(localName);
      push(extra);
      push(stored);
      if (entry.descriptor) {
        const width = entry.zip64 ? 8 : 4;
        push(
          entry.descriptorBytes ??
            numbers([4, 0x08074b50], [4, fields.crc32], [width, fields.storedSize], [width, fields.size]),
        );
      }
    }
    const extra = concatBytes([
      entry.zip64 ? longField(1, fields.size, fields.storedSize, offset) : new Uint8Array(0),
      entry.extra ?? new Uint8Array(0),
    ]);
    const comment = entry.comment ?? new Uint8Array(0);
    const attributes = entry.externalAttributes ?? ((entry.mode ?? 0o100644) << 16) >>> 0;
    records.push(
      numbers(
        [4, 0x02014b50],
        [1, 20],
        [1, entry.host ?? 3],
        [2, entry.zip64 ? 45 : 20],
        [2, fields.flags],
        [2, fields.method],
        [4, 0x5b746000],
        [4, fields.crc32],
        [4, entry.zip64 ? 0xffffffff : fields.storedSize],
        [4, entry.zip64 ? 0xffffffff : fields.size],
        [2, name.length],
        [2, extra.length],
        [2, comment.length],
        [2, entry.disk ?? 0],
        [2, 0],
        [4, attributes],
        [4, entry.zip64 ? 0xffffffff : offset],
      ),
      name,
      extra,
      comment,
    );
  }
  const directory = concatBytes(records);
  const directoryOffset = at - base;
  push(directory);
  push(zip.gap ?? new Uint8Array(0));
  const comment = zip.comment ?? new Uint8Array(0);
  const count = entries.length;
  if (zip.zip64) {
    const end64 = { count, size: directory.length, offset: directoryOffset, ...zip.end64 };
    const record = at - base;
    push(
      numbers(
        [4, 0x06064b50],
        [8, 44],
        [2, 45],
        [2, 45],
        [4, 0],
        [4, 0],
        [8, end64.count],
        [8, end64.count],
        [8, end64.size],
        [8, end64.offset],
      ),
    );
    push(numbers([4, 0x07064b50], [4, 0], [8, record], [4, 1]));
  }
  const all = zip.zip64
    ? { count: 0xffff, size: 0xffffffff, offset: 0xffffffff }
    : { count, size: directory.length, offset: directoryOffset };
  const end = { disk: 0, directoryDisk: 0, ...all, ...zip.end };
  push(
    numbers(
      [4, 0x06054b50],
      [2, end.disk],
      [2, end.directoryDisk],
      [2, zip.end?.countHere ?? end.count],
      [2, end.count],
      [4, end.size],
      [4, end.offset],
      [2, comment.length],
    ),
  );
  push(comment);
  push(zip.suffix ?? new Uint8Array(0));
  return concatBytes(parts);
}
