import { blobSink, type PrivateSink } from '../worker/saving/byte-sink.ts';

/**
 * Opens sinks in memory and records in `done` what happens to them, in order: `open <size>`, `drop`, and `release`.
 * After `release` stands the name of the private file, if the sink has one.
 * @param limit bytes that a sink accepts
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
