import { describe, expect, it, vi } from 'vitest';
import { ByteCache } from './cache.ts';

const size = (text: string) => text.length;

describe('ByteCache', () => {
  it('loads a key once', async () => {
    const cache = new ByteCache(10);
    const load = vi.fn(async () => 'abc');
    expect(await cache.get('a', load, size)).toBe('abc');
    expect(await cache.get('a', load, size)).toBe('abc');
    expect(load).toHaveBeenCalledOnce();
  });

  it('does not keep a failure', async () => {
    const cache = new ByteCache(10);
    await expect(cache.get('a', () => Promise.reject(new Error('no')), size)).rejects.toThrow('no');
    expect(await cache.get('a', async () => 'yes', size)).toBe('yes');
  });

  it('drops the least recently used beyond its size', async () => {
    const cache = new ByteCache(6);
    await cache.get('a', async () => 'aaa', size);
    await cache.get('b', async () => 'bbb', size);
    await cache.get('a', async () => 'never', size);
    await cache.get('c', async () => 'ccc', size);
    expect(await cache.get('a', async () => 'again', size)).toBe('aaa');
    expect(await cache.get('b', async () => 'new', size)).toBe('new');
  });
});
