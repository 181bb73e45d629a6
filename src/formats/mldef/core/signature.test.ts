import { describe, expect, it } from 'vitest';
import { Report } from '../../../base/report.ts';
import { parseSignature, signatureWith } from './signature.ts';

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

  it('of SIGNATURE itself is told, and ignored', () => {
    expect(parse(`${HASH}  SIGNATURE\n${HASH}  a\n`)).toEqual({
      sums: [['a', HASH]],
      opaque: 0,
      lines: 2,
      codes: ['mldef/signature-opaque'],
    });
  });

  it('is missing from an empty file', () => {
    expect(parse('\n# nothing\n').codes).toEqual(['mldef/signature-opaque']);
  });
});

describe('a new checksum', () => {
  const OTHER = HASH.replaceAll('a', 'b');
  const base64 = (hash: string) => Buffer.from(hash, 'hex').toString('base64');
  it.each<[line: string, now: string]>([
    [`${HASH}  a/b.csv`, `${OTHER}  c.csv`],
    [`${HASH.toUpperCase()} *./a/b.csv`, `${OTHER.toUpperCase()} *./c.csv`],
    [`SHA256 (a/b.csv) = ${HASH}`, `SHA256 (c.csv) = ${OTHER}`],
    [`a/b.csv sha256:${HASH}`, `c.csv sha256:${OTHER}`],
    [`a/b.csv, ${BASE64}`, `c.csv, ${base64(OTHER)}`],
  ])('is written as the old one: %s', (line, now) => {
    const text = `# comment\n${line}\nMEUCIQDx\n`;
    const [sums, moved] = [new Map([['c.csv', OTHER]]), () => 'c.csv'];
    expect(signatureWith(text, sums, moved)).toBe(`# comment\n${now}\nMEUCIQDx\n`);
    // A file that had no line gets one like it.
    const added = signatureWith(text, new Map([...sums, ['d.csv', HASH]]), moved);
    expect(parse(added)).toMatchObject({
      sums: [
        ['c.csv', OTHER],
        ['d.csv', HASH],
      ],
      opaque: 1,
    });
  });

  it.each([undefined, `${OTHER}  b\n`, `b=${OTHER}\n`, `SHA256 (b) = ${OTHER}\n`])(
    'names its file, whatever its name is: %s',
    (old) => {
      const paths = [' lead', 'end ', '*star', '\ufeffmark', '# comment', 'a=b', 'sha256 (q) = ', `e ${HASH}`, '$&'];
      const sums = new Map(['b', ...paths].map((path) => [path, HASH]));
      const { sums: read, opaque, codes } = parse(signatureWith(old, sums));
      expect([new Map(read), opaque, codes]).toEqual([sums, 0, []]);
    },
  );

  it('is in the order of paths where there was no SIGNATURE, and keeps the ends of lines where there was', () => {
    const sums = new Map([
      ['b', HASH],
      ['a', HASH],
      ['SIGNATURE', HASH],
    ]);
    expect(signatureWith(undefined, sums)).toBe(`${HASH}  a\n${HASH}  b\n`);
    expect(signatureWith(`${OTHER}  b\r\n${OTHER}  gone\r\n`, new Map([['b', HASH]]))).toBe(`${HASH}  b\r\n`);
  });
});
