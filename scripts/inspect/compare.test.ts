import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { concatBytes } from '../../src/base/bytes.ts';
import { npyHeader } from '../../src/tensor/npy.ts';
import { buildGguf, text, u32 } from '../../src/testing/builders/gguf-builder.ts';
import { buildSafetensors, entryText } from '../../src/testing/builders/safetensors-builder.ts';
import { inspect } from '../../src/testing/inspected.ts';

const bytes = (values: ArrayBufferView<ArrayBuffer>) => new Uint8Array(values.buffer);

let folder = '';
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-compare-'));
  const values = Float32Array.of(1, 2, 3, 4, 5, 6);
  const entries = [
    entryText('w', 'F32', [2, 3], 0, 24),
    entryText('a:b', 'F32', [2], 24, 32),
    entryText('n', 'F32', [1], 32, 36),
  ];
  const data = concatBytes([bytes(values), bytes(Float32Array.of(1, 2)), bytes(Float32Array.of(Number.NaN))]);
  await writeFile(at('m.safetensors'), buildSafetensors(`{${entries}}`, data));
  const npy = (dtype: string, shape: bigint[], of: ArrayBufferView<ArrayBuffer>) =>
    concatBytes([npyHeader(dtype, shape), bytes(of)]);
  await writeFile(at('w.npy'), npy('float32', [2n, 3n], values));
  await writeFile(at('near.npy'), npy('float64', [2n, 3n], Float64Array.of(1, 2, 3, 4, 5.25, 6)));
  await writeFile(at('gap.npy'), npy('float32', [2n], Float32Array.of(1, Number.NaN)));
  await writeFile(at('across:.npy'), npy('float32', [3n, 2n], Float32Array.of(1, 4, 2, 5, 3, 6)));
});
afterAll(() => rm(folder, { recursive: true }));

async function compared(tensor: string, other: string, ...more: string[]) {
  const { code, out } = await inspect(at('m.safetensors'), '--tensor', tensor, '--compare', other, ...more, '--json');
  return { code, json: JSON.parse(out) };
}

test('a comparison says what is equal and close, how much differs, and where; it fails where it is not close', async () => {
  expect(await compared('w', at('w.npy'))).toMatchObject({
    code: 0,
    json: { equal: true, close: true, maxAbs: 0, maxRel: 0, rmse: 0, differs: 0, rtol: 1e-5, atol: 1e-8, cosine: 1 },
  });
  const { code, json } = await compared('w', at('near.npy'));
  expect(code).toBe(1);
  expect(json).toMatchObject({
    ...{ equal: false, close: false, maxAbs: 0.25, differs: 1, beyond: 1, at: [1, 1], first: [1, 1], relation: 'same' },
    with: { file: at('near.npy') },
  });
  expect(json.maxRel).toBeCloseTo(0.25 / 5.25, 12);
  expect(json.rmse).toBeCloseTo(0.25 / Math.sqrt(6), 12);
  expect(await compared('w', at('near.npy'), '--atol', '0.25')).toMatchObject({
    code: 0,
    json: { close: true, equal: false },
  });
  expect(await compared('w', at('near.npy'), '--rtol', '0.1')).toMatchObject({
    code: 0,
    json: { rtol: 0.1, atol: 1e-8 },
  });
  expect(await compared('n', `${at('m.safetensors')}:n`)).toMatchObject({
    code: 1,
    json: { close: false, bothNan: 1 },
  });
  const both = await compared('a:b', at('gap.npy'));
  expect(both).toMatchObject({ code: 1, json: { nan: 1, maxAbs: 0, first: [1] } });
  expect(both.json, 'no place of a difference that there is not').not.toHaveProperty('at');
  expect(await compared('n', at('m.safetensors'), '--equal-nan')).toMatchObject({ code: 0, json: { equal: true } });
});

test('the tensor is named after the file, whatever colons both have', async () => {
  expect(await compared('a:b', `${at('m.safetensors')}:a:b`)).toMatchObject({
    code: 0,
    json: { with: { name: 'a:b' } },
  });
  expect(await compared('w', at('across:.npy'))).toMatchObject({
    code: 2,
    json: { error: { code: 'tensor/not-comparable' } },
  });
  expect(await compared('w', at('across:.npy'), '--transposed')).toMatchObject({
    code: 0,
    json: { relation: 'transposed' },
  });
  expect(await compared('w', `${at('m.safetensors')}:x`)).toMatchObject({
    code: 2,
    json: { error: { code: 'reference/tensor-missing' } },
  });
  expect(await compared('w', at('none.npy'))).toMatchObject({
    code: 2,
    json: { error: { code: 'source/read-failed' } },
  });
});

test('what goes with --compare is checked, and people get sentences', async () => {
  const usage = async (...args: string[]) => (await inspect(at('m.safetensors'), ...args)).err;
  expect(await usage('--tensor', 'w', '--rtol', '1')).toContain('needs --compare');
  expect(await usage('--compare', at('w.npy'))).toContain('--compare needs --tensor');
  expect(await usage('--tensor', 'w', '--compare', at('w.npy'), '--atol', 'x')).toContain('--atol must be a number');
  expect(await usage('--tensor', 'w', '--compare', at('w.npy'), '--slice', '0')).toContain('cannot be combined');
  const { out } = await inspect(at('m.safetensors'), '--tensor', 'w', '--compare', at('near.npy'));
  expect(out).toContain('Not close (rtol 0.00001, atol 1e-8)');
  expect(out).toMatch(/maxAbs +0\.25 at \[1, 1\]/);
});

test('a sample says so, the tensor before a conversion is found, and the error of the type is told', async () => {
  const count = 20_480;
  const values = Float32Array.from({ length: count }, (_, index) => Math.fround(Math.sin(index)));
  const [rows, columns] = [80, 256];
  const order = Array.from({ length: rows }, (_, row) => row - (row % 4) + [0, 2, 1, 3].indexOf(row % 4));
  const turned = new Float32Array(count);
  for (const [row, from] of order.entries())
    turned.set(values.subarray(from * columns, (from + 1) * columns), row * columns);
  const name = 'model.layers.0.self_attn.q_proj.weight';
  const entry = entryText(name, 'F32', [rows, columns], 0, 4 * count);
  await writeFile(at('original.safetensors'), buildSafetensors(`{${entry}}`, bytes(values)));
  const keyValues = [
    ['general.architecture', text('llama')],
    ['llama.attention.head_count', u32(rows / 4)],
  ] as const;
  const tensor = { name: 'blk.0.attn_q.weight', type: 'F32', ne: [columns, rows], data: bytes(turned) };
  await writeFile(at('m.gguf'), buildGguf({ keyValues, tensors: [tensor] }));
  const ask = (...more: string[]) =>
    inspect(at('m.gguf'), '--tensor', tensor.name, '--compare', at('original.safetensors'), ...more);
  const { code, out } = await ask('--json');
  expect([code, JSON.parse(out)]).toMatchObject([0, { equal: true, converted: true, by: 'origin', with: { name } }]);
  const sample = await ask('--sample', '2', '--json');
  expect(JSON.parse(sample.out)).toMatchObject({ equal: true, sample: { blocks: 2, elements: count }, count: 512 });
  const said = (await ask('--sample', '2')).out;
  expect(said).toContain('A sample of 2 blocks: 512 of 20,480 elements');
  expect(said).toContain('One was converted from the other.');
  expect((await ask('--sample', '0')).err).toContain('--sample must be a number of blocks');
  expect((await inspect(at('m.gguf'), '--tensor', tensor.name, '--sample', '2')).err).toContain('needs --compare');
});
