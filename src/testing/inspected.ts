import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { inspect as run } from '../../scripts/inspect/command.ts';
import type { Output } from '../../scripts/inspect/output.ts';
import { buildZip } from './builders/zip-builder.ts';

/** Small packages on the disk, and the command line that inspects them. */

/** A hash that no file has. */
export const HASH = '0123456789abcdef'.repeat(4);
const RUNNER = '[runner]\nrunner_name = "noop"\nrequired_framework_version = "1"\nrunner_compat_version = 1\n';
export const CARTON_TOML_TEXT = `spec_version = 1\nmodel_name = "\\u001b[31mred"\nfuture = [nan, 9007199254740993]\n${RUNNER}`;
/** The files of `good.carton`, whose MANIFEST is wrong. */
export const CARTON_FILES: Record<string, string> = {
  'carton.toml': CARTON_TOML_TEXT,
  'model/m': 'm',
  'tensor_data/index.toml': 'tensor = []\n',
  MANIFEST: ['carton.toml', 'model/m', 'tensor_data/index.toml'].map((path) => `${path}=${HASH}\n`).join(''),
};

/** The repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the command line in this process, as its script does. */
export async function inspect(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const print: Output = {
    out(text) {
      said.out += text;
    },
    err(text) {
      said.err += text;
    },
  };
  return { code: await run(args, print), ...said };
}

/** Runs the script as a person would, from the repository. `makeScript` makes it. */
export function inspectApart(script: string, ...args: string[]): ReturnType<typeof inspect> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd: ROOT }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

/**
 * Makes one file of the script, in a new folder below `folder`. It starts in a quarter of the time that tsx takes to
 * load its modules. Gives its path.
 */
export async function makeScript(folder: string): Promise<string> {
  const outDir = await mkdtemp(join(folder, 'script-'));
  const output = { entryFileNames: 'inspect.mjs' };
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: { ssr: 'scripts/inspect.ts', outDir, emptyOutDir: false, rolldownOptions: { output } },
  });
  // The build leaves the address of this file as it is written.
  await copyFile(join(ROOT, 'src/codec/zstd.wasm'), join(outDir, 'assets/zstd.wasm'));
  return join(outDir, 'inspect.mjs');
}

/** Writes the packages into a new folder, which the caller removes. */
export async function makeInspected(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inspect-'));
  const entries = Object.entries(CARTON_FILES).map(([name, data]) => ({ name, data }));
  await writeFile(join(folder, 'good.carton'), buildZip(entries));
  await writeFile(join(folder, 'bad.carton'), buildZip(entries.slice(1)));
  const hashed = Object.entries(CARTON_FILES).filter(([path]) => path !== 'MANIFEST');
  const lines = hashed.map(([path, data]) => `${path}=${createHash('sha256').update(data).digest('hex')}\n`);
  const right = [...entries.slice(0, -1), { name: 'MANIFEST', data: lines.join('') }];
  await writeFile(join(folder, 'right.carton'), buildZip(right));
  await writeFile(join(folder, 'plain.zip'), buildZip([{ name: 'a', data: 'a' }]));
  await writeFile(join(folder, 'text.carton'), 'not a zip');
  for (const [path, data] of Object.entries(CARTON_FILES)) {
    await mkdir(join(folder, 'unpacked', path, '..'), { recursive: true });
    await writeFile(join(folder, 'unpacked', path), data);
  }
  await mkdir(join(folder, 'escaping'));
  await symlink('/etc/hostname', join(folder, 'escaping', 'carton.toml'));
  return folder;
}
