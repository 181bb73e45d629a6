import type { Container } from '../../../archive/container.ts';
import { grouped } from '../../../base/amounts.ts';
import { BadFileError } from '../../../base/errors.ts';
import { type Finding, type FindingCode, mergeFindings } from '../../../base/findings.ts';
import { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { OpenPackage } from '../../format.ts';
import { headerDrafts } from '../../header-draft.ts';
import { headerOf } from './edit/plan.ts';
import { HeaderValues } from './facts.ts';
import { fileTensor, type GgufFile, openFile } from './file.ts';
import { checkBlocks } from './header/check.ts';
import { packageOf } from './package.ts';

/** Opens a GGUF file from its header. Rejects as `openFile`. */
export async function openSingle(container: Container, source: ByteSource, signal?: AbortSignal): Promise<OpenPackage> {
  const { name, size } = container;
  const file = await openFile(source, name, signal);
  const report = new Report();
  const parts = new HeaderValues(file.header.keyValues).get('split.count')?.value;
  if (Number(parts ?? 0) > 1) {
    report.add('gguf/split-name', grouped`${quote(name)} is one of ${parts} files by “split.count”.`, { path: name });
  } else if (file.header.isWhole) checkBlocks(file, file.tensors, report);
  const findings = mergeFindings(file.findings, report.findings);
  const cannot = editRefusal(file, findings);
  const byName = new Map(file.tensors.map((tensor) => [tensor.info.name, tensor]));
  return {
    package: {
      ...packageOf(file, [file], file.tensors),
      name,
      size,
      files: [{ path: name, size, role: 'model', hash: 'none', kind: 'file' }],
      findings,
      can: { verify: false, edit: !cannot, save: !cannot, ...(cannot ? {} : { editTensors: true }) },
      ...(cannot ? { cannot: { edit: cannot, save: cannot } } : {}),
    },
    looked: 'file',
    source: (path) => (path === name ? source : undefined),
    async tensor(tensorName) {
      const tensor = byName.get(tensorName);
      if (!tensor) throw new BadFileError('reference/tensor-missing', `The file has no tensor ${quote(tensorName)}.`);
      return fileTensor(file, tensor);
    },
    ...(cannot ? {} : headerDrafts(source, headerOf(file))),
  };
}

/** Errors that a change of key-values can mend, and that leave no doubt what the header says. */
const MENDABLE: readonly FindingCode[] = ['gguf/key-type', 'gguf/split-name'];

/** Findings that no error is behind, and after which not all pairs are known. */
const INCOMPLETE: readonly FindingCode[] = ['gguf/too-many-keys', 'gguf/header-too-large'];

/** Why a file cannot be edited: a saved one would have the same errors, or less than the old one. */
function editRefusal({ header }: GgufFile, findings: readonly Finding[]): string | undefined {
  const error = findings.find(({ severity, code }) => severity === 'error' && !MENDABLE.includes(code));
  if (error) return `A saved file would have the same errors: ${error.message}`;
  const doubt = findings.find(({ code }) => INCOMPLETE.includes(code));
  if (doubt) return `It cannot be edited without loss: ${doubt.message}`;
  return header.isRead ? undefined : 'It cannot be edited without loss: its header was not read whole.';
}
