import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * A Python, with joblib where there is one: that of the system has its packages, and another may come first. Undefined
 * where there is none.
 */
export const PYTHON = (() => {
  const runs = (program: string) =>
    ['python3', '/usr/bin/python3'].find((path) => spawnSync(path, ['-c', program]).status === 0);
  return runs('import sys, joblib, numpy; sys.exit(sys.version_info < (3, 8))') ?? runs('import pickle');
})();

/** What a program writes. */
export interface Written {
  writer: string;
  what: string;
  bytes: Uint8Array;
}

const PROGRAM = fileURLToPath(new URL('write-pickles.py', import.meta.url));

/** What this machine's Python, joblib and PyTorch write. */
export function writtenPickles(): Written[] {
  if (PYTHON === undefined) return [];
  const { status, stdout, stderr } = spawnSync(PYTHON, [PROGRAM], { maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(stderr.toString());
  const written = JSON.parse(stdout.toString()) as [writer: string, what: string, base64: string][];
  return written.map(([writer, what, base64]) => ({
    writer,
    what,
    bytes: new Uint8Array(Buffer.from(base64, 'base64')),
  }));
}
