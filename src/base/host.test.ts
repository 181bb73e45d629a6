import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostText } from './host.ts';

/** The host as the URL parser gives it. */
const ascii = (host: string) => new URL(`https://${host}`).host;

describe('hostText', () => {
  it.each([
    'bücher.example',
    'bücher.example:8443',
    'łódź.pl',
    'việtnam.vn',
    '例え.jp',
    'みんな.テスト.jp',
    '日本語.example',
    '한국어.kr',
    'пример.рф',
    'मुंबई.भारत',
  ])('writes a host of one script in its letters: %s', (host) => {
    expect(ascii(host)).toContain('xn--');
    expect(hostText(ascii(host))).toBe(host);
  });

  it.each([
    ['аpple.com', 'a Cyrillic letter among Latin ones'],
    ['аррӏе.com', 'Cyrillic letters that all look like Latin ones'],
    ['ɡoogle.com', 'a phonetic letter'],
    ['paypaı.com', 'an ı without its dot'],
    ['comノlogin.example', 'a Japanese letter that looks like a slash'],
    ['a・b.example', 'a middle dot'],
    ['пример.例え', 'labels of two scripts'],
    ['ორიგინი.com', 'Georgian under a Latin name'],
    ['שלום.קום', 'a script from right to left'],
    ['مثال.com', 'a script from right to left, under a Latin name'],
  ])('leaves %s in ASCII: %s', (host) => {
    expect(hostText(ascii(host))).toBe(ascii(host));
    expect(hostText(ascii(host))).toMatch(/^[\x21-\x7e]+$/);
  });

  it.each(['example.com', 'localhost:8080', '127.0.0.1', '[::1]:80', ''])('leaves %j as it is', (host) => {
    expect(hostText(host)).toBe(host);
  });

  it('survives what is no host', () => {
    for (const label of ['', '-', '0', '99999999', `${'9'.repeat(200)}`, 'a'.repeat(200), '9'.repeat(1_000_000), 'é'])
      expect(hostText(`xn--${label}.com`)).toBe(`xn--${label}.com`);
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{0,60}$/), (label) => {
        const host = `xn--${label}.com`;
        const text = hostText(host);
        expect(text === host || ascii(text) === host).toBe(true);
      }),
    );
  });

  it('gives what leads to the same host', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (label) => {
        fc.pre(URL.canParse(`https://${label}.jp`));
        const { host } = new URL(`https://${label}.jp`);
        fc.pre(host !== '');
        expect(ascii(hostText(host))).toBe(host);
      }),
    );
  });
});
