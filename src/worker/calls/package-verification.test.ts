import { expect, test, vi } from 'vitest';
import { CancelledError, NetworkError } from '../../base/errors.ts';
import type { VerifyOptions } from '../../formats/format.ts';
import type { AuditedPackage } from '../../formats/registry.ts';
import type { PackageFile } from '../../model/package.ts';
import type { Verification } from '../../model/verification.ts';
import { fakePackage } from '../../testing/fake-worker.ts';
import type { Progress } from '../protocol.ts';
import { PackageVerification } from './package-verification.ts';

const file = (path: string): PackageFile => ({ path, role: 'model', hash: 'unverified', kind: 'file' });
const RESULT: Verification = { findings: [], files: 3, bytes: 30, mismatches: ['b'] };

/** A verification whose work the test does. */
function setUp(files = ['a', 'b', 'c'].map(file)) {
  let options: VerifyOptions = {};
  let settle = { resolve: (_: Verification) => {}, reject: (_: unknown) => {} };
  const verify = vi.fn((given: VerifyOptions = {}) => {
    options = given;
    return new Promise<Verification>((resolve, reject) => {
      settle = { resolve, reject };
    });
  });
  const open = { package: fakePackage({ files }), verify } as unknown as AuditedPackage;
  const verification = new PackageVerification({ open });
  return { verification, verify, options, settle };
}

test('what was found before the page asks is told when it asks, once, and then what comes', async () => {
  const { verification, verify, options, settle } = setUp();
  expect(verify).toHaveBeenCalledOnce();
  options.onProgress?.({ done: 0, total: 30 });
  options.onFile?.({ path: 'c', hash: 'verified', sha256: 'cc' });
  options.onFile?.({ path: 'b', hash: 'mismatch', sha256: 'bb' });
  options.onProgress?.({ done: 20, total: 30 });
  const told: Progress[] = [];
  const answer = verification.answer({ onProgress: (progress) => told.push(progress) });
  expect(told).toEqual([
    { done: 20, total: 30, verdicts: [{ path: 'b', hash: 'mismatch', sha256: 'bb' }], matching: [2] },
  ]);
  options.onFile?.({ path: 'a', hash: 'verified', sha256: 'aa' });
  options.onProgress?.({ done: 30, total: 30 });
  expect(told.slice(1)).toEqual([{ done: 30, total: 30, matching: [0] }]);
  settle.resolve(RESULT);
  expect(await answer).toBe(RESULT);
  expect(told).toHaveLength(2);
});

test('what was found last is told before the answer, and where it fails too', async () => {
  for (const end of ['resolve', 'reject'] as const) {
    const { verification, options, settle } = setUp();
    const told: Progress[] = [];
    const answer = verification.answer({ onProgress: (progress) => told.push(progress) });
    options.onFile?.({ path: 'a', hash: 'verified', sha256: 'aa' });
    expect(told).toEqual([]);
    if (end === 'resolve') settle.resolve(RESULT);
    else settle.reject(new NetworkError('source/changed', 'It changed.'));
    await answer.catch(() => {});
    expect(told).toMatchObject([{ matching: [0] }]);
  }
});

test('verdicts of files that state no bytes are told too, where it has ended before the page asks', async () => {
  const { verification, options, settle } = setUp();
  options.onProgress?.({ done: 0, total: 0 });
  options.onFile?.({ path: 'b', hash: 'mismatch' });
  settle.resolve(RESULT);
  const told: Progress[] = [];
  await verification.answer({ onProgress: (progress) => told.push(progress) });
  expect(told).toEqual([{ done: 0, total: 0, verdicts: [{ path: 'b', hash: 'mismatch' }] }]);
});

test('a verification that has ended before the page asks gives its answer, or its error', async () => {
  const [ended, failed] = [setUp(), setUp()];
  ended.settle.resolve(RESULT);
  failed.settle.reject(new NetworkError('source/changed', 'It changed.'));
  // An error that nobody hears of would end the test.
  await new Promise((resolve) => setTimeout(resolve));
  expect(await ended.verification.answer({})).toBe(RESULT);
  await expect(failed.verification.answer({})).rejects.toMatchObject({ code: 'source/changed' });
});

test('it ends where the call is canceled: before, while it runs, or with its package', async () => {
  for (const when of ['before', 'later', 'closed'] as const) {
    const { verification, options, settle } = setUp();
    options.signal?.addEventListener('abort', () => settle.reject(new CancelledError()));
    const controller = new AbortController();
    if (when === 'before') controller.abort();
    const answer = verification.answer({ signal: controller.signal });
    if (when === 'later') controller.abort();
    if (when === 'closed') verification.cancel();
    await expect(answer).rejects.toMatchObject({ tag: 'cancelled' });
  }
});

test('files are told by their paths where the list of files can become another one', () => {
  const { verification, options } = setUp([file('a'), { ...file('b'), link: { urls: [] } } as unknown as PackageFile]);
  const told: Progress[] = [];
  void verification.answer({ onProgress: (progress) => told.push(progress) });
  options.onFile?.({ path: 'a', hash: 'verified', sha256: 'aa' });
  expect(told).toEqual([{ done: 0, total: 0, verdicts: [{ path: 'a', hash: 'verified', sha256: 'aa' }] }]);
});
