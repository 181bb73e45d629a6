import { describe, expect, it } from 'vitest';
import { concatBytes } from '../../base/bytes.ts';
import { openPackage } from '../../formats/registry.ts';
import type { MakerChoice } from '../../model/maker.ts';
import { fileSource } from '../../source/file.ts';
import { buildSafetensors } from '../../testing/builders/safetensors-builder.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import { blobSink, type PrivateSink } from './byte-sink.ts';

const CHOICE: MakerChoice = { kind: 'noop', name: 'Made', fields: {}, fromNothing: false };
const safetensors = fileSource(
  new File([buildSafetensors('{}', new Uint8Array(0)) as Uint8Array<ArrayBuffer>], 'w.safetensors'),
);

function setUp(limit = 2 ** 20) {
  const log: string[] = [];
  const calls = callsInThread(
    { container: safetensors },
    {
      openSink: async (size): Promise<PrivateSink> => {
        log.push(`room for ${size}`);
        const sink = blobSink(limit);
        return {
          ...sink,
          release: () => log.push('released'),
          drop: async () => {
            log.push('dropped');
            await sink.drop();
          },
        };
      },
    },
  );
  return { calls, log };
}

describe('makePackage', () => {
  it('makes a package of files on the disk and of files of an open package', async () => {
    const { calls, log } = setUp();
    const { handle } = await calls.call('open', {
      descriptor: { kind: 'url', url: 'https://x.example/w.safetensors' },
    });
    const progress: number[] = [];
    const { blob, size, identity } = await calls.call(
      'makePackage',
      {
        format: 'carton',
        name: 'a.carton',
        choice: CHOICE,
        compression: 'zstd',
        files: [
          { path: 'model/w.safetensors', from: { handle, path: 'w.safetensors' } },
          { path: 'model/note.txt', from: { file: new File(['hello'], 'note.txt') } },
        ],
      },
      { onProgress: ({ done }) => progress.push(done) },
    );
    expect(blob?.size).toBe(size);
    const { package: pkg, verify } = await openPackage(fileSource(blob as Blob, 'a.carton'));
    expect(pkg.title).toBe('Made');
    expect(identity).toEqual(pkg.identity);
    expect(pkg.files.map(({ path }) => path)).toEqual([
      'carton.toml',
      'model/note.txt',
      'model/w.safetensors',
      'tensor_data/index.toml',
      'MANIFEST',
    ]);
    expect((await verify?.())?.mismatches).toEqual([]);
    expect(progress.at(-1)).toBeGreaterThanOrEqual(safetensors.size + 5);
    expect(log).toEqual([expect.stringMatching(/^room for \d+$/)]);
  });

  it('names the files that do not match the hash list that is written again', async () => {
    const from = (text: string) => ({ file: new File([text], 'a') });
    const { notes } = await setUp().calls.call('makePackage', {
      format: 'carton',
      name: 'a.carton',
      choice: CHOICE,
      compression: 'stored',
      files: [
        { path: 'carton.toml', from: from('spec_version = 1') },
        { path: 'model/a', from: from('changed') },
      ],
      renewed: [{ path: 'MANIFEST', from: from(`model/a=${'0'.repeat(64)}\n`) }],
    });
    expect(notes).toEqual([expect.stringContaining('“model/a” does not match the old MANIFEST')]);
  });

  it('lists no file that was left out, although it is linked', async () => {
    const from = (text: string) => ({ file: new File([text], 'a') });
    const hash = 'ab'.repeat(32);
    const files = [
      { path: 'carton.toml', from: from('spec_version = 1') },
      { path: 'LINKS', from: from(`version = 1\n\n[urls]\n${hash} = ["https://x.example/a"]\n`) },
    ];
    const renewed = [{ path: 'MANIFEST', from: from(`model/.env=${hash}\n`) }];
    const ask = { format: 'carton', name: 'a.carton', choice: CHOICE, compression: 'stored' as const, files, renewed };
    const notesOf = async (given: string[]) =>
      (await setUp().calls.call('makePackage', { ...ask, given })).notes.join(' ');
    expect(await notesOf(['carton.toml', 'model/.env'])).toContain('“model/.env” was left out or put elsewhere');
    expect(await notesOf(['carton.toml'])).toContain('“model/.env” is only linked');
  });

  it('leaves nothing where it fails', async () => {
    const ask = { format: 'carton', name: 'a.carton', choice: CHOICE, compression: 'stored' as const };
    const big = { path: 'model/a', from: { file: new File([new Uint8Array(5000)], 'a') } };
    const { calls, log } = setUp(1000);
    await expect(calls.call('makePackage', { ...ask, files: [big] })).rejects.toMatchObject({
      code: 'source/too-large',
    });
    expect(log.slice(1)).toEqual(['dropped', 'released']);
    const unsafe = setUp();
    await expect(unsafe.calls.call('makePackage', { ...ask, files: [{ ...big, path: '../a' }] })).rejects.toMatchObject(
      { code: 'zip/unsafe-path' },
    );
    await expect(unsafe.calls.call('makePackage', { ...ask, format: 'gguf', files: [] })).rejects.toMatchObject({
      code: 'internal/bug',
    });
  });

  it('writes over earlier bytes of a sink in memory', async () => {
    const sink = blobSink(100);
    sink.write(Uint8Array.of(0, 0, 0, 4));
    sink.patch(1, Uint8Array.of(2, 3));
    const blob = await sink.finish();
    expect([...concatBytes([new Uint8Array(await blob.arrayBuffer())])]).toEqual([0, 2, 3, 4]);
  });
});
