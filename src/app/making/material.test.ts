import { describe, expect, it } from 'vitest';
import type { MakerPlan, PackageMaker } from '../../model/maker.ts';
import type { Opened } from '../../state/load.ts';
import { folderMaterial, layoutOf, movedPlaces, packageMaterial, placesProblem } from './material.ts';

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

  it('puts files where somebody wants them, and back', () => {
    const material = folderMaterial('f', [
      { path: 'f/a.bin', file: file('a.bin') },
      { path: 'f/b.bin', file: file('b.bin') },
    ]);
    const first = layoutOf(material, maker);
    const given = movedPlaces(new Map(), first.files, new Map([['in/a.bin', 'out/a.bin']]));
    const moved = layoutOf(material, maker, given);
    expect(moved.files.map(({ place, usual }) => [place, usual])).toEqual([
      ['out/a.bin', 'in/a.bin'],
      ['in/b.bin', 'in/b.bin'],
    ]);
    // Two files can change places, and a file that is back at its usual place was not moved.
    const swapped = movedPlaces(
      given,
      moved.files,
      new Map([
        ['out/a.bin', 'in/b.bin'],
        ['in/b.bin', 'out/a.bin'],
      ]),
    );
    expect(layoutOf(material, maker, swapped).files.map(({ place }) => place)).toEqual(['in/b.bin', 'out/a.bin']);
    expect(movedPlaces(given, moved.files, new Map([['out/a.bin', 'in/a.bin']])).size).toBe(0);
  });

  it('puts the pictures of the description where it can show them', () => {
    const shown = { look: plan, readme: { folder: 'shown/' } } as unknown as PackageMaker;
    const material = folderMaterial('f', [
      { path: 'f/a.png', file: file('a.png') },
      { path: 'f/b.png', file: file('b.png') },
    ]);
    const { files } = layoutOf(material, shown, new Map(), new Set(['a.png', 'none.png']));
    expect(files.map(({ place, usual }) => [place, usual])).toEqual([
      ['shown/a.png', 'shown/a.png'],
      ['in/b.png', 'in/b.png'],
    ]);
    const unpacked = { ...shown, look: (paths: string[]) => ({ ...plan(paths), unpacked: true }) } as PackageMaker;
    expect(layoutOf(material, unpacked, new Map(), new Set(['a.png'])).files[0]?.place).toBe('in/a.png');
  });

  it.each<[string, string, string | undefined]>([
    ['in/c.bin', '', undefined],
    ['in/b.bin', 'error', 'There is already a file “in/b.bin”.'],
    ['../c', 'error', 'The name contains “..”.'],
    ['SUMS', 'error', 'SUMS is written.'],
    ['elsewhere/a.bin', 'warning', 'Nobody looks there.'],
    ['In/a.bin', 'warning', '“In” and “in” differ only in case, so Windows and macOS cannot keep both.'],
  ])('says what is wrong with the place %s', (to, severity, text) => {
    const material = folderMaterial('f', [
      { path: 'f/a.bin', file: file('a.bin') },
      { path: 'f/b.bin', file: file('b.bin') },
    ]);
    const strict = {
      look: plan,
      placeProblem: (place: string) =>
        place === 'SUMS'
          ? { severity: 'error', text: 'SUMS is written.' }
          : place.startsWith('in/')
            ? undefined
            : { severity: 'warning', text: 'Nobody looks there.' },
    } as unknown as PackageMaker;
    const { files } = layoutOf(material, strict);
    const problem = placesProblem(files, new Map([['in/a.bin', to]]), strict);
    expect(problem).toEqual(text === undefined ? undefined : { severity, text });
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
      descriptor: { kind: 'url' },
      package: {
        name: 'w.gguf',
        title: undefined,
        files,
        license: 'MIT',
        inputs: [],
        outputs: [],
        examples: [],
        selfTests: [],
      },
    };
    const material = packageMaterial(opened as unknown as Opened);
    expect(material).toMatchObject({
      name: 'w',
      isFar: true,
      files: [{ path: 'w.gguf', size: 3, from: { handle: 7, path: 'w.gguf' } }],
      about: { license: 'MIT' },
    });
    // What is not taken is named.
    const { untaken } = layoutOf(material, maker);
    expect(untaken).toEqual(material.untaken);
    expect(untaken.map(({ what, names }) => [what, names])).toEqual([
      ['Symlinks', ['link', 'link2']],
      ['Linked files', ['linked']],
      ['Missing files', ['gone']],
      ['Duplicate files', ['twice']],
      ['Files with unsafe names', ['../out']],
    ]);
    // Of an unpacked package of the format that is made, linked files stay linked, and edited texts are taken.
    const unpacked = packageMaterial(opened as unknown as Opened, new Map([['w.gguf', 'edited']]));
    expect(unpacked.untaken?.map(({ what }) => what)).toEqual([
      'Symlinks',
      'Duplicate files',
      'Files with unsafe names',
    ]);
    expect(unpacked).toMatchObject({
      name: opened.package.name,
      files: [{ path: 'w.gguf', size: 6, from: { file: expect.any(File) } }],
    });
  });
});
