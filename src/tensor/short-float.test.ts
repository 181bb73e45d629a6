import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortestFloat, shortMean } from './short-float.ts';

describe('the shortest float', () => {
  it.each([
    ['float32', '0.10000000149011612', '0.1'],
    ['float32', '0.13999052345752716', '0.13999052'],
    ['float32', '-3.3999999521443642e+38', '-3.4e+38'],
    ['float32', '1.1754943508222875e-38', '1.1754944e-38'],
    ['float32', '1.401298464324817e-45', '1e-45'],
    ['float16', '0.0999755859375', '0.09998'],
    ['bfloat16', '0.10009765625', '0.1'],
    ['float8_e4m3fn', '0.1015625', '0.1'],
    ['float64', '0.1', '0.1'],
    ['float32', '-0', '-0'],
    ['float32', '16777216', '16777216'],
    ['float32', 'NaN', 'NaN'],
    ['float32', '-Infinity', '-Infinity'],
  ] as const)('of %s %s is %s', (dtype, exact, short) => {
    expect(shortestFloat(dtype, exact)).toBe(short);
  });

  it('reads as the same float32', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true }), (value) => {
        const exact = Object.is(value, -0) ? '-0' : String(value);
        const short = shortestFloat('float32', exact);
        expect(Object.is(Math.fround(Number(short)), value)).toBe(true);
        expect(short.length).toBeLessThanOrEqual(exact.length);
      }),
    );
  });
});

describe('a mean', () => {
  it('has seven digits, unless it is a float64 or whole', () => {
    expect(shortMean('float32', '0.2543498147391574')).toBe('0.2543498');
    expect(shortMean('uint8', '73.12345678901234')).toBe('73.12346');
    expect(shortMean('float64', '0.2543498147391574')).toBe('0.2543498147391574');
    expect(shortMean('int64', '9007199254740992')).toBe('9007199254740992');
    expect(shortMean('int32', '12345678.5')).toBe('12345678.5');
    expect(shortMean('float32', 'none')).toBe('none');
  });
});
