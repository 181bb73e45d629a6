import { damageOf } from '../../archive/digest/job.ts';
import { BoxcutterError, toErrorData } from '../../base/errors.ts';
import { finding } from '../../base/findings.ts';
import type { AuditedPackage } from '../../formats/registry.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import type { HashJudgement } from '../../model/verification.ts';

/** What the hash of a file's content shows of it, after all of it was read for whatever reason. */
export function judgeContent(open: AuditedPackage, path: string, sha256: string): HashJudgement {
  const { verdicts = [], findings = [] } = open.judgeHash?.(path, sha256) ?? {};
  if (verdicts.some((verdict) => verdict.path === path)) return { verdicts, findings };
  // Without a line to compare with, its hash is still worth knowing.
  const listed = fileIndex(open.package.files).get(path)?.sha256?.toLowerCase();
  const hash = listed === undefined || listed === sha256 ? 'verified' : 'mismatch';
  return { verdicts: [...verdicts, { path, hash, sha256 }], findings };
}

/** What the failure to read a file shows of it. Undefined where the failure is not the file's. */
export function judgeFailure(open: AuditedPackage, path: string, error: unknown): HashJudgement | undefined {
  if (!(error instanceof BoxcutterError) || error.tag !== 'bad-file') return undefined;
  const { code, message } = error;
  // Opening has reported what the directory tells already.
  const isKnown = open.package.findings.some((known) => known.code === code && known.path === path);
  return {
    verdicts: [{ path, hash: damageOf(toErrorData(error)) }],
    findings: isKnown ? [] : [finding(code, message, { path })],
  };
}

/** What the files show that opening the package has read whole. */
export function judgeOpened(open: AuditedPackage): HashJudgement {
  const judged: HashJudgement = { verdicts: [], findings: [] };
  for (const [path, sha256] of open.digested ?? []) {
    const { verdicts = [], findings = [] } = open.judgeHash?.(path, sha256) ?? {};
    judged.verdicts.push(...verdicts);
    judged.findings.push(...findings);
  }
  return judged;
}
