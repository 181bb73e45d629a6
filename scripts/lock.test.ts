import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
}

const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
const packages: Record<string, Locked> = JSON.parse(text).packages;

describe('the lock file', () => {
  it('names no download addresses, so that any registry works', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(text).not.toMatch(/"https?:[^"]*\.tgz"/);
  });

  it('names the builds for every platform', () => {
    const missing: string[] = [];
    for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
      for (const name of Object.keys(optionalDependencies)) {
        if (!packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
          missing.push(`${path}: ${name}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('pins every required package by its hash', () => {
    const loose = Object.entries(packages).filter(
      ([path, entry]) => path !== '' && !entry.optional && !entry.integrity,
    );
    expect(loose).toEqual([]);
  });
});
