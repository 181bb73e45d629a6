import { describe, expect, it } from 'vitest';
import { readAddress, remoteImage } from './markdown-address.ts';

describe('readAddress', () => {
  const fileOf = (address: string) => (address.startsWith('@misc/') ? address.slice(1) : undefined);
  it.each([
    ['@misc/a%20b.png', { kind: 'file', path: 'misc/a b.png' }],
    ['https://EXAMPLE.com/x', { kind: 'outside', href: 'https://example.com/x', host: 'example.com', isSecure: true }],
    ['http://a.b/', { kind: 'outside', href: 'http://a.b/', host: 'a.b', isSecure: false }],
    ['mailto:a@b.c', { kind: 'outside', href: 'mailto:a@b.c', host: '', isSecure: false }],
    ['#user-content-fn-1', { kind: 'here', id: 'user-content-fn-1' }],
    ['javascript:alert(1)', { kind: 'none' }],
    [' java\nscript:alert(1)', { kind: 'none' }],
    ['JaVaScRiPt:alert(1)', { kind: 'none' }],
    ['data:text/html,x', { kind: 'none' }],
    ['blob:https://a.b/c', { kind: 'none' }],
    ['file:///etc/passwd', { kind: 'none' }],
    ['//host/x', { kind: 'none' }],
    ['/absolute', { kind: 'none' }],
    ['relative.png', { kind: 'none' }],
    ['../misc/x', { kind: 'none' }],
    ['https://', { kind: 'none' }],
    ['', { kind: 'none' }],
    ['%E0%A4%A', { kind: 'none' }],
  ])('reads %j', (address, expected) => {
    expect(readAddress(address, fileOf)).toEqual(expected);
  });
});

describe('remoteImage', () => {
  it.each([
    ['https://a.b/c', 'a.b'],
    ['http://a.b/c', undefined],
    ['mailto:a@b.c', undefined],
    ['#a', undefined],
    ['a.png', undefined],
  ])('of %j is on %j', (address, host) => {
    expect(remoteImage(readAddress(address, () => undefined))?.host).toBe(host);
  });
});
