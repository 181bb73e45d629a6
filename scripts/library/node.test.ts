import { appendFile, copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../src/testing/inspected.ts';
import { openPath, savePlan } from './node.ts';

let folder = '';
let path = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'library-'));
  path = join(folder, 'model.carton');
});

afterAll(() => rm(folder, { recursive: true }));

const rename = [{ set: 'model_name', to: 'Shapes' }];

describe('openPath and savePlan', () => {
  it('save a new file, and leave the old one as it is', async () => {
    await copyFile(join(ROOT, 'public/sample.carton'), path);
    const model = await openPath(pathToFileURL(path));
    const to = join(folder, 'new.carton');
    await savePlan(await model.plan(rename), to);
    await model.close();
    const saved = await openPath(to);
    expect([saved.title, (await saved.verify()).mismatches]).toEqual(['Shapes', []]);
    await saved.close();
    expect(await readFile(path)).toEqual(await readFile(join(ROOT, 'public/sample.carton')));
  });

  it('never overwrite a file, and leave nothing behind', async () => {
    await copyFile(join(ROOT, 'public/sample.carton'), path);
    const taken = join(folder, 'taken.carton');
    await writeFile(taken, 'mine');
    const model = await openPath(path);
    const plan = await model.plan(rename);
    await expect(savePlan(plan, taken)).rejects.toMatchObject({ name: 'UsageError', code: 'usage/path-taken' });
    expect(await readFile(taken, 'utf8')).toBe('mine');
    await expect(
      savePlan(plan, join(folder, 'canceled.carton'), { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({
      tag: 'cancelled',
    });
    await appendFile(path, 'x');
    await expect(savePlan(plan, join(folder, 'changed.carton'))).rejects.toMatchObject({ code: 'source/changed' });
    await model.close();
    expect((await readdir(folder)).filter((name) => /canceled|changed|boxcutter|part/.test(name))).toEqual([]);
  });

  it.each([
    ['gets longer', () => appendFile(path, 'x')],
    ['gets shorter', () => truncate(path, 1000)],
    ['is another file of the same size', async () => writeFile(path, new Uint8Array((await stat(path)).size))],
  ])('read nothing of a file that %s after it was opened', async (_, change) => {
    await copyFile(join(ROOT, 'public/sample.carton'), path);
    const model = await openPath(path);
    const plan = await model.plan(rename);
    await change();
    const calls = [
      () => model.readFile('carton.toml'),
      () => new Response(model.streamFile('carton.toml')).text(),
      () => model.readTensor('_tensor_0'),
      () => model.verify(),
      () => model.audit(),
      () => model.plan(rename),
      () => plan.toBlob(),
      () => new Response(plan.stream()).text(),
      () => savePlan(plan, join(folder, 'other.carton')),
    ];
    for (const call of calls) await expect(call(), String(call)).rejects.toMatchObject({ code: 'source/changed' });
    await model.close();
  });

  it('keep neither more than an array can have in memory, nor what is closed', async () => {
    const large = join(folder, 'large.bin');
    await writeFile(large, '');
    await truncate(large, 2 ** 40);
    const model = await openPath(large);
    await expect(model.readFile('large.bin')).rejects.toMatchObject({ code: 'source/too-large' });
    expect(await model.readFile('large.bin', { start: 2 ** 40 - 2 })).toEqual(new Uint8Array(2));
    await model.close();
    await expect(model.readFile('large.bin', { end: 1 })).rejects.toMatchObject({ code: 'usage/closed' });
    await rm(large);
  });

  it('take what looks like an address for a path, and nothing else for one', async () => {
    await expect(openPath('http://127.0.0.1:9/a')).rejects.toMatchObject({ code: 'source/read-failed' });
    for (const from of ['', undefined, new URL('https://example.com/a')])
      await expect(openPath(from as string)).rejects.toMatchObject({ code: 'usage' });
  });

  it('save what was in gzip', async () => {
    const packed = join(folder, 'packed.carton.gz');
    await writeFile(packed, gzipSync(await readFile(join(ROOT, 'public/sample.carton'))));
    const model = await openPath(packed);
    const to = join(folder, 'unpacked.carton');
    await savePlan(await model.plan(rename), to);
    await model.close();
    const saved = await openPath(to);
    expect([saved.title, (await saved.verify()).mismatches]).toEqual(['Shapes', []]);
    await saved.close();
  });

  it('say by a code that there is no such file', async () => {
    await expect(openPath(join(folder, 'gone'))).rejects.toMatchObject({ code: 'source/read-failed' });
  });
});
