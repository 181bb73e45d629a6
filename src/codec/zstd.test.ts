import { afterEach, expect, it, vi } from 'vitest';
import { zstdFrame } from '../testing/builders/zstd-builder.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

it('decodes with what another thread has compiled, and does not compile it again', async () => {
  const first = await import('./zstd.ts');
  expect(first.zstdModule()).toBeUndefined();
  await first.loadZstd();
  const module = first.zstdModule();
  if (!module) throw new Error('nothing was compiled');

  // Another thread has modules of its own.
  vi.resetModules();
  const compile = vi.spyOn(WebAssembly, 'compile');
  const second = await import('./zstd.ts');
  second.adoptZstd(module);
  const decoder = await second.ZstdDecoder.create(1024);
  const content = new TextEncoder().encode('the same bytes');
  decoder.start();
  for (const _ of decoder.push(zstdFrame([content])));
  decoder.finish();
  expect(decoder.view()).toEqual(content);
  expect(second.zstdModule()).toBe(module);
  expect(compile).not.toHaveBeenCalled();
});
