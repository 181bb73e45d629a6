import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { type Finding, finding } from '../../../src/base/findings.ts';
import '../../../src/formats/findings.ts';
import type { Checked, JudgedFinding, Report } from './checked.ts';
import { MAX_RESULTS, sarifText } from './sarif.ts';
import schema from './schema/sarif-schema-2.1.0.json' with { type: 'json' };

const URI = /^[\w.!~*'();/?:@&=+$,%#-]*$/;

/** Whether a value is SARIF 2.1.0. The schema is of a draft whose identifiers and formats Ajv does not know. */
const isSarif = (() => {
  const { $schema, id, ...rest } = schema;
  const ajv = new Ajv({
    strict: false,
    formats: {
      uri: (text: string) => URI.test(text) && URL.canParse(text),
      'uri-reference': (text: string) => URI.test(text) && URL.canParse(text, 'https://example.com/'),
      'date-time': true,
    },
  });
  return ajv.compile(rest);
})();

interface Result {
  ruleId: string;
  ruleIndex: number;
  level: string;
  message: { text: string };
  locations: {
    physicalLocation: {
      artifactLocation: { uri: string; uriBaseId?: string };
      region: { startLine: number; startColumn?: number };
    };
    logicalLocations?: { fullyQualifiedName: string }[];
  }[];
  partialFingerprints: Record<string, string>;
  suppressions?: { status: string; justification: string }[];
  properties: Record<string, unknown>;
}

function logOf(report: Partial<Report>, maxGzipBytes?: number, maxCharacters?: number) {
  const { text, left } = sarifText(
    { checked: [], unmatched: [], hasBaseline: false, isList: true, notes: [], ...report },
    maxGzipBytes,
    maxCharacters,
  );
  const log = JSON.parse(text);
  expect(isSarif(log), JSON.stringify(isSarif.errors?.slice(0, 3))).toBe(true);
  const [run] = log.runs;
  return { run, left, text, results: run.results as Result[] };
}

const checkedOf = (file: string, findings: readonly JudgedFinding[], more: Partial<Checked> = {}): Checked => ({
  file,
  inside: [],
  findings,
  ...more,
});

/** Findings of a hundred kinds, each at a place of its own. */
function many(count: number): Finding[] {
  return Array.from({ length: count }, (_, i) =>
    finding('manifest/hash-mismatch', `“model/${i}” has another SHA-256.`, { path: `model/${i}`, line: i + 1 }),
  );
}

describe('SARIF', () => {
  it('is refused by the schema where a result has no message', () => {
    expect(isSarif({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{ ruleId: 'a' }] }] })).toBe(
      false,
    );
    expect(isSarif({ version: '2.1.0', runs: [] })).toBe(true);
  });

  it('is valid without any result', () => {
    const { results, run, text } = logOf({ checked: [checkedOf('a.carton', [])] });
    expect(JSON.parse(text).$schema).toBe(schema.id);
    expect(results).toEqual([]);
    expect(run.tool.driver).toMatchObject({ name: 'Boxcutter', rules: [] });
  });

  it('gives each result a location and a region: of binaries, of no location, of a URL, of another folder', () => {
    const plain = finding('zip/overlap', 'Two entries overlap.');
    const { results } = logOf({
      checked: [
        checkedOf('models/a b#1.carton', [finding('zip/overlap', 'Overlap.', { path: 'model/w', line: 7 }), plain], {
          offsetOf: (path) => (path === 'model/w' ? 4096 : undefined),
        }),
        checkedOf('https://u:p@example.com:8443/m/a%20b.gguf?sig=secret', [plain]),
        checkedOf('/elsewhere/x.npy', [plain]),
        checkedOf('C:odd.npy', [plain]),
        checkedOf('in.zip', [plain], { inside: ['middle.zip', 'a.carton'] }),
      ],
    });
    expect(results.map(({ locations: [place] }) => place?.physicalLocation)).toEqual([
      { artifactLocation: { uri: 'models/a%20b%231.carton', uriBaseId: '%SRCROOT%' }, region: { startLine: 1 } },
      { artifactLocation: { uri: 'models/a%20b%231.carton', uriBaseId: '%SRCROOT%' }, region: { startLine: 1 } },
      {
        artifactLocation: { uri: 'example.com%3A8443/m/a%20b.gguf', uriBaseId: '%SRCROOT%' },
        region: { startLine: 1 },
      },
      { artifactLocation: { uri: 'file:///elsewhere/x.npy' }, region: { startLine: 1 } },
      { artifactLocation: { uri: 'C%3Aodd.npy', uriBaseId: '%SRCROOT%' }, region: { startLine: 1 } },
      { artifactLocation: { uri: 'in.zip', uriBaseId: '%SRCROOT%' }, region: { startLine: 1 } },
    ]);
    expect(results[0]).toMatchObject({
      ruleId: 'zip/overlap',
      level: 'error',
      properties: { package: 'models/a b#1.carton', path: 'model/w', line: 7, offset: 4096 },
      locations: [{ logicalLocations: [{ name: 'model/w', fullyQualifiedName: 'models/a b#1.carton/model/w' }] }],
    });
    expect(results[5]?.properties).toMatchObject({ inside: ['middle.zip', 'a.carton'] });
    expect(JSON.stringify(results)).not.toMatch(/secret|u:p@/);
  });

  it('has the rules of its results, with what the catalog says of them', () => {
    const { run, results } = logOf({
      checked: [checkedOf('a', [finding('zip/overlap', 'x'), finding('file/lfs-pointer', 'y')])],
    });
    expect(results.map(({ level }) => level)).toEqual(['error', 'warning']);
    for (const { ruleId, ruleIndex } of results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
    expect(run.tool.driver.rules[0]).toMatchObject({
      id: 'file/lfs-pointer',
      shortDescription: { text: 'A Git LFS pointer instead of the file' },
      help: { text: expect.stringContaining('git lfs pull') },
      defaultConfiguration: { level: 'warning' },
    });
  });

  it('takes 5,000 findings, each with a fingerprint of its own that stays the same', () => {
    const checked = Array.from({ length: 50 }, (_, i) => checkedOf(`m/${i}.carton`, many(100)));
    const { results, left } = logOf({ checked });
    expect([results.length, left]).toEqual([5000, 0]);
    const printsOf = (of: Result[]) => of.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
    const prints = printsOf(results);
    expect(new Set(prints).size).toBe(5000);
    // Lines move, and other packages come and go.
    const moved = checked.slice(1).map((one) => ({
      ...one,
      findings: one.findings.map((each) => ({ ...each, line: (each.line ?? 0) + 3, more: 0 })),
    }));
    expect(printsOf(logOf({ checked: moved }).results)).toEqual(prints.slice(100));
  });

  it('tells findings apart that say the same', () => {
    const same = finding('zip/overlap', 'Two entries overlap.');
    const [a, b] = logOf({ checked: [checkedOf('a', [same, same])] }).results;
    expect(a?.partialFingerprints).not.toEqual(b?.partialFingerprints);
  });

  it('leaves out what code scanning does not take, errors last, and says so', () => {
    const notes = Array.from({ length: MAX_RESULTS }, (_, i) => finding('file/lfs-pointer', `${i}`));
    const { results, left, run } = logOf({ checked: [checkedOf('a', [...notes, finding('zip/overlap', 'x')])] });
    expect([results.length, left, results[0]?.ruleId]).toEqual([MAX_RESULTS, 1, 'zip/overlap']);
    expect(run.invocations[0].toolExecutionNotifications[0].message.text).toContain('1 result was left out');
  });

  it('stays below the size that is taken', () => {
    const all = logOf({ checked: [checkedOf('a', many(200))] });
    const less = logOf({ checked: [checkedOf('a', many(200))] }, 4000);
    expect(all.left).toBe(0);
    expect(less.results.length).toBeLessThan(200);
    expect(less.results.length + less.left).toBe(200);
  });

  it('takes no more paths than one text can hold', () => {
    const path = 'x'.repeat(2 ** 16);
    const findings = Array.from({ length: 20 }, () => finding('zip/overlap', 'x', { path }));
    // Compressed, they are next to nothing.
    const { results, left, text } = logOf({ checked: [checkedOf('a', findings)] }, undefined, 2 ** 20);
    expect([results.length > 0, results.length + left]).toEqual([true, 20]);
    expect(text.length).toBeLessThan(2 ** 21);
  });

  it('marks what is accepted, and says of the rest that it is not', () => {
    const accepted = { reason: 'A test of damage', until: '2027-01-31' };
    const { results } = logOf({
      hasBaseline: true,
      unmatched: ['The baseline accepts x.'],
      checked: [
        checkedOf('a', [
          { ...finding('zip/overlap', 'x'), accepted },
          { ...finding('zip/overlap', 'y'), expired: { reason: 'r', until: '2020-01-01' } },
        ]),
      ],
    });
    expect(results.map(({ suppressions, message }) => [suppressions, message.text])).toEqual([
      [[], 'y (was accepted until 2020-01-01, and counts again)'],
      [
        [{ kind: 'external', status: 'accepted', justification: 'A test of damage' }],
        'x (accepted until 2027-01-31: A test of damage)',
      ],
    ]);
    expect(logOf({ checked: [checkedOf('a', many(1))] }).results[0]).not.toHaveProperty('suppressions');
  });

  it('makes no links, placeholders or controls of a stranger’s words', () => {
    const hostile = '[ok](https://evil.example) {0} \u001b[31m \u202e \ud800 \n::error::x';
    const place = { path: `a\ud800/${hostile}`, field: hostile };
    const { results, text } = logOf({ checked: [checkedOf('a\nb', [finding('zip/overlap', hostile, place)])] });
    expect(results[0]?.message.text).toBe(
      '\\[ok\\](https://evil.example) {{0}} \\\\u{{1b}}\\[31m \\\\u{{202e}} \ufffd \\\\u{{a}}::error::x',
    );
    expect(results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe('a%0Ab');
    for (const control of ['\u001b', '\u202e']) expect(text).not.toContain(control);
  });
});
