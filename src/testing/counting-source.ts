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
  /**
   * Sum of the lengths of all reads and streams. Bytes that were asked for twice count twice. A Blob costs nothing
   * until somebody reads it.
   */
  readonly bytes: number;
  /** Whether any byte of the range was asked for. */
  touched(start: number, end: number): boolean;
}

/** A source that records its accesses. It also records Blobs, because it cannot see who reads them. */
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
