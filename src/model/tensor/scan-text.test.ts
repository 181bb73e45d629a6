import { describe, expect, it } from 'vitest';
import type { ScannedTensor } from '../../tensor/scan/scanned.ts';
import type { TensorInfo } from '../package.ts';
import { scanCsv } from './scan-csv.ts';
import { scanFindings } from './scan-findings.ts';
import { scanList } from './scan-list.ts';
import { flagTexts, fourDigits } from './scan-text.ts';

const NONE = { count: 24, nan: 0, infinite: 0, zeros: 0, places: {} };
const SHAPE = [2n, 3n, 4n];

const ALL: ScannedTensor = {
  name: 'w',
  flags: ['nan', 'infinite', 'outlier', 'duplicate', 'dead'],
  statistics: { ...NONE, nan: 1, infinite: 2000, places: { nan: 23, infinite: 5 }, min: '-1', max: '9000' },
  outlier: { deviations: 1024.4, place: 13 },
  same: { as: 'v', others: 3, isFirst: true },
  dead: { rows: 1, firstRow: 1, columns: 2, firstColumn: 0 },
};

describe('what stands out', () => {
  it('is said in a few words, with the element that it leads to', () => {
    expect(flagTexts(ALL, SHAPE)).toEqual([
      { flag: 'nan', text: '1 NaN', cell: '1,2,3' },
      { flag: 'infinite', text: '2,000 infinite', cell: '0,1,1' },
      { flag: 'outlier', text: 'outlier 1,024 σ', cell: '1,0,1' },
      { flag: 'duplicate', text: 'same as 3 others', other: 'v', cell: undefined },
      { flag: 'dead', text: '1 dead row, 2 dead columns', cell: '1,0,0' },
    ]);
    const columns = { ...ALL, flags: ['dead'] as const, dead: { rows: 0, columns: 1, firstColumn: 3 } };
    expect(flagTexts(columns, [5n, 4n])).toMatchObject([{ text: '1 dead column', cell: '0,3' }]);
    const scales = { blocks: 3, nan: 1, nanAt: 32, infinite: 0, zeros: 0, most: 1 };
    expect(flagTexts({ name: 'q', flags: ['nan'], scales }, [4n, 32n])).toMatchObject([
      { text: '1 NaN scale', cell: '1,0' },
    ]);
    const scalar = {
      name: 's',
      flags: ['nan'] as const,
      statistics: { ...NONE, count: 1, nan: 1, places: { nan: 0 } },
    };
    expect(flagTexts(scalar, [])).toMatchObject([{ cell: undefined }]);
  });

  it('shows numbers with four digits', () => {
    const numbers = ['0.1126000000001', '9000', '-0', '123456.789', '-0.00001234', '1e300', '16777216', '0.5', 'NaN'];
    expect(numbers.map(fourDigits)).toEqual([
      '0.1126',
      '9000',
      '-0',
      '123500',
      '-1.23e-5',
      '1.00e300',
      '1.68e7',
      '0.5',
      'NaN',
    ]);
  });

  it('becomes findings that lead to the tensor: of tensors with one content, one', () => {
    const info = (name: string): TensorInfo => ({
      name,
      dtype: 'float32',
      shape: SHAPE,
      data: { path: 'f', start: 0, end: 96 },
    });
    const twin = { ...ALL, name: 'v', flags: ['duplicate'] as const, same: { as: 'w', others: 3, isFirst: false } };
    const found = scanFindings([ALL, twin, { name: 'gone', flags: ['nan'] }], [info('w'), info('v')]);
    expect(found.map(({ code, message, tensor, path }) => [code, message, tensor?.cell, path])).toEqual([
      ['tensor/nan', '“w” has 1 NaN.', '1,2,3', 'f'],
      ['tensor/infinite', '“w” has 2,000 infinite values.', '0,1,1', 'f'],
      ['tensor/outlier', '“w” has a value 1,024 standard deviations from the median.', '1,0,1', 'f'],
      ['tensor/duplicate', '“w” has the same content as “v” and 2 more tensors.', undefined, 'f'],
      ['tensor/dead', '“w” has 1 zero row, 2 zero columns.', '1,0,0', 'f'],
    ]);
    const many = Array.from({ length: 1000 }, (_, at): ScannedTensor => ({ name: `t${at}`, flags: ['zeros'] }));
    const limited = scanFindings(
      many,
      many.map(({ name }) => info(name)),
    );
    expect([limited.length, limited.at(-1)?.more]).toEqual([100, 900]);
  });

  it('is saved as comma-separated values that no spreadsheet runs', () => {
    const info: TensorInfo = { name: '=cmd()', dtype: 'float32', shape: SHAPE };
    const text: TensorInfo = { name: 'a,b', dtype: 'string', shape: [1n] };
    expect(
      scanCsv([
        { info, scanned: { ...ALL, flags: ['nan'] } },
        { info: text, scanned: undefined },
      ]).split('\r\n'),
    ).toEqual([
      'name,dtype,shape,bytes,count,min,p1,median,p99,max,mean,std,nan,infinite,zeros,flags,found',
      "'=cmd(),float32,2x3x4,96,24,-1,,,,9000,,,1,2000,0,nan,1 NaN",
      '"a,b",string,1,,,,,,,,,,,,,,',
      '',
    ]);
  });
});

describe('the tensors that are scanned', () => {
  it('have numbers of their own, and come as they lie in their files', () => {
    const at = (name: string, path: string, start: number, more: Partial<TensorInfo> = {}): TensorInfo => ({
      ...{ name, dtype: 'float32', shape: [1n], data: { path, start, end: start + 4 } },
      ...more,
    });
    const list = [
      at('b', 'one', 8),
      at('c', 'two', 0),
      at('a', 'one', 0, { dtype: 'Q4_K', values: 'float32' }),
      at('text', 'one', 4, { dtype: 'string' }),
      at('pair', 'one', 4, { dtype: 'complex64' }),
      at('nested', 'one', 4, { inner: ['a'] }),
      at('b', 'two', 4),
    ];
    expect(scanList(list).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });
});
