import { describe, expect, it } from 'vitest';
import { decodeAscii } from '../../base/bytes.ts';
import { decodeCp437 } from './name.ts';

describe('decodeCp437', () => {
  const all = decodeCp437(Uint8Array.from({ length: 256 }, (_, byte) => byte));

  it('gives every byte a character of its own', () => {
    expect(new Set(all).size).toBe(256);
    expect(all).toHaveLength(256);
  });

  it('gives the characters of the code page', () => {
    const points = {
      65: 'A',
      128: 'Ç',
      155: '¢',
      158: '₧',
      176: '░',
      196: '─',
      219: '█',
      225: 'ß',
      248: '°',
      254: '■',
    };
    for (const [byte, character] of Object.entries(points)) expect(all[Number(byte)]).toBe(character);
  });
});

describe('decodeAscii', () => {
  it('gives undefined where a byte is not ASCII', () => {
    expect(decodeAscii(Buffer.from('model/a b~'))).toBe('model/a b~');
    expect(decodeAscii(Buffer.from('é'))).toBeUndefined();
    expect(decodeAscii(Buffer.from('a'.repeat(100_000)))).toHaveLength(100_000);
  });
});
