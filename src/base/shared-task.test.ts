import { describe, expect, it, vi } from 'vitest';
import { LruCache } from './shared-task.ts';

const size = (text: string) => text.length;

describe('LruCache', () => {
  it('loads a key once', async () => {
    const cache = new LruCache(10, size);
    const load = vi.fn(async () => 'abc');
    expect(await cache.get('a', load)).toBe('abc');
    expect(await cache.get('a', load)).toBe('abc');
    expect(load).toHaveBeenCalledOnce();
  });

  it('does not keep a failure', async () => {
    const cache = new LruCache(10, size);
    await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache.get('a', async () => 'yes')).toBe('yes');
  });

  it('drops the least recently used beyond its size', async () => {
    const cache = new LruCache(6, size);
    await cache.get('a', async () => 'aaa');
    await cache.get('b', async () => 'bbb');
    await cache.get('a', async () => 'never');
    await cache.get('c', async () => 'ccc');
    expect(await cache.get('a', async () => 'again')).toBe('aaa');
    expect(await cache.get('b', async () => 'new')).toBe('new');
  });
});
