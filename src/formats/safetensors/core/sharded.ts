import { throwIfAborted } from '../../../base/abort.ts';
import { grouped } from '../../../base/amounts.ts';
import { asBoxcutterError, TooLargeError } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { Fact } from '../../../model/package.ts';
import type { ByteSource } from '../../../source/source.ts';
import { tensorNamed } from '../../files-package.ts';
import type { OpenPackage } from '../../format.ts';
import { BoolBudget } from './bools.ts';
import { type FileTensor, fileTensor, openFile, type SafetensorsFile } from './file.ts';
import {
  MAX_HEADERS_BYTES,
  MAX_INDEX_BYTES,
  MAX_SEARCHED_FILES,
  MAX_TENSORS,
  MAX_UNASKED_SHARDS,
  SHARDS_AT_ONCE,
} from './limits.ts';
import { packageOf } from './package.ts';
import type { ShardFolder } from './shard-folder.ts';
import { parseShardIndex, type ShardIndex } from './shard-index.ts';
import '../../../model/findings.ts';

/** The shards of a model that were opened, and what was wrong with the others. */
interface Shards {
  files: readonly SafetensorsFile[];
  sources: ReadonlyMap<string, ByteSource>;
  report: Report;
}

/**
 * Opens a model whose tensors are in several files, from its index and the headers of its shards. Of more than
 * `MAX_UNASKED_SHARDS` on a host the first are read, and the others by `readMore`. Rejects with
 * `safetensors/index-too-large`, and as the index's source does. A shard that cannot be read becomes a finding.
 *
 * @param all whether all shards of a host are read
 */
export async function openSharded(folder: ShardFolder, all: boolean, signal?: AbortSignal): Promise<OpenPackage> {
  const { index: source, indexPath } = folder;
  if (source.size > MAX_INDEX_BYTES) {
    const message = grouped`The index ${quote(indexPath)} has ${source.size} bytes. Boxcutter reads at most ${MAX_INDEX_BYTES}.`;
    throw new TooLargeError('safetensors/index-too-large', message, { limit: MAX_INDEX_BYTES, actual: source.size });
  }
  const report = new Report();
  const index = parseShardIndex(await source.read(0, source.size, signal), indexPath, report);
  const wanted = folder.isRemote && !all ? index.shards.slice(0, MAX_UNASKED_SHARDS) : index.shards;
  const shards = await openShards(folder, wanted, signal);
  const tensors = new ShardTensors(index, shards.files, indexPath, report);
  const left = index.shards.length - wanted.length;
  if (left === 0) {
    if (tensors.lost(shards).size > 0) await findLost(folder, index, tensors, shards, signal);
    tensors.reportLost(shards);
    reportTotal(index, shards, tensors.list, indexPath, report);
  } else {
    const message = grouped`The index names ${index.shards.length} files on the host. ${wanted.length} of them were read.`;
    report.add('safetensors/shards-unread', message, { path: indexPath });
  }
  const files = folder.files(shards.sources);
  return {
    package: {
      ...packageOf(tensors.list, factsOf(index, shards), shards.files.length > 0 || index.shards.length === 0),
      name: folder.name,
      size: files.reduce((sum, { size = 0 }) => sum + size, 0),
      files,
      cannot: { edit: 'A model in several files cannot be edited as one. Open one of its files to edit its metadata.' },
      findings: mergeFindings(report.findings, shards.report.findings, ...shards.files.map(({ findings }) => findings)),
      more:
        left > 0
          ? {
              text: `${left} more files of the model are on the host`,
              action: `Read all ${index.shards.length} headers`,
            }
          : undefined,
    },
    // An index only lists the files beside it, so there is nothing else to look at.
    looked: 'file',
    source: (path) => folder.source(path, shards.sources),
    async tensor(name) {
      const { file, tensor } = tensorNamed(tensors.byName, name);
      return fileTensor(file, tensor);
    },
    readMore: left > 0 ? (moreSignal) => openSharded(folder, true, moreSignal) : undefined,
  };
}

/**
 * Looks for lost tensors in files beside the index that it does not name. Ignores their other tensors.
 */
async function findLost(
  folder: ShardFolder,
  { shards: names }: ShardIndex,
  tensors: ShardTensors,
  shards: Shards,
  signal?: AbortSignal,
): Promise<void> {
  const others = await openShards(folder, folder.others(names).slice(0, MAX_SEARCHED_FILES), signal);
  for (const file of others.files) {
    const lost = tensors.lost(shards);
    const found = file.tensors.filter(({ info }) => lost.has(info.name));
    for (const tensor of found) tensors.add(file, tensor);
  }
}

/** Opens shards, several at once, in any order. Those that cannot be read are reported. */
async function openShards(folder: ShardFolder, names: readonly string[], signal?: AbortSignal): Promise<Shards> {
  const report = new Report();
  const files: (SafetensorsFile | undefined)[] = [];
  const sources = new Map<string, ByteSource>();
  let next = 0;
  let headerBytes = 0;
  const bools = new BoolBudget();
  const work = async () => {
    for (let at = next++; at < names.length; at = next++) {
      throwIfAborted(signal);
      const name = names[at] as string;
      if (headerBytes > MAX_HEADERS_BYTES) {
        report.add('safetensors/too-many-shards', `${quote(name)} was not read: the headers are too long.`, {
          path: name,
        });
        continue;
      }
      try {
        const source = await folder.open(name, signal);
        if (!source)
          report.add('safetensors/shard-missing', `${quote(name)} is not next to the index.`, { path: name });
        else {
          sources.set(name, source);
          const file = await openFile(source, name, signal, bools);
          headerBytes += file.headerBytes;
          files[at] = file;
        }
      } catch (error) {
        const { tag, code, message } = asBoxcutterError(error);
        if (tag === 'cancelled' || tag === 'internal') throw error;
        report.add(code, message, { path: name });
      }
    }
  };
  await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, work));
  return { files: files.filter((file) => file !== undefined), sources, report };
}

/** The tensors of all shards, each name once: from the shard that the index names, else from the first that has it. */
class ShardTensors {
  readonly #index: ShardIndex;
  readonly #path: string;
  readonly #report: Report;
  readonly byName = new Map<string, { file: SafetensorsFile; tensor: FileTensor }>();

  constructor(index: ShardIndex, files: readonly SafetensorsFile[], path: string, report: Report) {
    this.#index = index;
    this.#path = path;
    this.#report = report;
    for (const file of files) for (const tensor of file.tensors) this.add(file, tensor);
  }

  get list(): readonly FileTensor[] {
    return Array.from(this.byName.values(), ({ tensor }) => tensor);
  }

  /** Adds a tensor of a file, and reports where the index says something else. */
  add(file: SafetensorsFile, tensor: FileTensor): void {
    const { name } = tensor.info;
    const named = this.#index.weightMap.get(name);
    const known = this.byName.get(name);
    const place = { path: file.path };
    if (known) {
      const message = `The tensor ${quote(name)} is in ${quote(known.file.path)} and in ${quote(file.path)}.`;
      this.#report.add('safetensors/in-two-shards', message, place);
    } else if (named === undefined) {
      this.#report.add('safetensors/not-in-index', `The index does not list the tensor ${quote(name)}.`, place);
    } else if (named !== file.path) {
      const message = `The tensor ${quote(name)} is in ${quote(file.path)}, but the index says ${quote(named)}.`;
      this.#report.add('safetensors/wrong-shard', message, place);
    }
    if (known ? named === file.path : this.byName.size < MAX_TENSORS) this.byName.set(name, { file, tensor });
    else if (!known)
      this.#report.add('safetensors/too-many-tensors', `The tensor ${quote(name)} is not listed.`, place);
  }

  /** The tensors of the index that no file has, with the files that should: of files that were read. */
  lost({ files }: Shards): ReadonlyMap<string, string> {
    const read = new Set(files.map(({ path }) => path));
    return new Map([...this.#index.weightMap].filter(([name, shard]) => read.has(shard) && !this.byName.has(name)));
  }

  reportLost(shards: Shards): void {
    for (const [name, shard] of this.lost(shards)) {
      const message = `${quote(shard)} does not have the tensor ${quote(name)}, and neither does any other file.`;
      this.#report.add('safetensors/tensor-lost', message, { path: this.#path, also: shard });
    }
  }
}

/** `total_size` is the bytes of the tensors (transformers) or of the files (mlx-lm). */
function reportTotal(
  { metadata, shards: names }: ShardIndex,
  { files }: Shards,
  tensors: readonly FileTensor[],
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
function factsOf({ shards: names, metadata }: ShardIndex, { files }: Shards): Fact[] {
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
