import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderContainer, sourceContainer } from '../../../archive/container.ts';
import { fixture, fixturePath, fixtureSource, hasFixtures } from '../../../testing/fixtures.ts';
import { openPackage } from '../../registry.ts';
import type { OllamaOwn } from './own.ts';

/** What independent readers say of models that others made. */
interface Verdict {
  severity: 'ok' | 'info' | 'warning' | 'error';
  opens: boolean;
  expect: string;
}

const cases = (
  hasFixtures ? Object.entries<Verdict>(JSON.parse(new TextDecoder().decode(fixture('neighbours/expected.json')))) : []
).filter(([path]) => path.startsWith('ollama/'));

function folder(path: string) {
  const root = fixturePath(path);
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const whole = join(entry.parentPath, entry.name);
      const inside = whole.slice(root.length + 1);
      return { path: `top/${inside}`, file: new File([fixture(`${path}/${inside}`)], entry.name) };
    });
  return folderContainer('top', files);
}

describe.skipIf(!hasFixtures)('models that others made', () => {
  it('are all looked at', () => {
    expect(cases.map(([path]) => path).sort()).toEqual(
      readdirSync(fixturePath('neighbours/ollama'))
        .map((name) => `ollama/${name}`)
        .sort(),
    );
  });

  it.each(cases)('%s: $expect', async (path, { severity }) => {
    const { package: pkg, verify } = await openPackage(folder(`neighbours/${path}`));
    expect(pkg.format).toBe('ollama');
    const findings = [...pkg.findings, ...((await verify?.())?.findings ?? [])];
    const found = new Set<string>(findings.map((finding) => finding.severity));
    if (severity === 'ok') expect(findings.filter((finding) => finding.severity !== 'info')).toEqual([]);
    else expect([...found]).toContain(severity);
    if (severity === 'warning') expect(found.has('error')).toBe(false);
  });

  it('share blobs, which count once', async () => {
    const { package: pkg } = await openPackage(folder('neighbours/ollama/ol-two-models-share'));
    const { models, blobs, kind } = pkg.own as OllamaOwn;
    expect(kind).toBe('store');
    expect(blobs).toMatchObject({ count: 7, bytes: 256 + 13 + 25 + 52 + 4 + 186 + 12 });
    expect(models.map(({ title, aloneBytes, sharedBytes }) => [title, aloneBytes, sharedBytes])).toEqual([
      ['held-out:latest', 13 + 25 + 52, 256 + 4 + 186],
      ['held-out:other', 12, 256 + 4 + 186],
    ]);
  });

  it('need their blobs where there is only a manifest', async () => {
    const source = fixtureSource('real/ollama/manifests/registry.ollama.ai/library/gemma/2b');
    const { package: pkg } = await openPackage(sourceContainer(source));
    expect(pkg.findings.map(({ code }) => code)).toEqual(['ollama/blobs-elsewhere']);
    expect(pkg.own).toMatchObject({ kind: 'manifest', models: [{ missing: 5, listedBytes: '1678456656' }] });
    expect((pkg.own as OllamaOwn).models[0]?.layers.map(({ label, state }) => `${label}: ${state}`)).toEqual([
      'Model: elsewhere',
      'License: elsewhere',
      'Template: elsewhere',
      'Parameters: elsewhere',
      'Configuration: elsewhere',
    ]);
    expect(pkg.identity?.sha256.startsWith((pkg.own as OllamaOwn).models[0]?.id ?? 'none')).toBe(true);
  });
});
