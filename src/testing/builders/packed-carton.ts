import { createHash } from 'node:crypto';
import type { OpenPackage } from '../../formats/format.ts';
import { openPackage } from '../../formats/registry.ts';
import { memorySource } from '../../source/memory.ts';
import { type BuiltEntry, type BuiltZip, buildZip } from './zip-builder.ts';

type Files = Record<string, string | Uint8Array>;

export const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
export const WEIGHTS = 'e5'.repeat(32);

export const HEAD = 'spec_version = 1\n';
export const SPECS =
  '[[input]]\nname = "x"\ndtype = "float32"\nshape = ["n"]\n[[output]]\nname = "y"\ndtype = "string"\nshape = []\n';
export const RUNNER =
  '[runner]\nrunner_name = "noop"\nrequired_framework_version = "=1.0.0"\nrunner_compat_version = 1\n';
export const TENSORS = `[[tensor]]
name = "a"
dtype = "float32"
shape = [2]
file = "tensor_0.bin"
inner = []
[[tensor]]
name = "s"
dtype = "string"
shape = []
file = "tensor_1.toml"
inner = []
[[tensor]]
name = "n"
dtype = "nested"
inner = ["p"]
[[tensor]]
name = "p"
dtype = "int8"
shape = [1]
file = "tensor_2.bin"
inner = []
`;

/** A carton with nothing wrong in it. */
export const GOOD: Files = {
  'carton.toml': HEAD + SPECS + RUNNER,
  'model/m': 'm',
  'misc/a.png': 'png',
  'tensor_data/index.toml': TENSORS,
  'tensor_data/tensor_0.bin': new Uint8Array(8),
  'tensor_data/tensor_1.toml': 'data = ["text"]\n',
  'tensor_data/tensor_2.bin': new Uint8Array(1),
};

/** What differs from a carton with nothing wrong in it. */
export interface Packed {
  files?: Record<string, string | Uint8Array | undefined>;
  /** Makes the text of MANIFEST from the right one. */
  manifest?: (lines: string) => string;
  links?: string;
  entries?: BuiltEntry[];
  zip?: BuiltZip;
}

/** The bytes of a carton that was packed otherwise. MANIFEST lists its files with their right hashes. */
export function packedCarton({
  files = {},
  manifest = (lines) => lines,
  links,
  entries = [],
  zip,
}: Packed): Uint8Array<ArrayBuffer> {
  const all = Object.entries({ ...GOOD, ...files }).filter((file): file is [string, string] => file[1] !== undefined);
  const lines = all
    .map(([path, data]) => `${path}=${sha256(data)}\n`)
    .sort()
    .join('');
  const more = links === undefined ? [] : [{ name: 'LINKS', data: links }];
  return buildZip(
    [...all.map(([name, data]) => ({ name, data })), ...entries, { name: 'MANIFEST', data: manifest(lines) }, ...more],
    zip,
  );
}

/** Opens a carton that was packed otherwise, as `packedCarton` packs it. */
export function openPacked(packed: Packed): Promise<OpenPackage> {
  return openPackage(memorySource('built.carton', packedCarton(packed)));
}

export const toml = (head: string, runner = RUNNER, specs = SPECS): Packed => ({
  files: { 'carton.toml': HEAD + head + specs + runner },
});
export const after = (rest: string): Packed => ({ files: { 'carton.toml': HEAD + SPECS + rest + RUNNER } });
export const index = (text: string, files: Packed['files'] = {}): Packed => ({
  files: { ...files, 'tensor_data/index.toml': text },
});
export const linked = (links: string): Packed => ({
  links,
  manifest: (lines) => insert(lines, `model/w=${WEIGHTS}\n`),
});
export const insert = (lines: string, line: string) => [...(lines.match(/.*\n/g) ?? []), line].sort().join('');
export const runner = (rest: string) => `[runner]\n${rest}`;
export const VERSION = 'required_framework_version = "=1"\n';
export const python = (options: string) =>
  `[runner]\nrunner_name = "python"\n${VERSION}runner_compat_version = 1\n${options}`;

/** Requirements, with a lock file made for `numpy`. */
export function locked(requirements: string): Packed {
  const lock = `# made\norig_deps_hash = '${sha256('numpy\n')}'\n[[lockfile]]\n`;
  return { files: { 'model/.carton/carton.lock': lock, 'model/requirements.txt': requirements } };
}
