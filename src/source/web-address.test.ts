import { afterEach, describe, expect, it, vi } from 'vitest';
import { besideAddress, checkUrl, fileAddress, nameOf } from './web-address.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('fileAddress', () => {
  it.each([
    ['https://huggingface.co/o/r/blob/main/a/b.carton', 'https://huggingface.co/o/r/resolve/main/a/b.carton'],
    ['https://huggingface.co/gpt2/blob/main/m.carton', 'https://huggingface.co/gpt2/resolve/main/m.carton'],
    ['https://huggingface.co/datasets/o/r/blob/x%2Fy/m', 'https://huggingface.co/datasets/o/r/resolve/x%2Fy/m'],
    ['https://huggingface.co/spaces/o/r/blob/main/m', 'https://huggingface.co/spaces/o/r/resolve/main/m'],
    ['https://hf.co/o/r/blob/main/m?download=true', 'https://huggingface.co/o/r/resolve/main/m?download=true'],
    [
      'https://huggingface.co/o/r/resolve/main/m?download=true',
      'https://huggingface.co/o/r/resolve/main/m?download=true',
    ],
    // A folder of the repository with that name.
    ['https://huggingface.co/o/r/resolve/main/blob/m', 'https://huggingface.co/o/r/resolve/main/blob/m'],
    ['https://huggingface.co/o/r/blob/main/blob/m', 'https://huggingface.co/o/r/resolve/main/blob/m'],
    ['https://github.com/o/r/blob/v1/a/b.carton', 'https://raw.githubusercontent.com/o/r/v1/a/b.carton'],
    ['https://github.com/o/r/raw/main/b.carton', 'https://raw.githubusercontent.com/o/r/main/b.carton'],
    ['https://github.com/o/r/blob/main/b?raw=true#L3', 'https://raw.githubusercontent.com/o/r/main/b?raw=true'],
    ['https://github.com/o/r/releases/download/v1/b', 'https://github.com/o/r/releases/download/v1/b'],
    ['https://github.com/o/r', 'https://github.com/o/r'],
    ['https://gist.github.com/o/blob/a/b', 'https://gist.github.com/o/blob/a/b'],
    ['https://carton.pub/o/m?x=1', 'https://dl.carton.pub/o/m?x=1'],
    ['https://dl.carton.pub/o/m', 'https://dl.carton.pub/o/m'],
    // Property names that every object has.
    ['https://__proto__/m', 'https://__proto__/m'],
    ['https://constructor/m', 'https://constructor/m'],
    ['https://evil.example/huggingface.co/o/r/blob/main/m', 'https://evil.example/huggingface.co/o/r/blob/main/m'],
    ['https://huggingface.co.evil.example/o/r/blob/main/m', 'https://huggingface.co.evil.example/o/r/blob/main/m'],
    [
      'https://b.s3.amazonaws.com/m?X-Amz-Signature=a%2Fb+c&X-Amz-Date=1#part',
      'https://b.s3.amazonaws.com/m?X-Amz-Signature=a%2Fb+c&X-Amz-Date=1',
    ],
  ])('reads %s from %s', (given, address) => {
    expect(fileAddress(given).href).toBe(address);
    expect(fileAddress(address).href).toBe(address);
  });
});

describe('checkUrl', () => {
  it.each([
    'https://example.org/a',
    'http://localhost:1/a',
    'http://127.3.2.1/',
    'http://[::1]/a',
    'http://x.localhost/',
  ])('takes %s', (url) => {
    expect(checkUrl(url).href).toBe(url);
  });

  it.each([
    'a.carton',
    '',
    'ftp://example.org/a',
    'javascript:alert(1)',
    'data:text/plain,a',
    'blob:https://example.org/a',
    'file:///etc/passwd',
    'http://example.org/a',
    'http://127.0.0.1.example.org/',
    'http://localhost.example.org/',
    'https://user:secret@example.org/a',
    'https://user@example.org/a',
  ])('refuses “%s”', (url) => {
    expect(() => checkUrl(url)).toThrow(expect.objectContaining({ code: 'source/bad-url' }));
  });

  it('says why plain http is refused, and repeats no password', () => {
    expect(() => checkUrl('http://example.org/a')).toThrow(/not encrypted/);
    let error: unknown;
    try {
      checkUrl('https://user:secret@example.org/a');
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ fields: { url: 'https://example.org/a' } });
    expect(String(error)).not.toMatch(/secret/);
  });

  it('takes plain http from a page that came over plain http', () => {
    vi.stubGlobal('location', { protocol: 'http:' });
    expect(checkUrl('http://example.org/a').href).toBe('http://example.org/a');
  });
});

describe('nameOf', () => {
  it.each([
    ['https://h/a/b%20c.carton?x=/y', 'b c.carton'],
    ['https://h/a/b/', 'b'],
    ['https://h/', 'h'],
    ['https://h/%ff.carton', '%ff.carton'],
  ])('%s is called %s', (url, name) => {
    expect(nameOf(new URL(url))).toBe(name);
  });
});

it.each([
  [
    'https://h.example/m/model.safetensors.index.json?download=true#x',
    'a b.bin',
    'https://h.example/m/a%20b.bin?download=true',
  ],
  ['https://huggingface.co/o/r/blob/main/model.index.json', 'x%2f', 'https://huggingface.co/o/r/resolve/main/x%252f'],
  ['https://h.example', 'a', 'https://h.example/a'],
])('beside %s, %s is %s', (url, name, beside) => expect(besideAddress(url, name)).toBe(beside));
