import type { Container } from '../../../archive/container.ts';
import { grouped } from '../../../base/amounts.ts';
import { TooLargeError } from '../../../base/errors.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { Fact } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { OpenPackage } from '../../format.ts';
import { MAX_SHARDS, type ModelFiles, modelFiles, openedModel, openShards, ShardTensors } from '../../shards.ts';
import { fileTensor } from '../../weight-file.ts';
import { boolBudget } from './bools.ts';
import { conversionOf } from './conversion.ts';
import { type HeaderFileTensor, openFile, type SafetensorsFile } from './header.ts';
import { MAX_HEADERS_BYTES, MAX_INDEX_BYTES, MAX_SEARCHED_FILES, MAX_TENSORS } from './limits.ts';
import { packageOf } from './package.ts';
import { isIndexName, parseShardIndex, type ShardIndex } from './shard-index.ts';
import '../../../model/findings.ts';

/** The name that transformers gives to an index. Of several in one folder, this one is opened. */
const USUAL_INDEX = 'model.safetensors.index.json';

/** The folder of an index and of the files that it names, or of the files of a model that has no index. */
export interface ShardFolder extends ModelFiles {
  /** The index and its path. Without one, the files that are the model. */
  index: { source: ByteSource; path: string } | readonly string[];
  /** Safetensors files beside the index, as far as they are known. */
  beside: readonly string[];
}

/** The folder of shards that a container is, or whose index it is. Undefined for anything else. */
export async function shardFolder(container: Container, signal?: AbortSignal): Promise<ShardFolder | undefined> {
  const { source, name } = container;
  if (source) {
    if (!isIndexName(name)) return undefined;
    return { ...modelFiles(container, undefined, name), index: { source, path: name }, beside: [] };
  }
  const archive = await container.archive(signal);
  const paths = archive?.entries.flatMap(({ path, unsafe }) => (unsafe ? [] : [path])) ?? [];
  const indexes = paths.filter(isIndexName).sort();
  const indexPath = indexes.find((path) => path === USUAL_INDEX) ?? indexes[0];
  const found = indexPath === undefined ? undefined : archive?.open(indexPath);
  const beside = paths.filter((path) => /^[^/]+\.safetensors$/i.test(path));
  const index = found && indexPath !== undefined ? { source: found, path: indexPath } : withoutIndex(paths, beside);
  return index && { ...modelFiles(container, archive, indexPath), index, beside };
}

/** What transformers calls the weights that are in one file. */
const USUAL_FILE = 'model.safetensors';

/** The files of a model in a folder without an index: shards, the usual file, or one beside its configuration. */
function withoutIndex(paths: readonly string[], beside: readonly string[]): readonly string[] | undefined {
  const sets = new Set(beside.map((path) => SHARD_NAME.exec(path)?.[1]));
  if (sets.size === 1 && !sets.has(undefined)) return [...beside].sort();
  if (beside.includes(USUAL_FILE)) return [USUAL_FILE];
  return paths.includes('config.json') && beside.length === 1 ? beside : undefined;
}

/** Names of files that hold a part of a model, as the libraries give them: `model-00001-of-00002.safetensors`. */
export const SHARD_NAME = /^(.*)-\d{5}-of-\d{5}\.safetensors$/i;

/**
 * Opens a model whose tensors are in several files, from its index and the headers of its shards. Of many on a host the
 * first are read, and the others by `readMore`. Rejects with `safetensors/index-too-large`, and as the index's source
 * does. A shard that cannot be read becomes a finding.
 *
 * @param all whether all shards of a host are read
 */
export async function openSharded(folder: ShardFolder, all: boolean, signal?: AbortSignal): Promise<OpenPackage> {
  const report = new Report();
  const index = await indexOf(folder, report, signal);
  const indexPath = 'path' in folder.index ? folder.index.path : '';
  const count = index.shards.length;
  const shards = await openFiles(folder, index.shards, all, signal);
  const { files, left } = shards;
  const rules = {
    inTwo: 'safetensors/in-two-shards',
    tooMany: 'safetensors/too-many-tensors',
    most: MAX_TENSORS,
    ...(indexPath !== '' && {
      index: { map: index.weightMap, unlisted: 'safetensors/not-in-index', wrong: 'safetensors/wrong-shard' } as const,
    }),
  } as const;
  const tensors: Tensors = new ShardTensors(files, rules, report);
  if (left === 0) {
    if (lostTensors(index, files, tensors).size > 0) await findLost(folder, index, tensors, files, signal);
    for (const [name, shard] of lostTensors(index, files, tensors)) {
      const message = `${quote(shard)} does not have the tensor ${quote(name)}, and neither does any other file.`;
      report.add('safetensors/tensor-lost', message, { path: indexPath, also: shard });
    }
    reportTotal(index, files, tensors.list, indexPath, report);
  } else {
    const message = grouped`The index names ${count} files on the host. ${count - left} of them were read.`;
    report.add('safetensors/shards-unread', message, { path: indexPath });
  }
  const pkg = {
    ...packageOf(tensors.list, factsOf(index, files), files.length > 0 || count === 0),
    // Of two files with one key, the first counts.
    conversion: conversionOf(files.flatMap(({ header }) => header.metadata.entries)),
    cannot: { edit: 'A model in several files cannot be edited as one. Open one of its files to edit its metadata.' },
  };
  const read = (tensor: HeaderFileTensor, file: SafetensorsFile) => fileTensor(tensor, file.source);
  const openAll = (moreSignal?: AbortSignal) => openSharded(folder, true, moreSignal);
  return openedModel(folder, shards, tensors, pkg, { count, report, read, openAll });
}

async function indexOf({ index }: ShardFolder, report: Report, signal?: AbortSignal): Promise<ShardIndex> {
  if (!('path' in index)) return { weightMap: new Map(), shards: index.slice(0, MAX_SHARDS), metadata: [] };
  const { source, path } = index;
  if (source.size > MAX_INDEX_BYTES) {
    const message = grouped`The index ${quote(path)} has ${source.size} bytes. Boxcutter reads at most ${MAX_INDEX_BYTES}.`;
    throw new TooLargeError('safetensors/index-too-large', message, { limit: MAX_INDEX_BYTES, actual: source.size });
  }
  return parseShardIndex(await source.read(0, source.size, signal), path, report);
}

type Tensors = ShardTensors<HeaderFileTensor, SafetensorsFile>;

/** Opens shards within the limits of one model. */
function openFiles(folder: ShardFolder, names: readonly string[], all: boolean, signal?: AbortSignal) {
  let headerBytes = 0;
  const bools = boolBudget();
  const leaves = (path: string, report: Report) => {
    if (headerBytes <= MAX_HEADERS_BYTES) return false;
    report.add('safetensors/too-many-shards', `${quote(path)} was not read: the headers are too long.`, { path });
    return true;
  };
  const open = async (source: ByteSource, name: string) => {
    const file = await openFile(source, name, signal, bools);
    headerBytes += file.headerBytes;
    return file;
  };
  return openShards(folder, names, { missing: 'safetensors/shard-missing', all, leaves, open }, signal);
}

/** The tensors of the index that no file has, with the files that should: of files that were read. */
function lostTensors(
  { weightMap }: ShardIndex,
  files: readonly SafetensorsFile[],
  { byName }: Tensors,
): ReadonlyMap<string, string> {
  const read = new Set(files.map(({ path }) => path));
  return new Map([...weightMap].filter(([name, shard]) => read.has(shard) && !byName.has(name)));
}

/** Looks for lost tensors in files beside the index that it does not name. Ignores their other tensors. */
async function findLost(
  folder: ShardFolder,
  index: ShardIndex,
  tensors: Tensors,
  files: readonly SafetensorsFile[],
  signal?: AbortSignal,
): Promise<void> {
  const named = new Set(index.shards);
  const others = folder.beside.filter((path) => !named.has(path)).slice(0, MAX_SEARCHED_FILES);
  for (const file of (await openFiles(folder, others, true, signal)).files) {
    const lost = lostTensors(index, files, tensors);
    for (const tensor of file.tensors) if (lost.has(tensor.info.name)) tensors.add(file, tensor);
  }
}

/** `total_size` is the bytes of the tensors (transformers) or of the files (mlx-lm). */
function reportTotal(
  { metadata, shards: names }: ShardIndex,
  files: readonly SafetensorsFile[],
  tensors: readonly HeaderFileTensor[],
  path: string,
  report: Report,
): void {
  const stated = metadata.find(({ key }) => key === 'total_size')?.value;
  if (stated === undefined || files.length < names.length) return;
  let data = 0n;
  for (const { checked } of tensors) {
    const { begin, end } = checked.entry;
    if (begin !== undefined && end !== undefined) data += end - begin;
  }
  const whole = files.reduce((sum, { source }) => sum + source.size, 0);
  // Some write it as a float: 2.4e+1.
  if ([String(data), String(whole)].includes(stated) || [Number(data), whole].includes(Number(stated))) return;
  const message = grouped`The index has a total_size of ${stated}, but the tensors have ${data} bytes and the files ${whole}.`;
  report.add('safetensors/total-size', message, { path });
}

/** Facts of the index, and of the metadata of all shards what differs. */
function factsOf({ shards: names, metadata }: ShardIndex, files: readonly SafetensorsFile[]): Fact[] {
  const seen = new Set<string>();
  const texts = files
    .flatMap(({ header }) => header.metadata.entries)
    .filter(({ key, value }) => {
      const id = JSON.stringify([key, value]);
      return !seen.has(id) && seen.add(id);
    });
  return [
    {
      label: 'Files',
      value: files.length === names.length ? String(names.length) : `${files.length} of ${names.length}`,
    },
    ...[...metadata, ...texts].map(({ key, value }): Fact => ({ label: key, stored: true, value })),
  ];
}
