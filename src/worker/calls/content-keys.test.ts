import { describe, expect, it } from 'vitest';
import type { Draft } from '../../model/draft.ts';
import type { Package, PackageFile } from '../../model/package.ts';
import { contentKeys } from './content-keys.ts';

const pkg = { can: { files: { own: [{ path: 'MANIFEST', why: '' }], folders: [] } } } as unknown as Package;
const put = (id?: string): Draft => ({
  texts: new Map([['carton.toml', 'a']]),
  files: [
    { kind: 'put', path: 'b', blob: new Blob(), ...(id !== undefined && { id }) },
    { kind: 'rename', from: 'c', to: 'd' },
    { kind: 'remove', path: 'e' },
  ],
  renew: false,
});
const keys = (draft: Draft | undefined, ...paths: string[]) =>
  paths.map((path) => contentKeys(pkg, draft)({ path } as PackageFile));

describe('the keys of contents', () => {
  it('are the same for files that a draft leaves alone, and others for those that it puts or moves', () => {
    const [a, b, c] = keys(undefined, 'a', 'b', 'c');
    expect(keys(put('1'), 'a')).toEqual([a]);
    const [added, moved] = keys(put('1'), 'b', 'd');
    expect(new Set([a, b, c, added, moved]).size).toBe(5);
    expect(keys(put('1'), 'b')).toEqual([added]);
    expect(keys(put('2'), 'b')).not.toEqual([added]);
  });

  it('are unknown for what saving writes, and for what was added without a name', () => {
    expect(keys(put('1'), 'carton.toml', 'MANIFEST')).toEqual([undefined, undefined]);
    expect(keys(put(), 'b')).toEqual([undefined]);
    expect(keys(undefined, 'MANIFEST')[0]).toBeDefined();
  });
});
