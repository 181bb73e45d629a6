import { spawnSync } from 'node:child_process';

/** The system's own Python may have what another one lacks. */
const PYTHONS = ['python3', '/usr/bin/python3'];

/** A Python with these modules. Undefined where there is none: tests that compare with it are skipped then. */
export function pythonWith(modules: string): string | undefined {
  return PYTHONS.find((command) => spawnSync(command, ['-c', `import ${modules}`]).status === 0);
}

/** What a Python program writes when it is given these bytes. Throws where it fails. */
export function runPython(python: string, program: string, input: Uint8Array, ...args: string[]): Buffer {
  const { status, stdout, stderr } = spawnSync(python, ['-c', program, ...args], { input, maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout;
}
