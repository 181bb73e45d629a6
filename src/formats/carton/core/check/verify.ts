import type { Archive } from '../../../../archive/archive.ts';
import { grouped } from '../../../../base/amounts.ts';
import { faultOfFile } from '../../../../base/errors.ts';
import { mergeFindings } from '../../../../base/findings.ts';
import { addTo } from '../../../../base/group-by.ts';
import { MAX_STRING_TENSOR_BYTES } from '../../../../base/limits.ts';
import { Report } from '../../../../base/report.ts';
import { quote } from '../../../../base/text.ts';
import { eachPaced } from '../../../../codec/pause.ts';
import type { TensorInfo } from '../../../../model/package.ts';
import type { FileVerdict, HashJudgement, Verification } from '../../../../model/verification.ts';
import { safeElementCount } from '../../../../tensor/shape.ts';
import { verifyArchive } from '../../../archive-files.ts';
import type { VerifyOptions } from '../../../format.ts';
import { LOCK_FILE, REQUIREMENTS_FILE } from '../paths.ts';
import type { ManifestEntries, ManifestEntry } from '../read/manifest-entries.ts';
import { readStrings } from '../read/string-tensor.ts';
import { readInstalls } from '../run/installs.ts';

/** The parts of a carton that verifying needs. */
export interface VerifyInput {
  archive: Archive;
  /** MANIFEST's lines; undefined where it could not be read. */
  listed: ManifestEntries | undefined;
  tensors: readonly TensorInfo[];
}

/**
 * Reads every file of a carton to its end and compares it with MANIFEST and the directory. A symlink's line in MANIFEST
 * is about the content that the symlink leads to. Files that MANIFEST does not list, MANIFEST itself and LINKS are read
 * too, with no hash to compare. Then it counts the strings of string tensors, and checks that the lock file of Python
 * packages fits the requirements, and where the packages come from. Rejects as `OpenPackage.verify`.
 */
export async function verifyCarton(input: VerifyInput, options: VerifyOptions = {}): Promise<Verification> {
  const { archive, listed, tensors } = input;
  const { signal } = options;
  const linesOf = await linesByEntry(input, signal);
  const damaged = new Set<string>();
  const result = await verifyArchive(archive, options, {
    listedAs: (path) => linesOf(path).map((line) => line.path),
    judge: (path, sha256) => judgeLines(linesOf(path), sha256),
    // One job for each file, even where several lines of MANIFEST mean it.
    reads: ({ kind }) => kind === 'file',
    onDamage: (path) => damaged.add(path),
  });
  const report = new Report();
  await countStrings(archive, tensors, damaged, report, signal);
  const isDamaged = [LOCK_FILE, REQUIREMENTS_FILE].some((path) => damaged.has(archive.resolve(path)?.path ?? ''));
  if (!isDamaged)
    report.include((await readInstalls(archive, listed?.get(REQUIREMENTS_FILE)?.sha256, signal)).findings);
  return { ...result, findings: mergeFindings(result.findings, report.findings) };
}

/** Compares the hash of a file's content with the lines of MANIFEST about it. */
function judgeLines(lines: readonly ManifestEntry[], sha256: string): HashJudgement {
  const report = new Report();
  const verdicts = lines.map(({ path, sha256: listed }): FileVerdict => {
    const matches = sha256 === listed.toLowerCase();
    const message = `${quote(path)} has the SHA-256 ${sha256}. MANIFEST has ${listed}.`;
    if (!matches) report.add('manifest/hash-mismatch', message, { path });
    return { path, hash: matches ? 'verified' : 'mismatch', sha256 };
  });
  return { verdicts, findings: report.findings };
}

/**
 * Makes `OpenPackage.judgeHash`. A symlink's line is about the content that the symlink leads to, so there may be two
 * lines to compare with. Other symlinks to the same content are left to `verifyCarton`: to find them takes all lines.
 */
export function judgeHash(
  { archive, listed }: Pick<VerifyInput, 'archive' | 'listed'>,
  path: string,
  sha256: string,
): HashJudgement {
  const paths = new Set([path, archive.resolve(path)?.path ?? path]);
  const lines = [...paths].flatMap((one) => listed?.get(one) ?? []);
  return judgeLines(lines, sha256);
}

/**
 * Finds the lines of MANIFEST about the file at a path: its own, and those of symlinks that lead to it. Of a
 * million files, only the symlinks take memory here.
 */
async function linesByEntry(
  { archive, listed }: VerifyInput,
  signal: AbortSignal | undefined,
): Promise<(path: string) => readonly ManifestEntry[]> {
  const links = new Map<string, ManifestEntry[]>();
  await eachPaced(listed?.keys() ?? [], signal, (path) => {
    if (archive.entryAt(path)?.kind === 'file') return;
    const target = archive.resolve(path)?.path;
    const line = listed?.get(path);
    if (target !== undefined && line) addTo(links, target, line);
  });
  return (path) => {
    const own = listed?.get(path);
    return [...(own ? [own] : []), ...(links.get(path) ?? [])];
  };
}

/** Compares the number of strings in each file with the shapes of the tensors that name it. */
async function countStrings(
  archive: Archive,
  tensors: readonly TensorInfo[],
  damaged: ReadonlySet<string>,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<void> {
  const byFile = new Map<string, TensorInfo[]>();
  for (const tensor of tensors) {
    // A tensor with a problem has its finding already.
    if (tensor.dtype !== 'string' || !tensor.data || tensor.problem !== undefined) continue;
    addTo(byFile, tensor.data.path, tensor);
  }
  for (const [file, users] of byFile) {
    const source = archive.open(file);
    const entry = archive.resolve(file);
    if (!source || !entry || damaged.has(entry.path)) continue;
    if (source.size > MAX_STRING_TENSOR_BYTES) {
      const message = grouped`${quote(file)} has ${source.size} bytes, so its strings were not counted.`;
      report.add('tensor/strings-not-counted', message, { path: file });
      continue;
    }
    try {
      const { length } = await readStrings(source, file, signal);
      for (const { name, shape } of users) {
        const count = safeElementCount(shape);
        if (length === count) continue;
        const message = grouped`${quote(file)} has ${length} strings, but the tensor ${quote(name)} has ${count} elements.`;
        report.add('tensor/size-mismatch', message, { path: file });
      }
    } catch (error) {
      const { code, message } = faultOfFile(error);
      report.add(code, message, { path: file });
    }
  }
}
