import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../source/memory.ts';
import { type BuiltEntry, type BuiltZip, buildZip, extraField } from '../../testing/builders/zip-builder.ts';
import { openZip } from './zip.ts';

const METHODS = { stored: 0, deflate: 8, zstd: 93, other: -1 };

const part = fc.oneof(
  fc.constantFrom('a', 'model', '.carton', 'ü', '模型', '\u{1f4e6}', 'a b', 'A=B', '~'),
  fc
    .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })
    .filter((text) => /^[^/\\:]+$/.test(text) && !/^\.+$/.test(text)),
);
const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));

/** Extra fields that no reader has to know: a timestamp, an owner, alignment, one without a meaning. */
const extra = fc.option(
  fc
    .tuple(fc.constantFrom(0x5455, 0x7875, 0xd935, 0xcafe), fc.uint8Array({ maxLength: 40 }))
    .map(([id, data]) => extraField(id, data)),
  { nil: new Uint8Array(0) },
);

const entry: fc.Arbitrary<BuiltEntry> = fc.record({
  name: path,
  data: fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ maxLength: 50 }).map((text) => text.repeat(40)),
  ),
  method: fc.constantFrom(0, 8),
  descriptor: fc.boolean(),
  zip64: fc.boolean(),
  host: fc.constantFrom(0, 3, 19),
  mode: fc.constantFrom(0, 0o100644, 0o100755),
  extra,
  localExtra: extra,
  comment: fc.uint8Array({ maxLength: 20 }),
});

const folder: fc.Arbitrary<BuiltEntry> = path.map((name) => ({ name: `${name}/`, mode: 0o40755 }));

/** Bytes without a signature of the format. With one, two readers may differ and both be right. */
const plain = fc.uint8Array({ maxLength: 200 }).map((bytes) => bytes.map((byte) => (byte === 0x50 ? 0x51 : byte)));

const zip: fc.Arbitrary<BuiltZip> = fc.record({ comment: plain, zip64: fc.boolean() });

describe('a zip of any shape', () => {
  it('has the directory and the contents that zip.js reads', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.oneof({ weight: 5, arbitrary: entry }, { weight: 1, arbitrary: folder }), {
          selector: ({ name }) => String(name),
          maxLength: 12,
        }),
        zip,
        async (entries, options) => {
          const bytes = buildZip(entries, options);
          const archive = await openZip(memorySource('generated.zip', bytes), undefined);
          const reader = new ZipReader(new Uint8ArrayReader(bytes));
          const theirs = (await reader.getEntries()).filter(({ directory }) => !directory);
          expect(
            archive.entries.map((one) => [
              one.path,
              one.size,
              one.storedSize,
              METHODS[one.method],
              one.crc32,
              one.span?.start,
            ]),
          ).toEqual(
            theirs.map((one) => [
              one.filename,
              one.uncompressedSize,
              one.compressedSize,
              one.compressionMethod,
              one.signature,
              one.offset,
            ]),
          );
          for (const one of theirs) {
            if (one.directory) continue;
            const expected = await one.getData(new Uint8ArrayWriter(), { checkSignature: true, useWebWorkers: false });
            const source = archive.open(one.filename);
            expect(Buffer.compare((await source?.read(0, source.size)) ?? Buffer.from('none'), expected)).toBe(0);
          }
          await reader.close();
          expect(archive.contentFindings).toEqual([]);
          const odd = archive.findings.filter(
            ({ code }) => code !== 'zip/descriptor' && code !== 'zip/file-and-folder',
          );
          expect(odd).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
