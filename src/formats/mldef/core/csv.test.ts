import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeElements } from '../../../tensor/elements.ts';
import { parseCsv } from './csv.ts';

function valuesOf(text: string, type: Parameters<typeof parseCsv>[1] = 'float64'): string[] {
  const points = parseCsv(text, type);
  return Array.from(decodeElements(points.type, points.bytes) as Iterable<number | bigint>, String);
}

const kinds = (text: string) => parseCsv(text, 'float64').oddities.map(({ kind, count, line }) => [kind, count, line]);

describe('CSV', () => {
  it('has its data points row by row', () => {
    expect(parseCsv('1,2.5,-3\n4,5,6e-1\n', 'float64')).toMatchObject({ count: 6, rows: 2, columns: 3, oddities: [] });
    expect(valuesOf('1,2.5,-3\r\n4,5,6e-1')).toEqual(['1', '2.5', '-3', '4', '5', '0.6']);
    expect(valuesOf(' 1 , "2" ,.5\r3.,+4')).toEqual(['1', '2', '0.5', '3', '4']);
    expect(valuesOf('')).toEqual([]);
  });

  it('has the types that are asked for, exactly', () => {
    expect(valuesOf('0.1', 'float32')).toEqual([String(Math.fround(0.1))]);
    expect(valuesOf('-128,127', 'int8')).toEqual(['-128', '127']);
    expect(valuesOf('9223372036854775807,-9223372036854775808', 'int64')).toEqual([
      '9223372036854775807',
      '-9223372036854775808',
    ]);
    expect(valuesOf('18446744073709551615', 'uint64')).toEqual(['18446744073709551615']);
    expect(parseCsv('1,128', 'int8').type).toBe('float64');
    expect(parseCsv('1,-1', 'uint8').type).toBe('float64');
    expect(parseCsv('1,\n', 'int32').type).toBe('float64');
  });

  it('tells what is odd, and keeps the places of values', () => {
    expect(kinds('\ufeffa,b\n1,2\n3,\n4\n"1,5",NaN\nx,5')).toEqual([
      ['byte-order-mark', 1, 1],
      ['header', 1, 1],
      ['empty', 1, 3],
      ['ragged', 1, 4],
      ['decimal-comma', 1, 5],
      ['not-finite', 1, 5],
      ['not-a-number', 1, 6],
    ]);
    expect(valuesOf('1,x\n3,4')).toEqual(['1', 'NaN', '3', '4']);
    expect(kinds('1,2\n"3\n\n')).toEqual([
      ['open-quote', 1, 2],
      ['ragged', 1, 2],
    ]);
    expect(kinds('1\n\n2\n')).toEqual([]);
  });

  it('has a header only in the first row, and only where no field is a number', () => {
    expect(valuesOf('a,b\nc,d')).toEqual(['NaN', 'NaN']);
    expect(valuesOf('a,1\n2,3')).toEqual(['NaN', '1', '2', '3']);
    expect(valuesOf('a,b\n1,2', 'int16')).toEqual(['1', '2']);
  });

  it('gives numbers that were written, and takes any text', () => {
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.array(fc.array(doubles, { minLength: 1 }), { minLength: 1 }), (rows) => {
        const text = rows.map((row) => row.map(String).join(',')).join('\n');
        expect(valuesOf(text).map(Number)).toEqual(rows.flat().map((value) => (value === 0 ? 0 : value)));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('1', ',', '"', '\n', '\r', ' ', 'a', '.', '-') }), (text) => {
        const { count, bytes, type } = parseCsv(text, 'int32');
        expect(bytes.length).toBe(count * (type === 'int32' ? 4 : 8));
      }),
    );
  });
});
