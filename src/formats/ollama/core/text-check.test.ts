import { expect, it } from 'vitest';
import { type CheckedText, checkText } from './text-check.ts';

function problems(text: string, as: CheckedText): string[] {
  const found: string[] = [];
  checkText(text, as, 'blob', (code, message) => found.push(`${code.slice('ollama/'.length)}: ${message}`));
  return found;
}

it.each<[CheckedText, string]>([
  ['config', '{"model_format":"gguf","model_families":null,"context_length":4096,"rootfs":{"type":5}}'],
  ['config', 'null'],
  ['config', '{"MODEL_FORMAT":"gguf"} and more'],
  ['params', '{"stop":["\\u003ca\\u003e"],"temperature":0.5}'],
  ['messages', '[{"role":"user","content":"hi"},null]'],
])('%s of %s are taken', (as, text) => expect(problems(text, as)).toEqual([]));

it.each<[CheckedText, string, string]>([
  ['config', '', 'bad-config: blob: at character 1, the text ends where a value is due.'],
  ['config', '[]', 'bad-config: blob: The text is a list, not an object.'],
  ['config', '{"model_format":1}', 'bad-config: blob: “model_format” is a number, not text.'],
  ['config', '{"Model_Type":{}}', 'bad-config: blob: “model_type” is an object, not text.'],
  ['config', '{"model_families":["a",2]}', 'bad-config: blob: Item 2 of “model_families” is a number, not text.'],
  [
    'config',
    '{"context_length":1.5}',
    'bad-config: blob: “context_length” is 1.5, which is not written as a whole number.',
  ],
  ['params', '["stop"]', 'bad-params: blob: The text is a list, not an object.'],
  ['params', '{"stop":}', 'bad-params: blob: at character 9, a value is missing.'],
  ['messages', '{}', 'bad-messages: blob: The text is an object, not a list.'],
  ['messages', '["hi"]', 'bad-messages: blob: Item 1 of the list is text, not an object.'],
  ['messages', '[{"role":1}]', 'bad-messages: blob: “role” is a number, not text.'],
])('%s of %s are rejected', (as, text, problem) => expect(problems(text, as)).toEqual([problem]));
