import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { buildSafetensors, entryText } from '../../../testing/builders/safetensors-builder.ts';
import { LANGUAGES, type SnippetModel } from './snippet.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

function write(label: string, model: SnippetModel) {
  const snippet = LANGUAGES.find((language) => language.label === label)?.write(model);
  if (!snippet) throw new Error(`There is no code for ${label}.`);
  return snippet;
}

const ONE: SnippetModel = { file: 'm.safetensors', isIndex: false, tensor: 'a"\\b\u202e😀' };
const MANY: SnippetModel = { file: 'model.safetensors.index.json', isIndex: true, tensor: 'a' };

describe('code that loads tensors', () => {
  it('names the file and a tensor of it, with nothing hidden', () => {
    expect(write('PyTorch', ONE)).toEqual({
      install: 'pip install safetensors torch',
      code: [
        'from safetensors.torch import load_file',
        '',
        'tensors = load_file("m.safetensors")',
        'print(tensors["a\\"\\\\b\\u202e\\U0001f600"])',
      ].join('\n'),
    });
    expect(write('Rust', ONE).code).toContain('tensors.tensor("a\\"\\\\b\\u{202e}\\u{1f600}")?');
    expect(write('Rust', MANY).install).toBe('cargo add safetensors serde_json');
    const url = "https://h.example/a'b.safetensors";
    expect(write('NumPy', { file: 'x', isIndex: false, url }).install).toBe(
      "pip install safetensors numpy\ncurl -gLO 'https://h.example/a%27b.safetensors'",
    );
  });

  const hasLibrary = spawnSync('python3', ['-c', 'import safetensors, numpy']).status === 0;

  describe.skipIf(!hasLibrary)('runs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'boxcutter-use-'));
    afterAll(() => rmSync(folder, { recursive: true }));

    function run(model: SnippetModel): string {
      const { stdout, stderr } = spawnSync('python3', ['-c', write('NumPy', model).code], { cwd: folder });
      return stdout.toString() || stderr.toString();
    }

    it('with one file, and with several', () => {
      const data = new Uint8Array(Float32Array.of(1.5, -2).buffer);
      writeFileSync(
        join(folder, 'm.safetensors'),
        buildSafetensors(`{${entryText(ONE.tensor as string, 'F32', [2], 0, 8)}}`, data),
      );
      expect(run(ONE).trim()).toBe('[ 1.5 -2. ]');
      writeFileSync(join(folder, 's1.safetensors'), buildSafetensors(`{${entryText('a', 'F32', [2], 0, 8)}}`, data));
      writeFileSync(join(folder, MANY.file), '{"weight_map":{"a":"s1.safetensors"}}');
      expect(run(MANY).trim()).toBe('[ 1.5 -2. ]');
      expect(run({ file: 's1.safetensors', isIndex: false }).trim()).toBe('1');
    });
  });
});
