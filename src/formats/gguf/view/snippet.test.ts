import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { buildGguf, text, u32 } from '../../../testing/builders/gguf-builder.ts';
import { shellString } from '../../../widgets/use-it/literal.ts';
import type { ModelKind } from '../core/kind.ts';
import { languagesOf, type SnippetModel } from './snippet.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const CHAT: SnippetModel = { kind: 'chat', file: 'Tiny Llama.gguf', isSplit: false };

function write(label: string, model: SnippetModel) {
  const snippet = languagesOf(model.kind)
    .find((language) => language.label === label)
    ?.write(model);
  if (!snippet) throw new Error(`There is no code for ${label}.`);
  return snippet;
}

describe('code that runs a model', () => {
  it('starts llama.cpp for what the file is', () => {
    const code = (kind: ModelKind) => write('llama.cpp', { ...CHAT, file: 'm.gguf', kind }).code;
    expect(write('llama.cpp', CHAT)).toEqual({
      install: 'brew install llama.cpp',
      code: "llama-cli -m 'Tiny Llama.gguf'",
    });
    expect(code('completion')).toBe("llama-cli -m m.gguf -no-cnv -p 'Once upon a time' -n 64");
    expect(code('embedding')).toContain('llama-embedding -m m.gguf');
    expect(code('projector')).toContain('--mmproj m.gguf');
    expect(code('adapter')).toContain('--lora m.gguf');
    expect(languagesOf('other').map(({ label }) => label)).toEqual(['NumPy']);
    expect(write('llama.cpp', { ...CHAT, url: 'https://h.example/a b.gguf' }).install).toBe(
      "brew install llama.cpp\ncurl -gLO 'https://h.example/a b.gguf'",
    );
  });

  it('creates an Ollama model, of a split one after merging its files', () => {
    expect(write('Ollama', CHAT)).toEqual({
      install: 'brew install ollama',
      code: [
        "printf 'FROM %s\\n' './Tiny Llama.gguf' > Modelfile",
        'ollama create tiny-llama -f Modelfile',
        'ollama run tiny-llama',
      ].join('\n'),
    });
    const split = write('Ollama', { ...CHAT, file: 'big-00001-of-00003.gguf', isSplit: true });
    expect(split.install).toBe('brew install ollama llama.cpp');
    expect(split.code.split('\n').slice(0, 2)).toEqual([
      'llama-gguf-split --merge big-00001-of-00003.gguf big.gguf',
      "printf 'FROM %s\\n' ./big.gguf > Modelfile",
    ]);
    const hostile = write('Ollama', { ...CHAT, file: 'a\nSYSTEM evil\n.gguf' });
    expect(hostile.code.split('\n').slice(0, 2)).toEqual([
      "ln -s $'a\\x0aSYSTEM evil\\x0a.gguf' ./a-system-evil.gguf",
      "printf 'FROM %s\\n' ./a-system-evil.gguf > Modelfile",
    ]);
    expect(write('Ollama', { ...CHAT, file: '…' }).code).toContain('ollama create model -f');
  });

  it('hides nothing, and no name ends a word or becomes an option', () => {
    expect(shellString("a'b")).toBe("'a'\\''b'");
    expect(shellString('-rf')).toBe('./-rf');
    expect(shellString('=ls')).toBe("'=ls'");
    expect(shellString("\u202ea\n'\\")).toBe("$'\\u202ea\\x0a\\'\\\\'");
    for (const name of ["a'; echo no; '", '$(echo no)', '`echo no`', '-n', '😀"\\', '\u202ex', '~/x', '=ls', 'a\nb']) {
      const { stdout } = spawnSync('bash', ['-c', `printf %s ${shellString(name)}`], { env: { LC_ALL: 'C.UTF-8' } });
      expect(stdout.toString().replace(/^\.\/-/, '-')).toBe(name);
    }
  });

  const hasLibrary = spawnSync('python3', ['-c', 'import gguf']).status === 0;

  describe.skipIf(!hasLibrary)('runs in Python', () => {
    const folder = mkdtempSync(join(tmpdir(), 'boxcutter-use-'));
    afterAll(() => rmSync(folder, { recursive: true }));

    it('and gives the values of a tensor', () => {
      const data = new Uint8Array(34).fill(2);
      data.set([0, 0x3c]);
      const keyValues = [['general.architecture', text('llama')] as const, ['a.b', u32(1)] as const];
      const tensors = [{ name: 'a"b', type: 'Q8_0', ne: [32], data }];
      writeFileSync(join(folder, 'm.gguf'), buildGguf({ keyValues, tensors }));
      const run = (model: Partial<SnippetModel>) => {
        const { code } = write('NumPy', { ...CHAT, file: 'm.gguf', ...model });
        const { stdout, stderr } = spawnSync('python3', ['-c', code], { cwd: folder });
        return stdout.toString() || stderr.toString();
      };
      expect(run({ tensor: 'a"b' })).toMatch(/^Q8_0 \[32\]\n\[2\. 2\. 2\./);
      expect(run({})).toContain('general.architecture');
    });
  });
});
