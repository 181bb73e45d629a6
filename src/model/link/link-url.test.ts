import { describe, expect, it } from 'vitest';
import { linkUrlCaveat, linkUrlProblem } from './link-url.ts';

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
    ['http://a.example/file', 'https://, or with http:// on this computer'],
    ['http://192.168.1.2/file', 'https://, or with http:// on this computer'],
    ['ftp://a.example/file', 'https://, or with http:// on this computer'],
    ['file:///etc/passwd', 'https://'],
    ['javascript:alert(1)', 'https://'],
    ['https://me:secret@a.example/file', 'password'],
    ['https://me@a.example/file', 'user name'],
    ['https://a.example/file#part', '#'],
    [`https://a.example/${'x'.repeat(100_000)}`, 'characters'],
  ])('cannot be %.40s', (url, why) => {
    expect(linkUrlProblem(url)).toContain(why);
  });

  it.each([
    ['https://a.example/file', undefined],
    ['https://192.168.1.2/file', 'The URL leads to 192.168.1.2, which others cannot reach.'],
    ['https://nas.local:8443/file', 'The URL leads to nas.local:8443, which others cannot reach.'],
    ['http://127.0.0.1:80/a', 'The URL leads to 127.0.0.1, which others cannot reach, and is not encrypted.'],
    ['http://localhost:8000/a', 'The URL leads to localhost:8000, which others cannot reach, and is not encrypted.'],
    ['http://[::1]:8000/a', 'The URL leads to [::1]:8000, which others cannot reach, and is not encrypted.'],
  ])('%s has its caveat', (url, caveat) => {
    expect(linkUrlCaveat(url)).toBe(caveat);
  });
});
