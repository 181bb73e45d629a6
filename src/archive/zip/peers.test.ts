import { spawnSync } from 'node:child_process';
import { BlobReader, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { BoxcutterError } from '../../base/errors.ts';
import { memorySource } from '../../source/memory.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { diskSource, fixture, fixturePath, fixtureSource, hasFixtures, validCartons } from '../../testing/fixtures.ts';
import { openArchive } from '../../testing/open-archive.ts';
import { openZip, type ZipArchive } from './zip.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** What every reader says about an entry. */
interface Row {
  name: string;
  size: number;
  storedSize: number;
  method: number;
  offset: number;
}

const METHODS = { stored: 0, deflate: 8, zstd: 93, other: -1 };

const regular = hasFixtures ? ['official.carton', 'other/thermostat.mldef', ...validCartons] : [];

const hostile: Record<string, { code: string; opens: boolean }> = hasFixtures
  ? JSON.parse(new TextDecoder().decode(fixture('carton/hostile/expected.json')))
  : {};

function rowsOf(archive: ZipArchive): Row[] {
  return archive.entries.map(({ path, size, storedSize, method, methodId, span }) => ({
    name: path,
    size,
    storedSize,
    method: methodId ?? METHODS[method],
    offset: span?.start ?? -1,
  }));
}

async function zipJsRows(bytes: Uint8Array): Promise<Row[]> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes));
  const entries = await reader.getEntries();
  await reader.close();
  return entries
    .filter((entry) => !entry.directory)
    .map(({ filename, uncompressedSize, compressedSize, compressionMethod, offset }) => ({
      name: filename,
      size: uncompressedSize,
      storedSize: compressedSize,
      method: compressionMethod,
      offset,
    }));
}

const PYTHON = `
import json, sys, zipfile
rows = [dict(name=i.filename, size=i.file_size, storedSize=i.compress_size, method=i.compress_type, offset=i.header_offset)
        for i in zipfile.ZipFile(sys.argv[1]).infolist() if not i.is_dir()]
print(json.dumps(rows))
`;

const has = (tool: string) => spawnSync(tool, ['--version']).status === 0;
const hasPython = has('python3');
const hasBsdtar = has('bsdtar');

describe.skipIf(!hasFixtures)('the directory of a regular fixture', () => {
  it.each(regular)('is what zip.js reads: %s', async (path) => {
    const archive = await openZip(fixtureSource(path), undefined);
    expect(rowsOf(archive)).toEqual(await zipJsRows(fixture(path)));
    expect(archive.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it.skipIf(!hasPython).each(regular)('is what Python reads: %s', async (path) => {
    const { stdout } = spawnSync('python3', ['-c', PYTHON, fixturePath(path)], { encoding: 'utf8' });
    expect(rowsOf(await openZip(await diskSource(fixturePath(path)), undefined))).toEqual(JSON.parse(stdout));
  });

  it.skipIf(!hasBsdtar).each(regular)('is what bsdtar lists, in names and sizes: %s', async (path) => {
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    // An mtree listing: names escaped in octal, sizes exact.
    const { stdout, stderr } = spawnSync(
      'bsdtar',
      ['-cf', '-', '--format=mtree', '--options=!all,size,type', `@${fixturePath(path)}`],
      {
        encoding: 'utf8',
        env,
      },
    );
    const rows = stdout
      .split('\n')
      .filter((line) => /type=(?:file|link)/.test(line))
      .map((line) => {
        const [name = '', ...words] = line.split(' ');
        const bytes = name
          .replace(/^\.\//, '')
          .replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
        const size = words.find((word) => word.startsWith('size='))?.slice(5);
        return [Buffer.from(bytes, 'latin1').toString('utf8'), size === undefined ? undefined : Number(size)];
      });
    const { entries } = await openArchive(fixtureSource(path));
    expect(stderr).toBe('');
    // mtree gives no size for a link.
    const ours = entries.map(({ path: name, size, kind }) => [name, kind === 'symlink' ? undefined : size]);
    expect(rows.toSorted()).toEqual(ours.toSorted());
  });

  it.each(regular)('leads to entries that all decode: %s', async (path) => {
    const archive = await openArchive(await diskSource(fixturePath(path)));
    for (const entry of archive.entries) {
      const source = archive.open(entry.path);
      if (!source) throw new Error(`${entry.path} cannot be opened`);
      expect(await source.read(0, source.size)).toHaveLength(source.size);
    }
    expect(archive.contentFindings).toEqual([]);
  });

  it('gives the same content however it is packed', async () => {
    const ways = regular.filter((path) => path.includes('three-ways'));
    expect(ways).toHaveLength(5);
    const contents = await Promise.all(
      ways.map(async (path) => {
        const archive = await openArchive(fixtureSource(path));
        const files = archive.entries.map(async ({ path: name }) => {
          const source = archive.open(name);
          return [name, Buffer.from((await source?.read(0, source.size)) ?? []).toString('base64')];
        });
        return Object.fromEntries(await Promise.all(files));
      }),
    );
    for (const content of contents) expect(content).toEqual(contents[0]);
  });
});

describe.skipIf(!hasFixtures)('a hostile fixture', () => {
  it.each(Object.entries(hostile))('%s opens, or fails, as it should', async (name, { code, opens }) => {
    const opening = openArchive(fixtureSource(`carton/hostile/${name}.carton`));
    if (!opens) {
      await expect(opening).rejects.toMatchObject({ code });
      return;
    }
    const archive = await opening;
    const seen = archive.findings.map((item) => item.code as string);
    for (const { path } of archive.entries) {
      const source = archive.open(path);
      try {
        await source?.read(0, source.size);
      } catch (error) {
        if (!(error instanceof BoxcutterError)) throw error;
        seen.push(error.code);
      }
    }
    seen.push(...archive.contentFindings.map((item) => item.code));
    // The other areas are about the carton, not the zip.
    if (code.startsWith('zip/')) expect(seen).toContain(code);
    else expect(seen).toEqual([]);
  });
});

describe('generated archives', () => {
  const name = fc
    .array(
      fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
        .filter((part) => !/[/\\\p{Cc}]|^\.{1,2}$|^.:/u.test(part)),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((parts) => parts.join('/'))
    // Lone surrogates cannot be written as UTF-8.
    .filter((path) => !/\p{Cs}/u.test(path));
  const file = fc.record({
    name,
    data: fc.uint8Array({ maxLength: 2000 }),
    level: fc.constantFrom(0, 6),
    repeat: fc.integer({ min: 1, max: 40 }),
  });

  it('written by zip.js are read back the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(file, { selector: (item) => item.name, maxLength: 8 }),
        fc.boolean(),
        fc.boolean(),
        async (files, zip64, dataDescriptor) => {
          const writer = new ZipWriter(new Uint8ArrayWriter(), {
            zip64,
            dataDescriptor,
            extendedTimestamp: true,
            useWebWorkers: false,
          });
          const contents = new Map<string, Buffer>();
          for (const { name: path, data, level, repeat } of files) {
            const content = Buffer.concat(Array.from({ length: repeat }, () => data));
            contents.set(path, content);
            await writer.add(path, new Uint8ArrayReader(content), { level });
          }
          const archive = await openArchive(memorySource('generated.zip', await writer.close()));
          expect(archive.entries.map(({ path }) => path)).toEqual([...contents.keys()]);
          for (const [path, content] of contents) {
            const source = archive.open(path);
            expect(Buffer.compare((await source?.read(0, source.size)) ?? Buffer.from('none'), content)).toBe(0);
          }
          const odd = archive.findings.filter(
            ({ code }) => code !== 'zip/descriptor' && code !== 'zip/file-and-folder',
          );
          expect(odd).toEqual([]);
          expect(archive.contentFindings).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('made by the test builder are read by zip.js as intended', async () => {
    const zip = buildZip(
      [
        { name: 'a', data: 'text' },
        { name: 'é/b', data: 'text '.repeat(50), method: 8, zip64: true },
        { name: 'c', data: 'text', descriptor: true, mode: 0o120777 },
      ],
      { comment: Buffer.from('comment'), zip64: true },
    );
    const reader = new ZipReader(new BlobReader(new Blob([zip])));
    const entries = await reader.getEntries();
    expect(entries.map(({ filename }) => filename)).toEqual(['a', 'é/b', 'c']);
    for (const entry of entries) {
      if (entry.directory) throw new Error('no folder was built');
      const data = await entry.getData(new Uint8ArrayWriter(), { checkSignature: true, useWebWorkers: false });
      expect(Buffer.from(data).toString().startsWith('text')).toBe(true);
    }
    await reader.close();
  });

  it('never crash, hang or give a wrong length after bytes of them were changed', async () => {
    const zip = buildZip(
      [
        { name: 'carton.toml', data: 'spec_version = 1\n' },
        { name: 'model/weights.bin', data: 'weights '.repeat(200), method: 8, zip64: true },
        { name: 'model/link', data: 'weights.bin', mode: 0o120777 },
        { name: 'é', data: 'text', descriptor: true },
      ],
      { comment: Buffer.from('comment'), zip64: true },
    );
    const change = fc.record({ at: fc.nat(zip.length - 1), byte: fc.constantFrom(0, 1, 0x2f, 0x50, 0x7f, 0x80, 0xff) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), fc.nat(zip.length), async (changes, cut) => {
        const bytes = zip.slice(0, changes.length > 4 ? cut : zip.length);
        for (const { at, byte } of changes) bytes[at] = byte;
        try {
          const archive = await openArchive(memorySource('mutated.zip', bytes));
          for (const { path } of archive.entries) {
            const source = archive.open(path);
            if (!source || source.size > 1e6) continue;
            try {
              expect(await source.read(0, source.size)).toHaveLength(source.size);
            } catch (error) {
              if (!(error instanceof BoxcutterError) || error.tag === 'internal') throw error;
            }
          }
        } catch (error) {
          if (!(error instanceof BoxcutterError) || error.tag === 'internal') throw error;
        }
      }),
      { numRuns: 600 },
    );
  });
});
