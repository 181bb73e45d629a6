import { expect, test } from 'vitest';
import { plainText, type RunFact, type RunFacts } from '../run-facts.ts';
import { runChanges } from './run-changes.ts';

const runs = (...facts: RunFact[]): RunFacts => ({ sentence: 'Loading it runs Python', weight: 'warning', facts });
const python = (name: string): RunFact => ({ kind: 'runs', text: ['Python, ', { name }] });
const installs = (names: string[], hosts: string[] = [], count = names.length): RunFact => ({
  kind: 'installs',
  text: [`${count} packages`],
  hosts,
  lists: [{ title: ['Packages'], count, items: names.map((name) => [{ name }]) }],
});

function read(before: RunFacts | undefined, after: RunFacts | undefined): string[] {
  return runChanges(before, after).changes.map(({ change, what, text }) => `${change} ${what} ${plainText(text)}`);
}

test.each<[string, RunFacts | undefined, RunFacts | undefined, string[]]>([
  ['nothing on either side', undefined, undefined, []],
  ['the same', runs(python('main.get')), runs(python('main.get')), ['same fact Python, main.get']],
  [
    'another entry point',
    runs(python('a.get')),
    runs(python('b.get')),
    ['new fact Python, b.get', 'gone fact Python, a.get'],
  ],
  [
    'a package and a host that are new: the host first, and the number of packages does not count',
    runs(installs(['numpy'], ['pypi.org'])),
    runs(installs(['numpy', 'evil'], ['pypi.org', 'evil.example'])),
    ['new host evil.example for packages', 'new item evil', 'same host pypi.org for packages', 'same item numpy'],
  ],
  [
    'a warning',
    runs(python('a')),
    runs({ ...python('a'), warnings: [{ text: ['calls os.system'] }] }),
    ['new warning calls os.system', 'same fact Python, a'],
  ],
  [
    'a warning that is gone',
    runs({ ...python('a'), warnings: [{ text: ['calls os.system'] }] }),
    runs(python('a')),
    ['gone warning calls os.system', 'same fact Python, a'],
  ],
  ['what runs nothing says nothing', runs({ kind: 'nothing', text: ['Nothing'] }), undefined, []],
])('%s', (_, before, after, expected) => {
  expect(read(before, after)).toEqual(expected);
});

test('lists that name only their first items, and files that nobody looked into, are told', () => {
  const cut = runChanges(runs(installs(['a'])), runs(installs(['a'], [], 200)));
  expect([cut.isCut, cut.unread]).toEqual([true, [false, false]]);
  const unread = runChanges(undefined, runs({ ...python('a'), unreadFiles: { count: 1, bytes: 9 } }));
  expect([unread.isCut, unread.unread]).toEqual([false, [false, true]]);
  const listed = { title: ['Not looked at'], count: 1, items: [[{ name: 'w.bin' }]], areUnread: true } as const;
  const left = runChanges(undefined, runs({ kind: 'unpickles', text: ['Unknown'], lists: [listed] }));
  expect([left.changes, left.unread]).toEqual([[], [false, true]]);
});

test('code that does harm is told as such', () => {
  const harmful = runs({ ...python('a'), warnings: [{ text: ['calls os.system'], isError: true }, { text: ['odd'] }] });
  expect(runChanges(runs(python('a')), harmful).changes.filter(({ isError }) => isError)).toMatchObject([
    { change: 'new', what: 'warning', text: ['calls os.system'] },
  ]);
});
