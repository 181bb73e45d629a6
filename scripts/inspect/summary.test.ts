import { describe, expect, it } from 'vitest';
import { finding } from '../../src/base/findings.ts';
import type { Package, PackageFile } from '../../src/model/package.ts';
import { savedSummary, summary } from './summary.ts';

describe('summary', () => {
  const empty: Package = {
    format: 'zip',
    formatName: 'A zip file',
    words: { one: 'file', a: 'a file', checked: [] },
    verdicts: { refused: [], unsoundHashList: [] },
    name: 'a.zip',
    size: 1,
    facts: [],
    inputs: [],
    outputs: [],
    tensors: [],
    examples: [],
    selfTests: [],
    files: [],
    findings: [],
    can: { verify: false, edit: false, save: false },
  };

  it('lists a great many files', () => {
    const file: PackageFile = { path: 'model/a', role: 'model', hash: 'unverified', kind: 'file' };
    const lines = summary({ ...empty, files: new Array<PackageFile>(300_000).fill(file) }).split('\n');
    expect(lines.filter((line) => line.includes('model/a'))).toHaveLength(300_000);
  });

  it('names the host that an address leads to', () => {
    const href = 'https://github.com@\u0430pple.com/x';
    const text = summary({ ...empty, facts: [{ label: 'Repository', value: href, href }] });
    expect(text).toContain('https://xn--pple-43d.com/x (user name left out)');
    expect(text).not.toContain('github.com');
  });

  it.each([
    [{ files: 0, bytes: 0, mismatches: [] }, 'No file was compared with MANIFEST'],
    [{ files: 1, bytes: 1, mismatches: [] }, '1 file of MANIFEST read and compared, 1 B: all match'],
    [{ files: 2, bytes: 3, mismatches: ['a'] }, '2 files of MANIFEST read and compared, 3 B: 1 differs'],
  ])('says what was compared with the hash list: %j', (verified, line) => {
    const text = summary({ ...empty, words: { ...empty.words, hashList: 'MANIFEST' }, verified });
    expect(text.split('\n')).toContain(line);
  });

  it('says of a saved package which file was not compared, and the first of many new warnings', () => {
    const file: PackageFile = { path: 'a', role: 'model', hash: 'unverified', kind: 'file', sha256: '0'.repeat(64) };
    const warning = { ...finding('source/save-failed', 'text'), severity: 'warning' as const };
    const saved = { path: 'b', size: 1, oldSha256: undefined, newSha256: undefined, notes: ['A note.'] };
    const found = { ...empty, words: { ...empty.words, hashList: 'the list' }, files: [file, { ...file, path: 'c' }] };
    const text = savedSummary(found, {
      ...saved,
      files: [{ path: 'c', kind: 'changed' }],
      newWarnings: new Array(22).fill(warning),
      newNotes: [],
    });
    expect(text.split('\n').slice(2)).toEqual([
      'A note.',
      '1 unchanged file was not compared with its hash in the list. --verify compares it',
      '',
      'New warnings',
      ...new Array(20).fill('  warning  source/save-failed    text'),
      '  and 2 more',
    ]);
  });
});
