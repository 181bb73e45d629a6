import { throwIfAborted } from '../../../base/abort.ts';
import { grouped } from '../../../base/amounts.ts';
import { asBoxcutterError, BadFileError } from '../../../base/errors.ts';
import { mergeFindings } from '../../../base/findings.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { OpenPackage } from '../../format.ts';
import { HeaderValues } from './facts.ts';
import { type FileTensor, fileTensor, type GgufFile, openFile } from './file.ts';
import { HeaderBudget } from './header/budget.ts';
import { checkBlocks } from './header/check.ts';
import { MAX_TENSORS, MAX_UNASKED_SHARDS, SHARDS_AT_ONCE } from './limits.ts';
import { packageOf } from './package.ts';
import { type SplitModel, shardName } from './split.ts';

/** The files of a split model that were opened, and what was wrong with the others. */
interface Shards {
  /** In order. */
  files: readonly GgufFile[];
  sources: ReadonlyMap<string, ByteSource>;
  /** Files whose headers were left because of those of the others. */
  unread: number;
  report: Report;
}

/**
 * Opens a model that is split into several files, from the headers of all of them. Of more than `MAX_UNASKED_SHARDS` on
 * a host the first are read, and the others by `readMore`. A file that cannot be read becomes a finding. Rejects where
 * the one that was opened cannot be read, or none can.
 *
 * @param all whether all files of a host are read
 */
export async function openSplit(model: SplitModel, all: boolean, signal?: AbortSignal): Promise<OpenPackage> {
  const { names, opened } = model;
  const isCut = model.isRemote && !all && names.length > MAX_UNASKED_SHARDS;
  const first = names.slice(0, MAX_UNASKED_SHARDS);
  const wanted = isCut ? (opened && !first.includes(opened.name) ? [...first, opened.name] : first) : names;
  const shards = await openShards(model, wanted, signal);
  const [head] = shards.files;
  if (!head) throw new BadFileError('gguf/shard-missing', 'No file of the split model could be read.');
  const report = new Report();
  const tensors = new SplitTensors(report);
  for (const file of shards.files) {
    checkShard(file, names.length, report);
    tensors.add(file);
  }
  const left = names.length - wanted.length;
  if (left > 0) {
    const message = grouped`The model has ${names.length} files on the host. ${wanted.length} of them were read.`;
    report.add('gguf/shards-unread', message);
  } else if (shards.unread > 0) {
    const message = grouped`The model has ${names.length} files. The headers of ${shards.unread} were not read, because the others are so long.`;
    report.add('gguf/shards-unread', message);
  } else checkWhole(shards.files, names.length, tensors.list, report);
  const files = model.files(shards.sources);
  return {
    package: {
      ...packageOf(head, shards.files, tensors.list, names.length),
      name: model.name,
      size: files.reduce((sum, { size = 0 }) => sum + size, 0),
      files,
      cannot: { edit: SPLIT_SENTENCE, save: SPLIT_SENTENCE },
      findings: mergeFindings(report.findings, shards.report.findings, ...shards.files.map(({ findings }) => findings)),
      ...(left > 0
        ? {
            more: {
              text: `${left} more files of the model are on the host`,
              action: `Read all ${names.length} headers`,
            },
          }
        : {}),
    },
    looked: 'file',
    source: (path) => model.source(path, shards.sources),
    async tensor(name) {
      const found = tensors.get(name);
      if (!found)
        throw new BadFileError('reference/tensor-missing', `No file of the model has the tensor ${quote(name)}.`);
      return fileTensor(found.file, found.tensor);
    },
    ...(left > 0 ? { readMore: (moreSignal) => openSplit(model, true, moreSignal) } : {}),
  };
}

/** Why a split model is not edited. */
const SPLIT_SENTENCE =
  'The model is split into several files, each with a header of its own, and Boxcutter saves one file. Merge them with “llama-gguf-split --merge” of llama.cpp, and edit the result.';

/**
 * Opens files of the model, several at once. Those that cannot be read are reported, except for the one that was
 * opened.
 */
async function openShards(model: SplitModel, names: readonly string[], signal?: AbortSignal): Promise<Shards> {
  const report = new Report();
  const files: (GgufFile | undefined)[] = [];
  const sources = new Map<string, ByteSource>();
  const budget = new HeaderBudget();
  // The file that was opened must not be left because of the others.
  const waiting = names.map((name, at) => ({ name, at }));
  waiting.sort((a, b) => Number(b.name === model.opened?.name) - Number(a.name === model.opened?.name));
  let unread = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      throwIfAborted(signal);
      const { name, at } = next;
      if (budget.isSpent) {
        unread++;
        continue;
      }
      try {
        const source = await model.open(name, signal);
        if (!source) report.add('gguf/shard-missing', `${quote(name)} is missing.`, { path: name });
        else {
          sources.set(name, source);
          files[at] = await openFile(source, name, signal, budget);
        }
      } catch (error) {
        const { tag, code, message } = asBoxcutterError(error);
        if (tag === 'cancelled' || tag === 'internal' || name === model.opened?.name) throw error;
        report.add(code, message, { path: name });
      }
    }
  };
  await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, work));
  const inOrder = new Map(
    names.flatMap((name) => (sources.has(name) ? [[name, sources.get(name) as ByteSource]] : [])),
  );
  const [head, ...others] = files.filter((file) => file !== undefined);
  return { files: head ? [head, ...others.map(withoutPairs)] : [], sources: inOrder, unread, report };
}

/** The file with what `checkShard` reads: nothing else shows the pairs of any file but the first. */
function withoutPairs(file: GgufFile): GgufFile {
  const keyValues = file.header.keyValues.filter(({ key }) => SPLIT_KEYS.includes(key));
  return { ...file, header: { ...file.header, keyValues } };
}

/** Keys that say which file of a model it is. */
const SPLIT_KEYS: readonly string[] = ['split.no', 'split.count', 'split.tensors.count'];

/** Compares what one file says of itself with its name, as llama.cpp does (`llama_model_loader`). */
function checkShard({ header, path }: GgufFile, count: number, report: Report): void {
  const name = shardName(path);
  if (name && name.extension !== '.gguf') {
    report.add('gguf/split-name', `llama.cpp looks for “.gguf”, and the name ends in ${quote(name.extension)}.`, {
      path,
    });
  }
  if (!header.hasAllKeys) return;
  const values = new HeaderValues(header.keyValues);
  const place = { path };
  const number = values.get('split.no')?.value;
  const expected = (name?.number ?? 1) - 1;
  if (number === undefined) report.add('gguf/split-number', 'The file does not have “split.no”.', place);
  else if (Number(number) !== expected) {
    report.add('gguf/split-number', `“split.no” is ${number}, and by its name it is ${expected}.`, place);
  }
  const stated = values.get('split.count')?.value;
  // llama.cpp reads it of the first file alone.
  if (expected === 0 && Number(stated ?? 0) !== count) {
    const what = stated === undefined ? 'The file does not have “split.count”' : `“split.count” is ${stated}`;
    report.add('gguf/split-count', grouped`${what}, and by its name there are ${count} files.`, place);
  }
}

/** Compares the tensors with what the first file states of them, if all files were read. */
function checkWhole(files: readonly GgufFile[], count: number, tensors: readonly FileTensor[], report: Report): void {
  const [head] = files;
  if (!head || files.length < count || files.some(({ header }) => !header.isWhole)) return;
  checkBlocks(head, tensors, report);
  const stated = new HeaderValues(head.header.keyValues).get('split.tensors.count')?.value;
  if (stated !== undefined && Number(stated) === tensors.length) return;
  const what =
    stated === undefined ? 'The file does not have “split.tensors.count”' : `“split.tensors.count” is ${stated}`;
  report.add('gguf/split-tensors', grouped`${what}, and the files have ${tensors.length} tensors.`, {
    path: head.path,
  });
}

/** The tensors of all files, each name once: from the first that has it. */
class SplitTensors {
  readonly #report: Report;
  readonly #byName = new Map<string, { file: GgufFile; tensor: FileTensor }>();

  constructor(report: Report) {
    this.#report = report;
  }

  get list(): readonly FileTensor[] {
    return Array.from(this.#byName.values(), ({ tensor }) => tensor);
  }

  get(name: string) {
    return this.#byName.get(name);
  }

  add(file: GgufFile): void {
    const place = { path: file.path };
    for (const tensor of file.tensors) {
      const { name } = tensor.info;
      const known = this.#byName.get(name);
      if (known) {
        const message = `The tensor ${quote(name)} is in ${quote(known.file.path)} and in ${quote(file.path)}.`;
        this.#report.add('gguf/in-two-shards', message, place);
      } else if (this.#byName.size < MAX_TENSORS) this.#byName.set(name, { file, tensor });
      else this.#report.add('gguf/too-many-tensors', `The tensor ${quote(name)} is not listed.`, place);
    }
  }
}
