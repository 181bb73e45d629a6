import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixturePath, hasFixtures } from '../../../../testing/fixtures.ts';
import {
  boundedReq,
  type Comparator,
  describeVersionReq,
  isOpenEnded,
  parseVersionReq,
  type VersionReq,
} from './version-req.ts';

interface Vector {
  value: string;
  accepted: boolean;
  normalised?: string;
}

const VECTORS: Vector[] = hasFixtures
  ? JSON.parse(readFileSync(fixturePath('vectors/reference-reader.json'), 'utf8')).required_framework_version
  : [];

/** The requirement as the crate writes it: `1.12.1` becomes `^1.12.1`. */
function formatVersionReq(req: VersionReq): string {
  return req.length === 0 ? '*' : req.map(formatComparator).join(', ');
}

function formatComparator({ operator, major, minor, patch, pre }: Comparator): string {
  const wildcard = operator === '*';
  let text = `${wildcard ? '' : operator}${major}`;
  if (minor === undefined) return wildcard ? `${text}.*` : text;
  text += `.${minor}`;
  if (patch === undefined) return wildcard ? `${text}.*` : text;
  return `${text}.${patch}${pre === undefined ? '' : `-${pre}`}`;
}

function normalised(text: string): string | undefined {
  const result = parseVersionReq(text);
  return result.ok ? formatVersionReq(result.req) : undefined;
}

describe.skipIf(!hasFixtures)('against the reference reader', () => {
  it.each(VECTORS)('$value', ({ value, accepted, normalised: expected }) => {
    expect(normalised(value)).toBe(accepted ? expected : undefined);
  });
});

describe('parseVersionReq', () => {
  it.each([
    ['', 'ends'],
    ['1.2,', 'ends'],
    ['1.2, *', 'alone'],
    ['*, 1', 'alone'],
    ['* 1', 'after the wildcard'],
    ['>=1 <2', 'comma'],
    ['1.x.3', 'after the wildcard'],
    ['1.2.3-', 'empty part'],
    ['1.2.3-a..b', 'empty part'],
    ['1.2.3+', 'empty part'],
    ['v1.2.3', 'unexpected "v"'],
    [Array(33).fill('1').join(','), 'more than 32'],
  ])('refuses %j', (text, reason) => {
    const result = parseVersionReq(text);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.reason).toContain(reason);
  });

  it('accepts 32 parts', () => {
    expect(normalised(Array(32).fill('1').join(','))).toBe(Array(32).fill('^1').join(', '));
  });

  it('reads back what it writes', () => {
    const number = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
    const comparator = fc
      .tuple(fc.constantFrom('', '=', '>', '>=', '<', '<=', '~', '^'), fc.array(number, { minLength: 1, maxLength: 3 }))
      .map(([operator, parts]) => operator + parts.join('.'));
    fc.assert(
      fc.property(fc.array(comparator, { minLength: 1, maxLength: 5 }), (parts) => {
        const text = normalised(parts.join(' , '));
        expect(text).toBeDefined();
        expect(normalised(text as string)).toBe(text);
      }),
    );
  });

  it('answers for any text', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof parseVersionReq(text).ok === 'boolean'));
  });
});

describe('describeVersionReq', () => {
  it.each([
    ['*', 'any version'],
    ['=1.12.1', 'exactly 1.12.1'],
    ['=3.11', '3.11.x'],
    ['1.2.3', 'at least 1.2.3 and below 2.0.0'],
    ['0.2.3', 'at least 0.2.3 and below 0.3.0'],
    ['0.0.3', 'at least 0.0.3 and below 0.0.4'],
    ['0.0', '0.0.x'],
    ['0', '0.x'],
    ['~1', '1.x'],
    ['~1.2.3-beta.2', 'at least 1.2.3-beta.2 and below 1.3.0'],
    ['1.*', '1.x'],
    ['>1', 'at least 2.0.0'],
    ['>1.2.3', 'above 1.2.3'],
    ['<=1.2', 'below 1.3.0'],
    ['>=1.0.0, <2', '1.x'],
    ['^2.0, <2.1', '2.0.x'],
    ['>1.2.3, <=1.4.5', 'above 1.2.3 and at most 1.4.5'],
    ['>=1.2, >1.3.1, <2', 'above 1.3.1 and below 2.0.0'],
    ['<1, >=2', 'below 1.0.0, and at least 2.0.0'],
    ['>=1.2.3-a, <1.2.4', 'at least 1.2.3-a, and below 1.2.4'],
  ])('%s: %s', (text, words) => {
    const result = parseVersionReq(text);
    expect(result.ok && describeVersionReq(result.req)).toBe(words);
  });
});

describe('open-ended requirements', () => {
  it.each([
    ['*', true, undefined],
    ['>=1.9', true, '^1.9'],
    ['>= 3.8.1', true, '^3.8.1'],
    ['>1', true, undefined],
    ['>=1, >2', true, undefined],
    // Below 1, the next minor version may break: which one was tried, people know.
    ['>=0.4', true, undefined],
    ['>=1, <3', false, undefined],
    ['^1', false, undefined],
    ['1.*', false, undefined],
    ['=3.11', false, undefined],
    ['<2', false, undefined],
  ])('%s: %s', (text, isOpen, bounded) => {
    const parsed = parseVersionReq(text);
    expect(parsed.ok && isOpenEnded(parsed.req)).toBe(isOpen);
    expect(boundedReq(text)).toBe(bounded);
  });
});
