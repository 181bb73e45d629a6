import { execFile } from 'node:child_process';

/** Milliseconds after which a program that does not end is ended. */
const TIMEOUT_MS = 240_000;

/** Runs a program to its end. Never rejects: `code` is 1 where it could not be started. */
export function run(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...env }, timeout: TIMEOUT_MS, maxBuffer: 2 ** 26 };
    execFile(file, [...args], options, (error, out, err) => {
      const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
      resolve({ code, out, err: error && err === '' ? error.message : err });
    });
  });
}
