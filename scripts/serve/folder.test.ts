import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openBelow } from './folder.ts';

/** What somebody does to the folder while links are followed. */
const meanwhile = vi.hoisted(() => ({ before: () => {}, after: () => {} }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const realpath = async (path: string) => {
    meanwhile.before();
    const found = await real.realpath(path);
    meanwhile.after();
    return found;
  };
  return { ...real, realpath };
});

let outer = '';

beforeAll(() => {
  outer = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'boxcutter-swapped-')));
  fs.mkdirSync(join(outer, 'models'));
  fs.writeFileSync(join(outer, 'secret'), 'secret');
});

afterAll(() => fs.rmSync(outer, { recursive: true }));

it('opens nothing outside of the folder by a link that is a file for the moment in which links are followed', async () => {
  const path = join(outer, 'models', 'a.carton');
  const leadOut = () => {
    fs.rmSync(path, { force: true });
    fs.symlinkSync(join(outer, 'secret'), path);
  };
  meanwhile.before = () => {
    fs.rmSync(path);
    fs.writeFileSync(path, 'model');
  };
  meanwhile.after = leadOut;
  leadOut();
  const file = await openBelow(join(outer, 'models'), ['a.carton']);
  await file?.close();
  expect(file).toBeUndefined();
});
