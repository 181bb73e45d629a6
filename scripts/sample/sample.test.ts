import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { makeSamples } from './carton.ts';

const committed = (name: string) => fileURLToPath(new URL(`../../public/${name}`, import.meta.url));
const NAMES = ['sample.carton', 'sample-wasm.carton'];

/** A Python that has these modules. The one of Debian is in /usr/bin. */
function pythonWith(modules: string): string | undefined {
  return ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', `import ${modules}`], { stdio: 'ignore' }).status === 0,
  );
}

const python = pythonWith('zipfile');
const numpy = pythonWith('numpy, tomllib');

/** Opens the carton as the format document describes it, without our code. */
const CHECK = `
import hashlib, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
lines = z.read('MANIFEST').decode().splitlines()
assert lines == sorted(lines, key=lambda line: line.rpartition('=')[0].encode())
listed = dict(line.rpartition('=')[::2] for line in lines)
assert set(listed) == set(z.namelist()) - {'MANIFEST'}, set(listed) ^ set(z.namelist())
for name, digest in listed.items():
    assert hashlib.sha256(z.read(name)).hexdigest() == digest, name
assert z.infolist()[-1].filename == 'MANIFEST' and z.infolist()[-1].compress_type == zipfile.ZIP_STORED
print(len(listed))
`;

/** Runs the self-tests and the examples that have tensors, as the runner does: the folder of the model is a package. */
const RUN = `
import importlib, sys, tomllib
from pathlib import Path
import numpy as np
root = Path(sys.argv[1])
sys.path.insert(0, str(root))
carton = tomllib.loads((root / 'carton.toml').read_text())
index = {t['name']: t for t in tomllib.loads((root / 'tensor_data/index.toml').read_text())['tensor']}
def load(reference):
    t = index[reference.removeprefix('@tensor_data/')]
    path = root / 'tensor_data' / t['file']
    if t['dtype'] == 'string':
        return np.array(tomllib.loads(path.read_text())['data']).reshape(t['shape'])
    return np.fromfile(path, dtype=t['dtype']).reshape(t['shape'])
opts = carton['runner']['opts']
entry = getattr(importlib.import_module('model.' + opts['entrypoint_package']), opts['entrypoint_fn'])
model = entry(**{k.removeprefix('model.'): v for k, v in opts.items() if k.startswith('model.')})
compared = 0
def compare(inputs, expected):
    global compared
    out = model.infer_with_tensors(inputs)
    assert set(out) == {o['name'] for o in carton['output']}, set(out)
    for name, reference in expected.items():
        if reference.startswith('@misc/'):
            continue
        want = load(reference)
        assert out[name].shape == want.shape, name
        assert np.array_equal(out[name], want) if want.dtype.kind == 'U' else np.allclose(out[name], want), name
        compared += 1
for test in carton['self_test']:
    compare({k: load(v) for k, v in test['inputs'].items()}, test['expected_out'])
images = load(carton['self_test'][0]['inputs']['image'])
for example, picture in zip(carton['example'], (2, 1)):
    compare({'image': images[picture:picture + 1], 'temperature': load(example['inputs']['temperature'])}, example['sample_out'])
print(compared)
`;

describe('the sample carton', () => {
  it('is what its script makes, byte for byte, and so is its twin (npm run sample writes them)', () => {
    const made = makeSamples();
    expect([...made.keys()]).toEqual(NAMES);
    for (const [name, bytes] of made) {
      expect(bytes.length).toBeLessThan(40_000);
      expect(Buffer.compare(bytes, readFileSync(committed(name))), name).toBe(0);
    }
  });

  it.skipIf(!python).each(NAMES)('opens in Python, and every file matches MANIFEST: %s', (name) => {
    const said = execFileSync(python as string, ['-c', CHECK, committed(name)]).toString();
    expect(Number(said)).toBeGreaterThan(15);
  });

  it.skipIf(!numpy)('holds a model that gives the outputs of its self-test and examples', () => {
    const folder = mkdtempSync(join(tmpdir(), 'boxcutter-sample-'));
    try {
      for (const [name, bytes] of Object.entries(unzipSync(readFileSync(committed('sample.carton'))))) {
        mkdirSync(join(folder, dirname(name)), { recursive: true });
        writeFileSync(join(folder, name), bytes);
      }
      expect(Number(execFileSync(numpy as string, ['-B', '-c', RUN, folder]).toString())).toBe(8);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
