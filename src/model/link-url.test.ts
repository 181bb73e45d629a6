import { describe, expect, it } from 'vitest';
import { linkUrlProblem } from './link-url.ts';

describe('the URL of a linked file', () => {
  it.each([
    'https://a.example/file',
    'https://a.example:8443/ü?x=1&y=2',
    'http://127.0.0.1:8000/a',
    'http://localhost/a',
  ])('can be %s', (url) => {
    expect(linkUrlProblem(url)).toBeUndefined();
  });

  it.each([
    ['', 'Enter'],
    [' https://a.example', 'spaces'],
    ['a.example/file', 'not a URL'],
    ['http://a.example/file', 'https://'],
    ['ftp://a.example/file', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['javascript:alert(1)', 'https://'],
    ['https://me:secret@a.example/file', 'password'],
    ['https://me@a.example/file', 'user name'],
    ['https://a.example/file#part', '#'],
    [`https://a.example/${'x'.repeat(100_000)}`, 'characters'],
  ])('cannot be %.40s', (url, why) => {
    expect(linkUrlProblem(url)).toContain(why);
  });
});
