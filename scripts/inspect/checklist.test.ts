import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedCarton, python, toml } from '../../src/testing/builders/packed-carton.ts';
import { inspect } from '../../src/testing/inspected.ts';
import { argumentsOf } from './arguments.ts';

const SAMPLE = fileURLToPath(new URL('../../public/sample.carton', import.meta.url));

let folder = '';
let path = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-checklist-'));
  path = join(folder, 'a.carton');
  await writeFile(path, packedCarton(toml('license = "MIT"\n', python(''))));
});
afterAll(() => rm(folder, { recursive: true }));

describe('--checklist', () => {
  it('gives each check as JSON, of the sample all done', async () => {
    const { code, out } = await inspect(SAMPLE, '--checklist', '--json');
    const checks = JSON.parse(out) as { check: string; done: boolean }[];
    expect(code).toBe(0);
    expect(checks).toHaveLength(16);
    expect(checks[0]).toEqual({ check: 'rules', done: true });
    expect(checks.filter(({ done }) => !done)).toEqual([]);
  });

  it('says for people what is open first, why, and what to do', async () => {
    const { out } = await inspect(path, '--checklist');
    const lines = out.split('\n');
    expect(lines[0]).toBe('Before you publish: 7 of 16');
    expect(lines[1]).toBe('! loads       Will not load: carton.lock is missing');
    expect(out).toContain('              Packing with the reference writes it\n');
    expect(out).toContain('await carton.pack(');
    expect(out).toContain('✓ manifest    Every file matches MANIFEST\n');
  });

  it('notices a file that does not match', async () => {
    const damaged = join(folder, 'b.carton');
    await writeFile(damaged, packedCarton({ manifest: (lines) => lines.replace(/(model\/m=)./, '$10') }));
    const { out } = await inspect(damaged, '--checklist', '--json');
    expect(JSON.parse(out)).toContainEqual({ check: 'manifest', done: false });
  });

  it('goes with a package inside, and with nothing that prints or saves something else', () => {
    expect(argumentsOf(['a', '--checklist', '--in', 'b'])).toMatchObject({ checklist: true, inside: ['b'] });
    for (const other of [['--scan'], ['--tensor', 'x'], ['--out', 'b']])
      expect(() => argumentsOf(['a', '--checklist', ...other])).toThrow('--checklist');
  });
});
