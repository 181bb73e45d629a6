import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compareUtf8, concatBytes, encodeUtf8 } from '../../base/bytes.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource } from '../../source/source.ts';
import { checkNewZip, type NewZipOptions, type WrittenZip, writeNewZip, type ZipSink } from './new-zip.ts';
import { type Compression, PackChecker, packedPieces, packFile } from './pack.ts';
import { openZip } from './zip.ts';

// Starting other tools takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const MIB = 1024 * 1024;

/** A sink in memory. */
class MemorySink implements ZipSink {
  readonly parts: Uint8Array[] = [];
  readonly patches: { at: number; bytes: Uint8Array }[] = [];
  write(bytes: Uint8Array): void {
    this.parts.push(bytes.slice());
  }
  patch(at: number, bytes: Uint8Array): void {
    this.patches.push({ at, bytes });
  }
  get bytes(): Uint8Array {
    const whole = concatBytes(this.parts);
    for (const { at, bytes } of this.patches) whole.set(bytes, at);
    return whole;
  }
}

/** Bytes that no encoder makes smaller, the same each time. */
function noise(size: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let state = seed;
  for (let at = 0; at < size; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** Text with some repetition. */
function text(size: number): Uint8Array<ArrayBuffer> {
  const line = encodeUtf8('the quick brown fox jumps over 0123456789 lazy dogs\n');
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at++) bytes[at] = (line[at % line.length] as number) ^ (at % 977 === 0 ? 1 : 0);
  return bytes;
}

async function write(
  files: ReadonlyMap<string, Uint8Array>,
  options: Partial<NewZipOptions> = {},
): Promise<{ bytes: Uint8Array; written: WrittenZip; sink: MemorySink }> {
  const sink = new MemorySink();
  const written = await writeNewZip(
    [...files].map(([path, content]) => ({ path, source: memorySource(path, content) })),
    sink,
    { compression: 'zstd', ...options },
  );
  return { bytes: sink.bytes, written, sink };
}

const COMPRESSIONS: readonly Compression[] = ['zstd', 'deflate', 'stored'];

const mixed = new Map<string, Uint8Array>([
  ['model/weights.bin', concatBytes([text(1.5 * MIB), noise(MIB / 4)])],
  ['model/noise.bin', noise(MIB + 77)],
  ['carton.toml', encodeUtf8('spec_version = 1\n')],
  ['empty', new Uint8Array(0)],
  ['model/\u{10000}.txt', text(1000)],
  ['model/\uffee.txt', text(999)],
  ['short.bin', noise(20)],
  ['exactly.bin', text(2 * MIB)],
]);

describe('a new zip', () => {
  it('hashes any number of empty files with one hash', async () => {
    const instantiate = vi.spyOn(WebAssembly, 'instantiate');
    for (let count = 0; count < 20; count++)
      await packFile(memorySource('empty', new Uint8Array(0)), 'zstd', () => {}, {});
    expect(instantiate.mock.calls.length).toBeLessThanOrEqual(1);
    instantiate.mockRestore();
  });

  it.each(COMPRESSIONS)('has every file, in the byte order of the paths, with %s', async (compression) => {
    const { bytes, written } = await write(mixed, { compression });
    const source = memorySource('new.zip', bytes);
    await checkNewZip(source, written);
    const archive = await openZip(source, undefined);
    expect(archive.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(archive.entries.map(({ path }) => path)).toEqual([...mixed.keys()].sort(compareUtf8));
    for (const [path, content] of mixed) {
      const file = archive.open(path) as ByteSource;
      expect(
        createHash('sha256')
          .update(await file.read(0, file.size))
          .digest('hex'),
      ).toBe(createHash('sha256').update(content).digest('hex'));
    }
    expect(archive.contentFindings).toEqual([]);
    const methods = new Map(archive.entries.map(({ path, method }) => [path, method]));
    expect(methods.get('model/weights.bin')).toBe(compression);
    expect(methods.get('exactly.bin')).toBe(compression);
    // What does not shrink is stored, whatever was asked for.
    for (const path of ['model/noise.bin', 'short.bin', 'empty']) expect(methods.get(path)).toBe('stored');
  });

  it.each(COMPRESSIONS)('has the same bytes, however many files are packed at once, with %s', async (compression) => {
    const { bytes } = await write(mixed, { compression });
    const reversed = new Map([...mixed].reverse());
    const again = await write(reversed, {
      compression,
      atOnce: 5,
      // Files are done in another order.
      pack: async (file, ...rest) => {
        await new Promise((resolve) => setTimeout(resolve, file.size % 7));
        return packFile(file, ...rest);
      },
    });
    expect(Buffer.compare(again.bytes, bytes)).toBe(0);
  });

  it('has the same bytes, however its files come in pieces', async () => {
    const content = mixed.get('model/weights.bin') as Uint8Array;
    const inPieces = (lengths: number): ByteSource => ({
      ...memorySource('w', content),
      async *pieces() {
        for (let at = 0; at < content.length; at += lengths) yield content.slice(at, at + lengths);
      },
    });
    for (const compression of COMPRESSIONS) {
      const outputs: Uint8Array[] = [];
      for (const length of [64 * 1024 - 1, 5 * MIB]) {
        const sink = new MemorySink();
        await writeNewZip([{ path: 'w', source: inPieces(length) }], sink, { compression });
        outputs.push(sink.bytes);
      }
      expect(Buffer.compare(outputs[0] as Uint8Array, outputs[1] as Uint8Array)).toBe(0);
    }
  });

  it('writes the header of a large file again once its sizes are known', async () => {
    const large = new Map([
      ['a', encodeUtf8('first')],
      ['large', text(17 * MIB)],
      ['z', encodeUtf8('last')],
    ]);
    const { bytes, sink } = await write(large, { atOnce: 2 });
    expect(sink.patches).toHaveLength(1);
    const archive = await openZip(memorySource('x', bytes), undefined);
    const file = archive.open('large') as ByteSource;
    expect(Buffer.compare(await file.read(0, file.size), large.get('large') as Uint8Array)).toBe(0);
    expect(archive.contentFindings).toEqual([]);
  });

  it('has room in the header of a file that may need zip64, and uses zip64 in the directory only where it must', async () => {
    const content = encodeUtf8('hello');
    const sink = new MemorySink();
    const large = { ...memorySource('large', content), size: 0xffffffff };
    const claims = new Map([
      ['large', { size: 5, storedSize: 5 }],
      ['larger', { size: 5e9, storedSize: 5 }],
    ]);
    await writeNewZip(
      [...claims.keys()].map((path) => ({ path, source: { ...large, name: path } })),
      sink,
      {
        compression: 'stored',
        async pack(file, _, emit) {
          await emit(content.slice());
          const { name } = file;
          const sizes = claims.get(name) as { size: number; storedSize: number };
          return { method: name === 'large' ? 'stored' : 'zstd', crc32: 0x3610a686, sha256: '', ...sizes };
        },
      },
    );
    const archive = await openZip(memorySource('x', sink.bytes), undefined);
    expect(archive.entries.map(({ path, size, storedSize }) => [path, size, storedSize])).toEqual([
      ['large', 5, 5],
      ['larger', 5e9, 5],
    ]);
    const file = archive.open('large') as ByteSource;
    expect(await file.read(0, 5)).toEqual(content);
    expect(archive.contentFindings).toEqual([]);
    // Its local header is 20 bytes longer than it must be, and its record is not.
    expect(archive.entries[1]?.span?.start).toBe(30 + 5 + 20 + 5);
    expect(archive.directory.bytes.length).toBe(46 + 5 + (46 + 6 + 20));
  });

  it('ends with the files that are made from the hashes of the others', async () => {
    const hash = createHash('sha256').update('b').digest('hex');
    const { bytes } = await write(new Map([['b', encodeUtf8('b')]]), {
      last: async (hashes) => [{ path: 'a', bytes: encodeUtf8([...hashes].join()) }],
    });
    const archive = await openZip(memorySource('x', bytes), undefined);
    expect(archive.entries.map(({ path, method }) => [path, method])).toEqual([
      ['b', 'stored'],
      ['a', 'stored'],
    ]);
    expect(await new Response((archive.open('a') as ByteSource).stream(0, 66)).text()).toBe(`b,${hash}`);
  });

  it.each([
    ['zip/unsafe-path', ['../x']],
    ['zip/unsafe-path', ['a\\b']],
    ['zip/duplicate-name', ['a', 'a']],
    ['zip/duplicate-name', ['a', 'a/b']],
    ['zip/name-too-long', ['x'.repeat(5000)]],
  ])('is refused before anything is written: %s', async (code, paths) => {
    const sink = new MemorySink();
    const files = paths.map((path) => ({ path, source: memorySource(path, encodeUtf8('x')) }));
    await expect(writeNewZip(files, sink, { compression: 'zstd' })).rejects.toMatchObject({ code });
    expect(sink.parts).toEqual([]);
  });

  it('stops where a file has other bytes than it should, and when it is canceled', async () => {
    const source = memorySource('w', noise(100));
    const changed = {
      ...source,
      size: 101,
      pieces: async function* () {
        yield noise(100);
      },
    };
    await expect(
      writeNewZip([{ path: 'w', source: changed }], new MemorySink(), { compression: 'zstd' }),
    ).rejects.toMatchObject({ code: 'source/changed' });
    const controller = new AbortController();
    const cancelled = write(mixed, {
      signal: controller.signal,
      onProgress: ({ done }) => done > 0 && controller.abort(),
    });
    await expect(cancelled).rejects.toMatchObject({ tag: 'cancelled' });
  });

  it.each(['zstd', 'deflate'] as const)('finds out where %s does not give back the same bytes', async (compression) => {
    for (const damage of ['byte', 'end'] as const) {
      const checker = new PackChecker('w');
      let done = 0;
      const take = async () => {
        for await (const piece of packedPieces(memorySource('w', text(3 * MIB)), compression)) {
          if (damage === 'byte') piece.raw[5] = (piece.raw[5] as number) ^ 1;
          done += piece.raw.length;
          const isCut = damage === 'end' && done === 3 * MIB;
          await checker.take(isCut ? { ...piece, packed: piece.packed?.subarray(0, -1) } : piece);
        }
        await checker.finish();
      };
      await expect(take()).rejects.toMatchObject({ code: 'internal/bug' });
      checker.free();
    }
  });

  it('writes any files so that they read the same', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((part) => !/[\\/\p{Cc}]|^\.{1,2}$|^[A-Za-z]:/u.test(part));
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 3000 }),
      fc.nat(40_000).map(text),
      fc.nat(40_000).map((size) => noise(size, size)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(path, content, { maxKeys: 8 }),
        fc.constantFrom(...COMPRESSIONS),
        async (files, compression) => {
          const paths = Object.keys(files);
          fc.pre(!paths.some((one) => paths.some((other) => other.startsWith(`${one}/`))));
          const { bytes, written } = await write(new Map(Object.entries(files)), { compression, atOnce: 3 });
          const source = memorySource('x', bytes);
          await checkNewZip(source, written);
          const archive = await openZip(source, undefined);
          expect(archive.entries.map((entry) => entry.path)).toEqual(paths.sort(compareUtf8));
          for (const one of paths) {
            const file = archive.open(one) as ByteSource;
            expect(await file.read(0, file.size)).toEqual(files[one]);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

const runs = (tool: string, ...args: string[]) => spawnSync(tool, args).status === 0;
const python = ['/usr/bin/python3', 'python3'].find((path) => runs(path, '-c', 'import zstandard, zipfile'));
const hasUnzip = runs('unzip', '-v');
const has7z = runs('7z', 'i');

const PYTHON = `
import hashlib, json, struct, sys, zipfile, zlib, zstandard
data = open(sys.argv[1], 'rb').read()
out = {}
for i in zipfile.ZipFile(sys.argv[1]).infolist():
    n, m = struct.unpack('<HH', data[i.header_offset + 26:i.header_offset + 30])
    local = struct.unpack('<HHHHHIII', data[i.header_offset + 4:i.header_offset + 26])
    assert local == (i.extract_version, i.flag_bits, i.compress_type, 0, 33, i.CRC, i.compress_size, i.file_size), (i, local)
    start = i.header_offset + 30 + n + m
    raw = data[start:start + i.compress_size]
    content = raw if i.compress_type == 0 else zlib.decompress(raw, -15) if i.compress_type == 8 else zstandard.ZstdDecompressor().decompressobj().decompress(raw)
    assert len(content) == i.file_size and zlib.crc32(content) == i.CRC and i.external_attr >> 16 == 0o100644
    assert i.date_time == (1980, 1, 1, 0, 0, 0)
    out[i.filename] = hashlib.sha256(content).hexdigest()
print(json.dumps(out))
`;

describe('a new zip, read by other people’s tools', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'new-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function onDisk(compression: Compression): Promise<string> {
    const path = join(folder, `${compression}.zip`);
    writeFileSync(path, (await write(mixed, { compression })).bytes);
    return path;
  }

  it.skipIf(!python).each(COMPRESSIONS)(
    'Python agrees on every header and every byte, with %s',
    async (compression) => {
      const { stdout, stderr } = spawnSync(python as string, ['-c', PYTHON, await onDisk(compression)], {
        encoding: 'utf8',
      });
      const hashes = [...mixed].map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')]);
      expect(stdout === '' ? stderr : JSON.parse(stdout)).toEqual(Object.fromEntries(hashes));
    },
  );

  it.skipIf(!hasUnzip).each(['deflate', 'stored'] as const)('unzip tests it, with %s', async (compression) => {
    const { status, stdout } = spawnSync('unzip', ['-t', await onDisk(compression)], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('No errors detected')]);
  });

  it.skipIf(!has7z).each(['deflate', 'stored'] as const)('7-Zip tests it, with %s', async (compression) => {
    const { status, stdout } = spawnSync('7z', ['t', await onDisk(compression)], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('Everything is Ok')]);
  });
});
