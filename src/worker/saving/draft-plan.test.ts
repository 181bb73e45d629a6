import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inThreadDigests } from '../../archive/digest/runner.ts';
import { openPackage } from '../../formats/registry.ts';
import type { Draft } from '../../model/draft.ts';
import { fileSource } from '../../source/file.ts';
import { type BuiltEntry, buildZip } from '../../testing/builders/zip-builder.ts';
import { draftOf } from '../../testing/draft.ts';
import { callsInThread } from '../../testing/worker-calls.ts';

const sha = (data: string) => createHash('sha256').update(data).digest('hex');
const TOML =
  'spec_version = 1\n[runner]\nrunner_name = "noop"\nrequired_framework_version = "1"\nrunner_compat_version = 1\n';
const FILES = { 'carton.toml': TOML, 'model/m': 'new', 'tensor_data/index.toml': 'tensor = []\n' };
const STALE = `carton.toml=${sha(TOML)}\nmodel/m=${sha('old')}\ntensor_data/index.toml=${sha('tensor = []\n')}\n`;

/** A carton in a worker that counts how often its files are hashed. */
async function opened(manifest: string | undefined, more: readonly BuiltEntry[] = []) {
  const entries = Object.entries(manifest === undefined ? FILES : { ...FILES, MANIFEST: manifest });
  const file = new File([buildZip([...entries.map(([name, data]) => ({ name, data })), ...more])], 'a.carton');
  const container = fileSource(file);
  const runner = inThreadDigests(container);
  const runs: number[] = [];
  const digests: typeof runner = {
    run(jobs, options) {
      runs.push(jobs.length);
      return runner.run(jobs, options);
    },
  };
  const worker = callsInThread({ container, digests });
  const { handle, package: pkg } = await worker.call('open', { descriptor: { kind: 'file', file } });
  return { worker, handle, pkg, runs };
}

const resealing: Draft = { ...draftOf(`${TOML}# edited\n`), renew: 'reseal' };

async function verifiedBlob(blob: Blob | undefined): Promise<string[] | undefined> {
  const { package: pkg, verify } = await openPackage(fileSource(new File([blob as Blob], 'b.carton')));
  expect(pkg.findings.filter(({ code }) => code.startsWith('manifest/'))).toEqual([]);
  return (await verify?.())?.mismatches;
}

test('files are hashed once, with progress, for all that a draft that reseals is asked about', async () => {
  const { worker, handle, runs } = await opened(STALE);
  const progress: number[] = [];
  const reseal = await worker.call(
    'resealDraft',
    { handle, draft: draftOf(TOML) },
    { onProgress: ({ done }) => progress.push(done) },
  );
  expect(reseal.differing).toEqual([{ path: 'model/m', before: sha('old'), after: sha('new') }]);
  expect([progress[0], progress.at(-1)]).toEqual([0, Object.values(FILES).join('').length]);
  const { package: drafted } = await worker.call('editDraft', { handle, draft: resealing });
  expect(drafted?.identity?.sha256).toMatch(/^\w{64}$/);
  const review = await worker.call('reviewDraft', { handle, draft: resealing });
  expect(review.reseal).toEqual(reseal);
  const { blob, identity } = await worker.call('saveDraft', { handle, draft: resealing });
  expect(identity).toEqual(review.identity);
  expect(await verifiedBlob(blob)).toEqual([]);
  expect(runs).toEqual([3]);
});

test('a worker that took the place of one that died hashes them again', async () => {
  const { worker, handle, runs } = await opened(STALE);
  const { blob } = await worker.call('saveDraft', { handle, draft: resealing });
  expect(await verifiedBlob(blob)).toEqual([]);
  expect(runs).toEqual([3]);
});

test('without MANIFEST, only a draft that reseals is saved, and others are shown with their texts', async () => {
  const { worker, handle, pkg } = await opened(undefined);
  expect(pkg.can).toMatchObject({ save: false, reseal: true });
  const titled = draftOf(`model_name = "new"\n${TOML}`);
  expect((await worker.call('editDraft', { handle, draft: titled })).package?.title).toBe('new');
  await expect(worker.call('saveDraft', { handle, draft: titled })).rejects.toMatchObject({ code: 'internal/bug' });
  const { package: drafted } = await worker.call('editDraft', { handle, draft: { ...titled, renew: 'reseal' } });
  expect(drafted).toMatchObject({ title: 'new', can: { save: true } });
  const { blob } = await worker.call('saveDraft', { handle, draft: { ...titled, renew: 'reseal' } });
  expect(await verifiedBlob(blob)).toEqual([]);
});

test('a file that cannot be read, and a cancel, leave nothing known', async () => {
  const damaged = await opened(STALE, [{ name: 'model/damaged', data: 'x', crc32: 1 }]);
  const { worker, handle } = damaged;
  const ask = { handle, draft: draftOf(TOML) };
  await expect(worker.call('resealDraft', ask)).rejects.toMatchObject({ fields: { path: 'model/damaged' } });
  // The edit is made all the same, and says why nothing can be said of the package.
  const { error } = await worker.call('editDraft', { handle, draft: resealing });
  expect(error).toMatchObject({ code: 'zip/crc-mismatch', path: 'model/damaged' });
  const good = await opened(STALE);
  const signal = AbortSignal.abort();
  const call = good.worker.call('resealDraft', { handle: good.handle, draft: draftOf(TOML) }, { signal });
  await expect(call).rejects.toMatchObject({ tag: 'cancelled' });
  await good.worker.call('resealDraft', { handle: good.handle, draft: draftOf(TOML) });
});
