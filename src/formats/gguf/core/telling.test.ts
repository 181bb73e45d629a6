import { expect, test } from 'vitest';
import { memorySource } from '../../../source/memory.ts';
import { type BuiltValue, buildGguf, text, texts, u32 } from '../../../testing/builders/gguf-builder.ts';
import { openPackage } from '../../registry.ts';
import type { GgufOwn } from './own.ts';
import { lineText, tellingPairs } from './telling.ts';

test('of the pairs, those that no fact says and that fit into a line', async () => {
  const keyValues: [string, BuiltValue][] = [
    ['general.architecture', text('llama')],
    ['general.name', text('A')],
    ['general.languages', texts(['en', 'de'])],
    ['llama.context_length', u32(4096)],
    ['llama.rope.freq_base', { type: 'float32', value: 0.1 }],
    ['general.quantized_by', text('x'.repeat(500))],
    ['general.empty', text('')],
    ['general.tags', texts(Array.from({ length: 12 }, (_, at) => `t${at}`))],
    ['tokenizer.ggml.tokens', texts(['a'])],
    ['tokenizer.ggml.merges', texts(Array.from({ length: 40 }, (_, at) => `m${at}`))],
    ['tokenizer.chat_template', text('{{ messages }}')],
  ];
  const { own } = (await openPackage(memorySource('m.gguf', buildGguf({ keyValues })))).package;
  const lines = tellingPairs((own as GgufOwn).keyValues).map((pair) => [pair.key, lineText(pair)]);
  expect(lines.map(([key]) => key)).toEqual([
    'general.languages',
    'llama.rope.freq_base',
    'general.quantized_by',
    'general.tags',
  ]);
  expect(lines.map(([, line]) => line)).toEqual([
    'en, de',
    '0.1',
    expect.stringMatching(/^x{89}…x{30}$/),
    't0, t1, t2, t3, t4, t5, t6, t7 …',
  ]);
});
