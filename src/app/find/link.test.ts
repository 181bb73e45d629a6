import { expect, test } from 'vitest';
import { linkOf } from './link.ts';

test('what has a scheme is a link as it stands', () => {
  for (const url of [
    'https://host/a.carton',
    'http://host',
    'HTTPS://Host/a b',
    'ftp://host/a',
    'https://me:secret@host/a',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
  ]) {
    expect(linkOf(` ${url}\n`), url).toEqual({ url, certain: true });
  }
});

test('a host with a path is a link too, but may be a path', () => {
  expect(linkOf('hf.co/a/b/blob/main/x.carton')).toEqual({
    url: 'https://hf.co/a/b/blob/main/x.carton',
    certain: false,
  });
  expect(linkOf('example.com:8443/x')?.url).toBe('https://example.com:8443/x');
  expect(linkOf('localhost:8000/x')?.url).toBe('http://localhost:8000/x');
  expect(linkOf('127.0.0.1:8000/x')?.url).toBe('http://127.0.0.1:8000/x');
});

test('everything else is looked for', () => {
  for (const text of [
    '',
    'model.carton',
    'model/main.py',
    'v1.0/a',
    'bn:0',
    'hf.co',
    'a.b/c d',
    './a.py',
    'x: y',
    '1.2.3.4',
  ]) {
    expect(linkOf(text), text).toBeUndefined();
  }
});
