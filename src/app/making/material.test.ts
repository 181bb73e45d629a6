import { describe, expect, it } from 'vitest';
import type { MakerPlan, PackageMaker } from '../../model/maker.ts';
import type { Opened } from '../../state/load.ts';
import { folderMaterial, layoutOf, packageMaterial } from './material.ts';

const plan = (paths: readonly string[]): MakerPlan => ({
  places: paths.map((path) => (path === 'SUMS' ? undefined : `in/${path.replace(/^again\//, '')}`)),
  unpacked: false,
  kind: paths.some((path) => path.endsWith('.py')) ? 'code' : 'none',
  fields: {},
  notes: [],
});
const maker = { look: plan } as unknown as PackageMaker;
const file = (name: string) => new File(['abc'], name);

describe('what a new package is made of', () => {
  it('takes the files of a folder by their paths in it', () => {
    const material = folderMaterial('f', [
      { path: 'f/a.bin', file: file('a.bin') },
      { path: 'f/.venv/x.py', file: file('x.py') },
      { path: 'f/SUMS', file: file('SUMS') },
      { path: 'f/b\\c', file: file('b\\c') },
      { path: 'f/again/a.bin', file: file('a.bin') },
    ]);
    expect(material.files.map(({ path }) => path)).toEqual(['a.bin', '.venv/x.py', 'SUMS', 'b\\c', 'again/a.bin']);
    const layout = layoutOf(material, maker);
    expect(layout.files.map(({ place, leftOut }) => [place, leftOut])).toEqual([
      ['in/a.bin', undefined],
      ['in/.venv/x.py', 'made'],
    ]);
    expect(layout.renewed.map(({ path }) => path)).toEqual(['SUMS']);
    // What is left out says nothing about the kind of the package.
    expect(layout.plan.kind).toBe('none');
    expect(layout.unfit.map(({ path }) => path)).toEqual(['b\\c', 'again/a.bin']);
  });

  it('takes the files that an open package holds', () => {
    const files = [
      { path: 'w.gguf', size: 3, kind: 'file' },
      { path: 'linked', kind: 'file', link: { urls: ['https://x.example/linked'] } },
      { path: 'gone', kind: 'file' },
      { path: '../out', size: 3, kind: 'file', unsafe: true },
      { path: 'twice', size: 3, kind: 'file', shadowed: true },
      { path: 'link', size: 3, kind: 'symlink' },
      { path: 'link2', size: 3, kind: 'symlink' },
    ];
    const opened = {
      handle: 7,
      package: { name: 'w.gguf', title: undefined, files, license: 'MIT', inputs: [], outputs: [] },
    };
    const material = packageMaterial(opened as unknown as Opened);
    expect(material).toMatchObject({
      name: 'w',
      files: [{ path: 'w.gguf', size: 3, from: { handle: 7, path: 'w.gguf' } }],
      about: { license: 'MIT' },
    });
    // What is not taken is named.
    const { untaken } = layoutOf(material, maker);
    expect(untaken).toEqual(material.untaken);
    expect(untaken.map(({ what, paths }) => [what, paths])).toEqual([
      ['Symlinks', ['link', 'link2']],
      ['Linked files', ['linked']],
      ['Missing files', ['gone']],
      ['Files that are there twice', ['twice']],
      ['Files with unsafe names', ['../out']],
    ]);
  });
});
