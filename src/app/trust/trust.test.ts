import { describe, expect, it } from 'vitest';
import { finding } from '../../base/findings.ts';
import '../../formats/findings.ts';
import type { Package } from '../../model/package.ts';
import { plainText, type RunFacts } from '../../model/run-facts.ts';
import type { Tally } from '../../state/verdict-table.ts';
import { integrityOf } from './integrity.ts';
import { type TrustFacts, trustTexts } from './trust.ts';

const CARTON = {
  words: { one: 'carton', a: 'a carton', hashList: 'MANIFEST', checked: ['carton.toml'] },
  verdicts: { refused: [], fails: ['carton/will-not-load'], unsoundHashList: [] },
  can: { verify: true, edit: true, save: true },
  files: [],
} as unknown as Package;

/** Of one file whose values nobody compares with anything. */
const WEIGHTS = {
  ...CARTON,
  words: { one: 'model', a: 'a model', checked: ['the header'] },
  can: { verify: false, edit: false, save: false },
} as Package;

const ZIP = {
  ...CARTON,
  words: { one: 'file', a: 'a file', checked: [] },
  onlyFiles: 'A zip archive.',
} as Package;

const MATCHING: Tally = { listed: 1, matching: 1, linked: 0, wrong: 0, missing: 0, wrongLinked: 0, unlisted: 0 };

const runs = (weight: RunFacts['weight'], sentence: string): RunFacts => ({
  weight,
  sentence,
  facts: [{ kind: weight === 'ok' ? 'nothing' : 'unpickles', text: ['x'] }],
});
const NOTHING = runs('ok', 'Loading it runs nothing');
const DANGEROUS = runs('error', 'A file in it calls dangerous code');
const danger = finding('pickle/dangerous', 'Loading it imports “os.system”.', { path: 'a.pt' });
const failing = finding('carton/will-not-load', 'Will not load: carton.lock is missing.');
const unread = finding('load/unread', '1 file not looked at.');

interface Case {
  what: string;
  pkg?: Package;
  phase?: 'idle' | 'done' | 'running';
  facts?: Partial<TrustFacts>;
  /** Tones and sentences of integrity, run and problems. */
  rows: readonly [integrity: string, run: string, problems: string];
}

/** Every row with what decides it: what was looked at, what was found, and what was left out. */
const CASES: readonly Case[] = [
  {
    what: 'all was looked at, and nothing was found',
    rows: ['ok Matches its MANIFEST', 'ok Loading it runs nothing', 'ok No problems found'],
  },
  {
    what: 'its files are still looked through',
    facts: { isAuditing: true },
    rows: ['ok Matches its MANIFEST', 'quiet Loading it runs nothing', 'quiet No problems found so far'],
  },
  {
    what: 'its files could not be looked through',
    facts: { auditError: { code: 'source/read-failed', tag: 'network', message: 'Gone.' } as never },
    rows: [
      'ok Matches its MANIFEST',
      'warning Its files could not be looked through',
      'quiet No problems found so far',
    ],
  },
  {
    what: 'a file was left out',
    facts: { runs: runs('info', 'Not all of it was looked at'), findings: [unread] },
    rows: ['ok Matches its MANIFEST', 'info Not all of it was looked at', 'info 1 note'],
  },
  {
    what: 'a file in it calls dangerous code',
    facts: { runs: DANGEROUS, findings: [danger] },
    rows: ['info Matches its MANIFEST', 'error A file in it calls dangerous code', 'error 1 error'],
  },
  {
    what: 'it will not load',
    facts: { runs: runs('warning', 'Loading it runs Python'), findings: [failing] },
    rows: ['info Matches its MANIFEST', 'warning Will not load: carton.lock is missing', 'warning 1 warning'],
  },
  {
    what: 'it will not load, and calls dangerous code',
    facts: { runs: DANGEROUS, findings: [danger, failing] },
    rows: ['info Matches its MANIFEST', 'error A file in it calls dangerous code', 'error 1 error, 1 warning'],
  },
  {
    what: 'its bytes were not compared',
    phase: 'idle',
    rows: ['quiet Not checked against MANIFEST', 'ok Loading it runs nothing', 'quiet No problems found so far'],
  },
  {
    what: 'nobody reads its values',
    pkg: WEIGHTS,
    phase: 'idle',
    rows: ['quiet No checksums', 'ok Loading it runs nothing', 'quiet No problems found in what was read'],
  },
  {
    what: 'every byte matches and no value was scanned',
    facts: { scanned: 'none' },
    rows: ['ok Matches its MANIFEST', 'ok Loading it runs nothing', 'quiet No problems found in the files'],
  },
  {
    what: 'every byte matches and every value was scanned',
    facts: { scanned: 'all' },
    rows: ['ok Matches its MANIFEST', 'ok Loading it runs nothing', 'ok No problems found'],
  },
  {
    what: 'nothing is known of what it should hold',
    pkg: ZIP,
    rows: ['quiet Sizes and checksums agree', 'ok Loading it runs nothing', 'quiet No damage found'],
  },
];

function factsOf({ pkg = CARTON, phase = 'done', facts = {} }: Case): TrustFacts {
  const verification =
    phase === 'done'
      ? { phase, result: { findings: [], files: 1, bytes: 1, mismatches: [] } }
      : ({ phase } as TrustFacts['integrity']['verification']);
  const counts = phase === 'done' ? MATCHING : { ...MATCHING, matching: 0 };
  return {
    findings: [],
    runs: NOTHING,
    isAuditing: false,
    scanned: 'nothing',
    integrity: {
      pkg,
      counts,
      level: integrityOf(counts, phase),
      verification,
      damaged: 0,
      notFetched: { files: 0 },
      wrongFile: undefined,
      ambiguous: false,
      remote: false,
      hold: undefined,
    },
    ...facts,
  };
}

describe('the rows of the trust card', () => {
  it.each(CASES)('where $what', (one) => {
    const { integrity, run, problems } = trustTexts(factsOf(one));
    expect([integrity, run, problems].map((row) => (row ? `${row.tone} ${row.sentence}` : ''))).toEqual(one.rows);
  });

  it('say under a failure what loading would have run', () => {
    const { run } = trustTexts(
      factsOf({
        what: '',
        facts: { runs: runs('warning', 'Loading it runs Python'), findings: [failing] },
        rows: ['', '', ''],
      }),
    );
    expect([run?.brief, plainText(run?.detail ?? [])]).toEqual(['Will not load', 'Loading it runs Python']);
  });

  it('are two where the format says nothing of running', () => {
    expect(trustTexts(factsOf({ what: '', facts: { runs: undefined }, rows: ['', '', ''] })).run).toBeUndefined();
  });
});
