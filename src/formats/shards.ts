import type { Archive } from '../archive/archive.ts';
import type { Container } from '../archive/container.ts';
import { throwIfAborted } from '../base/abort.ts';
import { asBoxcutterError } from '../base/errors.ts';
import { type Finding, type FindingCode, mergeFindings } from '../base/findings.ts';
import { Report } from '../base/report.ts';
import { quote } from '../base/text.ts';
import type { Package, PackageFile } from '../model/package.ts';
import type { ByteSource } from '../source/source.ts';
import type { TensorReader } from '../tensor/values.ts';
import { archiveFiles } from './archive-files.ts';
import { tensorNamed } from './files-package.ts';
import type { OpenPackage } from './format.ts';
import type { FileTensor } from './weight-file.ts';

/** Models whose tensors are in several files: shards. */

/** Shards of one model. The largest real models have two hundred. */
export const MAX_SHARDS = 1_000;

/** Shards on a host that are read without asking. Each takes two or three requests. */
export const MAX_UNASKED_SHARDS = 8;

/** Shards whose headers are read at once: as many as there may be requests (`MAX_HTTP_REQUESTS`). */
const SHARDS_AT_ONCE = 6;

/** The files of a model, and where they are. */
export interface ModelFiles {
  /** What the package is called. */
  name: string;
  /** Files are on a host: each costs requests. */
  isRemote: boolean;
  /** Undefined where there is no such file. */
  open(name: string, signal?: AbortSignal): Promise<ByteSource | undefined>;
  /** The package's files, as far as they are known. */
  files(shards: ReadonlyMap<string, ByteSource>): PackageFile[];
  /** Any of its files by path. */
  source(path: string, shards: ReadonlyMap<string, ByteSource>): ByteSource | undefined;
}

/**
 * The files of a folder, or the one that was opened alone and those beside it, which are opened by their names where
 * they can be.
 *
 * @param index the path of the file that lists the shards
 */
export function modelFiles(container: Container, folder: Archive | undefined, index?: string): ModelFiles {
  const { name, source: opened } = container;
  const roleOf = (path: string, shards: ReadonlyMap<string, ByteSource>): PackageFile['role'] =>
    path === index ? 'metadata' : shards.has(path) ? 'model' : 'other';
  const source: ModelFiles['source'] = (path, shards) =>
    folder ? folder.open(path) : path === name ? opened : shards.get(path);
  const fileOf = ([path, { size }]: readonly [string, ByteSource]): PackageFile => {
    return { path, size, role: 'other', hash: 'none', kind: 'file' };
  };
  return {
    name: folder?.name ?? name,
    isRemote: !folder && container.servedFrom !== undefined,
    async open(path, signal) {
      return source(path, new Map()) ?? (folder ? undefined : (await container.sibling?.(path, signal))?.source);
    },
    files(shards) {
      const known = [...(index !== undefined && opened ? [[index, opened] as const] : []), ...shards];
      const files = folder ? archiveFiles(folder) : known.map(fileOf);
      return files.map((file) => ({ ...file, role: roleOf(file.path, shards) }));
    },
    source,
  };
}

/** A shard whose header was read. */
interface Shard<T extends FileTensor> {
  path: string;
  tensors: readonly T[];
  findings: readonly Finding[];
}

/** The shards of a model that were opened, in order, and what was wrong with the others. */
export interface Shards<S> {
  files: readonly S[];
  sources: ReadonlyMap<string, ByteSource>;
  /** Shards on a host that are left until somebody asks for them. */
  left: number;
  report: Report;
}

interface ShardOptions<S> {
  /** The code for a shard that is not there. */
  missing: FindingCode;
  /** Whether all shards of a host are read, or the first `MAX_UNASKED_SHARDS`. */
  all: boolean;
  /** The shard that was opened. It must not be left because of the others, and its errors are thrown. */
  opened?: string | undefined;
  /** Whether a shard is left, because the headers of those before are so long. May report it. */
  leaves(name: string, report: Report): boolean;
  open(source: ByteSource, name: string): Promise<S>;
}

/** Opens shards, several at once. Those that cannot be read are reported. */
export async function openShards<S>(
  model: ModelFiles,
  names: readonly string[],
  { missing, all, opened, leaves, open }: ShardOptions<S>,
  signal?: AbortSignal,
): Promise<Shards<S>> {
  const report = new Report();
  const files: (S | undefined)[] = [];
  const found: (readonly [string, ByteSource])[] = [];
  const isWanted = (name: string, at: number) => all || !model.isRemote || at < MAX_UNASKED_SHARDS || name === opened;
  const waiting = [...names.entries()].filter(([at, name]) => isWanted(name, at));
  const left = names.length - waiting.length;
  waiting.sort(([, a], [, b]) => Number(b === opened) - Number(a === opened));
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      throwIfAborted(signal);
      const [at, name] = next;
      if (leaves(name, report)) continue;
      try {
        const source = await model.open(name, signal);
        if (source) {
          found[at] = [name, source];
          files[at] = await open(source, name);
        } else report.add(missing, `${quote(name)} is missing.`, { path: name });
      } catch (error) {
        const { tag, code, message } = asBoxcutterError(error);
        if (tag === 'cancelled' || tag === 'internal' || name === opened) throw error;
        report.add(code, message, { path: name });
      }
    }
  };
  await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, work));
  // Both lists have holes.
  return { files: files.flatMap((file) => file ?? []), sources: new Map(found.flat(0)), left, report };
}

/** What a format says of tensors of shards. */
interface ShardRules {
  /** Codes for a tensor in two shards, and for one beyond the `most` that are kept. */
  inTwo: FindingCode;
  tooMany: FindingCode;
  most: number;
  /** The shard of each tensor, where an index says so, and codes for a tensor that it does not list or has elsewhere. */
  index?: { map: ReadonlyMap<string, string>; unlisted: FindingCode; wrong: FindingCode };
}

/** The tensors of all shards, each name once: from the shard that the index names, else from the first that has it. */
export class ShardTensors<T extends FileTensor, S extends Shard<T>> {
  readonly byName = new Map<string, { file: S; tensor: T }>();
  readonly #rules: ShardRules;
  readonly #report: Report;

  constructor(files: readonly S[], rules: ShardRules, report: Report) {
    this.#rules = rules;
    this.#report = report;
    for (const file of files) for (const tensor of file.tensors) this.add(file, tensor);
  }

  get list(): readonly T[] {
    return Array.from(this.byName.values(), ({ tensor }) => tensor);
  }

  /** Adds a tensor of a file, and reports where it is elsewhere too, or the index says something else. */
  add(file: S, tensor: T): void {
    const { inTwo, tooMany, most, index } = this.#rules;
    const { name } = tensor.info;
    const named = index?.map.get(name);
    const known = this.byName.get(name);
    const report = (code: FindingCode, message: string) => this.#report.add(code, message, { path: file.path });
    if (known) report(inTwo, `The tensor ${quote(name)} is in ${quote(known.file.path)} and in ${quote(file.path)}.`);
    else if (index && named === undefined) {
      report(index.unlisted, `The index does not list the tensor ${quote(name)}.`);
    } else if (index && named !== undefined && named !== file.path) {
      report(index.wrong, `The tensor ${quote(name)} is in ${quote(file.path)}, but the index says ${quote(named)}.`);
    }
    if (known ? named === file.path : this.byName.size < most) this.byName.set(name, { file, tensor });
    else if (!known) report(tooMany, `The tensor ${quote(name)} is not listed.`);
  }
}

/** What the opened model has, whatever its format. */
export function openedModel<T extends FileTensor, S extends Shard<T>>(
  model: ModelFiles,
  { files: shards, sources, left, report: ofShards }: Shards<S>,
  { byName }: ShardTensors<T, S>,
  pkg: Omit<Package, 'name' | 'size' | 'files' | 'findings'>,
  {
    count,
    report,
    read,
    openAll,
  }: {
    /** Shards of the model. */
    count: number;
    report: Report;
    read(tensor: T, file: S): TensorReader;
    openAll(signal?: AbortSignal): Promise<OpenPackage>;
  },
): OpenPackage {
  const files = model.files(sources);
  return {
    package: {
      ...pkg,
      name: model.name,
      size: files.reduce((sum, { size = 0 }) => sum + size, 0),
      files,
      findings: mergeFindings(report.findings, ofShards.findings, ...shards.map(({ findings }) => findings)),
      more:
        left > 0
          ? { text: `${left} more files of the model are on the host`, action: `Read all ${count} headers` }
          : undefined,
    },
    // An index only lists the files beside it, so there is nothing else to look at.
    looked: 'file',
    source: (path) => model.source(path, sources),
    async tensor(name) {
      const { file, tensor } = tensorNamed(byName, name);
      return read(tensor, file);
    },
    readMore: left > 0 ? openAll : undefined,
  };
}
