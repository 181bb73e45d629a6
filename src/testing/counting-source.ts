import type { ByteSource } from '../source/source.ts';

/** One range that was asked of a source. */
export interface Access {
  kind: 'read' | 'stream' | 'blob';
  start: number;
  end: number;
}

export interface CountingSource extends ByteSource {
  /** Every access, in order. */
  readonly accesses: Access[];
  /** Bytes asked for in all; a byte that was asked for twice counts twice. A Blob costs nothing until it is read. */
  readonly bytes: number;
  /** Whether any byte from `start` to `end` was asked for. */
  touched(start: number, end: number): boolean;
}

/** A source that records what is asked of it. Its Blobs are recorded as well, since what happens to them cannot be. */
export function countingSource(source: ByteSource): CountingSource {
  const accesses: Access[] = [];
  return {
    name: source.name,
    size: source.size,
    accesses,
    get bytes() {
      return accesses.reduce((sum, { kind, start, end }) => sum + (kind === 'blob' ? 0 : end - start), 0);
    },
    touched: (start, end) => accesses.some((access) => access.start < end && start < access.end),
    read(start, end, signal) {
      accesses.push({ kind: 'read', start, end });
      return source.read(start, end, signal);
    },
    stream(start, end, signal) {
      accesses.push({ kind: 'stream', start, end });
      return source.stream(start, end, signal);
    },
    blob(start, end) {
      const blob = source.blob?.(start, end);
      if (blob) accesses.push({ kind: 'blob', start, end });
      return blob;
    },
  };
}
