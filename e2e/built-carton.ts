import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { compareUtf8 } from '../src/base/bytes.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';

/** A tensor of a built carton. `shape` is TOML, for example `[2, 3]`. */
export interface BuiltTensor {
  name: string;
  dtype: string;
  shape: string;
  data: Uint8Array | string;
}

/**
 * Writes a carton with the given tensors and other files.
 * @param toml text of carton.toml after the runner, for examples and self-tests
 * @param misc files by path, from the top
 * @param head text of carton.toml before the runner
 * @param method 8 compresses all files
 */
export function writeCarton(
  path: string,
  tensors: readonly BuiltTensor[],
  toml = '',
  misc: Record<string, Uint8Array> = {},
  head = '',
  runner = 'noop',
  method: 0 | 8 = 0,
): void {
  const index = tensors
    .map(({ name, dtype, shape }, at) => {
      const file = `tensor_${at}.${dtype === 'string' ? 'toml' : 'bin'}`;
      return `[[tensor]]\nname = ${JSON.stringify(name)}\ndtype = "${dtype}"\nshape = ${shape}\nfile = "${file}"\ninner = []\n`;
    })
    .join('\n');
  const files = new Map<string, Uint8Array | string>([
    [
      'carton.toml',
      `spec_version = 1\nmodel_name = "Built"\n${head}\n[runner]\nrunner_name = "${runner}"\nrequired_framework_version = "=1.0.0"\nrunner_compat_version = 1\n${toml}`,
    ],
    ['model/a', 'a'],
    ['tensor_data/index.toml', tensors.length > 0 ? index : 'tensor = []\n'],
    ...tensors.map(
      ({ dtype, data }, at) => [`tensor_data/tensor_${at}.${dtype === 'string' ? 'toml' : 'bin'}`, data] as const,
    ),
    ...Object.entries(misc),
  ]);
  const manifest = [...files]
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(([name, data]) => `${name}=${createHash('sha256').update(data).digest('hex')}\n`)
    .join('');
  files.set('MANIFEST', manifest);
  writeFileSync(path, buildZip([...files].map(([name, data]) => ({ name, data, method }))));
}
