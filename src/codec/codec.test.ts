import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MAX_ZSTD_WINDOW } from '../base/limits.ts';
import { trueCrc32 } from '../testing/builders/zip-builder.ts';
import { skippableFrame, zstdFrame } from '../testing/builders/zstd-builder.ts';
import { checked } from './checked.ts';
import { inflate, inflateWhole } from './inflate.ts';
import { sha256 } from './sha256.ts';
import { unzstd } from './zstd.ts';
import { frameWindow } from './zstd-frame.ts';

const text = (repeat: number) => new TextEncoder().encode('the quick brown fox '.repeat(repeat));

/** The bytes in pieces of `length`. */
async function* pieces(bytes: Uint8Array, length = 1 << 16) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.slice(at, at + length);
}

async function all(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return new Uint8Array(Buffer.concat(parts));
}

/** Fast on large arrays, unlike `toEqual`. */
function expectSame(actual: Uint8Array, expected: Uint8Array): void {
  expect(actual.length).toBe(expected.length);
  expect(Buffer.compare(actual, expected)).toBe(0);
}

describe('sha256', () => {
  const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

  it('gives the digests of FIPS 180-4', async () => {
    expect(await sha256(new Uint8Array(0))).toBe(EMPTY);
    expect(await sha256(new TextEncoder().encode('xabcx').subarray(1, 4))).toBe(ABC);
  });
});

describe('inflate', () => {
  const plain = text(50_000);
  const packed = new Uint8Array(deflateRawSync(plain));

  it('restores the bytes, as a whole and in pieces of any length', async () => {
    expectSame(inflateWhole(packed, plain.length), plain);
    for (const length of [1 << 20, 1000, 7]) expectSame(await all(inflate(pieces(packed, length))), plain);
    const noise = new Uint8Array(randomBytes(300_000));
    expectSame(await all(inflate(pieces(new Uint8Array(deflateRawSync(noise))))), noise);
    expect(await all(inflate(pieces(new Uint8Array(deflateRawSync(new Uint8Array(0))))))).toHaveLength(0);
  });

  it('returns at most one byte beyond the size, in one call', () => {
    for (const size of [0, 1, 1000, plain.length - 1]) expect(inflateWhole(packed, size)).toHaveLength(size + 1);
    const room = new Uint8Array(plain.length + 100).fill(7);
    expectSame(inflateWhole(packed, plain.length, room), plain);
    expect(inflateWhole(packed, 1000, room)).toHaveLength(1001);
    expectSame(inflateWhole(packed, plain.length + 50, room), plain);
    const stored = new Uint8Array(deflateRawSync(plain.subarray(0, 50_000), { level: 0 }));
    expect(inflateWhole(stored, 100)).toHaveLength(101);
  });

  it('refuses damaged, truncated and empty data', async () => {
    const damaged = packed.slice();
    damaged.fill(0xff, 10, 60);
    const cut = packed.subarray(0, packed.length - 5);
    for (const bytes of [damaged, cut, new Uint8Array(0)]) {
      expect(() => inflateWhole(bytes, plain.length)).toThrow(expect.objectContaining({ code: 'zip/bad-data' }));
      await expect(all(inflate(pieces(bytes)))).rejects.toMatchObject({ code: 'zip/bad-data' });
    }
  });

  it('passes few bytes to the decoder at first: of a bomb, a browser decodes all that it is given', async () => {
    const written: number[] = [];
    class Watched extends DecompressionStream {
      constructor(format: CompressionFormat) {
        super(format);
        const { writable } = this;
        const getWriter = writable.getWriter.bind(writable);
        writable.getWriter = () => {
          const writer = getWriter();
          const write = writer.write.bind(writer);
          writer.write = (bytes) => {
            written.push((bytes as Uint8Array).length);
            return write(bytes);
          };
          return writer;
        };
      }
    }
    vi.stubGlobal('DecompressionStream', Watched);
    const bomb = new Uint8Array(deflateRawSync(new Uint8Array(40_000_000)));
    for await (const chunk of inflate(pieces(bomb))) if (chunk.length > 0) break;
    vi.unstubAllGlobals();
    expect(written.slice(0, 3)).toEqual([512, 1024, 2048]);
  });

  it('says so where the browser has no stream for Deflate, whether at all or for this kind', async () => {
    class Old {
      constructor(format: string) {
        throw new TypeError(`Unsupported compression format: '${format}'`);
      }
    }
    for (const missing of [Old, undefined]) {
      vi.stubGlobal('DecompressionStream', missing);
      const error = await all(inflate(pieces(packed))).catch((reason: unknown) => reason);
      vi.unstubAllGlobals();
      expect(error).toMatchObject({ tag: 'unsupported', code: 'zip/no-inflate' });
    }
  });

  it('rejects with the error of its input', async () => {
    const { NetworkError } = await import('../base/errors.ts');
    const failure = new NetworkError('source/unreachable', 'gone');
    async function* failing() {
      yield packed.slice(0, 100);
      throw failure;
    }
    await expect(all(inflate(failing()))).rejects.toBe(failure);
  });

  it('stops reading its input when the consumer stops', async () => {
    const large = new Uint8Array(deflateRawSync(randomBytes(4_000_000)));
    let ended = false;
    let given = 0;
    async function* counted() {
      try {
        for await (const piece of pieces(large)) {
          given += piece.length;
          yield piece;
        }
      } finally {
        ended = true;
      }
    }
    const chunks = inflate(counted());
    await chunks.next();
    await chunks.return(undefined);
    await vi.waitFor(() => expect(ended).toBe(true));
    expect(given).toBeLessThan(1_000_000);
  });

  it('never crashes or hangs on mutated data', async () => {
    const small = new Uint8Array(deflateRawSync(text(20)));
    await fc.assert(
      fc.asyncProperty(fc.nat(small.length - 1), fc.nat(255), async (at, byte) => {
        const mutated = small.slice();
        mutated[at] = byte;
        const outcome = (work: Promise<unknown>) =>
          work.then(
            () => 'done',
            (error) => error.code,
          );
        expect(['done', 'zip/bad-data']).toContain(await outcome(all(inflate(pieces(mutated)))));
        expect(['done', 'zip/bad-data']).toContain(await outcome((async () => inflateWhole(mutated, 1000))()));
      }),
      { numRuns: 150 },
    );
  });
});

describe('unzstd', () => {
  const hello = new TextEncoder().encode('hello, ');
  const world = new TextEncoder().encode('world');

  it('reads frames one after the other, skippable ones too, in pieces of any length', async () => {
    const bytes = new Uint8Array(
      Buffer.concat([
        skippableFrame(new Uint8Array(300_000)),
        zstdFrame([hello], { window: 0x50 }),
        skippableFrame(new Uint8Array(0)),
        zstdFrame([]),
        zstdFrame([world, { byte: 33, times: 100_000 }]),
      ]),
    );
    const expected = new TextEncoder().encode(`hello, world${'!'.repeat(100_000)}`);
    for (const length of [1 << 20, 100_000, 17]) expectSame(await all(unzstd(pieces(bytes, length))), expected);
    expectSame(await all(unzstd(pieces(bytes.subarray(300_008), 1))), expected);
  });

  it('refuses truncated data, damaged data, and data that is not zstd', async () => {
    const frame = zstdFrame([hello, world]);
    for (let length = 1; length < frame.length; length++) {
      await expect(all(unzstd(pieces(frame.slice(0, length)))), `${length} bytes`).rejects.toMatchObject({
        code: 'zip/bad-data',
      });
    }
    await expect(all(unzstd(pieces(text(10))))).rejects.toMatchObject({ code: 'zip/bad-data' });
    await expect(all(unzstd(pieces(zstdFrame([hello], { size: 8 }))))).rejects.toMatchObject({ code: 'zip/bad-data' });
    const trailing = new Uint8Array(Buffer.concat([frame, Buffer.from('junk and more')]));
    await expect(all(unzstd(pieces(trailing)))).rejects.toMatchObject({ code: 'zip/bad-data' });
  });

  it('refuses a window beyond the limit in any frame, before it allocates memory', async () => {
    const expected = { code: 'zip/window-too-large', tag: 'too-large', fields: { limit: MAX_ZSTD_WINDOW } };
    // 2^31 bytes: exponent 21.
    const large = zstdFrame([hello], { window: 21 << 3 });
    const second = new Uint8Array(Buffer.concat([zstdFrame([hello]), large]));
    const single = zstdFrame([hello], { size: MAX_ZSTD_WINDOW + 1 });
    for (const bytes of [large, second, single]) {
      await expect(all(unzstd(pieces(bytes, 3)))).rejects.toMatchObject(expected);
    }
    // 2^27, the limit itself: exponent 17.
    expect(await all(unzstd(pieces(zstdFrame([hello], { window: 17 << 3 }))))).toEqual(hello);
  });

  it('frees its memory, however it ends', async () => {
    // 150 contexts of a 16 MiB window do not fit in the WebAssembly's memory at once.
    const frame = (blocks: number) =>
      zstdFrame(
        Array.from({ length: blocks }, () => ({ byte: 1, times: 100_000 })),
        { window: 14 << 3 },
      );
    const [endless, cut] = [frame(300), frame(20).slice(0, -1)];
    for (let n = 0; n < 150; n++) {
      const chunks = unzstd(pieces(n % 2 ? endless : cut));
      await chunks.next();
      if (n % 2) await chunks.return(undefined);
      else await expect(all(chunks)).rejects.toMatchObject({ code: 'zip/bad-data' });
    }
    expect(await all(unzstd(pieces(zstdFrame([hello]))))).toEqual(hello);
  }, 60_000);

  it('decodes several streams side by side', async () => {
    const frames = Array.from({ length: 8 }, (_, n) =>
      zstdFrame([
        { byte: n, times: 100_000 },
        { byte: n, times: 1 },
      ]),
    );
    const results = await Promise.all(frames.map((frame) => all(unzstd(pieces(frame, 5)))));
    for (const [n, result] of results.entries()) expectSame(result, new Uint8Array(100_001).fill(n));
  });

  const hasZstd = spawnSync('zstd', ['--version']).status === 0;

  it.skipIf(!hasZstd)('reads what zstd writes, and never crashes or hangs on mutations of it', async () => {
    const plain = Buffer.concat([text(3000), randomBytes(5000), text(3000)]);
    const packed = new Uint8Array(spawnSync('zstd', ['-c', '-9', '--check'], { input: plain }).stdout);
    expectSame(await all(unzstd(pieces(packed, 1000))), plain);
    await fc.assert(
      fc.asyncProperty(fc.nat(packed.length - 1), fc.nat(255), async (at, byte) => {
        const mutated = packed.slice();
        mutated[at] = byte;
        const outcome = await all(unzstd(pieces(mutated))).then(
          () => 'done',
          (error) => error.code,
        );
        expect(['done', 'zip/bad-data', 'zip/window-too-large']).toContain(outcome);
      }),
      { numRuns: 300 },
    );
  });
});

describe('frameWindow', () => {
  it('asks for more bytes until it can tell', () => {
    const frame = zstdFrame([text(1)]);
    expect(frameWindow(frame.subarray(0, 12))).toBeUndefined();
    expect(frameWindow(frame.subarray(0, 13))).toBe(20);
    expect(frameWindow(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd))).toBeUndefined();
    expect(frameWindow(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0x51))).toBe(1_179_648);
    expect(frameWindow(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x60, 1, 1))).toBe(513);
    expect(frameWindow(skippableFrame(new Uint8Array(3)))).toBe(0);
  });
});

describe('checked', () => {
  const bytes = text(100);
  const expected = { path: 'a', size: bytes.length, crc32: trueCrc32(bytes) };

  it('passes correct bytes on', async () => {
    expect(await all(checked(pieces(bytes, 64), expected))).toEqual(bytes);
    expect(await all(checked(pieces(new Uint8Array(0)), { path: 'a', size: 0, crc32: 0 }))).toHaveLength(0);
  });

  it('keeps the last chunk of wrong bytes, and does not pull beyond the size', async () => {
    for (const [wrong, code] of [
      [{ ...expected, crc32: 1 }, 'zip/crc-mismatch'],
      [{ ...expected, size: bytes.length + 1 }, 'zip/size-mismatch'],
      [{ ...expected, size: 100 }, 'zip/size-mismatch'],
    ] as const) {
      let pulled = 0;
      let given = 0;
      async function* counted() {
        for await (const piece of pieces(bytes, 64)) {
          pulled += piece.length;
          yield piece;
        }
      }
      const work = (async () => {
        for await (const chunk of checked(counted(), wrong)) given += chunk.length;
      })();
      await expect(work).rejects.toMatchObject({ code, fields: { path: 'a' } });
      expect(given).toBeLessThan(Math.min(wrong.size, bytes.length));
      expect(pulled).toBeLessThanOrEqual(wrong.size + 64);
    }
  });
});
