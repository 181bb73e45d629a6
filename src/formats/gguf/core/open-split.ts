import { grouped } from '../../../base/amounts.ts';
import { BadFileError } from '../../../base/errors.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { OpenPackage } from '../../format.ts';
import { openedModel, openShards, ShardTensors } from '../../shards.ts';
import { HeaderValues } from './facts.ts';
import { type GgufFile, type GgufTensor, openFile, readTensor } from './file.ts';
import { checkBlocks } from './header/check.ts';
import { HeaderBudget } from './header/cursor.ts';
import { MAX_TENSORS } from './limits.ts';
import { packageOf } from './package.ts';
import { type SplitModel, shardName } from './split.ts';
import { headerVocabulary } from './vocabulary.ts';

/**
 * Opens a model that is split into several files, from the headers of all of them. Of many on a host the first are read,
 * and the others by `readMore`. A file that cannot be read becomes a finding. Rejects where the one that was opened
 * cannot be read, or none can.
 *
 * @param all whether all files of a host are read
 */
export async function openSplit(model: SplitModel, all: boolean, signal?: AbortSignal): Promise<OpenPackage> {
  const { names, opened } = model;
  const count = names.length;
  const budget = new HeaderBudget();
  let unread = 0;
  const leaves = () => budget.isSpent && ++unread > 0;
  const open = (source: ByteSource, name: string) => openFile(source, name, signal, budget);
  const shards = await openShards(model, names, { missing: 'gguf/shard-missing', all, opened, leaves, open }, signal);
  const { files, left } = shards;
  const [head] = files;
  if (!head) throw new BadFileError('gguf/shard-missing', 'No file of the split model could be read.');
  const report = new Report();
  const tensors = new ShardTensors<GgufTensor, GgufFile>(files, RULES, report);
  for (const file of files) checkShard(file, count, report);
  if (left > 0) {
    const message = grouped`The model has ${count} files on the host. ${count - left} of them were read.`;
    report.add('gguf/shards-unread', message);
  } else if (unread > 0) {
    const message = grouped`The model has ${count} files. The headers of ${unread} were not read, because the others are so long.`;
    report.add('gguf/shards-unread', message);
  } else checkWhole(files, count, tensors.list, report);
  const pkg = {
    ...packageOf(head, files, tensors.list, count),
    cannot: { edit: SPLIT_SENTENCE, save: SPLIT_SENTENCE },
  };
  const openAll = (moreSignal?: AbortSignal) => openSplit(model, true, moreSignal);
  const whole = openedModel(model, shards, tensors, pkg, { count, report, read: readTensor, openAll });
  return { ...whole, vocabulary: headerVocabulary(head.header, head.source) };
}

const RULES = { inTwo: 'gguf/in-two-shards', tooMany: 'gguf/too-many-tensors', most: MAX_TENSORS } as const;

/** Why a split model is not edited. */
const SPLIT_SENTENCE =
  'The model is split into several files, each with a header of its own, and Boxcutter saves one file. Merge them with “llama-gguf-split --merge” of llama.cpp, and edit the result.';

/** Compares what one file says of itself with its name, as llama.cpp does (`llama_model_loader`). */
function checkShard({ header, path }: GgufFile, count: number, report: Report): void {
  const name = shardName(path);
  if (name && name.extension !== '.gguf') {
    report.add('gguf/split-name', `llama.cpp looks for “.gguf”, but the name ends in ${quote(name.extension)}.`, {
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
    report.add('gguf/split-number', `“split.no” is ${number}, but its name says ${expected}.`, place);
  }
  const stated = values.get('split.count')?.value;
  // llama.cpp reads it of the first file alone.
  if (expected === 0 && Number(stated ?? 0) !== count) {
    const what = stated === undefined ? 'The file does not have “split.count”' : `“split.count” is ${stated}`;
    report.add('gguf/split-count', grouped`${what}, but the name says ${count} files.`, place);
  }
}

/** Compares the tensors with what the first file states of them, if all files were read. */
function checkWhole(files: readonly GgufFile[], count: number, tensors: readonly GgufTensor[], report: Report): void {
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
