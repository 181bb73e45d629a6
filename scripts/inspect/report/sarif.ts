import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import manifest from '../../../package.json' with { type: 'json' };
import { formatCount, formatNumberOf } from '../../../src/base/amounts.ts';
import type { Severity } from '../../../src/base/finding-entry.ts';
import { type FindingCode, findingEntry } from '../../../src/base/findings.ts';
import { wellFormed } from '../../../src/base/text.ts';
import { forTerminal, toJson } from '../json.ts';
import { isUrl } from '../source.ts';
import { type Checked, type JudgedFinding, type Report, worstFirst } from './checked.ts';
import { placeOf, shownFile } from './place.ts';
import { SEVERITY_WORDS, sentenceOf } from './words.ts';

/** Results that GitHub's code scanning takes of one run. It refuses a file with more, and shows 5,000. */
export const MAX_RESULTS = 25_000;

/** Bytes that it takes of a file, compressed with gzip. */
const MAX_GZIP_BYTES = 10_000_000;

/**
 * Characters of all results: twice those of 25,000 usual ones. A path may have 64 KiB, and a result names it four times:
 * 2,000 of these are more than a text of JavaScript can have.
 */
const MAX_CHARACTERS = 2 ** 26;

/** What is kept of the results where they are still too large: few rounds, and at most a fifth too few. */
const KEPT_PART = 0.8;

/** The published schema. */
const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** What GitHub calls them in its filters. */
const PROBLEM_SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'recommendation',
};

/** A result, before it is known to fit: its code finds its rule. */
interface Result {
  ruleId: FindingCode;
  [key: string]: unknown;
}

/** The text of a SARIF file, and how many results were left out of it to stay within what hosts take. */
export interface SarifText {
  text: string;
  left: number;
}

/** The findings as SARIF 2.1.0, those that fail first: hosts that cannot take all take these. */
export function sarifText(report: Report, maxGzipBytes = MAX_GZIP_BYTES, maxCharacters = MAX_CHARACTERS): SarifText {
  const seen = new Map<string, number>();
  const results = report.checked
    .flatMap((of) => of.findings.map((finding) => ({ of, finding })))
    .sort((a, b) => worstFirst(a.finding, b.finding))
    .map(({ of, finding }) => resultOf(of, finding, report.hasBaseline, seen));
  for (let kept = fitting(results, maxCharacters); ; kept = Math.floor(kept * KEPT_PART)) {
    const left = results.length - kept;
    const text = `${toJson(logOf(report, results.slice(0, kept), left))}\n`;
    // Most are so short that nothing need be compressed to know.
    const isShort = Buffer.byteLength(text) <= maxGzipBytes;
    if (kept === 0 || isShort || gzipSync(text).length <= maxGzipBytes) return { text, left };
  }
}

/** How many results one text can have. */
function fitting(results: readonly Result[], maxCharacters: number): number {
  let left = maxCharacters;
  const at = results.slice(0, MAX_RESULTS).findIndex((result) => {
    left -= toJson(result).length;
    return left < 0;
  });
  return at < 0 ? Math.min(results.length, MAX_RESULTS) : at;
}

/** What a report says where results were left out of it. */
export function leftSentence(left: number): string {
  return `${formatNumberOf(left, 'result')} ${left === 1 ? 'was' : 'were'} left out: code scanning takes at most ${formatCount(MAX_RESULTS)}, and 10 MB.`;
}

function logOf({ checked, unmatched, notes }: Report, results: readonly Result[], left: number): object {
  const codes = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  const indices = new Map(codes.map((code, i) => [code, i]));
  const notifications = [
    ...[...unmatched, ...notes].map((text) => ({ level: 'note', message: { text: plain(text) } })),
    ...(left > 0 ? [{ level: 'warning', message: { text: leftSentence(left) } }] : []),
  ];
  const run = {
    tool: { driver: { name: 'Boxcutter', version: manifest.version, rules: codes.map(ruleOf) } },
    automationDetails: { id: 'boxcutter/' },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: !checked.some(({ error }) => error),
        ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
      },
    ],
    results: results.map((result) => ({ ...result, ruleIndex: indices.get(result.ruleId) })),
  };
  return { $schema: SCHEMA, version: '2.1.0', runs: [run] };
}

function ruleOf(code: FindingCode): object {
  const { severity, title, meaning, action } = findingEntry(code);
  const text = `${meaning}\n\n${action}`;
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: meaning },
    help: { text, markdown: text },
    defaultConfiguration: { level: SEVERITY_WORDS[severity] },
    properties: { tags: [code.slice(0, code.indexOf('/'))], 'problem.severity': PROBLEM_SEVERITIES[severity] },
  };
}

function resultOf(of: Checked, finding: JudgedFinding, hasBaseline: boolean, seen: Map<string, number>): Result {
  const { code, severity, path, accepted, expired } = finding;
  const { path: own, uri, line, column } = placeOf(of, finding);
  const artifact = own === undefined && !isUrl(of.file) ? { uri } : { uri, uriBaseId: '%SRCROOT%' };
  const region = { startLine: line, ...(column && { startColumn: column }) };
  const inside = [...of.inside, ...(path === undefined ? [] : [path])].map(wellFormed);
  const offset = path === undefined || of.inside.length > 0 ? undefined : of.offsetOf?.(path);
  const named = [shownFile(of.file), ...inside].join('/');
  return {
    ruleId: code,
    level: SEVERITY_WORDS[severity],
    message: { text: plain(sentenceOf(finding)) },
    locations: [
      {
        physicalLocation: { artifactLocation: artifact, region },
        ...(inside.length > 0 && {
          logicalLocations: [{ name: inside.at(-1), fullyQualifiedName: named, kind: 'resource' }],
        }),
      },
    ],
    partialFingerprints: { primaryLocationLineHash: fingerprint([uri, ...of.inside], finding, seen) },
    // Without a baseline, nobody has said whether it is suppressed.
    ...(hasBaseline && { suppressions: accepted ? [suppression(accepted.reason)] : [] }),
    properties: {
      package: shownFile(of.file),
      ...(of.inside.length > 0 && { inside: of.inside.map(wellFormed) }),
      ...propertiesOf(finding),
      ...(offset !== undefined && { offset }),
      ...(accepted && { acceptedUntil: accepted.until }),
      ...(expired && { wasAcceptedUntil: expired.until }),
    },
  };
}

function propertiesOf({ path, also, line, column, field, tensor, more }: JudgedFinding): object {
  const said = Object.entries({ path, also, line, column, field, tensor: tensor?.name, cell: tensor?.cell, more });
  return Object.fromEntries(
    said.filter(([, value]) => value !== undefined).map(([key, value]) => [key, textOf(value as string | number)]),
  );
}

function textOf(value: string | number): string | number {
  return typeof value === 'string' ? wellFormed(value) : value;
}

function suppression(reason: string): object {
  return { kind: 'external', status: 'accepted', justification: wellFormed(reason) };
}

/**
 * What a finding is known by in the next run: all that says which one it is, but no line, which moves. The message is
 * part of it: somebody who dismisses that a pickle imports one name has not dismissed the next name.
 */
function fingerprint(place: readonly string[], finding: JudgedFinding, seen: Map<string, number>): string {
  const { code, path, also, field, tensor, binding, message } = finding;
  const said = JSON.stringify([place, code, path, also, field, tensor, binding, message]);
  const hash = createHash('sha256').update(said).digest('hex').slice(0, 16);
  const count = (seen.get(hash) ?? 0) + 1;
  seen.set(hash, count);
  return `${hash}:${count}`;
}

/**
 * A text as a SARIF message: braces are doubled (SARIF 2.1.0, 3.11.5), and brackets that would make a link of a
 * stranger's words are escaped (3.11.6).
 */
function plain(text: string): string {
  const shown = forTerminal(wellFormed(text)).replace(/[{}]/g, '$&$&');
  return /\]\(/.test(shown) ? shown.replace(/[\\[\]]/g, '\\$&') : shown;
}
