import type { Finding } from '../base/findings.ts';

/** What verification found of one file. */
export interface FileVerdict {
  path: string;
  /** `mismatch`: its size, CRC-32 or SHA-256 is not what it should be. `unreadable`: its bytes cannot be had. */
  hash: 'verified' | 'mismatch' | 'unreadable';
  /** Of the file's content, where it could be read whole. */
  sha256?: string;
}

/** Decoded bytes done and in all. */
export interface VerifyProgress {
  done: number;
  total: number;
}

/** The outcome of a verification that ran to its end. */
export interface Verification {
  /** What the content showed, errors first. `Package.findings` are not repeated. */
  findings: Finding[];
  /** Files of the hash list whose content was hashed, and their decoded bytes. */
  files: number;
  bytes: number;
  /** Paths of files whose verdict is `mismatch`. */
  mismatches: string[];
}
