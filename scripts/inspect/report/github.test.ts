import { describe, expect, it } from 'vitest';
import { type Finding, finding, loadedFindings } from '../../../src/base/findings.ts';
import '../../../src/formats/findings.ts';
import type { Checked, JudgedFinding, Report } from './checked.ts';
import { githubText } from './github.ts';
import { MAX_SUMMARY_BYTES, summaryMarkdown } from './step-summary.ts';

const REST = 'All are in the summary.';

const reportOf = (findings: readonly JudgedFinding[], more: Partial<Report> = {}, file = 'a.carton'): Report => ({
  checked: [{ file, inside: [], findings } satisfies Checked],
  unmatched: [],
  hasBaseline: false,
  isList: true,
  notes: [],
  ...more,
});

/** Findings of so many codes of one severity. */
function ofCodes(count: number, severity: Finding['severity']): Finding[] {
  const codes = [...loadedFindings().entries].filter(([, entry]) => entry.severity === severity).map(([code]) => code);
  return codes.slice(0, count).map((code) => finding(code as Finding['code'], `It is ${code}.`));
}

/** What the runner's `ActionCommand.TryParseV2` reads of a line. */
function commandOf(line: string) {
  const [, name, properties = '', message = ''] = /^::(\w+)(?: (.*?))?::(.*)$/.exec(line) ?? [];
  const pairs = properties.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [
      pair.slice(0, at),
      unescaped(pair.slice(at + 1))
        .replaceAll('%3A', ':')
        .replaceAll('%2C', ','),
    ] as const;
  });
  return { name, properties: Object.fromEntries(pairs), message: unescaped(message).replaceAll('%25', '%') };
}

function unescaped(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

const commandsOf = (report: Report) => githubText(report, REST).split('\n').slice(0, -1).map(commandOf);

describe('annotations', () => {
  it('are at the file, with the title of the code', () => {
    const found = finding('zip/overlap', 'Two entries overlap.', { path: 'model/w' });
    const [only] = commandsOf(reportOf([found], {}, 'models/a.carton'));
    expect(only).toEqual({
      name: 'error',
      properties: { file: 'models/a.carton', line: '1', title: expect.stringMatching(/ \(zip\/overlap\)$/) },
      message: 'models/a.carton: model/w: Two entries overlap.',
    });
  });

  it('let no name or message end them, add a property or another command', () => {
    const hostile = 'x,title=no::\n::warning::100%0A\r##[add-mask]y';
    const text = githubText(reportOf([finding('zip/overlap', hostile, { path: hostile })], {}, hostile), REST);
    const lines = text.split(/\r\n?|\n/);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('file=x%2Ctitle=no%3A%3A%0A%3A%3Awarning%3A%3A100%250A%0D##[add-mask]y,line=1,title=');
    expect(commandOf(lines[0] as string).message).toContain(
      'x,title=no::\\u{a}::warning::100%0A\\u{d}##\\u{5b}add-mask]y',
    );
    // The runner also looks for `##[` in lines that are no command.
    expect(lines[1]).toBe('1 package: 1 error, 0 warnings');
  });

  it('leave nothing in names that acts on a terminal', () => {
    const text = githubText(reportOf([finding('zip/overlap', 'x')], {}, '\u001b]0;a\u0007b.pt'), REST);
    expect(text).toContain('file=\\u{1b}]0;a\\u{7}b.pt,line=1');
  });

  it('name no file for what is on a host, and show nothing of its URL that gives access', () => {
    const text = githubText(
      reportOf([finding('zip/overlap', 'x')], {}, 'https://u:p@example.com/a.carton?sig=s'),
      REST,
    );
    expect(text).toMatch(/^::error title=[^,]*::https:\/\/example\.com\/a\.carton: x\n/);
  });

  it('are ten of each kind at most: one for each code where there are more', () => {
    const overlaps = Array.from({ length: 30 }, (_, i) => finding('zip/overlap', `Entry ${i}.`));
    const commands = commandsOf(
      reportOf([...overlaps, { ...finding('zip/crc-mismatch', 'y'), more: 7 }, ...ofCodes(10, 'warning')]),
    );
    expect(
      commands.filter(({ name }) => name === 'error').map(({ properties, message }) => [properties.title, message]),
    ).toEqual([
      [expect.stringMatching(/\(zip\/overlap\), 30 times$/), `a.carton: Entry 0.\nAnd 29 more like it. ${REST}`],
      [expect.stringMatching(/\(zip\/crc-mismatch\)$/), 'a.carton: y (and 7 more)'],
    ]);
    expect(commands.filter(({ name }) => name === 'warning')).toHaveLength(10);
  });

  it('count the kinds that have no room', () => {
    const commands = commandsOf(reportOf(ofCodes(25, 'error')));
    expect(commands).toHaveLength(10);
    expect(commands.at(-1)).toMatchObject({ properties: { title: '16 more of 16 kinds' } });
    expect(commands.at(-1)?.message).toMatch(/^[\w/-]+(, [\w/-]+){15}\. All are in the summary\.$/);
  });

  it('are not made of what is accepted, and tell what the baseline has too much', () => {
    const accepted = { reason: 'r', until: '2999-01-01' };
    const report = reportOf([{ ...finding('zip/overlap', 'x'), accepted }, ...ofCodes(12, 'info')], {
      unmatched: ['The baseline accepts x.', 'The baseline accepts y.'],
    });
    const text = githubText(report, REST);
    expect(text).not.toContain('::error');
    expect(text.match(/^::notice/gm)).toHaveLength(10);
    expect(text).toContain('::The baseline accepts x. (and 1 more: All are in the summary.)\n');
    expect(text).toMatch(/1 package: 0 errors, 0 warnings, 12 notes, 1 accepted$/);
  });
});

describe('the summary of a step', () => {
  it('has all findings, what fails first, and no markup of a stranger', () => {
    const hostile = '| <img src=x> [a](https://e.example) `c` *b* \\| @who #1\n# h';
    const accepted = { reason: 'r', until: '2999-01-01' };
    const lines = summaryMarkdown(
      reportOf([
        { ...finding('zip/overlap', 'old'), accepted },
        finding('file/lfs-pointer', 'A pointer.'),
        finding('zip/overlap', hostile, { path: hostile, line: 3 }),
      ]),
    ).split('\n');
    expect(lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(0, 14))).toEqual([
      '- **error** `z',
      '- **warning** ',
      '- **accepted**',
    ]);
    const row = lines.find((line) => line.includes('img')) ?? '';
    expect(row.replace(/^- \*\*error\*\* `zip\/overlap` /, '').replace(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(
      /[<>[\]`*@#|]/,
    );
    expect(row).toContain('\\<img src\\=x\\>');
  });

  it('is at most as long as GitHub takes, and counts what was cut', () => {
    const wide = '“'.repeat(900);
    const findings = Array.from({ length: 2000 }, (_, i) => finding('zip/overlap', `${i} ${wide}`));
    const text = summaryMarkdown(reportOf(findings));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_SUMMARY_BYTES);
    const shown = text.split('\n').filter((line) => line.startsWith('- ')).length;
    expect(shown).toBeGreaterThan(300);
    expect(text).toContain(`${(2000 - shown).toLocaleString('en')} more are not shown`);
    // Another command of the step may have written to it before.
    expect(summaryMarkdown(reportOf(findings), 1000)).toContain('2,000 more are not shown');
  });
});
