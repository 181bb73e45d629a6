import { describe, expect, it, vi } from 'vitest';
import { InternalError } from '../base/errors.ts';
import { finding } from '../base/findings.ts';
import { MAX_AUTO_DOWNLOAD_BYTES, MAX_AUTO_VERIFY_BYTES } from '../base/limits.ts';
import type { Package, PackageFile } from '../model/package.ts';
import type { Verification } from '../model/verification.ts';
import { fakePackage, fakeWorker } from '../testing/fake-worker.ts';
import type { SourceDescriptor } from '../worker/protocol.ts';
import { createAppStore } from './store.ts';
import { hashStateOf } from './verdict-table.ts';

const FILE: PackageFile = { path: 'model/a', size: 10, sha256: 'aa', role: 'model', hash: 'unverified', kind: 'file' };
const RESULT: Verification = { findings: [], files: 1, bytes: 10, mismatches: [] };

async function opened(
  size = 10,
  descriptor: SourceDescriptor = { kind: 'file', file: new File(['x'], 'a.carton') },
  change: (content: Package) => void = () => {},
  embedded = false,
) {
  const { client, calls, die } = fakeWorker();
  const store = createAppStore(client, { isEmbedded: embedded });
  const can = { verify: true, edit: false, save: false };
  const content = fakePackage({ files: [{ ...FILE, size }], can });
  change(content);
  const opening = store.getState().open(descriptor);
  calls.shift()?.resolve({ handle: 1, package: content });
  await opening;
  return { store, calls, content, die };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('verification', () => {
  it('begins by itself for a small local file, shows verdicts as they come, and ends with the findings', async () => {
    const { store, calls } = await opened();
    expect(calls[0]?.name).toBe('verify');
    const { verdicts } = store.getState();
    expect(hashStateOf(FILE, verdicts, true)).toBe('verifying');
    calls[0]?.options.onProgress?.({
      done: 5,
      total: 10,
      verdicts: [{ path: 'model/a', hash: 'mismatch', sha256: 'bb' }],
    });
    expect(store.getState().verdicts.sha256('model/a')).toBe('bb');
    expect(store.getState().verification).toEqual({ phase: 'running', progress: { done: 5, total: 10 } });
    expect(store.getState().verdicts).not.toBe(verdicts);
    expect(store.getState().verdicts.wrong).toBe(1);
    expect(hashStateOf(FILE, store.getState().verdicts, true)).toBe('mismatch');
    const found = finding('manifest/hash-mismatch', 'It differs.', { path: 'model/a' });
    calls[0]?.resolve({ ...RESULT, findings: [found] });
    await settled();
    expect(store.getState().verification.phase).toBe('done');
    expect(store.getState().contentFindings).toEqual([found]);
  });

  it('waits to be asked for a large one', async () => {
    const large = await opened(MAX_AUTO_VERIFY_BYTES);
    expect(large.calls).toHaveLength(0);
    void large.store.getState().verify();
    expect(large.calls[0]?.name).toBe('verify');
    expect(large.store.getState().verifyHold).toBe('large');
  });

  it('begins by itself for a remote one of up to 8 MB stored, however large its content, but not when embedded', async () => {
    const url: SourceDescriptor = { kind: 'url', url: 'https://example.com/a.carton' };
    const sized = (size: number) => (content: Package) => {
      content.size = size;
    };
    const asks = async (descriptor: SourceDescriptor, size: number, embedded: boolean) => {
      const { calls, store } = await opened(20e6, descriptor, sized(size), embedded);
      return [calls.length, store.getState().verifyHold];
    };
    expect(await asks(url, MAX_AUTO_DOWNLOAD_BYTES, false)).toEqual([1, undefined]);
    expect(await asks(url, MAX_AUTO_DOWNLOAD_BYTES + 1, false)).toEqual([0, 'remote']);
    expect(await asks(url, 10, true)).toEqual([0, 'embedded']);
    // Once it is downloaded whole, the rule for local ones holds.
    expect(await asks({ ...url, whole: true }, MAX_AUTO_DOWNLOAD_BYTES + 1, true)).toEqual([1, undefined]);
  });

  it('waits to be asked where entries share their bytes, or little content takes much to read', async () => {
    const large = await opened(10, undefined, (content) => {
      content.files = [{ ...FILE, size: 0, storedSize: MAX_AUTO_VERIFY_BYTES }];
    });
    expect(large.calls).toHaveLength(0);
    const shared = await opened(10, undefined, (content) => {
      content.findings = [finding('zip/overlap', 'Two share their bytes.')];
    });
    expect(shared.calls).toHaveLength(0);
  });

  it('runs once at a time', async () => {
    const { store, calls } = await opened();
    void store.getState().verify();
    expect(calls).toHaveLength(1);
  });

  it('can be canceled, keeps what it knows, and can be begun again', async () => {
    const { store, calls } = await opened();
    calls[0]?.options.onProgress?.({
      done: 5,
      total: 10,
      verdicts: [{ path: 'model/a', hash: 'verified', sha256: 'aa' }],
    });
    expect(store.getState().verdicts.sha256('model/a')).toBeUndefined();
    store.getState().cancelVerify();
    await settled();
    expect(store.getState().verification.phase).toBe('cancelled');
    expect(store.getState().verdicts.get('model/a')).toBe('verified');
    void store.getState().verify();
    expect(calls).toHaveLength(2);
  });

  it('forgets everything when another package is opened', async () => {
    const { store, calls, content } = await opened();
    calls[0]?.options.onProgress?.({ done: 5, total: 10, verdicts: [{ path: 'model/a', hash: 'verified' }] });
    const next = store.getState().open({ kind: 'url', url: 'https://example.com/b.carton' });
    calls[1]?.resolve({ handle: 2, package: { ...content, size: MAX_AUTO_DOWNLOAD_BYTES + 1 } });
    await next;
    expect(calls[0]?.options.signal?.aborted).toBe(true);
    expect(store.getState().verification.phase).toBe('idle');
    expect(store.getState().verdicts.size).toBe(0);
    calls[0]?.options.onProgress?.({ done: 9, total: 10, verdicts: [{ path: 'model/a', hash: 'mismatch' }] });
    expect(store.getState().verdicts.size).toBe(0);
  });

  it('does not begin again by itself where the reader died of it', async () => {
    const { store, calls, content, die } = await opened();
    calls[0]?.reject(new InternalError('internal/worker-died', 'Died.'));
    die();
    calls[1]?.resolve({ handle: 2, package: content });
    await settled();
    expect(store.getState().load).toMatchObject({ phase: 'ready', opened: { handle: 2 } });
    expect(calls.filter(({ name }) => name === 'verify')).toHaveLength(1);
  });

  it('lets the worker begin before it is asked: a package of this machine, and not one that the reader died of', async () => {
    const begins = async (descriptor?: SourceDescriptor) => {
      const { store, calls, die, content } = await opened(10, descriptor);
      const asked = store.getState().open({ kind: 'url', url: 'https://example.com/b.carton', whole: true });
      const [again] = calls.splice(calls.findIndex(({ name }) => name === 'open'));
      again?.resolve({ handle: 2, package: content });
      await asked;
      die();
      const revived = calls.find(({ name }) => name === 'open');
      return [again, revived].map((call) => call?.ask);
    };
    expect(await begins()).toEqual([
      { descriptor: expect.objectContaining({ whole: true }), verifiesUnasked: true },
      { descriptor: expect.objectContaining({ whole: true }) },
    ]);
    const { client, calls } = fakeWorker();
    const store = createAppStore(client);
    void store.getState().open({ kind: 'file', file: new File(['x'], 'a.carton') });
    void store.getState().open({ kind: 'url', url: 'https://example.com/a.carton' });
    expect(calls.map(({ ask }) => 'verifiesUnasked' in ask)).toEqual([true, false]);
  });

  it('takes verdicts of links, and leaves files without a hash as they are', () => {
    const get = vi.fn(() => 'verified' as const);
    const verdicts = { size: 1, wrong: 0, get, sha256: () => undefined };
    const unlisted: PackageFile = { path: 'x', role: 'other', hash: 'unlisted', kind: 'file' };
    expect(hashStateOf(unlisted, verdicts, false)).toBe('unlisted');
    expect(hashStateOf({ ...FILE, hash: 'linked' }, verdicts, false)).toBe('verified');
    expect(hashStateOf({ ...FILE, shadowed: true, hash: 'unlisted' }, verdicts, false)).toBe('unlisted');
  });
});
