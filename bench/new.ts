import { linkSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inBinary, type Row } from './row.ts';
import { timeShell } from './tool.ts';

/** The row about a new carton. `paths` gives files of float32, `bytes` in all. */
export function newRows(folder: string, bytes: number, paths: () => Promise<readonly string[]>): Row[] {
  const made = join(folder, 'made');
  let files: string[] = [];
  return [
    {
      needs: [],
      title: `New carton of ${inBinary(bytes)} of float32 with zstd, until it is saved and shown`,
      peer: '`zstd -3` of each file',
      bytes,
      bar: { atLeast: 0.35 },
      peerNeeds: ['sh', 'zstd'],
      async make() {
        mkdirSync(made);
        files = (await paths()).map((path, at) => {
          const link = join(made, `weights_${at}.bin`);
          linkSync(path, link);
          return link;
        });
      },
      ours: (tab) => tab.make(made),
      theirs() {
        const seconds = timeShell('zstd -q -3 -f "$@"', files, []);
        for (const path of files) rmSync(`${path}.zst`);
        return { seconds };
      },
    },
  ];
}
