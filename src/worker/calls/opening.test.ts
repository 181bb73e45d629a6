import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { asContainer } from '../../archive/container.ts';
import { finding } from '../../base/findings.ts';
import { MAX_AUTO_VERIFY_BYTES, MAX_UNPOOLED_BYTES } from '../../base/limits.ts';
import type { AuditedPackage } from '../../formats/registry.ts';
import { openPackage } from '../../formats/registry.ts';
import { fileSource } from '../../source/file.ts';
import { memorySource } from '../../source/memory.ts';
import type { SourceDescriptor } from '../../source/source.ts';
import { buildSafetensors } from '../../testing/builders/safetensors-builder.ts';
import { buildTar } from '../../testing/builders/tar-builder.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';
import { watchedSinks } from '../../testing/watched-sink.ts';
import { callsInThread } from '../../testing/worker-calls.ts';
import { PrivateFiles } from '../saving/private-files.ts';
import { sourceOpener } from './opening.ts';

const ZIP = buildZip([{ name: 'a', data: 'a' }]);
const descriptor = { kind: 'url', url: 'https://a.example/a.zip' } as const;

test('a source is released once, when its package is closed', async () => {
  const release = vi.fn();
  const worker = callsInThread({ container: memorySource('a.zip', ZIP), release });
  const { handle } = await worker.call('open', { descriptor });
  expect(release).not.toHaveBeenCalled();
  await worker.call('close', { handle });
  await worker.call('close', { handle });
  expect(release).toHaveBeenCalledOnce();
});

test('a source is released where its package cannot be opened', async () => {
  const release = vi.fn();
  const worker = callsInThread({ container: memorySource('a.zip', new Uint8Array(9)), release });
  await expect(worker.call('open', { descriptor })).rejects.toMatchObject({ code: 'zip/not-a-zip' });
  expect(release).toHaveBeenCalledOnce();
});

test('a source is released where the call is cancelled once its package is open', async () => {
  const release = vi.fn();
  const controller = new AbortController();
  const worker = callsInThread(
    { container: memorySource('a.zip', ZIP), release },
    {
      async openPackage(container) {
        const open = await openPackage(container);
        controller.abort();
        return open;
      },
    },
  );
  const { signal } = controller;
  await expect(worker.call('open', { descriptor }, { signal })).rejects.toMatchObject({ tag: 'cancelled' });
  expect(release).toHaveBeenCalledOnce();
});

test('a private file is held while packages are open whose bytes it has', async () => {
  const done: string[] = [];
  const privateFiles = new PrivateFiles(async (name) => {
    done.push(`adopt ${name}`);
    return () => void done.push(`release ${name}`);
  });
  const spawnHasher = () => {
    throw new Error('nothing is to be hashed');
  };
  const openSource = sourceOpener({ privateFiles, openSink: watchedSinks().openSink, spawnHasher });
  const worker = callsInThread({}, { openSource });
  const file = new File([ZIP], 'a.zip');
  const ask = { descriptor: { kind: 'file' as const, file, privateFiles: ['one'] } };
  const first = await worker.call('open', ask);
  const second = await worker.call('open', ask);
  await worker.call('close', { handle: first.handle });
  expect(done).toEqual(['adopt one']);
  await worker.call('close', { handle: second.handle });
  expect(done).toEqual(['adopt one', 'release one']);
  const broken = { descriptor: { kind: 'file' as const, file: new File(['x'], 'b.zip'), privateFiles: ['two'] } };
  await expect(worker.call('open', broken)).rejects.toMatchObject({ code: 'zip/not-a-zip' });
  expect(done.slice(2)).toEqual(['adopt two', 'release two']);
});

test('the first worker of the pool starts with the opening of a file that is verified then, and ends with the package', async () => {
  const started: { terminate: ReturnType<typeof vi.fn> }[] = [];
  const spawnHasher = () => {
    const worker = { terminate: vi.fn(), postMessage() {}, addEventListener() {} };
    started.push(worker);
    return worker;
  };
  const privateFiles = new PrivateFiles(async () => () => {});
  const openSource = sourceOpener({ privateFiles, openSink: watchedSinks().openSink, spawnHasher });
  const worker = callsInThread({}, { openSource });
  const large = new File([buildZip([{ name: 'a', data: new Uint8Array(MAX_UNPOOLED_BYTES) }])], 'a.zip');
  const { handle } = await worker.call('open', { descriptor: { kind: 'file', file: large } });
  expect(started).toHaveLength(1);
  expect(started[0]?.terminate).not.toHaveBeenCalled();
  await worker.call('close', { handle });
  expect(started[0]?.terminate).toHaveBeenCalledOnce();
  const broken = new File([new Uint8Array(MAX_UNPOOLED_BYTES + 1)], 'b.zip');
  await expect(worker.call('open', { descriptor: { kind: 'file', file: broken } })).rejects.toMatchObject({
    code: 'zip/not-a-zip',
  });
  expect(started[1]?.terminate).toHaveBeenCalledOnce();
  await worker.call('open', { descriptor: { kind: 'file', file: new File([ZIP], 'c.zip') } });
  expect(started).toHaveLength(2);
});

test('a check begins once the page was sent the package, and answers the page', async () => {
  const opens = (names: readonly string[], change: (open: AuditedPackage) => void = () => {}) => {
    const signals: AbortSignal[] = [];
    const worker = callsInThread(
      { container: memorySource('a.zip', buildZip(names.map((name) => ({ name, data: 'a' })))) },
      {
        async openPackage(container) {
          const open = await openPackage(container);
          const spied: AuditedPackage = {
            ...open,
            verify(options) {
              signals.push(options?.signal as AbortSignal);
              return (open.verify as NonNullable<AuditedPackage['verify']>)(options);
            },
          };
          change(spied);
          return spied;
        },
      },
    );
    return { worker, signals };
  };
  const opened = async ({ worker }: ReturnType<typeof opens>, verifiesUnasked: boolean) => {
    const acts: (() => void)[] = [];
    const options = { afterAnswer: (act: () => void) => void acts.push(act) };
    const { handle } = await worker.call(
      'open',
      { descriptor, ...(verifiesUnasked ? { verifiesUnasked } : {}) },
      options,
    );
    return { handle, acts };
  };

  const first = opens(['a', 'b']);
  const { handle, acts } = await opened(first, true);
  expect(first.signals).toHaveLength(0);
  for (const act of acts) act();
  expect(first.signals).toHaveLength(1);
  expect(await first.worker.call('verify', { handle })).toMatchObject({ files: 2 });
  expect(first.signals).toHaveLength(1);
  // Asked for again, it reads again.
  expect(await first.worker.call('verify', { handle })).toMatchObject({ files: 2 });
  expect(first.signals).toHaveLength(2);

  const closed = opens(['a']);
  const other = await opened(closed, true);
  for (const act of other.acts) act();
  await closed.worker.call('close', { handle: other.handle });
  expect(closed.signals.map(({ aborted }) => aborted)).toEqual([true]);

  const unasked = await opened(opens(['a']), false);
  expect(unasked.acts).toHaveLength(0);
  const holds: ((open: AuditedPackage) => void)[] = [
    (open) => Object.assign(open, { package: { ...open.package, findings: [finding('zip/overlap', 'They share.')] } }),
    (open) => Object.assign(open, { package: { ...open.package, can: { ...open.package.can, verify: false } } }),
    (open) =>
      Object.assign(open, {
        package: { ...open.package, files: [{ ...open.package.files[0], size: MAX_AUTO_VERIFY_BYTES }] },
      }),
  ];
  for (const hold of holds) {
    const held = opens(['a'], hold);
    for (const act of (await opened(held, true)).acts) act();
    expect(held.signals).toHaveLength(0);
  }
});

test('what lies in gzip opens in its place, and says where it was', async () => {
  const release = vi.fn();
  const bytes = new Uint8Array(gzipSync(ZIP));
  const openSource = vi.fn(async (asked: SourceDescriptor) => ({
    container: asContainer(asked.kind === 'file' ? fileSource(asked.file) : memorySource('', new Uint8Array(0))),
    release,
  }));
  const worker = callsInThread({}, { openSource });
  const file = new File([bytes], 'a.zip.gz');
  const opened = await worker.call('open', { descriptor: { kind: 'file', file } });
  expect(opened.package).toMatchObject({
    format: 'zip',
    name: 'a.zip',
    size: ZIP.length,
    facts: [{ label: 'Decompressed from', value: 'a.zip.gz' }],
    onlyFiles: expect.stringContaining('Decompressed from “a.zip.gz”.'),
  });
  await worker.call('close', { handle: opened.handle });
  expect(release).toHaveBeenCalledTimes(2);
  const plain = await worker.call('open', { descriptor: { kind: 'file', file, asBytes: true } });
  expect(plain.package).toMatchObject({ format: 'file', name: 'a.zip.gz', size: bytes.length });
  const cut = new File([bytes.subarray(0, 10)], 'a.zip.gz');
  const failing = worker.call('open', { descriptor: { kind: 'file', file: cut } });
  await expect(failing).rejects.toMatchObject({ code: expect.stringMatching(/^gzip\//) });
  expect(release).toHaveBeenCalledTimes(3);
});

describe('gzip', () => {
  const gz = (bytes: Uint8Array, times = 1): Uint8Array<ArrayBuffer> =>
    times === 0 ? new Uint8Array(bytes) : gz(new Uint8Array(gzipSync(bytes)), times - 1);

  async function openedGzip(bytes: Uint8Array<ArrayBuffer>, name: string) {
    const releases = { given: 0, taken: 0 };
    const openSource = async (asked: SourceDescriptor) => {
      releases.taken++;
      const container = asContainer(asked.kind === 'file' ? fileSource(asked.file) : memorySource('', bytes));
      return { container, release: () => void releases.given++ };
    };
    const worker = callsInThread({}, { openSource });
    const { handle, package: pkg } = await worker.call('open', {
      descriptor: { kind: 'file', file: new File([bytes], name) },
    });
    await worker.call('close', { handle });
    expect(releases.given).toBe(releases.taken);
    return pkg;
  }

  test('in gzip is taken off, too, some times', async () => {
    expect(await openedGzip(gz(ZIP, 2), 'a.zip.gz.gz')).toMatchObject({
      format: 'zip',
      name: 'a.zip',
      unwrappedFrom: { name: 'a.zip.gz.gz', size: gz(ZIP, 2).length },
      facts: [{ value: 'a.zip.gz.gz', note: `(gzip in gzip, ${gz(ZIP, 2).length} B)` }],
    });
    expect(await openedGzip(gz(ZIP, 4), 'a.zip')).toMatchObject({ format: 'zip' });
    expect(await openedGzip(gz(ZIP, 5), 'a.gz')).toMatchObject({ format: 'file', size: gz(ZIP).length });
    // What only begins like gzip is shown.
    const start = gz(ZIP).slice(0, 10);
    expect(await openedGzip(gz(start), 'a.gz.gz')).toMatchObject({ format: 'file', name: 'a.gz', size: 10 });
  });

  test('that ends early shows what comes before: a package as far as it goes, or else its bytes', async () => {
    const tar = buildTar([
      { name: 'a.txt', data: 'hello' },
      { name: 'b.bin', data: new Uint8Array(randomBytes(50_000)) },
    ]);
    const whole = gz(tar);
    const cut = await openedGzip(whole.slice(0, whole.length - 20_000), 'a.tar.gz');
    expect(cut.format).toBe('tar');
    expect(cut.files.map(({ path }) => path)).toContain('a.txt');
    expect(cut.findings.map(({ code }) => code)).toEqual(['tar/truncated', 'gzip/bad-data']);

    const header = `{"a":{"dtype":"U8","shape":[9],"data_offsets":[0,9]}${' '.repeat(100)}}`;
    const weights = gz(buildSafetensors(header, 9));
    const shown = await openedGzip(weights.slice(0, weights.length - 25), 'm.safetensors.gz');
    expect(shown).toMatchObject({ format: 'file', name: 'm.safetensors', onlyFiles: expect.any(String) });
    expect(shown.findings.map(({ code }) => code)).toEqual(['gzip/bad-data']);

    // The outer one is whole, and what is in it is not.
    const inner = await openedGzip(gz(whole.slice(0, whole.length - 20_000)), 'a.tar.gz.gz');
    expect(inner.files.map(({ path }) => path)).toContain('a.txt');
    expect(inner.findings.map(({ code }) => code)).toContain('gzip/bad-data');
  });
});

test.each([
  ['192.168.1.5:8080', descriptor.url, ['source/private-redirect']],
  ['[::1]', descriptor.url, ['source/private-redirect']],
  ['cdn.example', descriptor.url, []],
  ['192.168.1.5', 'https://nas.local/a.zip', []],
])('that %s has sent the file of a URL is a finding where that is news (%#)', async (servedFrom, url, codes) => {
  const container = Object.assign(memorySource('a.zip', ZIP), { servedFrom });
  const worker = callsInThread({ container });
  const opened = await worker.call('open', { descriptor: { kind: 'url', url } });
  const found = opened.package.findings.filter(({ code }) => code === 'source/private-redirect');
  expect(found.map(({ code }) => code)).toEqual(codes);
  expect(opened.package.servedFrom).toBe(servedFrom);
  // A package in it says nothing of where the outermost one is from.
  const inner = await worker.call('open', { outer: opened.handle, path: 'a', asBytes: true });
  expect(inner.package.findings.map(({ code }) => code)).not.toContain('source/private-redirect');
});

test('a file that was downloaded whole says who has sent it', async () => {
  const worker = callsInThread({ container: memorySource('a.zip', ZIP), downloadedFrom: '10.0.0.1' });
  const { package: pkg } = await worker.call('open', { descriptor: { ...descriptor, whole: true } });
  expect(pkg.servedFrom).toBe('10.0.0.1');
  expect(pkg.findings).toMatchObject([
    { code: 'source/private-redirect', message: 'a.example redirected to 10.0.0.1, which sent the file.' },
  ]);
});
