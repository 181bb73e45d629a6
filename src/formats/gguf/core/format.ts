import type { Container } from '../../../archive/container.ts';
import { grouped } from '../../../base/amounts.ts';
import { BadFileError } from '../../../base/errors.ts';
import { type FindingCode, mergeFindings } from '../../../base/findings.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { Format, OpenPackage } from '../../format.ts';
import { editRefusal, isArchive, openedFile } from '../../weight-file.ts';
import { ggufChecks } from './checklist.ts';
import { headerOf } from './edit/plan.ts';
import { HeaderValues } from './facts.ts';
import { openFile, readTensor } from './file.ts';
import { checkBlocks } from './header/check.ts';
import { hasMagic, MAGIC } from './header/header.ts';
import type { TensorType } from './header/tensor-type.ts';
import { openSplit } from './open-split.ts';
import { packageOf } from './package.ts';
import { splitModel } from './split.ts';
import { BlockReader, blockType } from './values/block-reader.ts';
import { headerVocabulary } from './vocabulary.ts';
import './findings.ts';

export const format: Format = {
  async match(container, { signal }) {
    const { source, name } = container;
    if (!source) return (await splitModel(container, signal)) !== undefined;
    const head = await source.read(0, Math.min(source.size, MAGIC.length), signal);
    if (hasMagic(head)) return true;
    // The name alone says that a broken file was meant as one. An archive of that name is an archive.
    return /\.gguf$/i.test(name) && !(await isArchive(container, signal));
  },

  async open(container, { signal }) {
    const split = await splitModel(container, signal);
    if (split) return { ...(await openSplit(split, false, signal)), checks: ggufChecks };
    const { source } = container;
    if (!source) throw new BadFileError('gguf/not-gguf', 'The folder has no files of a GGUF model.');
    return { ...(await openSingle(container, source, signal)), checks: ggufChecks };
  },

  async storedReader({ source, type, count, order }) {
    return new BlockReader(source, blockType(type) as TensorType, count, order);
  },

  drafts: async () => (await import('./drafts.ts')).drafts,
  fields: async () => (await import('./edit/field-guide.ts')).HEADER_FIELDS,
};

/** Opens a GGUF file from its header. Rejects as `openFile`. */
async function openSingle(container: Container, source: ByteSource, signal?: AbortSignal): Promise<OpenPackage> {
  const { name } = container;
  const file = await openFile(source, name, signal);
  const report = new Report();
  const parts = new HeaderValues(file.header.keyValues).get('split.count')?.value;
  if (Number(parts ?? 0) > 1) {
    report.add('gguf/split-name', grouped`${quote(name)} is one of ${parts} files according to “split.count”.`, {
      path: name,
    });
  } else if (file.header.isWhole) checkBlocks(file, file.tensors, report);
  const findings = mergeFindings(file.findings, report.findings);
  const cannot =
    editRefusal(findings, MENDABLE, INCOMPLETE) ??
    (file.header.isRead ? undefined : 'It cannot be edited without loss: its header was not read whole.');
  const pkg = { ...packageOf(file, [file], file.tensors), findings };
  const opened = openedFile(container, file, pkg, (tensor) => readTensor(tensor, file), cannot, headerOf(file));
  return { ...opened, vocabulary: headerVocabulary(file.header, source) };
}

/** Errors that a change of key-values can mend, and that leave no doubt what the header says. */
const MENDABLE: readonly FindingCode[] = ['gguf/key-type', 'gguf/split-name'];

/** Findings that no error is behind, and after which not all pairs are known. */
const INCOMPLETE: readonly FindingCode[] = ['gguf/too-many-keys', 'gguf/header-too-large'];
