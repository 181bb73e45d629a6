import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CartonWriter, type Content, contentOfFiles } from './carton.ts';
import { compareRows } from './compare.ts';
import { deflateFiles, makeMany, makeSmall, makeSparse, makeWeights, shell, type Weights, ZSTD } from './data.ts';
import { editRows } from './edit.ts';
import { ggufRows } from './gguf.ts';
import { heatRows } from './heat.ts';
import { lineRows } from './line.ts';
import { newRows } from './new.ts';
import { ollamaRows } from './ollama.ts';
import { remoteRows } from './remote.ts';
import { inBinary, inNumbers, type Row, type Sizes } from './row.ts';
import { runRows } from './run.ts';
import type { Tab } from './tab.ts';
import { tarRows } from './tar.ts';
import { type Tools, timeShell } from './tool.ts';
import { weightRows } from './weights.ts';

const SAMPLE = fileURLToPath(new URL('../public/sample.carton', import.meta.url));

/** The rows in their order. The first row that needs the weights makes them. */
export function rows(folder: string, sizes: Sizes, tools: Tools): Row[] {
  const at = (name: string) => join(folder, name);
  let making: Promise<Weights> | undefined;
  const weights = () => {
    making ??= makeWeights(join(folder, '..'), sizes.weights);
    return making;
  };
  const { count, size } = sizes.weights;
  const carton = at('bench.carton');
  const verify = (tab: Tab) => tab.verify(carton);
  const sums = async () => (await weights()).contents.map(({ sha256 }) => sha256);

  return [
    {
      title: `Verify ${count} × ${inBinary(size)} of float32 weights, zstd`,
      peer: '`zstd -dc … | sha256sum`, entry by entry',
      bytes: count * size,
      bar: { atLeast: 1.2 },
      needs: ['sh', 'zstd'],
      peerNeeds: ['sh', 'zstd', 'sha256sum'],
      async make() {
        const { paths, contents } = await weights();
        const writer = new CartonWriter(carton);
        for (const [index, content] of contents.entries()) {
          const packed = at(`${index}.zst`);
          await shell(`${ZSTD} < "$1" > "$2"`, paths[index] as string, packed);
          writer.addFiles(`model/weights_${index}.bin`, 'zstd', content, [packed], statSync(packed).size);
        }
        writer.close();
      },
      ours: verify,
      theirs: async () => {
        const packed = Array.from({ length: count }, (_, index) => at(`${index}.zst`));
        return { seconds: timeShell('for file; do zstd -dcq "$file" | sha256sum; done', packed, await sums()) };
      },
    },
    {
      title: `Verify ${count} × ${inBinary(size)} of float32 weights, stored`,
      peer: '`sha256sum …`',
      bytes: count * size,
      bar: { atLeast: 1.2 },
      needs: [],
      peerNeeds: ['sh', 'sha256sum'],
      async make() {
        const { paths, contents } = await weights();
        const writer = new CartonWriter(carton);
        contents.forEach((content, index) => {
          writer.addFiles(`model/weights_${index}.bin`, 'stored', content, [paths[index] as string], content.size);
        });
        writer.close();
      },
      ours: verify,
      theirs: async () => ({ seconds: timeShell('sha256sum "$@"', (await weights()).paths, await sums()) }),
    },
    {
      ...oneFile(count * size, 'zstd', weights, at),
      peer: '`zstd -dc … | sha256sum`',
      bar: { atLeast: 0.8 },
      needs: ['sh', 'zstd'],
      peerNeeds: ['sh', 'zstd', 'sha256sum'],
      theirs: () => ({
        seconds: timeShell('zstd -dcq "$1" | sha256sum', [at('packed')], [readFileSync(at('sum'), 'latin1')]),
      }),
    },
    {
      ...oneFile(sizes.deflated, 'deflate', weights, at),
      peer: '`unzip -p … | sha256sum`',
      bar: { atLeast: 0.7 },
      needs: [],
      peerNeeds: ['sh', 'unzip', 'sha256sum'],
      theirs: () => ({
        seconds: timeShell(
          'unzip -p "$1" model/weights.bin | sha256sum',
          [carton],
          [readFileSync(at('sum'), 'latin1')],
        ),
      }),
    },
    ...(['zstd', 'deflate'] as const).map(
      (method): Row => ({
        title: `Verify ${inNumbers(sizes.small)} files of 2 KB, ${method}`,
        peer: method === 'zstd' ? "Python's `zipfile`, `zstandard` and `hashlib`" : "Python's `zipfile` and `hashlib`",
        bar: { atLeast: 0.5 },
        needs: method === 'zstd' ? ['sh', 'zstd'] : [],
        peerNeeds: [method === 'zstd' ? 'python3 with zstandard' : 'python3'],
        make: () => makeSmall(folder, carton, sizes.small, method),
        ours: verify,
        theirs: () => {
          const { whole, withoutStart } = tools.python('verify', carton, sizes.small + 2);
          return { seconds: whole, withoutStart };
        },
      }),
    ),
    {
      title: `Drop to first render: ${inBinary(sizes.sparse)} carton`,
      peer: 'the page itself with a carton of 1 MB',
      bar: { atMost: 1.5 },
      needs: [],
      peerNeeds: [],
      make() {
        makeSparse(carton, sizes.sparse);
        makeSparse(at('small.carton'), 1_000_000);
      },
      ours: (tab) => tab.drop(carton),
      theirs: (tab) => tab.drop(at('small.carton')),
    },
    {
      title: 'Going to a tab of the sample',
      peer: 'a tenth of a second, which people take for at once',
      bar: 'none',
      needs: [],
      peerNeeds: [],
      make() {},
      ours: (tab) => tab.tabs(SAMPLE),
      theirs: async () => ({ seconds: 0.1 }),
    },
    {
      title: `Directory of ${inNumbers(sizes.directory)} files`,
      peer: "Python's `zipfile`",
      bar: { atMost: 2 },
      needs: [],
      peerNeeds: ['python3'],
      make: () => makeMany(carton, sizes.directory),
      ours: (tab) => tab.directory(carton, sizes.directory + 3),
      theirs: () => ({ seconds: tools.python('open', carton, sizes.directory + 3).withoutStart }),
    },
    {
      title: `Drop to first render: ${inNumbers(sizes.directory)} files, MANIFEST and all`,
      peer: "the directory alone, by Python's `zipfile`",
      bar: 'none',
      needs: [],
      peerNeeds: ['python3'],
      make: () => makeMany(carton, sizes.directory),
      ours: (tab) => tab.drop(carton),
      theirs: () => ({ seconds: tools.python('open', carton, sizes.directory + 3).withoutStart }),
    },
    ...tarRows(folder, sizes, tools),
    ...ollamaRows(folder, sizes),
    ...ggufRows(folder, sizes, tools),
    ...remoteRows(folder, sizes),
    ...editRows(folder, sizes),
    ...newRows(folder, count * size, async () => (await weights()).paths),
    ...weightRows(folder, sizes, tools),
    ...compareRows(folder, sizes, tools),
    ...lineRows(folder, sizes),
    ...heatRows(folder, sizes),
    ...runRows(),
  ];
}

/**
 * A row about one file that holds the first bytes of the weights. Leaves its packed form in `packed` and its SHA-256 in
 * `sum`.
 */
function oneFile(
  bytes: number,
  method: 'zstd' | 'deflate',
  weights: () => Promise<Weights>,
  at: (name: string) => string,
): Pick<Row, 'title' | 'bytes' | 'make' | 'ours'> {
  const carton = at('bench.carton');
  return {
    title: `Verify one file of ${inBinary(bytes)} of float32 weights, ${method}`,
    bytes,
    async make() {
      const { paths, contents } = await weights();
      const parts = paths.slice(0, Math.ceil(bytes / (contents[0] as Content).size));
      const content = contentOfFiles(parts);
      if (method === 'zstd') {
        const packed = at('packed');
        await shell(`packed=$1; shift; cat "$@" | ${ZSTD} > "$packed"`, packed, ...parts);
      } else {
        await deflateFiles(parts, at('packed'));
      }
      writeFileSync(at('sum'), content.sha256);
      const writer = new CartonWriter(carton);
      writer.addFiles('model/weights.bin', method, content, [at('packed')], statSync(at('packed')).size);
      writer.close();
    },
    ours: (tab) => tab.verify(carton),
  };
}
