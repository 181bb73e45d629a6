import { appendFile, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../src/testing/inspected.ts';
import { openPath, savePlan, UsageError } from './node.ts';

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
    await expect(savePlan(plan, taken)).rejects.toThrow(UsageError);
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
