import { blobSink, type PrivateSink } from '../worker/saving/byte-sink.ts';

/**
 * Opens sinks in memory and records in `done` what happens to them, in order: `open <size>`, `drop`, and `release`.
 * After `release` stands the name of the private file, if the sink has one: `privateFile`, and of later sinks that name
 * with a number from 2 on.
 * @param limit bytes that a sink accepts
 */
export function watchedSinks({ limit = 1e9, privateFile }: { limit?: number; privateFile?: string } = {}) {
  const done: string[] = [];
  let count = 0;
  return {
    done,
    async openSink(size: number | undefined): Promise<PrivateSink> {
      done.push(`open ${size}`);
      count++;
      const name = privateFile !== undefined && count > 1 ? `${privateFile} ${count}` : privateFile;
      return {
        ...blobSink(limit),
        drop: async () => void done.push('drop'),
        privateFile: name,
        release: () => void done.push(name === undefined ? 'release' : `release ${name}`),
      };
    },
  };
}
