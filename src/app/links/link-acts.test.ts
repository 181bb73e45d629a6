import { describe, expect, it } from 'vitest';
import type { FileChange } from '../../model/draft.ts';
import type { FileEditing, PackageFile } from '../../model/package.ts';
import { shownFiles } from '../files/listing/shown-files.ts';
import { linkAsks, whyNoLink } from './link-acts.ts';

const can: FileEditing = {
  links: 'urls',
  own: [
    { path: 'own', why: 'It is the format’s.' },
    { path: 'index', why: 'It is the format’s.', canPut: true },
  ],
  folders: [],
};

const file = (path: string, more: Partial<PackageFile> = {}): PackageFile => ({
  path,
  size: 3,
  sha256: path.padEnd(64, '0'),
  role: 'other',
  hash: 'unverified',
  kind: 'file',
  ...more,
});
const far = (path: string): PackageFile => file(path, { hash: 'linked', link: { urls: ['https://a.example/far'] } });

/** The acts of the file at a path, with these changes of a draft. */
function actsAt(path: string, files: PackageFile[], changes: FileChange[] = [], editing = can) {
  const shown = shownFiles(files, changes);
  const found = shown.files.find((each) => each.path === path) as PackageFile;
  return linkAsks(editing, shown, changes, found).map(({ act, subject }) => [act, ...subject.urls]);
}

const link = (path: string, ...urls: string[]): FileChange => ({ kind: 'link', path, urls });
const put = (path: string): FileChange => ({ kind: 'put', path, blob: new Blob(['x']) });

describe('what can be done with a file and its URLs', () => {
  it('follows from what the package has', () => {
    expect(actsAt('a', [file('a')])).toEqual([['link']]);
    const both = [
      ['bring-in', 'https://a.example/far'],
      ['addresses', 'https://a.example/far'],
    ];
    expect(actsAt('a', [far('a')])).toEqual(both);
    expect(actsAt('a', [file('a', { hash: 'missing' })])).toEqual([['link']]);
    expect(actsAt('a', [file('a')], [], { own: [], folders: [] })).toEqual([]);
  });

  it('follows the draft', () => {
    expect(actsAt('a', [file('a')], [link('a', 'https://b.example')])).toEqual([['addresses', 'https://b.example']]);
    expect(actsAt('a', [far('a')], [link('a', 'https://b.example')])).toEqual([
      ['bring-in', 'https://b.example'],
      ['addresses', 'https://b.example'],
    ]);
    expect(actsAt('a', [far('a')], [put('a')])).toEqual([['link']]);
    expect(actsAt('new', [], [put('new')])).toEqual([['link']]);
    expect(actsAt('b', [far('a')], [{ kind: 'rename', from: 'a', to: 'b' }]).map(([act]) => act)).toEqual([
      'bring-in',
      'addresses',
    ]);
  });

  it('leaves out what the format refuses, and says it of a file without a hash', () => {
    expect(actsAt('own', [file('own')])).toEqual([]);
    expect(actsAt('index', [far('index')]).map(([act]) => act)).toEqual(['bring-in']);
    expect(actsAt('a', [file('a', { kind: 'symlink' })])).toEqual([]);
    const { sha256: _, ...unlisted } = file('a', { hash: 'unlisted' });
    expect(actsAt('a', [unlisted])).toEqual([]);
    expect(whyNoLink(can, shownFiles([unlisted], []), unlisted, 'MANIFEST')).toContain('MANIFEST has no hash for it');
    expect(whyNoLink(can, shownFiles([file('a')], []), file('a'), 'MANIFEST')).toBeUndefined();
  });
});
