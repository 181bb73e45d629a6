import { describe, expect, it } from 'vitest';
import { hostOf, hostsInWords } from './linked-content.ts';

describe('hostsInWords', () => {
  it('names every host that one click may contact, or counts them', () => {
    expect(hostsInWords(['https://a.example/1', 'https://a.example/2'])).toBe('a.example');
    expect(hostsInWords(['https://a.example/1', 'http://127.0.0.1:9/x'])).toBe('a.example, or else 127.0.0.1:9');
    expect(hostsInWords(['https://a.example', 'https://b.example', 'https://c.example'])).toBe(
      'a.example, or else 2 other hosts',
    );
    expect(hostsInWords(['no address'])).toBe('its URL');
    expect(hostsInWords(['https://аpple.com/w', 'https://github.com@b.example'])).toBe(
      'xn--pple-43d.com, or else b.example',
    );
  });
});

describe('hostOf', () => {
  it('gives a host with its port, and undefined for a text that is not an address', () => {
    expect(hostOf('https://a.example:8443/x')).toBe('a.example:8443');
    expect(hostOf('a.example/x')).toBeUndefined();
  });

  it('gives none of an address that no host is asked for', () => {
    for (const url of ['javascript://a.example/%0Aalert(1)', 'data://a.example/,x', 'blob:https://a.example/x'])
      expect(hostOf(url)).toBeUndefined();
    for (const scheme of ['http', 'ftp', 'ssh', 'git', 'file'])
      expect(hostOf(`${scheme}://a.example/x`)).toBe('a.example');
  });
});
