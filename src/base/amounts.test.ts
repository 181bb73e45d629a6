import { describe, expect, it } from 'vitest';
import {
  aboutBytes,
  formatBytes,
  formatCount,
  formatNumberIs,
  formatNumberOf,
  formatShare,
  grouped,
} from './amounts.ts';

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 KB'],
    [1234, '1.2 KB'],
    [9960, '10 KB'],
    [999_499, '999 KB'],
    [999_600, '1 MB'],
    [5_400_000, '5.4 MB'],
    [42_949_672_960, '43 GB'],
    [Number.MAX_SAFE_INTEGER, '9 PB'],
    [240n, '240 B'],
    // No disk has as much, but a hostile shape can ask for it.
    [2n ** 83n, 'over 1,000 PB'],
  ])('%d is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});

it.each([
  [5_400_000, 'about 5.4 MB'],
  [10n ** 18n + 1n, 'over 1,000 PB'],
])('an estimate of %d is %s', (bytes, text) => expect(aboutBytes(bytes)).toBe(text));

describe('counts', () => {
  it('groups thousands, bigint too', () => {
    expect(formatCount(100_000)).toBe('100,000');
    expect(formatCount(2n ** 64n)).toBe('18,446,744,073,709,551,616');
  });

  it('groups the thousands of all numbers of a message, and leaves its texts', () => {
    expect(grouped`“${'a 1048576'}” has ${1_048_576} bytes. The limit is ${65_536n}.`).toBe(
      '“a 1048576” has 1,048,576 bytes. The limit is 65,536.',
    );
  });

  it('names one and many', () => {
    expect([0, 1, 2].map((count) => formatNumberIs(count, 'other draft'))).toEqual([
      '0 other drafts are',
      '1 other draft is',
      '2 other drafts are',
    ]);
    expect(formatNumberOf(1, 'file')).toBe('1 file');
    expect(formatNumberOf(0, 'file')).toBe('0 files');
    expect(formatNumberOf(2n, 'address', 'addresses')).toBe('2 addresses');
  });
});

it('says a share, and never all or nothing of a part', () => {
  expect([0, 1e-6, 0.125, 0.3333, 0.9989, 0.9999, 1].map(formatShare)).toEqual([
    '0 %',
    'under 0.01 %',
    '12.5 %',
    '33.3 %',
    '99.9 %',
    'over 99.9 %',
    '100 %',
  ]);
});
