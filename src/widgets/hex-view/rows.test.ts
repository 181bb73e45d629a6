import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiText, hexOffset, hexPairs, parseOffset, readCost } from './rows.ts';

describe('a row of bytes', () => {
  it('is offset, pairs and ASCII', () => {
    const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x7f, 0xff]);
    expect(hexPairs(bytes)).toBe('89 50 4e 47 0d 0a 1a 0a  00 7f ff');
    expect(asciiText(bytes)).toBe('·PNG·······');
    expect(hexOffset(0)).toBe('00000000');
    expect(hexOffset(40_000_000_000)).toBe('9502f9000');
  });

  it('holds every byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const pairs = hexPairs(bytes).split(/ +/).filter(Boolean);
        expect(pairs.map((pair) => Number.parseInt(pair, 16))).toEqual([...bytes]);
        expect(asciiText(bytes)).toHaveLength(bytes.length);
      }),
    );
  });
});

describe('parseOffset', () => {
  it('reads decimal and hexadecimal numbers', () => {
    expect(parseOffset(' 1,024 ')).toBe(1024);
    expect(parseOffset('0X1F')).toBe(31);
    expect(parseOffset('400h')).toBe(1024);
    expect(parseOffset('10')).toBe(10);
  });

  it('takes nothing else', () => {
    for (const text of ['', 'ff', '-1', '1.5', '0x', '1e3', '99999999999999999999'])
      expect(parseOffset(text)).toBeUndefined();
  });
});

describe('readCost', () => {
  it('skips forward, and starts again to go back', () => {
    expect(readCost(1000, 1000)).toEqual({ bytes: 0, again: false });
    expect(readCost(5000, 1000)).toEqual({ bytes: 4000, again: false });
    expect(readCost(999, 1000)).toEqual({ bytes: 999, again: true });
  });
});
