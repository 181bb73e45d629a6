import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostText, isPrivateHost, leadsInside } from './host.ts';

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

  it('survives what is not a host', () => {
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

describe('isPrivateHost', () => {
  const hosts = (...urls: string[]) => urls.map((url) => new URL(`https://${url}/`).hostname);

  it.each(
    hosts(
      ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'nas', 'nas.local', 'metadata.google.internal'],
      ...['router.home.arpa', '127.0.0.1', '127.1', '2130706433', '0x7f.1', '0.0.0.0', '10.1.2.3', '172.16.0.1'],
      ...['172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1', '100.127.0.1', '192.0.0.8', '198.18.0.1'],
      ...['[::1]', '[::]', '[fd00::1]', '[fc12:3::4]', '[fe80::1]', '[febf::1]', '[::ffff:127.0.0.1]'],
      ...['[::ffff:10.0.0.1]', '[64:ff9b::192.168.1.1]', '[::127.0.0.1]', '0300.0250.1.1', '0xc0a80101', '10.1'],
      ...['192.168.1.5.', '①②⑦.0.0.1', '[64:ff9b:1::10.0.0.1]', '[::ffff:0:127.0.0.1]', '[2002:c0a8:101::1]'],
      ...['[2002:a00::1]', '[2002:7f00::]', 'nas.lan', 'wiki.corp', 'wiki.intranet', 'pi.home', 'pi.localdomain'],
    ),
  )('%s is this computer or in a local network', (host) => {
    expect(isPrivateHost(host)).toBe(true);
  });

  it.each(
    hosts(
      ...['example.com', 'localhost.example.com', 'local.example', '8.8.8.8', '172.32.0.1', '172.15.0.1', '11.0.0.1'],
      ...['100.63.0.1', '100.128.0.1', '192.167.0.1', '169.253.0.1', '[2606:4700::1111]', '[::ffff:8.8.8.8]'],
      ...['[2002:808:808::1]', '[2002:800::1]', 'lan.example', 'home.example', 'corp.example'],
      ...['[64:ff9b::8.8.8.8]', '[::8.8.8.8]', '127.0.0.1.example.com', '[fbff::1]', '[fec0::1]'],
    ),
  )('%s is elsewhere', (host) => {
    expect(isPrivateHost(host)).toBe(false);
  });
});

describe('leadsInside', () => {
  it.each([
    ['https://a.example/', 'https://192.168.1.5/x', true],
    ['https://a.example/', 'http://localhost:8080/x', true],
    ['https://a.example/', 'https://b.example/x', false],
    ['http://localhost:4319/', 'http://127.0.0.1/x', false],
    ['https://10.0.0.1/', 'https://192.168.1.5/x', false],
    ['file:///index.html', 'https://192.168.1.5/x', false],
    ['https://a.example/', 'sample.carton', false],
    ['', 'https://192.168.1.5/x', false],
  ])('from %s to %s: %s', (from, to, is) => {
    expect(leadsInside(from, to)).toBe(is);
  });
});
