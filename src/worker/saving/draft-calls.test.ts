import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DigestRunner } from '../../archive/digest/job.ts';
import { toErrorData } from '../../base/errors.ts';
import { MAX_WHOLE_DIGEST, SAVED_KEPT_MS } from '../../base/limits.ts';
import { openPackage } from '../../formats/registry.ts';
import { applyEdits, type Edit } from '../../model/edit/edit.ts';
import type { FieldValues } from '../../model/edit/field.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import type { ByteSource, SourceDescriptor } from '../../source/source.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { countingSource } from '../../testing/counting-source.ts';
import { diskFile } from '../../testing/disk-file.ts';
import { draftOf, textIn } from '../../testing/draft.ts';
import { fixture, hasFixtures } from '../../testing/fixtures.ts';
import { watchedSinks } from '../../testing/watched-sink.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import type { Progress } from '../protocol.ts';
import { PrivateFiles } from './private-files.ts';

const NAME = 'media.carton';

/** The carton, opened. With `remote`, from a source that gives no Blob. */
async function opened({ remote = false, size = 1e9, descriptor }: Partial<Opening> = {}) {
  const bytes = hasFixtures ? fixture(`carton/${NAME}`) : new Uint8Array();
  const file = new File([bytes], NAME, { lastModified: 7 });
  const local = countingSource(fileSource(file));
  const { blob: _, ...withoutBlob } = memorySource(NAME, bytes);
  const source: ByteSource = remote ? withoutBlob : local;
  const { done, openSink } = watchedSinks({ limit: size, privateFile: 'one' });
  const privateFiles = new PrivateFiles(async (name) => {
    done.push(`adopt ${name}`);
    return () => void done.push(`release ${name}`);
  });
  const from = descriptor ?? (remote ? { kind: 'url', url: 'https://a.example/a.carton' } : { kind: 'file', file });
  const worker = callsInThread(
    { container: source, privateFiles: from.kind === 'file' ? from.privateFiles : undefined },
    {
      privateFiles,
      openSink,
    },
  );
  const { handle, package: content } = await worker.call('open', { descriptor: from });
  const toml = await worker.call('read', { handle, path: 'carton.toml', start: 0, end: 1e6 });
  const text = new TextDecoder().decode(toml);
  const draft = draftOf(`${text}\n# edited\n`);
  return { worker, handle, content, bytes, file, local, done, privateFiles, text, draft };
}

interface Opening {
  remote: boolean;
  /** What the browser's own file system takes. */
  size: number;
  descriptor: SourceDescriptor;
}

async function textOf(blob: Blob): Promise<string> {
  const open = await openPackage(fileSource(blob, 'b.carton'));
  const file = open.source('carton.toml') as ByteSource;
  return new TextDecoder().decode(await file.read(0, file.size));
}

describe.skipIf(!hasFixtures)('editing a carton', () => {
  test('begins with its own text, and gives text and findings of each edit', async () => {
    const { worker, handle, text } = await opened();
    const first = await worker.call('editDraft', { handle });
    expect(textIn(first)).toBe(text);
    expect(first.values).toHaveProperty('model_name');
    const edits: Edit[] = [{ kind: 'set', path: ['model_name'], value: 'New name' }];
    const next = await worker.call('editDraft', { handle, draft: draftOf(textIn(first)), edits });
    expect(next.values).toEqual(applyEdits(first.values as FieldValues, edits));
    expect(next.package?.title).toBe('New name');
    const saved = await worker.call('saveDraft', { handle, draft: draftOf(textIn(next)) });
    expect(await textOf(saved.blob as Blob)).toBe(textIn(next));
  });

  test('does not begin on what was cancelled before its turn came', async () => {
    const { worker, handle } = await opened();
    const controller = new AbortController();
    const call = worker.call('editDraft', { handle, draft: draftOf('x = 1') }, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ tag: 'cancelled' });
  });
});

test('hashes a file that is too large to be held on other threads, and no smaller one', async () => {
  const sha256 = 'f'.repeat(64);
  const fileDigests: DigestRunner = {
    async run(jobs, { onDigest, onBytes }) {
      const job = jobs.at(0);
      expect(job).toMatchObject({ size: MAX_WHOLE_DIGEST + 1, storedSize: MAX_WHOLE_DIGEST + 1, codec: 'stored' });
      expect(jobs.length).toBe(1);
      onBytes?.(5);
      onDigest({ path: job?.path ?? '', sha256, crc32: 7, findings: [] });
    },
  };
  const worker = callsInThread({}, { fileDigests });
  /** A Blob that says it has that many bytes. */
  const blobOf = (size: number) => Object.defineProperty(new Blob(['no more']), 'size', { value: size });
  const told: Progress[] = [];
  const onProgress = (progress: Progress) => told.push(progress);
  const digest = await worker.call('digestBlob', { blob: blobOf(MAX_WHOLE_DIGEST + 1) }, { onProgress });
  expect(digest).toEqual({ sha256, crc32: 7 });
  expect(told).toEqual([{ done: 5, total: MAX_WHOLE_DIGEST + 1 }]);
  // This thread reads it, and finds that bytes are missing.
  const here = worker.call('digestBlob', { blob: blobOf(MAX_WHOLE_DIGEST) });
  await expect(here).rejects.toMatchObject({ code: 'source/changed' });
  // Where there are no other threads, this one hashes all.
  const alone = callsInThread({}).call('digestBlob', { blob: blobOf(MAX_WHOLE_DIGEST + 1) });
  await expect(alone).rejects.toMatchObject({ code: 'source/changed' });
});

describe.skipIf(!hasFixtures)('saving a changed carton', () => {
  test('without edits gives the same bytes', async () => {
    const { worker, handle, text, bytes, content } = await opened();
    const saved = await worker.call('saveDraft', { handle, draft: draftOf(text) });
    expect(new Uint8Array(await (saved.blob as Blob).arrayBuffer())).toEqual(bytes);
    expect(saved).toMatchObject({ size: bytes.length, identity: content.identity });
  });

  test('that lies on the disk gives a Blob of slices, for which little is read', async () => {
    const { worker, handle, draft, local } = await opened();
    const before = local.bytes;
    const saved = await worker.call('saveDraft', { handle, draft });
    const blob = saved.blob as Blob;
    expect(await textOf(blob)).toBe(textIn(draft));
    expect(blob.size).toBe(saved.size);
    expect(saved.privateFiles).toBeUndefined();
    // carton.toml, MANIFEST and the tensor index; the check reads the Blob.
    expect(local.bytes - before).toBeLessThan(50_000);
    const review = await worker.call('reviewDraft', { handle, draft });
    expect(review).toMatchObject({ size: saved.size, identity: saved.identity });
    expect(review.files.map(({ path }) => path)).toEqual(['carton.toml', 'MANIFEST']);
    const open = await openPackage(fileSource(blob, 'b.carton'));
    expect(open.package.identity).toEqual(saved.identity);
    expect((await open.verify?.())?.findings).toEqual([]);
  });

  test('says what will be found in the result, not what was found in the open file', async () => {
    for (const [name, before, after] of [
      ['carton/hostile/duplicate-name.carton', 'zip/duplicate-name', []],
      ['carton/hostile/traversal.carton', 'zip/unsafe-path', ['zip/unsafe-path']],
    ] as const) {
      const source = memorySource(name, fixture(name));
      const worker = callsInThread({ container: source });
      const { handle, package: content } = await worker.call('open', {
        descriptor: { kind: 'file', file: new File([], name) },
      });
      expect(content.findings.map(({ code }) => code)).toContain(before);
      const text = textIn(await worker.call('editDraft', { handle }));
      const { findings } = await worker.call('reviewDraft', {
        handle,
        draft: draftOf(`${text}\n# edited\n`),
      });
      expect(findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(after);
    }
  });

  test('writes a chosen file with progress, and its hash is the one that was told', async () => {
    const { worker, handle, draft } = await opened();
    const { disk, handle: saveTo } = diskFile('b.carton');
    const progress: unknown[] = [];
    const saved = await worker.call(
      'saveDraft',
      { handle, draft, saveTo },
      { onProgress: ({ done, total }) => progress.push([done, total]) },
    );
    expect(saved.blob).toBeUndefined();
    expect(disk.content?.length).toBe(saved.size);
    expect(progress.at(0)).toEqual([0, saved.size]);
    expect(progress.at(-1)).toEqual([saved.size, saved.size]);
    const open = await openPackage(memorySource('b.carton', disk.content as Uint8Array));
    const manifest = open.source('MANIFEST') as ByteSource;
    const hash = createHash('sha256').update(await manifest.read(0, manifest.size));
    expect(saved.identity?.sha256).toBe(hash.digest('hex'));
  });

  test('never writes over the file that is open, nor over one that its bytes are slices of', async () => {
    const { worker, handle, draft, bytes } = await opened();
    const open = diskFile(NAME, bytes, 7);
    await expect(worker.call('saveDraft', { handle, draft, saveTo: open.handle })).rejects.toMatchObject({
      code: 'source/save-over-open',
    });
    expect(open.disk).toMatchObject({ content: bytes, writes: 0 });
    const madeOf = [new File([bytes], NAME, { lastModified: 7 })];
    const next = await opened({ descriptor: { kind: 'file', file: new File([bytes], 'b.carton'), madeOf } });
    await expect(
      next.worker.call('saveDraft', { handle: next.handle, draft, saveTo: open.handle }),
    ).rejects.toMatchObject({ code: 'source/save-over-open' });
    // Another file may have its name.
    const other = diskFile(NAME, bytes, 8);
    await worker.call('saveDraft', { handle, draft, saveTo: other.handle });
    expect(other.disk.closed).toBe(1);
  });

  test('says so where the dialog has emptied the open file', async () => {
    const file = new File(['x'.repeat(100)], NAME);
    vi.spyOn(file, 'slice').mockReturnValue({
      arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')),
    } as unknown as Blob);
    const { worker, handle, draft } = await opened({ descriptor: { kind: 'file', file } });
    const { handle: saveTo } = diskFile(NAME);
    await expect(worker.call('saveDraft', { handle, draft, saveTo })).rejects.toMatchObject({
      code: 'source/save-over-open',
      message: expect.stringContaining('emptied'),
    });
  });

  test('leaves a good file as it is where the disk is full, or it is cancelled', async () => {
    const { worker, handle, draft } = await opened();
    const good = new TextEncoder().encode('good');
    const full = diskFile('b.carton', good);
    full.disk.onWrite = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    await expect(worker.call('saveDraft', { handle, draft, saveTo: full.handle })).rejects.toMatchObject({
      code: 'source/save-failed',
    });
    expect(full.disk).toMatchObject({ content: good, closed: 0, aborted: 1 });
    const cancelled = diskFile('b.carton', good);
    const controller = new AbortController();
    cancelled.disk.onWrite = () => controller.abort();
    await expect(
      worker.call('saveDraft', { handle, draft, saveTo: cancelled.handle }, { signal: controller.signal }),
    ).rejects.toMatchObject({ tag: 'cancelled' });
    expect(cancelled.disk).toMatchObject({ content: good, closed: 0, aborted: 1 });
  });

  test('leaves no empty file behind that the dialog has made', async () => {
    const { worker, handle, draft } = await opened();
    const { disk, handle: saveTo } = diskFile('b.carton');
    disk.onWrite = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    await expect(worker.call('saveDraft', { handle, draft, saveTo })).rejects.toBeDefined();
    expect(disk.content).toBeUndefined();
  });

  test('does not leave what is not what was to be written', async () => {
    const { worker, handle, draft } = await opened();
    const { disk, handle: saveTo } = diskFile('b.carton');
    disk.onWrite = (bytes) => {
      bytes[bytes.length - 30] = (bytes[bytes.length - 30] as number) ^ 1;
    };
    await expect(worker.call('saveDraft', { handle, draft, saveTo })).rejects.toMatchObject({
      code: 'source/save-mismatch',
    });
    expect(disk.content).toBeUndefined();
  });

  test('refuses a folder, and what cannot be edited', async () => {
    const openPackage = async () => ({
      package: { ...(await opened()).content, can: { verify: false, edit: false, save: false } },
      source: () => undefined,
      tensor: () => Promise.reject(new Error('none')),
      audit: async () => ({ runs: undefined, findings: [] }),
      checksums: async () => () => undefined,
      checklist: async () => [],
    });
    const worker = callsInThread({}, { openPackage });
    const { handle } = await worker.call('open', { descriptor: { kind: 'folder', name: 'a', files: [] } });
    const draft = draftOf('');
    for (const call of [
      worker.call('saveDraft', { handle, draft }),
      worker.call('reviewDraft', { handle, draft }),
      worker.call('editDraft', { handle }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'internal/bug' });
    }
  });
});

describe.skipIf(!hasFixtures)('without a Blob of the open file', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  test('goes through the browser’s own file system, and stays there while it is open or copied', async () => {
    const { worker, handle, draft, done, privateFiles } = await opened({ remote: true });
    const saved = await worker.call('saveDraft', { handle, draft });
    expect(await textOf(saved.blob as Blob)).toBe(textIn(draft));
    expect(saved.privateFiles).toEqual(['one']);
    expect(done).toEqual([`open ${saved.size}`]);
    await privateFiles.open('one');
    vi.advanceTimersByTime(2 * SAVED_KEPT_MS);
    expect(done).toEqual([`open ${saved.size}`]);
    privateFiles.close('one');
    expect(done).toEqual([`open ${saved.size}`, 'release one']);
  });

  test('is not removed while it is copied, though it is closed', async () => {
    const { worker, handle, draft, done, privateFiles } = await opened({ remote: true });
    await worker.call('saveDraft', { handle, draft });
    await privateFiles.open('one');
    privateFiles.close('one');
    expect(done).not.toContain('release one');
    vi.advanceTimersByTime(SAVED_KEPT_MS + 2);
    expect(done).toContain('release one');
  });

  test('is removed where nobody opens it', async () => {
    const { worker, handle, draft, done } = await opened({ remote: true });
    await worker.call('saveDraft', { handle, draft });
    vi.advanceTimersByTime(SAVED_KEPT_MS - 1);
    expect(done).not.toContain('release one');
    vi.advanceTimersByTime(2);
    expect(done).toContain('release one');
  });

  test('leaves nothing behind where it breaks off', async () => {
    const { worker, handle, draft, done } = await opened({ remote: true, size: 10 });
    await expect(worker.call('saveDraft', { handle, draft })).rejects.toMatchObject({ code: 'source/too-large' });
    expect(done.slice(1)).toEqual(['drop', 'release one']);
  });

  test('keeps what the next one’s bytes are slices of', async () => {
    const { bytes } = await opened();
    const descriptor = { kind: 'file' as const, file: new File([bytes], NAME), privateFiles: ['two'] };
    const { worker, handle, draft, privateFiles, done } = await opened({ descriptor });
    await privateFiles.open('two');
    const saved = await worker.call('saveDraft', { handle, draft });
    expect(saved.privateFiles).toEqual(['two']);
    await privateFiles.open('two');
    privateFiles.close('two');
    vi.advanceTimersByTime(2 * SAVED_KEPT_MS);
    expect(done).toEqual(['adopt two']);
    privateFiles.close('two');
    expect(done).toEqual(['adopt two', 'release two']);
  });
});

test('what goes into another package is verified as it was written, where a host may send other bytes', async () => {
  const bytes = buildZip([
    { name: 'a.txt', data: 'as it was checked' },
    { name: 'b.txt', data: 'b' },
  ]);
  const { blob: _, ...remote } = memorySource('a.zip', bytes);
  const { done, openSink } = watchedSinks({ privateFile: 'one' });
  const worker = callsInThread({ container: remote }, { openSink });
  const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a.zip' } });
  const put = { kind: 'put' as const, path: 'c.txt', blob: new Blob(['new']) };
  const ask = { handle, draft: { texts: new Map(), files: [put], renew: false } };
  const made = await worker.call('draftContent', { ...ask, checks: true });
  expect(made.privateFiles).toEqual(['one']);
  expect(made.digest.sha256).toBe(
    createHash('sha256')
      .update(new Uint8Array(await made.blob.arrayBuffer()))
      .digest('hex'),
  );
  bytes.set(new TextEncoder().encode('AS'), Buffer.from(bytes).indexOf('as it was checked'));
  const failed = worker.call('draftContent', { ...ask, checks: true });
  await expect(failed.catch(toErrorData)).resolves.toMatchObject({
    code: 'source/changed',
    message: 'The host sent different bytes than before: “a.txt” no longer matches.',
    url: 'https://a.example/a.zip',
  });
  // The first one is kept for the page, and what failed is gone.
  expect(done).toEqual([`open ${made.blob.size}`, `open ${made.blob.size}`, 'release one 2']);
});

test('what goes into another package leaves no private file where that is canceled', async () => {
  const { blob: _, ...remote } = memorySource('a.zip', buildZip([{ name: 'a.txt', data: 'a' }]));
  const { done, openSink } = watchedSinks({ privateFile: 'one' });
  const cancel = new AbortController();
  const worker = callsInThread({ container: remote }, { openSink });
  const { handle } = await worker.call('open', { descriptor: { kind: 'url', url: 'https://a.example/a.zip' } });
  const put = { kind: 'put' as const, path: 'c.txt', blob: new Blob(['new']) };
  const ask = { handle, draft: { texts: new Map(), files: [put], renew: false } };
  // All is written and hashed by then.
  const onProgress = ({ done: bytes, total }: Progress) => bytes === total && cancel.abort();
  const made = worker.call('draftContent', ask, { signal: cancel.signal, onProgress });
  await expect(made.catch(toErrorData)).resolves.toMatchObject({ tag: 'cancelled' });
  expect(done.slice(1)).toEqual(['release one']);
});
