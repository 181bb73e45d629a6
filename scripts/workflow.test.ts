import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = '.github/workflows';

/** The lines of the top-level job of this name in ci.yml. */
function jobOf(text: string, name: string): string {
  return new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(text)?.[1] ?? '';
}

const textOf = (name: string) => readFileSync(join(ROOT, FOLDER, name), 'utf8');

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, part = '']) => part);

describe.each(readdirSync(join(ROOT, FOLDER)))('%s', (name) => {
  const text = textOf(name);

  it('pins each action to a commit, with its version', () => {
    const used = found(text, /uses: (.+)$/gm);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  it('puts no text of others into what a shell runs', () => {
    interface Step {
      run?: string;
    }
    const jobs = Object.values(parse(text).jobs) as { steps: Step[] }[];
    const runs = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    expect(runs.length).toBeGreaterThan(0);
    expect(runs.filter((run) => run.includes('${{'))).toEqual([]);
  });
});

describe('ci.yml', () => {
  const text = textOf('ci.yml');

  it('runs only what the repository has', () => {
    const runs = found(text, /run: (.+)$/gm);
    expect(runs.length).toBeGreaterThan(0);
    expect(runs.filter((command) => !existsSync(join(ROOT, command)))).toEqual([]);
  });

  it('gives root its own home, without which Firefox does not start', () => {
    expect(jobOf(text, 'test')).toMatch(/^ {6}- run: \.ci\/run\n {8}env:\n {10}HOME: \/root$/m);
  });

  it('may do no more than read, but for publishing', () => {
    expect(text).toContain('\npermissions:\n  contents: read\n\n');
    expect(jobOf(text, 'test')).not.toContain('permissions:');
    expect(found(text, /^ {6}([\w-]+: write)$/gm)).toEqual(['pages: write', 'id-token: write']);
  });

  it('publishes what passed all tests on main, and tests every pull request', () => {
    expect(text).toMatch(/^on:\n {2}pull_request:\n {2}push:\n {4}branches: \[main\]$/m);
    expect(jobOf(text, 'test')).toMatch(/run: \.ci\/run\n.*if: github\.ref == 'refs\/heads\/main'\n.*pages-artifact/s);
    expect(jobOf(text, 'publish')).toMatch(/^ {4}needs: test\n {4}if: github\.ref == 'refs\/heads\/main'$/m);
    expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toMatch(/^exec npm test$/m);
  });
});
