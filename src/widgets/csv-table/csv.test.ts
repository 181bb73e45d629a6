import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNumber, MAX_CSV_COLUMNS, MAX_CSV_ROWS, readCsv } from './csv.ts';

const rows = (text: string, delimiter?: string) => {
  const { header, rows: others } = readCsv(text, delimiter);
  return [header, ...others];
};

describe('separated values', () => {
  it.each<[string, string[][]]>([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\ufeffa,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a|b\n1|2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '"a, ""b""","c\nd"\n1,2',
      [
        ['a, "b"', 'c\nd'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n\n1,\n',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['a,\n', [['a', '']]],
    ['a"b,c', [['a"b', 'c']]],
    ['"open', [['open']]],
    [
      '"a"b,c\n"d" ,e',
      [
        ['ab', 'c'],
        ['d ', 'e'],
      ],
    ],
    ['one\ntwo', [['one'], ['two']]],
  ])('%j', (text, expected) => expect(rows(text)).toEqual(expected));

  it('have no row where there is no text', () => {
    expect(readCsv('')).toEqual({ header: [], rows: [], isCut: false });
    expect(readCsv('\n\n')).toEqual({ header: [], rows: [], isCut: false });
  });

  it('read the same as they were written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '1'), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (table) => {
        const text = table.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join('\r\n');
        expect(rows(text, ',')).toEqual(table);
      }),
    );
  });

  it('know numbers', () => {
    for (const number of ['0', '-1', '+1.5', '1.', '.5', '1e9', '1.5E-3']) expect(isNumber(number)).toBe(true);
    for (const other of ['', '.', 'e5', '1e', '1.2.3', '1,5', '0x1', '1 ']) expect(isNumber(other)).toBe(false);
    // Where digits can be matched in two ways, this takes an hour.
    expect(isNumber(`${'1'.repeat(1_000_000)}x`)).toBe(false);
  });

  it('never throw, and are cut at limits', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a') }), (text) => void readCsv(text)),
    );
    const wide = readCsv(','.repeat(1_000_000));
    expect([wide.header.length, wide.isCut]).toEqual([MAX_CSV_COLUMNS, true]);
    const long = readCsv('1\n'.repeat(500_000));
    expect([long.rows.length, long.isCut]).toEqual([MAX_CSV_ROWS, true]);
  });
});
