import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import type { ContentSearch } from '../../model/checklist.ts';
import type { Package, PackageFile, TensorInfo } from '../../model/package.ts';
import { MAX_SECRET_BYTES } from '../../model/secret/secrets.ts';
import { memorySource } from '../../source/memory.ts';
import { exifOf, jpegOf, xmpOf } from '../../testing/builders/photo-builder.ts';
import { type ContentOptions, type KeptLooks, lookAtContents, MIN_HOLLOW_BYTES } from './content.ts';

/** A key, put together here: the repository has no text that a scanner of secrets would find. */
const TOKEN = `gh${'p_'}${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'}`;
const MiB = 1 << 20;

/** Bytes that do not compress, the same ones each time. */
function noise(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let state = 1;
  for (let at = 0; at < size; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

function packageOf(
  files: Record<string, string | Uint8Array>,
  more: Partial<PackageFile> = {},
  tensors: TensorInfo[] = [],
) {
  const contents = new Map(
    Object.entries(files).map(([path, data]) => [path, typeof data === 'string' ? encodeUtf8(data) : data]),
  );
  const reads: string[] = [];
  const list = [...contents].map(
    ([path, { length }]): PackageFile => ({ path, size: length, role: 'other', hash: 'none', kind: 'file', ...more }),
  );
  return {
    reads,
    package: { files: list, tensors } as unknown as Package,
    source(path: string) {
      const bytes = contents.get(path);
      if (!bytes) return undefined;
      const source = memorySource(path, bytes);
      return {
        ...source,
        read(start: number, end: number) {
          reads.push(`${path} ${start}-${end}`);
          return source.read(start, end);
        },
      };
    },
  };
}

const look = (of: ReturnType<typeof packageOf>, search: ContentSearch = 'usual', more: Partial<ContentOptions> = {}) =>
  lookAtContents(of, { search, isRemote: false, kept: new Map(), keyOf: ({ path }) => path, ...more });

describe('the look at contents', () => {
  it('finds keys, paths of a home folder and places of photos', async () => {
    const gps = { latitude: [48, 12, 3000, 'N'], longitude: [16, 22, 1200, 'E'] } as const;
    const { byPath, unread } = await look(
      packageOf({
        'a.py': `x = 1\nTOKEN = "${TOKEN}"\n`,
        'b.py': '\n\nopen("/home/ada/x")\n',
        'c.jpg': jpegOf({ exif: exifOf({ gps }) }),
        'd.txt': 'nothing',
        '.env': '',
      }),
    );
    expect(byPath.get('a.py')?.secrets).toMatchObject([{ line: 2, what: 'GitHub token' }]);
    expect(byPath.get('b.py')).toMatchObject({ secrets: [], homeLine: 3, isWhole: true });
    expect(byPath.get('c.jpg')?.place).toMatch(/^was taken at 48\.2083° N/);
    expect(byPath.get('d.txt')).toEqual({ secrets: [], isHollow: false, isWhole: true });
    expect(byPath.get('.env')?.secrets).toMatchObject([{ rule: 'name/env' }]);
    expect(unread).toEqual({ files: 0, bytes: 0 });
  });

  it('finds them in files that are not text, and in UTF-16', async () => {
    const binary = (data: string) => encodeUtf8(`\x1c\0\0\0TFL3\0${data}\0`);
    const utf16 = (data: string) => Uint8Array.from(Buffer.from(`\ufeffa\n${data}`, 'utf16le'));
    const { byPath } = await look(
      packageOf({
        'a.tflite': binary(TOKEN),
        'b.tflite': binary('/home/josé/x'),
        'c.txt': utf16(TOKEN),
        'd.txt': utf16('C:\\Users\\Ada Lovelace\\x'),
      }),
    );
    expect(byPath.get('a.tflite')?.secrets).toMatchObject([{ what: 'GitHub token', line: 1 }]);
    expect(byPath.get('b.tflite')?.homeLine).toBe(1);
    expect(byPath.get('c.txt')?.secrets).toMatchObject([{ line: 2 }]);
    expect(byPath.get('d.txt')?.homeLine).toBe(2);
  });

  it('finds places in TIFF files, and in XMP of any encoding', async () => {
    const gps = { latitude: [48, 12, 3000, 'N'], longitude: [16, 22, 1200, 'E'] } as const;
    const text = (xmp: Uint8Array) => Buffer.from(xmp).toString('latin1');
    const utf16 = (properties: string) => Uint8Array.from(Buffer.from(text(xmpOf(properties)), 'utf16le'));
    const large = new Uint8Array(3 * MiB);
    large.set(exifOf({ gps, isLittle: true }));
    const pkg = packageOf({
      'a.tif': exifOf({ gps }),
      'b.tif': exifOf({ gps, isLittle: true }),
      'c.tif': exifOf({ make: 'Acme' }),
      'd.jpg': jpegOf({ xmp: utf16('exif:GPSLatitude="48,12.5N"') }),
      'e.jpg': jpegOf({ xmp: utf16('dc:format="image/jpeg"') }),
      'f.jpg': jpegOf({ xmp: xmpOf('exif:&#71;PSLatitude="48,12.5N"') }),
      'g.jpg': jpegOf({ xmp: xmpOf('exif:&#x47;PSLatitude="48,12.5N"') }),
      'h.tif': large,
      // Not a picture: perhaps what explains XMP.
      'i.txt': xmpOf('exif:GPSLatitude="48,12.5N"'),
    });
    const { byPath } = await look(pkg, 'whole');
    const told = [...byPath].flatMap(([path, { place }]) => (place === undefined ? [] : path));
    expect(told.sort()).toEqual(['a.tif', 'b.tif', 'd.jpg', 'f.jpg', 'g.jpg', 'h.tif']);
    expect(byPath.get('a.tif')?.place).toBe('names the place where it was taken.');
  });

  it('leaves large files to a search of all, and says so', async () => {
    const large = noise(2 * MiB);
    large.set(encodeUtf8(`\n"${TOKEN}"\n`), MAX_SECRET_BYTES - 20);
    const pkg = packageOf({ 'w.bin': large, 'a.txt': 'a' });
    const kept: KeptLooks = new Map();
    const usual = await look(pkg, 'usual', { kept });
    expect(usual.unread).toEqual({ files: 1, bytes: 2 * MiB });
    expect(usual.byPath.get('w.bin')).toMatchObject({ secrets: [], isWhole: false });
    const progress: number[] = [];
    const whole = await look(pkg, 'whole', { kept, onProgress: ({ done }) => progress.push(done) });
    expect(whole.unread.files).toBe(0);
    expect(whole.byPath.get('w.bin')?.secrets).toHaveLength(1);
    expect(progress.at(-1)).toBe(2 * MiB + 1);
  });

  it('counts lines through all parts of a large file', async () => {
    const text = 'a line of text\n'.repeat(100_000);
    const { byPath } = await look(packageOf({ 'a.txt': `${text}"/home/ada/x"\nkey = "${TOKEN}"\n` }), 'whole');
    expect(byPath.get('a.txt')).toMatchObject({ homeLine: 100_001, secrets: [{ line: 100_002 }] });
  });

  it('reads nothing twice, and nothing of a host unless it is asked for', async () => {
    const pkg = packageOf({ 'a.txt': 'a', 'b.txt': 'b' });
    const kept: KeptLooks = new Map();
    const keyOf = ({ path }: PackageFile) => (path === 'a.txt' ? path : undefined);
    expect((await look(pkg, 'none', { kept, keyOf })).unread.files).toBe(2);
    expect((await look(pkg, 'usual', { kept, keyOf, isRemote: true })).unread.files).toBe(2);
    expect(pkg.reads).toEqual([]);
    await look(pkg, 'usual', { kept, keyOf });
    pkg.reads.length = 0;
    expect((await look(pkg, 'usual', { kept, keyOf })).unread.files).toBe(0);
    expect(pkg.reads.length).toBeGreaterThan(0);
    expect(pkg.reads.filter((read) => read.startsWith('a.txt'))).toEqual([]);
    expect((await look(pkg, 'none', { kept, keyOf })).unread.files).toBe(1);
    expect((await look(pkg, 'whole', { isRemote: true })).unread.files).toBe(0);
  });

  it('knows large files that are the same over and over, also compressed ones', async () => {
    const files = {
      zeros: new Uint8Array(MIN_HOLLOW_BYTES),
      noise: noise(MIN_HOLLOW_BYTES),
      small: new Uint8Array(1000),
    };
    const hollowIn = async (of: ReturnType<typeof packageOf>) =>
      [...(await look(of)).byPath].flatMap(([path, { isHollow }]) => (isHollow ? path : []));
    expect(await hollowIn(packageOf(files))).toEqual(['zeros']);
    const half = noise(MIN_HOLLOW_BYTES);
    half.fill(0, MIN_HOLLOW_BYTES / 2);
    expect(await hollowIn(packageOf({ half }))).toEqual([]);
    expect(await hollowIn(packageOf({ zeros: files.zeros }, { compressed: true, storedSize: 1_100 }))).toEqual([
      'zeros',
    ]);
    expect(
      await hollowIn(packageOf({ noise: files.noise }, { compressed: true, storedSize: MIN_HOLLOW_BYTES })),
    ).toEqual([]);
  });

  it('looks for no texts in a file that is nothing but numbers', async () => {
    const bytes = noise(2 * MiB);
    const tensor: TensorInfo = {
      name: 'a',
      dtype: 'float32',
      shape: [],
      data: { path: 'a.bin', start: 0, end: bytes.length },
    };
    expect((await look(packageOf({ 'a.bin': bytes }, {}, [tensor]))).unread.files).toBe(0);
    const part = { ...tensor, data: { path: 'a.bin', start: 8, end: bytes.length } };
    expect((await look(packageOf({ 'a.bin': bytes }, {}, [part]))).unread.files).toBe(1);
  });

  it('counts a file that cannot be read as not searched, and is canceled at once', async () => {
    const pkg = packageOf({ 'a.txt': 'a' });
    const broken = {
      ...pkg,
      source: () => ({ ...memorySource('a', new Uint8Array(1)), read: () => Promise.reject(new Error('x')) }),
    };
    expect((await look(broken)).unread.files).toBe(1);
    const controller = new AbortController();
    controller.abort();
    await expect(look(pkg, 'usual', { signal: controller.signal })).rejects.toThrow();
  });
});
