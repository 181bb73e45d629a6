import { describe, expect, it } from 'vitest';
import { factFile, factItems, factName, fromHosts, MAX_FACT_HOSTS, type RunFact, runSummary } from './run-facts.ts';

describe('runSummary', () => {
  const runs: RunFact = { kind: 'runs', text: ['Python'], brief: [{ name: 'infer.get_model' }] };
  const installs: RunFact = { kind: 'installs', text: ['No packages'], brief: ['no packages'] };

  it('gives the facts in a few words, and counts each host once', () => {
    const facts: RunFact[] = [
      runs,
      { ...installs, hosts: ['a.example', 'b.example'] },
      { kind: 'downloads', text: ['1 file'], hosts: ['a.example'] },
    ];
    expect(runSummary({ sentence: 'Loading it runs Python', weight: 'warning', facts })).toEqual({
      weight: 'warning',
      sentence: 'Loading it runs Python',
      detail: [{ name: 'infer.get_model' }, ', ', 'no packages', ', ', '2 hosts'],
    });
  });

  it('warns where any fact does, and is never milder than the facts together', () => {
    const facts: RunFact[] = [{ kind: 'runs', text: ['x'], warnings: [{ text: ['There is no x'] }] }];
    expect(runSummary({ sentence: 'x', weight: 'info', facts })).toMatchObject({ weight: 'warning', detail: [] });
    expect(runSummary({ sentence: 'x', weight: 'error', facts }).weight).toBe('error');
    expect(runSummary({ sentence: 'x', weight: 'ok', facts: [runs] }).weight).toBe('ok');
  });

  it('counts no further than a fact keeps hosts', () => {
    const hosts = Array.from({ length: MAX_FACT_HOSTS + 1 }, (_, i) => `h${i}.example`);
    expect(runSummary({ sentence: 'x', weight: 'ok', facts: [{ ...installs, hosts }] }).detail.at(-1)).toBe(
      'over 100 hosts',
    );
    expect(fromHosts(hosts)).toEqual([' from over 100 hosts']);
    expect(fromHosts(['a.example'])).toEqual([' from ', { host: 'a.example' }]);
    expect(fromHosts([])).toEqual([]);
  });
});

describe('parts of facts', () => {
  it('are cut where a package names more than people read', () => {
    expect(JSON.stringify(factName('x'.repeat(1e6))).length).toBeLessThan(250);
    expect(factFile('p'.repeat(5000), 3)).not.toHaveProperty('path');
    expect(factFile('a.py', 3, 'a.b')).toEqual({ name: 'a.b', path: 'a.py', line: 3 });
    const list = factItems(['Files'], new Array(1000).fill('x'), (text) => [text]);
    expect([list.count, list.items.length]).toEqual([1000, 100]);
  });
});
