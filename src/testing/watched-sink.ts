import { blobSink, type PrivateSink } from '../worker/saving/byte-sink.ts';

/**
 * Opens sinks in memory and notes in `done` what becomes of them, in order: `open <size>`, `drop`, and `release` with
 * the name of the private file that they stand for, if there is one.
 *
 * @param limit what a sink takes, in bytes
 */
export function watchedSinks({ limit = 1e9, privateFile }: { limit?: number; privateFile?: string } = {}) {
  const done: string[] = [];
  return {
    done,
    async openSink(size: number | undefined): Promise<PrivateSink> {
      done.push(`open ${size}`);
      return {
        ...blobSink(limit),
        drop: async () => void done.push('drop'),
        privateFile,
        release: () => void done.push(privateFile === undefined ? 'release' : `release ${privateFile}`),
      };
    },
  };
}
