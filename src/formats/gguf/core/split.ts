import type { Archive } from '../../../archive/archive.ts';
import type { Container } from '../../../archive/container.ts';
import { MAX_SHARDS, type ModelFiles, modelFiles } from '../../shards.ts';

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
export interface SplitModel extends ModelFiles {
  /** All of them, in order. */
  names: readonly string[];
  /** The file that was opened. Undefined for a folder. */
  opened?: string;
}

/** The split model that a container is, or that its file belongs to. Undefined for anything else. */
export async function splitModel(container: Container, signal?: AbortSignal): Promise<SplitModel | undefined> {
  const { source, name } = container;
  if (!source) return inFolder(container, await container.archive(signal));
  const shard = shardName(name);
  if (!shard || shard.count === 1) return undefined;
  return { ...modelFiles(container, undefined), names: namesOf(shard), opened: name };
}

/** A folder whose files of this format are those of one split model. */
function inFolder(container: Container, folder: Archive | undefined): SplitModel | undefined {
  if (!folder) return undefined;
  const paths = folder.entries.flatMap(({ path, unsafe }) => (!unsafe && /^[^/]+\.gguf$/i.test(path) ? [path] : []));
  const shards = paths.map(shardName);
  const [first] = shards;
  if (!first || shards.some((shard) => shard?.prefix !== first.prefix || shard.count !== first.count)) return undefined;
  const byNumber = new Map(paths.map((path, at) => [(shards[at] as ShardName).number, path]));
  // Two names of one file differ in case alone.
  if (byNumber.size < paths.length) return undefined;
  const names = namesOf(first).map((name, at) => byNumber.get(at + 1) ?? name);
  return { ...modelFiles(container, folder), names };
}
