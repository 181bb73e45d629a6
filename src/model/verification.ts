import type { Finding } from '../base/findings.ts';

/** What a verification found out about one file. */
export interface FileVerdict {
  path: string;
  /** `mismatch`: its size, CRC-32 or SHA-256 is not what the package states. `unreadable`: its bytes cannot be read. */
  hash: 'verified' | 'mismatch' | 'unreadable';
  /** SHA-256 of the file's content, if the whole content could be read. */
  sha256?: string;
}

/** What the hash of one file's content shows. */
export interface HashJudgement {
  /** One for each line of the hash list that means this content. */
  verdicts: FileVerdict[];
  findings: Finding[];
}

/** Decoded bytes: done so far, and in all. */
export interface VerifyProgress {
  done: number;
  total: number;
}

/** The outcome of a verification that ran to its end. */
export interface Verification {
  /** What reading the content showed, errors first. Does not repeat `Package.findings`. */
  findings: Finding[];
  /**
   * Files of the hash list whose content was hashed, and their decoded bytes. Without a hash list: all files that were
   * read whole.
   */
  files: number;
  bytes: number;
  /** Paths of files whose verdict is `mismatch`. */
  mismatches: string[];
}
