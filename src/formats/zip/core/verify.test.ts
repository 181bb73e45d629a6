import { describe, expect, it } from 'vitest';
import { folderContainer, sourceContainer } from '../../../archive/container.ts';
import { encodeUtf8 } from '../../../base/bytes.ts';
import type { FileVerdict } from '../../../model/verification.ts';
import { memorySource } from '../../../source/memory.ts';
import { type BuiltEntry, buildZip, numbers, trueCrc32 } from '../../../testing/builders/zip-builder.ts';
import type { OpenPackage } from '../../format.ts';
import { format } from './format.ts';

const A: BuiltEntry = { name: 'a.txt', data: 'first' };
const B: BuiltEntry = { name: 'b.txt', data: 'second '.repeat(100), method: 8 };

async function opened(entries: BuiltEntry[]): Promise<OpenPackage> {
  return format.open(sourceContainer(memorySource('plain.zip', buildZip(entries))), {});
}

async function verified(entries: BuiltEntry[]) {
  const pkg = await opened(entries);
  const verdicts: FileVerdict[] = [];
  const progress: number[] = [];
  const result = await pkg.verify?.({
    onFile: (verdict) => verdicts.push(verdict),
    onProgress: ({ done, total }) => progress.push(done / total),
  });
  return {
    pkg,
    progress,
    counts: result && [result.files, result.bytes, result.mismatches],
    codes: result?.findings.map(({ code, path }) => `${code} ${path}`),
    verdicts: verdicts.map(({ path, hash }) => `${path} ${hash}`),
  };
}

describe('verifying a zip that has no hashes', () => {
  it('reads every file, and has nothing to say where sizes and checksums agree', async () => {
    const { pkg, counts, codes, verdicts, progress } = await verified([A, B, { name: 'folder/' }]);
    expect(pkg.package.can.verify).toBe(true);
    expect(pkg.package.cannot).toBeUndefined();
    expect([counts, codes, verdicts]).toEqual([[2, 705, []], [], []]);
    expect([progress[0], progress.at(-1)]).toEqual([0, 1]);
  });

  it.each([
    ['a wrong CRC-32', { ...A, crc32: 1 }, 'zip/crc-mismatch a.txt', 'mismatch'],
    ['a wrong CRC-32 of a compressed file', { ...B, name: 'a.txt', crc32: 1 }, 'zip/crc-mismatch a.txt', 'mismatch'],
    ['a size that is too small', { ...B, name: 'a.txt', size: 10 }, 'zip/size-mismatch a.txt', 'mismatch'],
    ['a size that is too large', { ...B, name: 'a.txt', size: 10_000 }, 'zip/size-mismatch a.txt', 'mismatch'],
    ['no local header', { ...A, local: { signature: 1 } }, 'zip/local-header a.txt', 'unreadable'],
  ] as [string, BuiltEntry, string, string][])('finds %s', async (_, entry, code, hash) => {
    const { codes, verdicts, counts } = await verified([entry, { ...B, name: 'good' }]);
    expect(codes).toEqual([code]);
    expect(verdicts).toEqual([`a.txt ${hash}`]);
    expect(counts?.[2]).toEqual(hash === 'mismatch' ? ['a.txt'] : []);
  });

  it('finds a header that disagrees with the directory', async () => {
    const { codes, verdicts } = await verified([{ ...A, local: { name: 'other' } }, B]);
    expect([codes, verdicts]).toEqual([['zip/ambiguous a.txt'], []]);
  });

  it('gives a verdict of what the directory shows that nobody can read, and no finding a second time', async () => {
    const { pkg, codes, verdicts } = await verified([{ ...A, flags: 1 }, B]);
    expect(pkg.package.findings.map(({ code }) => code)).toEqual(['zip/encrypted']);
    expect([codes, verdicts]).toEqual([[], ['a.txt unreadable']]);
  });

  it('does not read what is never opened', async () => {
    const { counts } = await verified([A, { ...A, data: 'again' }, { name: '../x', data: 'x' }]);
    expect(counts).toEqual([1, 5, []]);
  });

  it('ends when it is canceled', async () => {
    const pkg = await opened([A, B]);
    await expect(pkg.verify?.({ signal: AbortSignal.abort() })).rejects.toMatchObject({ tag: 'cancelled' });
  });
});

describe('a folder that has no hashes', () => {
  it('has nothing to compare', async () => {
    const pkg = await format.open(folderContainer('f', [{ path: 'f/a', file: new File(['a'], 'a') }]), {});
    expect(pkg.package.can.verify).toBe(false);
    expect(pkg.verify).toBeUndefined();
    expect(pkg.package.cannot?.verify).toBe('A folder has no sizes or checksums to check');
  });
});

describe('a data descriptor', () => {
  const data = 'second '.repeat(100);
  const crc = trueCrc32(encodeUtf8(data));
  const large = 'x'.repeat(1_500_000);
  const signature: [number, number] = [4, 0x08074b50];

  it.each<[note: string, bytes: Uint8Array, agrees: boolean]>([
    ['with its signature', numbers(signature, [4, crc], [4, 700], [4, 700]), true],
    ['without its signature', numbers([4, crc], [4, 700], [4, 700]), true],
    ['with long sizes', numbers(signature, [4, crc], [8, 700], [8, 700]), true],
    ['with long sizes, without its signature', numbers([4, crc], [8, 700], [8, 700]), true],
    ['with another CRC-32', numbers(signature, [4, crc ^ 1], [4, 700], [4, 700]), false],
    ['with another size', numbers(signature, [4, crc], [4, 700], [4, 701]), false],
    ['with another long size', numbers(signature, [4, crc], [8, 2 ** 32 + 700], [8, 700]), false],
    ['that is left out', new Uint8Array(0), false],
    ['of something else', new Uint8Array(24), false],
  ])('%s is compared with the directory', async (_, descriptorBytes, agrees) => {
    const entry: BuiltEntry = { name: 'a', data, descriptor: true, descriptorBytes };
    for (const entries of [
      [entry, B],
      [B, entry],
    ]) {
      const { codes, verdicts } = await verified(entries);
      expect(codes).toEqual(agrees ? [] : ['zip/ambiguous a']);
      expect(verdicts).toEqual([]);
    }
  });

  it('is compared after a large file too', async () => {
    const right = { name: 'a', data: large, descriptor: true };
    expect((await verified([right, B])).codes).toEqual([]);
    const wrong = numbers(signature, [4, 1], [4, large.length], [4, large.length]);
    const { codes, pkg } = await verified([{ ...right, descriptorBytes: wrong }, B]);
    expect(codes).toEqual(['zip/ambiguous a']);
    const found = await pkg.verify?.();
    expect(found?.findings[0]?.message).toBe('The data descriptor of “a” has a different CRC-32 than the directory.');
  });
});
