import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/base/findings.ts';
import { inspect } from '../../src/testing/inspected.ts';
import { CONTAINERS, HIDINGS } from '../../src/testing/pickles/hidings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hiding-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(CONTAINERS)('in $kind', ({ name: outer, build }) => {
  it.each(HIDINGS)('a pickle $hiding is an error of inspect, with its path', async ({ name, data }) => {
    const path = join(folder, outer);
    await writeFile(path, build(name, data));
    const { code, out } = await inspect(path, '--json');
    const { findings, runs } = JSON.parse(out);
    expect([code, runs.weight]).toEqual([1, 'error']);
    const errors = findings.filter(({ severity }: Finding) => severity === 'error');
    expect(errors).toContainEqual(expect.objectContaining({ code: 'pickle/dangerous', path: name }));
  });
});
