/** What the sample has for each runner that runs its model: files, and lines of carton.toml. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { encodeUtf8 } from '../../src/base/bytes.ts';
import { assemble } from '../../src/testing/wasm/assembler.ts';
import { modelComponent } from '../../src/testing/wasm/component.ts';
import { DIRECTIONS, type Model, THRESHOLD, WEIGHT_SHAPES } from './model.ts';

export interface RunnerParts {
  files: Record<string, Uint8Array>;
  /** Lines before the inputs. */
  platforms: string;
  /** The table `[runner]`. */
  runner: string;
  /** Where the weights are, for the description. */
  weights: string;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The text of a file beside this one. */
export const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Replaces each `{{name}}` in a text. Throws if a name has no value. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`nothing to put for {{${name}}}`);
    return value;
  });
}

/** The bytes of numbers of 32 bits, little-endian. */
export function floats(values: Float32Array): Uint8Array {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeFloatLE(value, i * 4);
  return bytes;
}

/** The model in Python, with NumPy. The lock is what its packager wrote for NumPy 1.25.0, for one platform. */
export function pythonParts(model: Model): RunnerParts {
  const requirements = encodeUtf8('numpy==1.25.0\n');
  return {
    files: {
      'model/main.py': encodeUtf8(read('./main.py')),
      'model/requirements.txt': requirements,
      'model/.carton/carton.lock': encodeUtf8(fill(read('./carton.lock'), { requirements: sha256(requirements) })),
      'model/weights.safetensors': safetensors(model),
    },
    platforms: `
# The lock file in model/.carton names wheels for this one.
required_platforms = ["x86_64-unknown-linux-gnu"]
`.trimStart(),
    runner: `[runner]
runner_name = "python"
required_framework_version = "=3.11"
runner_compat_version = 1

[runner.opts]
entrypoint_package = "main"
entrypoint_fn = "get_model"
"model.threshold" = ${THRESHOLD}
`,
    weights: '`model/weights.safetensors`',
  };
}

/** The model as a WebAssembly component, which holds its weights. */
export function wasmParts(model: Model): RunnerParts {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').replace(/../g, '\\$&');
  const directions = Buffer.alloc(DIRECTIONS.length * 16);
  for (const [i, { x, y }] of DIRECTIONS.entries()) {
    directions.writeDoubleLE(x, i * 16);
    directions.writeDoubleLE(y, i * 16 + 8);
  }
  const { hiddenWeight, hiddenBias, outWeight, outBias } = model;
  const weights = Buffer.concat([hiddenWeight, hiddenBias, outWeight, outBias].map(floats));
  const text = fill(read('./model.wat'), { directions: hex(directions), weights: hex(weights) });
  return {
    files: { 'model/model.wasm': modelComponent(assemble(text)) },
    platforms: '',
    runner: `[runner]
runner_name = "wasm"
required_framework_version = "=0.0.1"
runner_compat_version = 1
`,
    weights: 'in `model/model.wasm`, as is the rest',
  };
}

/** A safetensors file: the length of the header, the header, and the arrays in order. */
function safetensors(model: Model): Uint8Array {
  const header: Record<string, unknown> = { __metadata__: { format: 'np' } };
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (const [key, values] of Object.entries(model) as [keyof Model, Float32Array][]) {
    const bytes = floats(values);
    const name = key.replace(/[A-Z]/, (letter) => `.${letter.toLowerCase()}`);
    header[name] = { dtype: 'F32', shape: WEIGHT_SHAPES[key], data_offsets: [offset, offset + bytes.length] };
    parts.push(bytes);
    offset += bytes.length;
  }
  const text = JSON.stringify(header);
  const padded = encodeUtf8(text.padEnd(Math.ceil(text.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([length, padded, ...parts]);
}
