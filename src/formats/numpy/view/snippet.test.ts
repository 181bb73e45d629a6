import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { buildNpy, hasNumPy } from '../../../testing/builders/numpy-files.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { pythonString } from '../../../widgets/use-it/literal.ts';
import { pythonSnippet } from './snippet.ts';

vi.setConfig({ testTimeout: 60_000 });

const array = { kind: 'npy', file: 'a.npy', names: [], needsPickle: false } as const;

describe('the code for Python', () => {
  it('reads a file of this machine, or of a host', () => {
    expect(pythonSnippet(array).code).toBe(
      'import numpy as np\n\narray = np.load("a.npy")\nprint(array.dtype, array.shape)\n',
    );
    const { code } = pythonSnippet({ ...array, url: 'https://a.example/"x".npy' });
    expect(code).toContain('urlopen("https://a.example/\\"x\\".npy")');
  });

  it('says that objects are pickles before it loads them', () => {
    expect(pythonSnippet({ ...array, needsPickle: true }).code).toMatch(/trust\.\narray = .*allow_pickle=True/);
  });
});

describe.skipIf(!hasNumPy)('run by Python', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-snippet-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (code: string) => {
    const { stdout, stderr } = spawnSync('python3', ['-c', code], { cwd: folder });
    return stdout.toString() || stderr.toString();
  };

  it('the code prints what the file holds', () => {
    const hard = 'it\'s "é" 😀\\';
    writeFileSync(join(folder, `${hard}.npy`), buildNpy());
    writeFileSync(join(folder, 'a.npz'), buildZip([{ name: `${hard}.npy`, data: buildNpy() }]));
    expect(run(pythonSnippet({ ...array, file: `${hard}.npy` }).code)).toBe('float64 (3,)\n');
    const { code } = pythonSnippet({ ...array, kind: 'npz', file: 'a.npz', names: [hard] });
    expect(run(code).split('\n')[1]).toBe('float64 (3,)');
  });

  it('a text is the same in Python', () => {
    const points = Array.from({ length: 0x300 }, (_, point) => point);
    const text = String.fromCodePoint(...points, 0x2028, 0x1f600);
    const printed = run(`print([ord(char) for char in ${pythonString(text)}])`);
    expect(JSON.parse(printed)).toEqual(Array.from(text, (char) => char.codePointAt(0)));
  });
});
