/** What a file's bytes are known by, once all of them were read. */
export interface FileDigest {
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** As zip has it, unsigned. */
  readonly crc32: number;
}
