import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, encodeUtf8, isEqual } from '../base/bytes.ts';
import { BoxcutterError, NetworkError } from '../base/errors.ts';
import { memorySource } from '../source/memory.ts';
import { countingSource } from '../testing/counting-source.ts';
import { unwrapGzip } from './gzip.ts';

const zipped = (text: string | Uint8Array) => new Uint8Array(gzipSync(text));
const NOISE = new Uint8Array(3_000_000);
for (let at = 0; at < NOISE.length; at++) NOISE[at] = (at * at * 2654435761) >>> 13;
const noise = (length: number) => NOISE.slice(0, length);

async function unwrap(bytes: Uint8Array, options: Parameters<typeof unwrapGzip>[1] = {}, name = 'a.npy.gz') {
  const found = await unwrapGzip(memorySource(name, bytes), options);
  if (!found) throw new Error('no gzip');
  const { blob, name: inner, wrapping } = found;
  return {
    bytes: new Uint8Array(await blob.arrayBuffer()),
    name: inner,
    size: wrapping.size,
    codes: wrapping.findings.map(({ code }) => code),
  };
}

describe('gzip around a file', () => {
  it('gives what it holds, and its name', async () => {
    expect(await unwrap(zipped('hello'))).toEqual({ bytes: encodeUtf8('hello'), name: 'a.npy', size: 25, codes: [] });
    expect((await unwrap(zipped(''), {}, 'a.tgz')).name).toBe('a.tar');
    expect((await unwrap(zipped(''), {}, '.gz')).name).toBe('.gz');
    expect((await unwrap(zipped(''), {}, 'a')).name).toBe('a');
  });

  it('is known by its bytes alone', async () => {
    expect(await unwrapGzip(memorySource('a.gz', encodeUtf8('hello')))).toBeUndefined();
    expect(await unwrapGzip(memorySource('a.gz', new Uint8Array(0)))).toBeUndefined();
  });

  it('may have several members, of any size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(200_000), { minLength: 1, maxLength: 5 }), async (sizes) => {
        const contents = sizes.map(noise);
        const { bytes, codes } = await unwrap(concatBytes(contents.map(zipped)));
        expect([isEqual(bytes, concatBytes(contents)), codes]).toEqual([true, []]);
      }),
      { numRuns: 25 },
    );
  });

  it('may be followed by other bytes, which are reported', async () => {
    for (const more of [new Uint8Array(512), encodeUtf8('more'), noise(100_000)]) {
      const found = await unwrap(concatBytes([zipped(noise(70_000)), zipped('b'), more]));
      expect(isEqual(found.bytes, concatBytes([noise(70_000), encodeUtf8('b')]))).toBe(true);
      expect(found.codes).toEqual(['gzip/trailing-bytes']);
    }
  });

  it('gives what comes before where it is cut off or damaged, and says so', async () => {
    const content = noise(100_000);
    const whole = zipped(content);
    const starts = async (bytes: Uint8Array, least: number) => {
      const found = await unwrap(bytes);
      expect(found.codes).toEqual(['gzip/bad-data']);
      expect(found.bytes.length).toBeGreaterThanOrEqual(least);
      expect(isEqual(found.bytes, content.slice(0, found.bytes.length))).toBe(true);
    };
    await starts(whole.slice(0, -1), content.length);
    await starts(whole.slice(0, -8), content.length);
    await starts(whole.slice(0, -9), content.length - 10);
    await starts(whole.slice(0, whole.length / 2), content.length / 2 - 10_000);
    for (const at of [whole.length - 8, whole.length - 1]) {
      const wrong = whole.slice();
      wrong[at] = (wrong[at] as number) ^ 1;
      expect(await unwrap(wrong)).toMatchObject({ bytes: content, codes: ['gzip/checksum'] });
    }
    const first = zipped('a');
    first[first.length - 8] = (first.at(-8) as number) ^ 1;
    expect(await unwrap(concatBytes([first, zipped('b')]))).toMatchObject({ codes: ['gzip/checksum'] });
  });

  it('is refused where nothing comes before', async () => {
    const whole = zipped(noise(100_000));
    await expect(unwrap(whole.slice(0, 5))).rejects.toMatchObject({ code: 'gzip/bad-data' });
    const source = memorySource('a.gz', whole);
    const read = async (start: number, end: number) => {
      if (end > 90_000) throw new NetworkError('source/changed', 'It is another one.');
      return source.read(start, end);
    };
    // What it is read from failed, and not gzip.
    await expect(unwrapGzip({ ...source, read })).rejects.toMatchObject({ code: 'source/changed' });
  });

  it('is known to be damaged where 8 zeros, the trailer of an empty member, follow broken Deflate', async () => {
    // A block of type 3, which Deflate does not have.
    const broken = concatBytes([zipped('').slice(0, 10), new Uint8Array([7]), new Uint8Array(8)]);
    await expect(unwrap(broken)).rejects.toMatchObject({ code: 'gzip/bad-data' });
    const second = await unwrap(concatBytes([zipped('a'), broken]));
    expect([second.bytes, second.codes]).toEqual([encodeUtf8('a'), ['gzip/bad-data']]);
  });

  it('may be followed by one to three bytes, too few for a header', async () => {
    for (const count of [1, 2, 3]) {
      for (const byte of [0, 0x1f]) {
        const found = await unwrap(concatBytes([zipped('a'), new Uint8Array(count).fill(byte)]));
        expect([found.bytes, found.codes]).toEqual([encodeUtf8('a'), ['gzip/trailing-bytes']]);
      }
    }
  });

  it('ends where a header has no end, without reading on', async () => {
    // Its flag says that a name follows, up to a zero.
    const endless = concatBytes([new Uint8Array([0x1f, 0x8b, 8, 8]), new Uint8Array(30_000_000).fill(65)]);
    for (const bytes of [endless, concatBytes([zipped('a'), endless])]) {
      const source = countingSource(memorySource('a.gz', bytes));
      const found = unwrapGzip(source).then((unwrapped) => unwrapped?.wrapping.findings[0]);
      await expect(found.catch((error) => error)).resolves.toMatchObject({ code: 'gzip/bad-data' });
      expect(source.bytes).toBeLessThan(2_000_000);
    }
    const long = zipped('a');
    long[3] = 8;
    const named = concatBytes([long.slice(0, 10), new Uint8Array(60_000).fill(65), new Uint8Array(1), long.slice(10)]);
    expect((await unwrap(named)).bytes).toEqual(encodeUtf8('a'));
  });

  it('stops at its limit: a bomb costs no more', async () => {
    const bomb = zipped(new Uint8Array(50_000_000));
    expect(bomb.length).toBeLessThan(60_000);
    await expect(unwrap(bomb, { limit: 1_000_000 })).rejects.toMatchObject({ code: 'gzip/too-large' });
    expect((await unwrap(bomb)).bytes.length).toBe(50_000_000);
  });

  it('can be canceled, and says how far it is', async () => {
    const controller = new AbortController();
    const bytes = zipped(noise(3_000_000));
    const onProgress = () => controller.abort();
    await expect(unwrap(bytes, { signal: controller.signal, onProgress })).rejects.toMatchObject({ tag: 'cancelled' });
    const seen: number[] = [];
    await unwrap(bytes, { onProgress: ({ done }) => seen.push(done) });
    expect(seen.at(-1)).toBe(bytes.length);
  });

  it('gives an answer for any damage', async () => {
    const whole = concatBytes([zipped(noise(2000)), zipped('second')]);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), async (at, byte, end) => {
        const wrong = whole.slice(0, Math.max(3, end));
        if (at >= 3 && at < wrong.length) wrong[at] = byte;
        await unwrap(wrong).catch((error) => {
          if (!(error instanceof BoxcutterError) || !error.code.startsWith('gzip/')) throw error;
        });
      }),
      { numRuns: 1000 },
    );
  });
});

describe('zlib around a file', () => {
  const packed = (text: string | Uint8Array) => new Uint8Array(deflateSync(text));

  it('gives what it holds, also behind the mark of joblib before 0.10', async () => {
    expect(await unwrap(packed(noise(100_000)), {}, 'a.pkl.z')).toMatchObject({ bytes: noise(100_000), name: 'a.pkl' });
    const mark = (tail: string) => encodeUtf8(`ZF${'0x186a0'.padEnd(19)}${tail}`);
    expect((await unwrap(concatBytes([mark(''), packed('hello')]), {}, 'a.pkl')).bytes).toEqual(encodeUtf8('hello'));
    expect((await unwrap(concatBytes([mark(' '), packed('hello')]), {}, 'a.pkl')).bytes).toEqual(encodeUtf8('hello'));
    const trailing = concatBytes([packed('hello'), encodeUtf8('more')]);
    expect((await unwrap(trailing)).bytes).toEqual(encodeUtf8('hello'));
  });

  it('leaves files alone that only begin like it', async () => {
    for (const text of ['x^2 + y^2 = z^2', 'x\x01', 'ZF0x10               x^', 'ZFZF']) {
      expect(await unwrapGzip(memorySource('a', encodeUtf8(text)))).toBeUndefined();
    }
  });

  it('refuses what is cut off, damaged or too large', async () => {
    const whole = packed(noise(100_000));
    await expect(unwrap(whole.slice(0, 50_000))).rejects.toMatchObject({ code: 'gzip/bad-data' });
    const bomb = packed(new Uint8Array(5_000_000));
    await expect(unwrap(bomb, { limit: 1_000_000 })).rejects.toMatchObject({ code: 'gzip/too-large' });
  });
});
