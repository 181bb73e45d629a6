import { BadFileError, NetworkError, TooLargeError } from '../base/errors.ts';
import { quote } from '../base/text.ts';
import type { AuditedPackage } from '../formats/registry.ts';
import type { PackageFile, TensorInfo as StoredTensor } from '../model/package.ts';
import { plainText, type RunFact } from '../model/run-facts.ts';
import type { ByteSource } from '../source/source.ts';
import { planEdit } from './edit.ts';
import { packageFinding } from './finding.ts';
import { type HeldFile, HeldPackage } from './held-package.ts';
import type {
  AuditFact,
  AuditOptions,
  AuditResult,
  ModelPackage,
  PackageFileInfo,
  ReadOptions,
  TensorInfo,
  TensorValues,
  VerifyOptions,
  VerifyResult,
} from './types.ts';
import { UsageError } from './usage-error.ts';

/** A package as the library shows it. `file` is what it is read from. */
export function openedPackage(open: AuditedPackage, file: HeldFile): ModelPackage {
  const { name, size, format, formatName, title, summary, description, license, can } = open.package;
  const held = new HeldPackage(open, file);
  return {
    ...{ name, size, format, formatName, title, summary, description, license },
    files: open.package.files.flatMap(fileInfo),
    tensors: open.package.tensors.map(tensorInfo),
    findings: open.package.findings.map(packageFinding),
    canVerify: open.verify !== undefined,
    canEdit: { fields: can.edit && can.save, files: can.files !== undefined && can.save },
    readFile: (path, options = {}) => held.read(() => readFile(open, path, options)),
    streamFile: (path, options = {}) =>
      held.stream(() => {
        const source = sourceAt(open, path);
        const { start, end } = partOf(source.size, options);
        return source.stream(start, end, options.signal);
      }),
    readTensor: (tensor, options = {}) => held.read(() => readTensor(open, tensor, options)),
    verify: (options = {}) => held.read(() => verify(open, options)),
    audit: (options = {}) => held.read(() => audit(open, options)),
    plan: (changes, { signal } = {}) => held.read(() => planEdit(held, changes, signal)),
    close: () => held.close(),
  };
}

function sourceAt(open: AuditedPackage, path: string): ByteSource {
  const source = open.source(path);
  if (source) return source;
  const message = `${quote(open.package.name)} does not have ${quote(String(path))}.`;
  throw new NetworkError('source/no-such-file', message, { path });
}

async function readFile(open: AuditedPackage, path: string, options: ReadOptions): Promise<Uint8Array> {
  const source = sourceAt(open, path);
  const { start, end } = partOf(source.size, options);
  try {
    return await source.read(start, end, options.signal);
  } catch (cause) {
    // No array of JavaScript is as long.
    if (!(cause instanceof RangeError)) throw cause;
    const message = `${quote(path)} is too large to be in memory at once. Read it in parts, or as a stream.`;
    throw new TooLargeError('source/too-large', message, { path, actual: end - start, cause });
  }
}

function partOf(size: number, { start = 0, end = size }: ReadOptions): { start: number; end: number } {
  return { start, end };
}

async function readTensor(open: AuditedPackage, name: string, options: ReadOptions): Promise<TensorValues> {
  const info = open.package.tensors.find((tensor) => tensor.name === name);
  if (!info)
    throw new BadFileError(
      'reference/tensor-missing',
      `${quote(open.package.name)} has no tensor ${quote(String(name))}.`,
    );
  const reader = await open.tensor(name, options.signal);
  const { start, end } = partOf(reader.count, options);
  return { ...tensorInfo(info), values: await reader.read(start, end, options.signal) };
}

async function verify(open: AuditedPackage, { signal, onProgress }: VerifyOptions): Promise<VerifyResult> {
  if (!open.verify) {
    const why = open.package.cannot?.verify ?? 'it does not say what its bytes should be';
    throw new UsageError(`${open.package.name} cannot be verified: ${why}.`, 'usage/cannot-verify');
  }
  const report = onProgress && (({ done, total }: { done: number; total: number }) => onProgress(done, total));
  const { files, bytes, mismatches, findings } = await open.verify({ signal, onProgress: report });
  return { files, bytes, mismatches, findings: findings.map(packageFinding) };
}

async function audit(open: AuditedPackage, { signal, readsAll = false }: AuditOptions): Promise<AuditResult> {
  const { runs, findings } = await open.audit({ ...(signal && { signal }), readsAll });
  const facts = runs?.facts ?? [];
  return {
    sentence: runs?.sentence,
    weight: runs?.weight,
    facts: facts.map(auditFact),
    unreadFiles: facts.reduce((sum, { unreadFiles }) => sum + (unreadFiles?.count ?? 0), 0),
    findings: findings.map(packageFinding),
  };
}

function auditFact({ kind, text, warnings = [] }: RunFact): AuditFact {
  return { kind, text: plainText(text), warnings: warnings.map((warning) => plainText(warning.text)) };
}

/** Files that are listed twice or lead out of the package are left out: nothing opens them. */
function fileInfo({ path, size, sha256, role, link, shadowed, unsafe }: PackageFile): PackageFileInfo[] {
  if (shadowed || unsafe) return [];
  return [{ path, size, sha256, role, urls: link?.urls ?? [] }];
}

function tensorInfo({ name, dtype, shape, problem }: StoredTensor): TensorInfo {
  return { name, dtype, shape, problem };
}
