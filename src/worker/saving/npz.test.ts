import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PathOrder } from '../../archive/path.ts';
import { unsafeReason } from '../../base/path.ts';
import { memorySource } from '../../source/memory.ts';
import { buildSafetensors, entryText } from '../../testing/builders/safetensors-builder.ts';
import { watchedSinks } from '../../testing/watched-sink.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import { arrayNames } from './npz.ts';

test('names in an .npz are safe, and no two are the same', () => {
  expect(arrayNames(['a', 'a/b', '../x', '/abs', 'C:\\x', 'A', 'a', '', 'x\u0000y', 'a/./b'])).toEqual([
    'a.npy',
    'a/b.npy',
    '_/x.npy',
    '_/abs.npy',
    'C__x.npy',
    'A_2.npy',
    'a_3.npy',
    '_.npy',
    'x_y.npy',
    'a/_/b.npy',
  ]);
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('a', 'A', '.', '/', '_', '2', '\\', ':', '.npy'), maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 30 }), (names) => {
      const made = arrayNames(names);
      expect(made.map(unsafeReason).filter((reason) => reason !== undefined)).toEqual([]);
      expect(new Set(made.map((each) => each.toLowerCase())).size).toBe(names.length);
      expect(new PathOrder(new Set(made)).clashes()).toEqual([]);
    }),
    { numRuns: 1000 },
  );
  for (const long of ['x'.repeat(10_000), `a${'😀'.repeat(3000)}`, '漢'.repeat(4000)]) {
    const [name = ''] = arrayNames([long]);
    expect(Buffer.byteLength(name)).toBeLessThan(4096);
    expect(Buffer.from(name).toString()).toBe(name);
  }
});

const hasNumPy = spawnSync('python3', ['-c', 'import numpy']).status === 0;

test.skipIf(!hasNumPy)('numpy.load reads every array of an .npz', async () => {
  const entries = [
    entryText('block.0/weight', 'F32', [2, 3], 0, 24),
    entryText('../evil', 'I64', [2], 24, 40),
    entryText('none', 'F16', [0, 4], 40, 40),
    entryText('narrow', 'BF16', [2], 40, 44),
  ];
  const data = new Uint8Array(44);
  data.set(new Uint8Array(Float32Array.of(1, 2, 3, 4, 5, 6).buffer));
  data.set(new Uint8Array(BigInt64Array.of(2n ** 60n, -1n).buffer), 24);
  const file = memorySource('m.safetensors', buildSafetensors(`{${entries}}`, data));
  const { done, openSink } = watchedSinks();
  const worker = callsInThread({ container: file }, { openSink });
  const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'http://a/m.safetensors' } });
  const tensors = ['block.0/weight', '../evil', 'none'];
  const blob = (await worker.call('tensorsNpz', { handle, tensors })) as Blob;
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-npz-'));
  try {
    const path = join(folder, 'a.npz');
    writeFileSync(path, new Uint8Array(await blob.arrayBuffer()));
    const program = `
import json, sys, numpy
arrays = numpy.load(sys.argv[1], allow_pickle=False)
print(json.dumps({name: [str(arrays[name].dtype), arrays[name].shape, arrays[name].tolist()] for name in arrays}))
`;
    const { stdout, stderr } = spawnSync('python3', ['-c', program, path]);
    expect(stderr.toString()).toBe('');
    expect(JSON.parse(stdout.toString())).toEqual({
      'block.0/weight': [
        'float32',
        [2, 3],
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
      ],
      '_/evil': ['int64', [2], [2 ** 60, -1]],
      none: ['float16', [0, 4], []],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  await expect(worker.call('tensorsNpz', { handle, tensors: ['narrow'] })).rejects.toMatchObject({
    code: 'tensor/not-in-npy',
  });
  expect(done.map((each) => each.split(' ')[0])).toEqual(['open']);
});
