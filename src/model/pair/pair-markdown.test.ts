import { expect, test } from 'vitest';
import type { PackageDiff } from './package-diff.ts';
import { pairMarkdown } from './pair-markdown.ts';
import type { TensorDiffs } from './tensor-diffs.ts';

const NO_TENSORS: TensorDiffs = { diffs: [], differing: 0, prefixes: [], tied: { a: [], b: [] } };
const NOTHING: PackageDiff = {
  callers: [],
  runs: { changes: [], isCut: false, unread: [false, false] },
  runsErrors: [],
  fields: [],
  files: { diffs: [], more: 0, same: 3, stated: 0, differing: 0, unread: 0 },
  more: [],
};
const markdown = (diff: Partial<PackageDiff>, tensors = NO_TENSORS, names: [string, string] = ['a', 'b']) =>
  pairMarkdown({ names, diff: { ...NOTHING, ...diff }, tensors });

test('nothing that differs is said so', () => {
  expect(markdown({})).toBe('## `a` → `b`\n\nNothing differs.');
});

test('what nobody has compared is said, also where nothing differs', () => {
  expect(markdown({ files: { ...NOTHING.files, unread: 2 } })).toBe(
    '## `a` → `b`\n\nNo difference found.\n\n2 files of the same size were not compared.',
  );
  expect(markdown({ runs: { changes: [], isCut: false, unread: [false, true] } })).toContain('Not all files');
});

test('each part lists what differs, callers first', () => {
  const file = { path: 'm.py', size: 10 };
  const found = markdown({
    callers: [{ effect: 'breaks', about: 'input', name: 'x', text: ['is not taken any more'] }],
    fields: [{ key: 'l', label: 'License', kind: 'changed', before: 'MIT', after: 'GPL' }],
    files: {
      ...NOTHING.files,
      diffs: [{ diff: 'changed', path: 'm.py', before: file, after: { ...file, size: 2000 }, by: 'hash' }],
      differing: 1,
    },
  });
  expect(found.split('\n\n')).toEqual([
    '## `a` → `b`',
    '**1 change breaks callers.**',
    '### For callers',
    '- breaks: `x` is not taken any more',
    '### What would run',
    '- changed: `m.py` (10 B → 2 KB)',
    '### Fields',
    '- `License` changed: `MIT` → `GPL`',
    '### Files (3 files the same)',
    '- changed: `m.py` (10 B → 2 KB)',
  ]);
});

test.each([
  ['a`b', '``a`b``'],
  ['`', '`` ` ``'],
  ['``a', '``` ``a ```'],
  ['@everyone <img src=x> [x](https://evil)', '`@everyone <img src=x> [x](https://evil)`'],
  ['two\nlines\n# head', '`two lines # head`'],
])('a name is code, whatever is in it: %j', (name, shown) => {
  expect(markdown({}, NO_TENSORS, [name, 'b'])).toContain(`## ${shown} → \`b\``);
});

test('of many rows, the first are listed and the others counted', () => {
  const diffs = Array.from({ length: 60 }, (_, at) => ({ diff: 'added' as const, path: `${at}`, by: 'path' as const }));
  const found = markdown({ files: { ...NOTHING.files, diffs, more: 7, differing: 67 } });
  expect(found).toContain('- and 17 more');
});
