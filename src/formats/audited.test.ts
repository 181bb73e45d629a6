import { randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { sourceContainer } from '../archive/container.ts';
import { remoteSource } from '../source/remote.ts';
import { SYSTEM, torchArchive } from '../testing/hidings.ts';
import { GOOD, sha256 } from '../testing/packed-carton.ts';
import { good, serve, stopServing } from '../testing/range-host.ts';
import { buildZip } from '../testing/zip-builder.ts';
import { openPackage } from './registry.ts';

afterEach(stopServing);

/** A carton of 2 MB with a PyTorch file that calls `os.system`, which nothing at its ends shows. */
function cartonOnHost(): Uint8Array<ArrayBuffer> {
  const files = { ...GOOD, 'model/a.pt': torchArchive(SYSTEM), 'model/noise': new Uint8Array(randomBytes(2_000_000)) };
  const lines = Object.entries(files).map(([path, data]) => `${path}=${sha256(data)}\n`);
  return buildZip([
    ...Object.entries(files).map(([name, data]) => ({ name, data })),
    { name: 'MANIFEST', data: lines.sort().join('') },
  ]);
}

it('of a host, what was read to verify is looked at without another request', async () => {
  const { url, asked } = await serve(good({}, cartonOnHost()));
  const opened = await openPackage(sourceContainer(await remoteSource(url)));
  const before = asked.length;
  const unread = await opened.audit();
  expect(asked).toHaveLength(before);
  expect(unread.findings.map(({ code }) => code)).toContain('load/unread');

  await opened.verify?.();
  const verified = asked.length;
  expect(verified).toBeGreaterThan(before);
  const held = await opened.audit({ isHeld: true });
  expect(asked).toHaveLength(verified);
  expect(held.findings).toContainEqual(expect.objectContaining({ code: 'pickle/dangerous', path: 'model/a.pt' }));
});
