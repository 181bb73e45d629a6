/** Numbers of the zip format (APPNOTE 6.3.10), with the names that it gives them. */
export const SIGNATURE = {
  localHeader: 0x04034b50,
  centralHeader: 0x02014b50,
  digitalSignature: 0x05054b50,
  end: 0x06054b50,
  zip64End: 0x06064b50,
  zip64Locator: 0x07064b50,
  descriptor: 0x08074b50,
} as const;

/** Bytes of the fixed part of each record. */
export const LENGTH = {
  localHeader: 30,
  centralHeader: 46,
  end: 22,
  zip64End: 56,
  zip64Locator: 20,
  /** With or without its signature, and with sizes of 4 or 8 bytes. */
  descriptor: { least: 12, most: 24 },
} as const;

/** General purpose bits (4.4.4). */
export const FLAG = { encrypted: 0x1, descriptor: 0x8, strongEncryption: 0x40, utf8: 0x800, masked: 0x2000 } as const;

/** Compression methods that Boxcutter decodes (4.4.5). */
export const METHOD = { stored: 0, deflate: 8, zstd: 93 } as const;

/** Header IDs of extra fields (4.5.2, 4.6.1). */
export const EXTRA = { zip64: 0x0001, unicodePath: 0x7075 } as const;

/** Hosts whose external attributes hold a Unix mode in the upper half (4.4.2): Unix and macOS. */
export const UNIX_HOSTS: readonly number[] = [3, 19];

/** File types of a Unix mode. */
export const MODE = { type: 0xf000, symlink: 0xa000, folder: 0x4000 } as const;

/** Unix mode of a new file. */
export const FILE_MODE = 0o100644;

export const MAX_16 = 0xffff;
export const MAX_32 = 0xffffffff;

/**
 * What new entries state (4.4.2, 4.4.3): made by Unix in version 4.5 of the format, and the version that a reader
 * needs.
 */
export const VERSION = { madeBy: (3 << 8) | 45, stored: 10, deflate: 20, zip64: 45, zstd: 63 } as const;

/**
 * Midnight of 1980-01-01 in MS-DOS format (4.4.6). With a fixed date, a new entry has the same bytes whenever it is
 * written.
 */
export const FIRST_DATE = 0x0021;

/** Reads a 64-bit number. Not exact beyond 2^53, but no file is that long. */
export function getUint64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
}

/** Numbers one after the other, each with its length in bytes. Those of 8 bytes are safe integers. */
export function numbered(
  ...numbers: readonly (readonly [length: 2 | 4 | 8, value: number])[]
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(numbers.reduce((sum, [length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, value] of numbers) {
    if (length === 2) view.setUint16(at, value, true);
    else if (length === 4) view.setUint32(at, value, true);
    else setUint64(view, at, value);
    at += length;
  }
  return bytes;
}

/** Writes a 64-bit number, a safe integer. */
export function setUint64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 2 ** 32, true);
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
}
