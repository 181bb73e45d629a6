import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configure, HttpRangeReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { type Asked, fileOf, type RemoteFile, RemoteServer, type Switches } from '../e2e/remote-server.ts';
import { makeSparse } from './data.ts';
import type { Sample } from './pages.ts';
import { inBinary, type Row, type Sizes } from './row.ts';
import type { Tab } from './tab.ts';

const OFFICIAL = fileURLToPath(new URL('../../shared/fixtures/official.carton', import.meta.url));
/** A carton of other authors if the fixtures are there; otherwise our own sample. */
const SMALL = existsSync(OFFICIAL) ? OFFICIAL : fileURLToPath(new URL('../public/sample.carton', import.meta.url));

/** The files that a card needs. Few cartons have LINKS. */
const CARD_FILES = ['carton.toml', 'MANIFEST', 'tensor_data/index.toml'];

const LATENCY_MS = 100;
/** 20 Mbit/s. */
const BYTES_PER_SECOND = 2_500_000;

/** The rows about remote packages: what a host is asked for until the page shows a package, and how long that takes. */
export function remoteRows(folder: string, { sparse }: Sizes): Row[] {
  const carton = join(folder, 'remote.carton');
  const makeLarge = () => makeSparse(carton, sparse);
  const large = `a ${inBinary(sparse)} carton`;
  const peer = 'zip.js `HttpRangeReader`: the directory and three files';
  const common = { needs: [], peerNeeds: [] } as const;
  /** Bytes that the page took in the last round. The peer takes as many in one request. */
  let taken = 0;
  const rows: Row[] = [
    {
      ...common,
      title: `Requests to the card of ${SMALL === OFFICIAL ? 'official.carton' : 'the sample'}`,
      peer,
      counts: 'requests',
      bar: { most: 3 },
      make() {},
      ours: async (tab) => (await opened(tab, SMALL)).requests,
      theirs: async () => (await byZipJs(SMALL)).requests,
    },
    {
      ...common,
      title: `Requests to the card of ${large}`,
      peer,
      counts: 'requests',
      bar: { most: 4 },
      make: makeLarge,
      ours: async (tab) => (await opened(tab, carton)).requests,
      theirs: async () => (await byZipJs(carton)).requests,
    },
    {
      ...common,
      title: `Bytes to the card of ${large}`,
      peer,
      counts: 'bytes',
      bar: { most: 160_000 },
      make: makeLarge,
      ours: async (tab) => (await opened(tab, carton)).bytes,
      theirs: async () => (await byZipJs(carton)).bytes,
    },
    {
      ...common,
      title: `From a URL to the card of ${large}, 100 ms and 20 Mbit/s away`,
      peer: 'one request for as many bytes',
      bar: { atMost: 4 },
      make: makeLarge,
      async ours(tab) {
        const { bytes, sample } = await opened(tab, carton, { latency: LATENCY_MS, rate: BYTES_PER_SECOND });
        taken = bytes.count ?? 0;
        return sample;
      },
      theirs: (tab) =>
        hosted(carton, { latency: LATENCY_MS, rate: BYTES_PER_SECOND }, ({ url }) => tab.range(url, taken || 100_000)),
    },
  ];
  return rows;
}

interface Host {
  url: string;
  asked(): readonly Asked[];
}

/** Serves a file of the disk from a host of its own while `use` runs. */
async function hosted<T>(path: string, switches: Switches, use: (host: Host) => Promise<T>): Promise<T> {
  const server = new RemoteServer();
  await server.start();
  const descriptor = openSync(path, 'r');
  const size = statSync(path).size;
  const file: RemoteFile =
    size < 16e6
      ? fileOf(readFileSync(path))
      : {
          size,
          read(start, end) {
            const bytes = new Uint8Array(end - start);
            if (readSync(descriptor, bytes, 0, bytes.length, start) !== bytes.length) throw new Error(`${path} is cut`);
            return bytes;
          },
        };
  try {
    return await use({
      url: server.put('/bench.carton', file, switches),
      asked: () => server.asked('/bench.carton'),
    });
  } finally {
    closeSync(descriptor);
    await server.stop();
  }
}

interface Took {
  sample: Sample;
  requests: Sample;
  bytes: Sample;
}

function took(sample: Sample, asked: readonly Asked[]): Took {
  const bytes = asked.reduce((sum, { sent }) => sum + sent, 0);
  return { sample, requests: { ...sample, count: asked.length }, bytes: { ...sample, count: bytes } };
}

/** Opens the file in the page. Counts the requests up to the moment the card is there; its pictures come later. */
function opened(tab: Tab, path: string, switches: Switches = {}): Promise<Took> {
  return hosted(path, switches, async ({ url, asked }) => {
    const { shownAt, ...sample } = await tab.remote(url);
    return took(
      sample,
      asked().filter(({ at }) => at <= shownAt),
    );
  });
}

function byZipJs(path: string): Promise<Took> {
  return hosted(path, {}, async ({ url, asked }) => {
    configure({ useWebWorkers: false });
    const begun = performance.now();
    const reader = new ZipReader(new HttpRangeReader(url));
    for (const entry of await reader.getEntries()) {
      // Without decoding: zip.js knows no zstd.
      if (!entry.directory && CARD_FILES.includes(entry.filename))
        await entry.getData(new Uint8ArrayWriter(), { passThrough: true });
    }
    await reader.close();
    return took({ seconds: (performance.now() - begun) / 1000 }, asked());
  });
}
