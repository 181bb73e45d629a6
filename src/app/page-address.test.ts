import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { absoluteUrl } from './page-address.ts';

describe('an address as people give it', () => {
  beforeEach(() => vi.stubGlobal('document', { baseURI: 'https://boxcutter.example/app/' }));
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['https://host.example/a.carton', 'https://host.example/a.carton'],
    ['sample.carton', 'https://boxcutter.example/app/sample.carton'],
    ['models/a.gguf', 'https://boxcutter.example/app/models/a.gguf'],
    ['/models/a.carton', 'https://boxcutter.example/models/a.carton'],
    ['meta-llama/Llama-3.2-1B', 'https://huggingface.co/meta-llama/Llama-3.2-1B'],
    ['org/name', 'https://huggingface.co/org/name'],
    ['openai/whisper-tiny.en', 'https://huggingface.co/openai/whisper-tiny.en'],
    ['datasets/org/name', 'https://huggingface.co/datasets/org/name'],
    ['datasets/squad', 'https://huggingface.co/datasets/squad'],
    ['spaces/org/name', 'https://huggingface.co/spaces/org/name'],
    // Other pages there: nobody has such a name.
    ['docs/safetensors', 'https://boxcutter.example/app/docs/safetensors'],
    ['models/small', 'https://boxcutter.example/app/models/small'],
    ['Assets/model', 'https://boxcutter.example/app/Assets/model'],
    ['spaces/org', 'https://boxcutter.example/app/spaces/org'],
    ['spaces/docs/a', 'https://boxcutter.example/app/spaces/docs/a'],
    ['a/org/name', 'https://boxcutter.example/app/a/org/name'],
    ['data/table.csv', 'https://boxcutter.example/app/data/table.csv'],
    ['./org/name', 'https://boxcutter.example/app/org/name'],
    ['../org/name', 'https://boxcutter.example/org/name'],
  ])('%s is %s', (given, url) => {
    expect(absoluteUrl(given)).toBe(url);
  });
});
