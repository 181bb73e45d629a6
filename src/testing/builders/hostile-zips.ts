import { deflateRawSync, constants as zlib } from 'node:zlib';
import { concatBytes, encodeUtf8 } from '../../base/bytes.ts';
import { MAX_SYMLINK_HOPS } from '../../base/limits.ts';
import { type BuiltEntry, type BuiltZip, extraField, longField, trueCrc32 } from './zip-builder.ts';
import { zstdFrame } from './zstd-builder.ts';

const MIB = 1024 * 1024;

/** A zip that is made to mislead or to harm. */
export interface HostileZip {
  entries: BuiltEntry[];
  zip?: BuiltZip;
  /** Codes that opening or reading must report. */
  codes: string[];
  /** A file that must still be readable. */
  reads?: string;
}

const GOOD: BuiltEntry = { name: 'model/good', data: 'good' };
const text = encodeUtf8;
const zeros = (bytes: number) => new Uint8Array(bytes);
const link = (name: string, target: string): BuiltEntry => ({ name, data: target, mode: 0o120777 });
const LARGE = 300 * MIB;
const MIB_CRC = trueCrc32(zeros(MIB));

/** A zstd frame of `bytes` zeros. Takes about `bytes` / 32,768 bytes. */
function zstdZeros(bytes: number): Uint8Array {
  const blocks = Array.from({ length: bytes / 131_072 }, () => ({ byte: 0, times: 131_072 }));
  return zstdFrame(blocks, { window: 11 << 3 });
}

/** So many MiB of zeros, deflated: the blocks of one MiB, again and again. */
function deflatedZeros(mebibytes: number): Uint8Array {
  const piece = (finishFlush: number) => deflateRawSync(zeros(MIB), { level: 9, finishFlush });
  const more = piece(zlib.Z_FULL_FLUSH);
  return concatBytes([...Array.from({ length: mebibytes - 1 }, () => more), piece(zlib.Z_FINISH)]);
}

const unicodePath = (name: string, other: string) =>
  extraField(
    0x7075,
    concatBytes([Uint8Array.of(1), new Uint8Array(new Uint32Array([trueCrc32(text(name))]).buffer), text(other)]),
  );
/** What each has, and how it is made. */
export const HOSTILE_ZIPS: readonly [name: string, make: () => HostileZip][] = [
  [
    'an entry inside another',
    () => ({
      entries: [
        GOOD,
        { name: 'model/outer', data: zeros(2000) },
        { name: 'model/inner', absent: true, offset: 100, storedSize: 50, size: 50 },
      ],
      codes: ['zip/overlap', 'zip/local-header'],
      reads: 'model/good',
    }),
  ],
  [
    'two hundred entries of one bomb',
    () => ({
      entries: [
        { name: 'model/0', method: 8, stored: deflatedZeros(1), size: MIB, crc32: MIB_CRC },
        ...Array.from(
          { length: 200 },
          (_, n): BuiltEntry => ({
            name: `model/${n + 1}`,
            method: 8,
            absent: true,
            offset: 0,
            storedSize: 1043,
            size: MIB,
            crc32: MIB_CRC,
          }),
        ),
      ],
      codes: ['zip/overlap', 'zip/ambiguous'],
    }),
  ],
  [
    'an entry that reaches into the directory',
    () => ({
      entries: [GOOD, { name: 'model/x', data: 'x', storedSize: 60, size: 60 }],
      codes: ['zip/overlap'],
      reads: 'model/good',
    }),
  ],
  [
    'a header of another name',
    () => ({
      entries: [GOOD, { name: 'model/a', data: 'x', local: { name: 'model/evil' } }],
      codes: ['zip/ambiguous'],
      reads: 'model/a',
    }),
  ],
  [
    'a header of another size and method',
    () => ({
      entries: [GOOD, { name: 'model/a', data: 'xyz', local: { size: 1, method: 8 } }],
      codes: ['zip/ambiguous'],
      reads: 'model/a',
    }),
  ],
  [
    'no header',
    () => ({
      entries: [GOOD, { name: 'model/a', data: 'xyz', local: { signature: 0x12345678 } }],
      codes: ['zip/local-header'],
      reads: 'model/good',
    }),
  ],
  [
    'a header whose name and fields go beyond the file',
    () => ({
      entries: [
        { name: 'model/a', data: 'xyz', localExtra: zeros(60_000), storedSize: 3, offset: 0 },
        { ...GOOD, offset: 1 },
      ],
      codes: ['zip/local-header', 'zip/overlap'],
      reads: 'model/a',
    }),
  ],
  [
    'a stream',
    () => ({
      entries: [
        { ...GOOD, descriptor: true },
        { name: 'model/b', data: 'bb', method: 8, descriptor: true, zip64: true },
      ],
      codes: ['zip/descriptor'],
      reads: 'model/b',
    }),
  ],
  [
    'a stream whose directory states a wrong size',
    () => ({
      entries: [GOOD, { name: 'model/a', data: 'x'.repeat(500), method: 8, descriptor: true, size: 400 }],
      codes: ['zip/size-mismatch', 'zip/descriptor'],
      reads: 'model/good',
    }),
  ],
  [
    'zip64 sizes that no file has',
    () => ({
      entries: [
        GOOD,
        { name: 'model/a', data: 'x', size: 0xffffffff, storedSize: 0xffffffff, extra: longField(1, 2 ** 62, 2 ** 62) },
      ],
      codes: ['zip/out-of-bounds', 'zip/size-mismatch'],
      reads: 'model/good',
    }),
  ],
  [
    'a zip64 offset beyond the file',
    () => ({
      entries: [GOOD, { name: 'model/a', data: 'x', offset: 0xffffffff, extra: longField(1, 2 ** 53) }],
      codes: ['zip/out-of-bounds'],
      reads: 'model/good',
    }),
  ],
  [
    'a zip64 field that is cut off',
    () => ({
      entries: [GOOD, { name: 'model/a', data: 'x', size: 0xffffffff, extra: extraField(1, zeros(3)) }],
      codes: ['zip/ambiguous'],
      reads: 'model/good',
    }),
  ],
  [
    'a zip64 count of billions',
    () => ({
      entries: [GOOD],
      zip: { zip64: true, end64: { count: 2 ** 40 } },
      codes: ['zip/bad-directory'],
      reads: 'model/good',
    }),
  ],
  [
    'a zip64 directory of terabytes',
    () => ({
      entries: [GOOD],
      zip: { zip64: true, end64: { size: 2 ** 42 } },
      codes: ['zip/ambiguous'],
      reads: 'model/good',
    }),
  ],
  [
    '10 KB deflated that become 300 MB and state 1 MB',
    () => ({
      entries: [GOOD, { name: 'model/a', method: 8, stored: deflatedZeros(LARGE / MIB), size: MIB, crc32: 0 }],
      codes: ['zip/size-mismatch'],
      reads: 'model/good',
    }),
  ],
  [
    '10 KB of zstd that become 300 MB and state 1 MB',
    () => ({
      entries: [GOOD, { name: 'model/a', method: 93, stored: zstdZeros(LARGE), size: MIB, crc32: 0 }],
      codes: ['zip/size-mismatch'],
      reads: 'model/good',
    }),
  ],
  [
    '10 KB that become 300 MB and state so',
    () => ({
      entries: [GOOD, { name: 'model/a', method: 93, stored: zstdZeros(LARGE), size: LARGE, crc32: 1 }],
      codes: ['zip/crc-mismatch'],
      reads: 'model/good',
    }),
  ],
  [
    '300 MB as carton.toml',
    () => ({
      entries: [GOOD, { name: 'carton.toml', method: 93, stored: zstdZeros(LARGE), size: LARGE, crc32: 1 }],
      codes: ['carton/file-too-large'],
      reads: 'model/good',
    }),
  ],
  [
    'a carton.toml that states 1 KB and has 300 MB',
    () => ({
      entries: [GOOD, { name: 'carton.toml', method: 93, stored: zstdZeros(LARGE), size: 1024, crc32: 1 }],
      codes: ['zip/size-mismatch'],
      reads: 'model/good',
    }),
  ],
  [
    'a few bytes that state terabytes',
    () => ({
      entries: [
        GOOD,
        { name: 'model/a', method: 93, stored: zstdFrame([text('x')]), size: 0xffffffff, extra: longField(1, 2 ** 44) },
      ],
      codes: ['zip/size-mismatch'],
      reads: 'model/good',
    }),
  ],
  [
    'a zstd frame with a window of terabytes',
    () => ({
      entries: [GOOD, { name: 'model/a', method: 93, stored: zstdFrame([text('x')], { window: 0xf8 }), size: 1 }],
      codes: ['zip/window-too-large'],
      reads: 'model/good',
    }),
  ],
  [
    'a zstd frame that states a terabyte',
    () => ({
      entries: [GOOD, { name: 'model/a', method: 93, stored: zstdFrame([text('x')], { size: 2 ** 40 }), size: 1 }],
      codes: ['zip/window-too-large'],
      reads: 'model/good',
    }),
  ],
  [
    'zstd data that is something else',
    () => ({
      entries: [GOOD, { name: 'model/a', method: 93, stored: text('not zstd at all'), size: 100 }],
      codes: ['zip/bad-data'],
      reads: 'model/good',
    }),
  ],
  [
    'deflate data that is something else',
    () => ({
      entries: [GOOD, { name: 'model/a', method: 8, stored: Uint8Array.of(7, 255, 255), size: 100 }],
      codes: ['zip/bad-data'],
      reads: 'model/good',
    }),
  ],
  [
    'encrypted entries',
    () => ({
      entries: [GOOD, { name: 'model/a', data: 'x', flags: 1 }, { name: 'model/b', data: 'x', flags: 0x41 }],
      codes: ['zip/encrypted'],
      reads: 'model/good',
    }),
  ],
  [
    'foreign methods',
    () => ({
      entries: [
        GOOD,
        ...[1, 9, 12, 14, 95, 99, 0xffff].map((method) => ({
          name: `model/${method}`,
          method,
          stored: text('x'),
          size: 1,
        })),
      ],
      codes: ['zip/unsupported-method'],
      reads: 'model/good',
    }),
  ],
  [
    'names that are not UTF-8',
    () => ({
      entries: [
        GOOD,
        { name: Uint8Array.of(0xff, 0xfe, 0x41), data: 'x' },
        { name: Uint8Array.of(0xc0, 0xaf), data: 'x' },
      ],
      codes: ['zip/bad-name'],
      reads: 'model/good',
    }),
  ],
  [
    'Unicode-path fields of another name',
    () => ({
      entries: [GOOD, { name: 'model/a', data: 'x', extra: unicodePath('model/a', '../../evil') }],
      codes: ['zip/name-differs'],
      reads: 'model/a',
    }),
  ],
  [
    'a Unicode-path field that leads out of the package, beside a name that is not UTF-8',
    () => ({
      entries: [
        GOOD,
        {
          name: Uint8Array.of(0x81),
          data: 'x',
          extra: extraField(
            0x7075,
            concatBytes([
              Uint8Array.of(1),
              new Uint8Array(new Uint32Array([trueCrc32(Uint8Array.of(0x81))]).buffer),
              text('../evil'),
            ]),
          ),
        },
      ],
      codes: ['zip/unsafe-path', 'zip/bad-name'],
      reads: 'model/good',
    }),
  ],
  [
    'links in a circle',
    () => ({
      entries: [GOOD, link('model/a', 'b'), link('model/b', 'a'), link('model/c', 'c/c/c')],
      codes: ['zip/symlink-loop'],
      reads: 'model/good',
    }),
  ],
  [
    'a chain of links that is too long',
    () => ({
      entries: [
        GOOD,
        link('model/0', 'good'),
        ...Array.from({ length: MAX_SYMLINK_HOPS + 1 }, (_, n) => link(`model/${n + 1}`, `${n}`)),
      ],
      codes: ['zip/symlink-loop'],
      reads: `model/${MAX_SYMLINK_HOPS - 1}`,
    }),
  ],
  [
    'links that double with each step',
    () => ({
      entries: [
        GOOD,
        ...Array.from({ length: 2000 }, (_, n) => link(`l${n}`, `l${n + 1}/l${n + 1}/`.repeat(60).slice(0, 400))),
      ],
      codes: ['zip/symlink-loop'],
      reads: 'model/good',
    }),
  ],
  [
    'links out of the package',
    () => ({
      entries: [GOOD, link('model/a', '../../../etc/passwd'), link('model/b', '/etc/passwd'), link('model/c', 'C:\\x')],
      codes: ['zip/unsafe-path'],
      reads: 'model/good',
    }),
  ],
  [
    'a link of a thousand folders',
    () => ({
      entries: [GOOD, link('model/a', `${'x/../'.repeat(700)}good`)],
      codes: [],
      reads: 'model/good',
    }),
  ],
  [
    'TOML nested deeply',
    () => ({
      entries: [GOOD, { name: 'carton.toml', data: `a = ${'['.repeat(100_000)}` }],
      codes: ['toml/too-deep'],
      reads: 'model/good',
    }),
  ],
  [
    'TOML of a million values',
    () => ({
      entries: [GOOD, { name: 'carton.toml', data: `a = [${'0,'.repeat(1_000_000)}]` }],
      codes: ['carton/file-too-large'],
      reads: 'model/good',
    }),
  ],
  [
    'a string tensor nested deeply',
    () => ({
      entries: [
        GOOD,
        {
          name: 'tensor_data/index.toml',
          data: '[[tensor]]\nname="s"\ndtype="string"\nshape=[5]\nfile="s.toml"\ninner=[]\n',
        },
        { name: 'tensor_data/s.toml', data: `data = ${'['.repeat(100_000)}` },
      ],
      codes: ['tensor/bad-strings'],
      reads: 'model/good',
    }),
  ],
  [
    'a tensor of more elements than there are atoms',
    () => ({
      entries: [
        GOOD,
        {
          name: 'tensor_data/index.toml',
          data: `[[tensor]]\nname="t"\ndtype="float32"\nshape=[${Array(64).fill('9223372036854775807').join(',')}]\nfile="t.bin"\ninner=[]\n`,
        },
        { name: 'tensor_data/t.bin', data: 'x' },
      ],
      codes: ['tensor/size-mismatch'],
      reads: 'model/good',
    }),
  ],
  [
    'a description that parsers choke on',
    () => ({
      entries: [
        GOOD,
        {
          name: 'carton.toml',
          data: `model_description = "${'- '.repeat(200_000)}${'[a]('.repeat(100_000)}${'<!--'.repeat(100_000)}"\n`,
        },
      ],
      codes: ['meta/html'],
      reads: 'model/good',
    }),
  ],
];
