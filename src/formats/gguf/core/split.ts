import type { Archive } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import type { PackageFile } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import { archiveFiles } from '../../archive-files.ts';
import { MAX_SHARDS } from './limits.ts';

/** How the files of a split model are named (`llama_split_path`): "model-00001-of-00003.gguf". */
const SHARD_NAME = /^(.*)-(\d{5})-of-(\d{5})(\.gguf)$/i;

/** What the name of one file of a split model says. */
export interface ShardName {
  prefix: string;
  /** From 1. */
  number: number;
  count: number;
  /** ".gguf" in some case. llama.cpp finds lower case alone. */
  extension: string;
}

/** Undefined for a name that is not that of a file of a split model, or of one with too many. */
export function shardName(name: string): ShardName | undefined {
  const [, prefix, number, count, extension = ''] = SHARD_NAME.exec(name) ?? [];
  if (prefix === undefined || name.includes('/')) return undefined;
  const found = { prefix, number: Number(number), count: Number(count), extension };
  return found.number >= 1 && found.number <= found.count && found.count <= MAX_SHARDS ? found : undefined;
}

/** The names of all files of a split model, in order. */
function namesOf({ prefix, count, extension }: ShardName): string[] {
  const digits = (value: number) => String(value).padStart(5, '0');
  return Array.from({ length: count }, (_, index) => `${prefix}-${digits(index + 1)}-of-${digits(count)}${extension}`);
}

/** The files of a split model, and where they are. */
export interface SplitModel {
  /** What the package is called. */
  name: string;
  /** All of them, in order. */
  names: readonly string[];
  /** The file that was opened. Undefined for a folder. */
  opened?: { name: string; source: ByteSource };
  /** Files are on a host: each costs requests. */
  isRemote: boolean;
  /** Undefined where there is no such file. */
  open(name: string, signal?: AbortSignal): Promise<ByteSource | undefined>;
  /** The package's files, as far as they are known. */
  files(shards: ReadonlyMap<string, ByteSource>): PackageFile[];
  /** Any of its files by path. */
  source(path: string, shards: ReadonlyMap<string, ByteSource>): ByteSource | undefined;
}

/** The split model that a container is, or that its file belongs to. Undefined for anything else. */
export async function splitModel(container: Container, signal?: AbortSignal): Promise<SplitModel | undefined> {
  const { source, name } = container;
  if (source) {
    const shard = shardName(name);
    return shard && shard.count > 1 ? besideFile(container, { name, source }, shard) : undefined;
  }
  const archive = await container.archive(signal);
  return archive && inFolder(archive);
}

/** A folder whose files of this format are those of one split model. */
function inFolder(archive: Archive): SplitModel | undefined {
  const paths = archive.entries.flatMap(({ path, unsafe }) => (!unsafe && /^[^/]+\.gguf$/i.test(path) ? [path] : []));
  const shards = paths.map(shardName);
  const [first] = shards;
  if (!first || shards.some((shard) => shard?.prefix !== first.prefix || shard.count !== first.count)) return undefined;
  const byNumber = new Map(paths.map((path, at) => [(shards[at] as ShardName).number, path]));
  // Two names of one file differ in case alone.
  if (byNumber.size < paths.length) return undefined;
  const names = namesOf(first).map((name, at) => byNumber.get(at + 1) ?? name);
  return {
    name: archive.name,
    names,
    isRemote: false,
    open: async (name) => archive.open(name),
    files: (found) =>
      archiveFiles(archive).map((file) => ({ ...file, role: found.has(file.path) ? 'model' : file.role })),
    source: (path) => archive.open(path),
  };
}

/** A file that was opened alone. The files beside it are opened by their names, where they can be. */
function besideFile(container: Container, opened: { name: string; source: ByteSource }, shard: ShardName): SplitModel {
  const { name, source } = opened;
  return {
    name,
    names: namesOf(shard),
    opened,
    isRemote: container.servedFrom !== undefined,
    open: async (wanted, signal) => (wanted === name ? source : (await container.sibling?.(wanted, signal))?.source),
    files: (found) =>
      Array.from(found, ([path, { size }]) => ({ path, size, role: 'model', hash: 'none', kind: 'file' })),
    source: (path, found) => found.get(path),
  };
}
