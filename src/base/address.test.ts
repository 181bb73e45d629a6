import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_POINT } from '../testing/code-point.ts';
import { cpuClock } from '../testing/cpu-clock.ts';
import { addressText, addressTitle, isSigned, quoteAddress, shownAddress } from './address.ts';

describe('addressText', () => {
  it.each([
    'https://example.com',
    'https://GitHub.com/a/b?c=d#e',
    'http://127.0.0.1:9/x',
    'https://a.example/a@b:c',
    'https://a.example/%E2%80%AE',
    'https://bücher.example/模型',
  ])('leaves %s as it is written', (address) => {
    expect(addressText(address)).toBe(address);
  });

  it.each([
    ['https://аpple.com/login', 'https://xn--pple-43d.com/login'],
    ['https://github.com@evil.example/x', 'https://evil.example/x (user name left out)'],
    ['https://github.com:pw@evil.example/x', 'https://evil.example/x (user name, password left out)'],
    ['https://github.com%2Fa@evil.example', 'https://evil.example/ (user name left out)'],
    ['https://evil.example\\@good.example/', 'https://evil.example/@good.example/'],
    ['https:evil.example', 'https://evil.example/'],
    ['https://1249763844/x', 'https://74.125.226.4/x'],
    ['https://evil.example/\u202egnp.bin', 'https://evil.example/%E2%80%AEgnp.bin'],
    ['https://evil.example/\n;touch x;\n', 'https://evil.example/;touch%20x; (control characters left out)'],
    ['https://good\t.example/x', 'https://good.example/x (control characters left out)'],
    // Drawn from right to left, its letters would move the parts around them.
    ['https://evil.example/שלום/1', 'https://evil.example/%D7%A9%D7%9C%D7%95%D7%9D/1'],
    ['ftp://a.example/\u202e', 'ftp://a.example/\\u202E'],
    ['no\naddress', 'no\\naddress'],
  ])('shows %j as %s', (address, shown) => {
    expect(addressText(address)).toBe(shown);
  });

  it('begins with the host that is asked, on one line, and leads to the same', () => {
    const address = fc
      .tuple(fc.constantFrom('https://', 'http:', 'https://u:p@'), fc.string({ unit: CODE_POINT, maxLength: 40 }))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(address, (written) => {
        const shown = shownAddress(written);
        if (!shown) return;
        const { protocol, host } = new URL(shown.href);
        expect(host).toBe(new URL(written).host);
        expect(shown.text.toLowerCase().startsWith(`${protocol}//${shown.host}`)).toBe(true);
        expect(shown.text).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(shown.href).toMatch(/^[!-~]+$/);
        expect(new URL(shown.text).href).toBe(shown.href);
      }),
      { numRuns: 500 },
    );
  });

  it('takes time linear in the length of the address', () => {
    const seconds = cpuClock();
    for (const part of ['a', '/', '@', '%E2', '\u202e', 'а', 'xn--a.'])
      addressText(`https://a.example/${part.repeat(200_000)}`);
    expect(seconds()).toBeLessThan(15);
  });
});

describe('addressTitle', () => {
  it('is in ASCII', () => {
    expect(addressTitle('https://bücher.example/模')).toBe('https://xn--bcher-kva.example/%E6%A8%A1');
    expect(addressTitle('https://a@b.example/')).toBe('https://b.example/ (user name left out)');
  });
});

describe('quoteAddress', () => {
  it('quotes the address that is asked, and cuts it', () => {
    expect(quoteAddress('http://a.example/x')).toBe('“http://a.example/x”');
    expect(quoteAddress('http://github.com@evil.example/x')).toBe('“http://evil.example/x” (user name left out)');
    expect(quoteAddress(`https://a.example/${'x'.repeat(1000)}`).length).toBeLessThan(200);
    expect(quoteAddress('a b')).toBe('“a b”');
  });
});

describe('isSigned', () => {
  it.each([
    'X-Amz-Signature',
    'sig',
    'q-signature',
    'access_token',
    'private_token',
    'Authorization',
    'accessToken',
    'tempauth',
    'api_key',
    'apikey',
    'key',
    'rlkey',
    'jwt',
    'X-Amz-Credential',
    'password',
    'hdnts',
    'hmac',
  ])('is true of a parameter %s', (name) => {
    expect(isSigned(`https://a.example/m.carton?download=1&${name}=x`)).toBe(true);
  });

  it('is false of others, and of what is not an address', () => {
    expect(isSigned('https://a.example/m.carton?download=1&keyboard=us&rev=token')).toBe(false);
    expect(isSigned('sig=1')).toBe(false);
  });
});
