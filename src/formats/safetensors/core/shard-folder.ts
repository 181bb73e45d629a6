import type { Archive } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import type { PackageFile } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import { archiveFiles } from '../../archive-files.ts';
import { isIndexName } from './shard-index.ts';

/** The name that transformers gives to an index. Of several in one folder, this one is opened. */
const USUAL_INDEX = 'model.safetensors.index.json';

/** The folder of an index and of the files that it names. */
export interface ShardFolder {
  name: string;
  index: ByteSource;
  /** The path of the index. */
  indexPath: string;
  /** Other safetensors files beside the index, as far as they are known. */
  others(shards: readonly string[]): readonly string[];
  /** Files are on a host: each costs requests. */
  isRemote: boolean;
  /** The file of this name beside the index. Undefined if there is no such file. */
  open(name: string, signal?: AbortSignal): Promise<ByteSource | undefined>;
  /** Its files as far as they are known, with those shards that were opened. */
  files(shards: ReadonlyMap<string, ByteSource>): PackageFile[];
  /** Any of its files by path. */
  source(path: string, shards: ReadonlyMap<string, ByteSource>): ByteSource | undefined;
}

/** The folder of shards that a container is, or whose index it is. Undefined for anything else. */
export async function shardFolder(container: Container, signal?: AbortSignal): Promise<ShardFolder | undefined> {
  const { source, name } = container;
  if (source) return isIndexName(name) ? besideIndex(container, source) : undefined;
  const archive = await container.archive(signal);
  return archive && inFolder(archive);
}

/** A folder on this machine. */
function inFolder(archive: Archive): ShardFolder | undefined {
  const names = archive.entries.flatMap(({ path, unsafe }) => (!unsafe && isIndexName(path) ? [path] : []));
  const indexPath = names.find((name) => name === USUAL_INDEX) ?? names.sort()[0];
  const index = indexPath === undefined ? undefined : archive.open(indexPath);
  if (indexPath === undefined || !index) return undefined;
  return {
    name: archive.name,
    index,
    indexPath,
    others(shards) {
      const named = new Set(shards);
      return archive.entries.flatMap(({ path, unsafe }) =>
        !unsafe && /^[^/]+\.safetensors$/i.test(path) && !named.has(path) ? [path] : [],
      );
    },
    isRemote: false,
    open: async (name) => archive.open(name),
    files: (shards) => archiveFiles(archive).map((file) => ({ ...file, role: roleOf(file.path, indexPath, shards) })),
    source: (path) => archive.open(path),
  };
}

/** An index that was opened alone. The files beside it are opened by their names, where they can be. */
function besideIndex(container: Container, index: ByteSource): ShardFolder {
  const { name } = container;
  return {
    name,
    index,
    indexPath: name,
    others: () => [],
    isRemote: container.servedFrom !== undefined,
    open: async (shard, signal) => (await container.sibling?.(shard, signal))?.source,
    files: (shards) =>
      [[name, index] as const, ...shards].map(([path, { size }]) => ({
        path,
        size,
        role: roleOf(path, name, shards),
        hash: 'none',
        kind: 'file',
      })),
    source: (path, shards) => (path === name ? index : shards.get(path)),
  };
}

function roleOf(path: string, indexPath: string, shards: ReadonlyMap<string, ByteSource>): PackageFile['role'] {
  return path === indexPath ? 'metadata' : shards.has(path) ? 'model' : 'other';
}
