import { describe, expect, it } from 'vitest';
import type { Package, PackageFile } from '../../src/model/package.ts';
import { summary } from './summary.ts';

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
});
