import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { memorySource } from '../../../source/memory.ts';
import {
  TORCH_ARCHIVE,
  TORCH_FILE,
  TORCH_MODULE,
  TORCH_SCRIPT,
  TORCH_TAR,
} from '../../../testing/builders/torch-files.ts';
import { hasPython } from '../../../testing/pickles/python-pickles.ts';
import { openPackage } from '../../registry.ts';
import type { PickleOwn } from '../core/own.ts';
import { loadSnippet, lookSnippet, pickleUse, type SnippetModel, scriptSnippet } from './snippet.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const ownOf = async (bytes: Uint8Array) => (await openPackage(memorySource('m.pkl', bytes))).package.own as PickleOwn;

describe('what to do with a file', () => {
  it('is to load it only where all that it imports is known, and PyTorch takes it', async () => {
    expect(pickleUse(await ownOf(TORCH_ARCHIVE))).toEqual({ how: 'load' });
    expect(pickleUse(await ownOf(TORCH_FILE))).toEqual({ how: 'load' });
    expect(pickleUse(await ownOf(TORCH_SCRIPT))).toEqual({ how: 'script' });
    expect(pickleUse(await ownOf(TORCH_MODULE))).toEqual({ how: 'refused', name: 'torch.nn.modules.linear.Linear' });
    // What was cut off is unknown.
    expect(pickleUse(await ownOf(TORCH_FILE.slice(0, 200)))).toEqual({ how: 'look' });
    for (const text of ['\x80\x02N.', '\x80\x02cos\nsystem\nU\x02id\x85R.', '\x80\x02cown\nModel\n.']) {
      expect(pickleUse(await ownOf(bytesOf(text)))).toEqual({ how: 'look' });
    }
  });

  it('is said with names that nothing hides in', () => {
    const model: SnippetModel = {
      kind: 'torch-archive',
      file: 'a"\u202e.pt',
      pickles: 1,
      url: 'https://h.example/a b',
    };
    expect(loadSnippet(model)).toEqual({
      install: "pip install torch\ncurl -gLO 'https://h.example/a b'",
      code: 'import torch\n\nloaded = torch.load("a\\"\\u202e.pt", map_location="cpu", weights_only=True)\nprint(loaded)\n',
      language: 'python',
    });
    expect(scriptSnippet(model).code).toContain('torch.jit.load("a\\"\\u202e.pt"');
    expect(lookSnippet({ kind: 'pickle', file: '-a b', pickles: 1 })).toEqual({
      code: "python -m pickletools './-a b'",
      language: 'shellscript',
    });
  });
});

describe.skipIf(!hasPython)('run by Python', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-look-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['an archive', TORCH_ARCHIVE, 1],
    ['a file as before PyTorch 1.6', TORCH_FILE, 5],
    ['a tar of its first versions', TORCH_TAR, 1],
  ])('the code lists the opcodes of %s', async (_, bytes, count) => {
    const file = 'it\'s "é".pt';
    writeFileSync(join(folder, file), bytes);
    const { kind, pickles, main } = await ownOf(bytes);
    const { code } = lookSnippet({ kind, file, pickles, ...(main === undefined ? {} : { main }) });
    const { stdout } = spawnSync('python3', ['-c', code], { cwd: folder });
    expect(stdout.toString().match(/: \. +STOP/g)).toHaveLength(count);
  });
});
