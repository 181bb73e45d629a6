import { describe, expect, it } from 'vitest';
import { Report } from '../../../base/report.ts';
import { parseSignature } from './signature.ts';

const HASH = 'adc37366f403835c1470ab2df93d3837d4719372fc1ef8593d922e06f033f8b2';
const BASE64 = Buffer.from(HASH, 'hex').toString('base64');

function parse(text: string) {
  const report = new Report();
  const { sums, opaque, lines } = parseSignature(text, report);
  return { sums: [...sums], opaque, lines, codes: report.findings.map(({ code }) => code) };
}

describe('a line of SIGNATURE', () => {
  it.each([
    `${HASH}  a/b.csv`,
    `${HASH} *a/b.csv`,
    `${HASH.toUpperCase()}\ta/b.csv`,
    `${HASH}  ./a/b.csv\r`,
    `sha256:${HASH} a/b.csv`,
    `SHA256 (a/b.csv) = ${HASH}`,
    `a/b.csv: ${HASH}`,
    `a/b.csv=${HASH}`,
    `a/b.csv sha256:${HASH}`,
    `${BASE64} a/b.csv`,
    `a/b.csv, ${BASE64}`,
  ])('has a checksum: %s', (line) => {
    expect(parse(`# comment\n\n${line}\n`)).toEqual({ sums: [['a/b.csv', HASH]], opaque: 0, lines: 1, codes: [] });
  });

  it.each([
    HASH,
    `${HASH}a/b.csv`,
    `${HASH.slice(1)} a/b.csv`,
    'MEUCIQDx0f7nqS2kzv8Q',
    `SHA256 (a/b.csv = ${HASH}x`,
    `d41d8cd98f00b204e9800998ecf8427e  a/b.csv`,
    ` ${'='.repeat(5000)} ${HASH}`,
  ])('cannot be checked: %s', (line) => {
    expect(parse(line)).toMatchObject({ sums: [], opaque: 1, codes: ['mldef/signature-opaque'] });
  });

  it('counts first where a file has two', () => {
    const { sums, codes } = parse(`${HASH} a\n${HASH.replaceAll('a', 'b')} a\n${HASH} a`);
    expect(sums).toEqual([['a', HASH]]);
    expect(codes).toEqual(['mldef/signature-conflict']);
  });

  it('is missing from an empty file', () => {
    expect(parse('\n# nothing\n').codes).toEqual(['mldef/signature-opaque']);
  });
});
