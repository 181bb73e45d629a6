import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { folderContainer, sourceContainer } from '../archive/container.ts';
import { encodeUtf8 } from '../base/bytes.ts';
import { memorySource } from '../source/memory.ts';
import { remoteSource } from '../source/remote.ts';
import { GOOD, sha256 } from '../testing/builders/packed-carton.ts';
import { buildTar } from '../testing/builders/tar-builder.ts';
import { buildZip } from '../testing/builders/zip-builder.ts';
import { SYSTEM, torchArchive } from '../testing/pickles/hidings.ts';
import { good, serve, stopServing } from '../testing/range-host.ts';
import { ALL_FORMATS, OPENED } from './list.ts';
import { openPackage, REGISTRY } from './registry.ts';
import { PAGES } from './views.ts';

/** What a file or a folder is opened as, and the formats that were loaded and asked. */
async function openedWith(from: Parameters<typeof openPackage>[0]) {
  const asked: string[] = [];
  const formats = REGISTRY.map((format) => ({
    ...format,
    core() {
      asked.push(format.id);
      return format.core();
    },
  }));
  const { package: pkg } = await openPackage(from, {}, formats);
  return { format: pkg.format, asked };
}

const file = (name: string, data: string | Uint8Array<ArrayBuffer>) =>
  openedWith(memorySource(name, typeof data === 'string' ? encodeUtf8(data) : data));

describe('opening', () => {
  it('asks no format if no sign fits', async () => {
    const tar = buildTar([{ name: 'weights/a.bin', data: 'a' }]);
    expect(await file('a.tar', tar)).toEqual({ format: 'tar', asked: [] });
    expect(await file('a.zip', buildZip([{ name: 'a.txt', data: 'a' }]))).toEqual({ format: 'zip', asked: [] });
    expect(await file('a.txt', 'a text')).toEqual({ format: 'file', asked: [] });
  });

  it('asks only formats whose signs fit, in order', async () => {
    expect(await file('a', '{}')).toEqual({ format: 'file', asked: ['ollama'] });
    const tar = buildTar([
      { name: 'manifest.json', data: '{}' },
      { name: 'metadata.json', data: '{}' },
    ]);
    expect(await file('a.tar', tar)).toEqual({ format: 'tar', asked: ['mldef', 'tvm-mlf'] });
    const folder = folderContainer('a', [{ path: 'MANIFEST', file: new File([''], 'MANIFEST') }]);
    expect(await openedWith(folder)).toEqual({ format: 'carton', asked: ['carton'] });
  });
});

describe('every format', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    // What forms share, and what checklists do.
    .filter(({ name }) => name !== 'form' && name !== 'checklist');
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

  it('is in the list, with what it adds to the page', () => {
    expect(ALL_FORMATS.map(({ id, folder = id }) => folder).sort()).toEqual(folders.map(({ name }) => name).sort());
    const withView = folders.filter(({ name }) => readdirSync(join(import.meta.dirname, name)).includes('view'));
    expect(PAGES.filter(({ view }) => view)).toHaveLength(withView.length);
    // With its type, so that a part with another name is an error.
    for (const { name } of withView) expect(read(`${name}/view/view.ts`)).toContain('export const view: FormatView =');
  });

  it('is in the README', () => {
    expect(read('../../README.md').replace(/\s+/g, ' ')).toContain(OPENED);
  });
});

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
