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
    ['data/table.csv', 'https://boxcutter.example/app/data/table.csv'],
    ['./org/name', 'https://boxcutter.example/app/org/name'],
    ['../org/name', 'https://boxcutter.example/org/name'],
  ])('%s is %s', (given, url) => {
    expect(absoluteUrl(given)).toBe(url);
  });
});
