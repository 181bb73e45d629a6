import { expect, it } from 'vitest';
import type { Finding } from '../../../base/findings.ts';
import { VERDICTS } from '../core/words.ts';
import { loadDoubt } from './load-doubt.ts';

const GAP: Finding = { code: 'gguf/gap', severity: 'warning', message: '' };
const OVERLAP: Finding = { code: 'gguf/overlap', severity: 'error', message: '' };

it('warns where only warnings keep llama.cpp from loading a file', () => {
  const warned = loadDoubt([GAP], VERDICTS);
  expect(warned.loading).toBe('doubtful');
  expect(warned.doubts.doubtful).toBe('llama.cpp rejects this file, so this code will fail.');
  expect(loadDoubt([GAP, OVERLAP], VERDICTS).loading).toBe('refused');
  expect(loadDoubt([], VERDICTS).loading).toBe('fine');
});
