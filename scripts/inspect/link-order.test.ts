import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { plannedSource } from '../../src/archive/plan.ts';
import type { OpenPackage } from '../../src/formats/format.ts';
import { openPackage } from '../../src/formats/registry.ts';
import { memorySource } from '../../src/source/memory.ts';
import { buildZip } from '../../src/testing/builders/zip-builder.ts';
import { CARTON_TOML_TEXT, inspectApart, makeInspected, makeScript } from '../../src/testing/inspected.ts';
import { argumentsOf } from './arguments.ts';
import { planOf } from './save.ts';

// A run starts a process, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const SIGNAL = new AbortController().signal;
const WEIGHTS = 'weights '.repeat(1000);
const sha = (text: string) => createHash('sha256').update(text).digest('hex');

let server: Server;
let origin = '';
let asked: string[] = [];
beforeAll(async () => {
  const files: Record<string, string> = { '/w': WEIGHTS, '/b': 'b', '/other': 'x', '/long': `${WEIGHTS}and more` };
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const file = files[url];
    if (url === '/moved') response.writeHead(302, { Location: '/w' }).end();
    else response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function zip(links?: string): Uint8Array<ArrayBuffer> {
  const files: Record<string, string> = {
    'carton.toml': CARTON_TOML_TEXT,
    'model/b': 'b',
    'model/w': WEIGHTS,
    'tensor_data/index.toml': 'tensor = []\n',
  };
  const lines = Object.entries(files).map(([path, text]) => `${path}=${sha(text)}\n`);
  const held = Object.entries({ ...files, 'misc/unlisted': 'u', MANIFEST: lines.join('') });
  const entries = held.map(([name, data]) => ({ name, data })).filter(({ name }) => !links || name !== 'model/w');
  return buildZip(links ? [...entries, { name: 'LINKS', data: links }] : entries);
}

const linked = (url: string) => zip(`version = 1\n[urls]\n${sha(WEIGHTS)} = ["${url}"]\n`);

/** The package that these options give, opened from the plan. */
async function edited(bytes: Uint8Array<ArrayBuffer>, ...options: string[]): Promise<OpenPackage> {
  const given = argumentsOf(['a.carton', ...options, '--out', 'b.carton']);
  if (given === 'help') throw new Error('help');
  const open = await openPackage(memorySource('a.carton', bytes));
  const plan = plannedSource(await planOf(open, given, SIGNAL));
  return openPackage(memorySource('b.carton', await plan.read(0, plan.size)));
}

const fileAt = ({ package: { files } }: OpenPackage, path: string) => files.find((file) => file.path === path);

describe('links on the command line', () => {
  it('are made and baked in the order given, once a host has the same bytes', async () => {
    const made = await edited(zip(), '--link', `model/w=${origin}/moved`, '--link', `model/w=${origin}/w`);
    expect(fileAt(made, 'model/w')).toMatchObject({
      hash: 'linked',
      link: { urls: [`${origin}/moved`, `${origin}/w`] },
    });
    const baked = await edited(linked(`${origin}/w`), '--bake', 'model/w', '--force');
    expect(baked.source('LINKS')).toBeUndefined();
    const source = baked.source('model/w');
    expect(Buffer.from((await source?.read(0, source.size)) ?? []).toString()).toBe(WEIGHTS);
    expect((await baked.verify?.())?.mismatches).toEqual([]);
    const all = [
      '--bake',
      'model/',
      '--rename',
      'model/w=model/v',
      '--link',
      `model/v=${origin}/w`,
      '--remove',
      'model/b',
      '--force',
    ];
    const moved = await edited(linked(`${origin}/w`), ...all);
    expect(fileAt(moved, 'model/v')).toMatchObject({
      hash: 'linked',
      sha256: sha(WEIGHTS),
      link: { urls: [`${origin}/w`] },
    });
    expect(fileAt(moved, 'model/w')).toBeUndefined();
    expect(moved.package.files.map(({ path }) => path)).not.toContain('model/b');
  });

  it.each([
    [
      ['--link', 'model/w=ORIGIN/other'],
      [sha('x'), sha(WEIGHTS), 'Its size is 1, and not 8,000 bytes'],
    ],
    [
      ['--link', 'model/w=ORIGIN/long'],
      ['more than the 8,000 bytes', sha(WEIGHTS)],
    ],
    [['--link', 'model/w=ORIGIN/none'], ['The host has no such file']],
    [['--link', 'model/w=http://a.example/w'], ['begin with https://, or with http:// on this computer']],
    [['--link', 'model/w=ftp://a.example/w'], ['begin with https://, or with http:// on this computer']],
    [['--link', 'model/w=https://me:pw@a.example/w'], ['password']],
    [['--link', 'model/w'], ['PATH=URL']],
    [['--link', 'model=ORIGIN/w'], ['is a folder']],
    [['--link', 'model/none=ORIGIN/w'], ['no file model/none']],
    [['--link', 'carton.toml=ORIGIN/w'], ['Edit tab']],
    [['--link', 'misc/unlisted=ORIGIN/w'], ['has no hash']],
    [['--bake', 'model/w'], ['not linked']],
    [['--bake', 'model'], ['no file in it is linked']],
  ])('are rejected before anything is written: %j', async (options, why) => {
    const given = options.map((option) => option.replace('ORIGIN', origin));
    for (const part of why) await expect(edited(zip(), ...given)).rejects.toThrow(part);
  });

  it('say where others cannot reach the host, unless the file is baked again', async () => {
    const notes = async (...options: string[]) => {
      const given = argumentsOf(['a.carton', ...options, '--out', 'b.carton']);
      const open = await openPackage(memorySource('a.carton', zip()));
      return given === 'help' ? [] : (await planOf(open, given, SIGNAL)).review.notes;
    };
    const link = ['--link', `model/w=${origin}/w`];
    const caveat = `The URL leads to ${new URL(origin).host}, which others cannot reach, and is not encrypted.`;
    expect(await notes(...link)).toContain(`--link model/w: ${caveat}`);
    expect(await notes(...link, '--rename', 'model/w=model/v')).toContain(`--link model/v: ${caveat}`);
    expect((await notes(...link, '--bake', 'model/w')).join()).not.toContain('cannot reach');
  });

  it('are not baked from this computer or a local network, unless the user says so', async () => {
    asked = [];
    const bytes = linked(`${origin}/w`);
    await expect(edited(bytes, '--bake', 'model/w')).rejects.toThrow('this computer or in a local network. --force');
    await expect(edited(linked('https://nas.local/w'), '--bake', 'model/')).rejects.toThrow(
      'nas.local is this computer',
    );
    expect(asked).toEqual([]);
    const baked = await edited(bytes, '--link', `model/w=${origin}/w`, '--bake', 'model/w');
    expect(baked.source('model/w')?.size).toBe(WEIGHTS.length);
    expect(asked).toEqual(['/w', '/w']);
  });

  it('write nothing where a linked file is another one, and leave nothing of what was fetched', async () => {
    const folder = await makeInspected();
    const temporary = await mkdtemp(join(tmpdir(), 'bake-'));
    // What is fetched goes when the process ends.
    const script = await makeScript(folder);
    const [wrong, right, out] = ['wrong.carton', 'linked.carton', 'out.carton'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(wrong, linked(`${origin}/other`));
    await writeFile(right, linked(`${origin}/w`));
    vi.stubEnv('TMPDIR', temporary);
    const refused = await inspectApart(script, wrong, '--bake', 'model/w', '--force', '--out', out);
    expect(refused.code).toBe(2);
    await expect(readFile(out)).rejects.toThrow('ENOENT');
    asked = [];
    const saved = await inspectApart(
      script,
      right,
      '--bake',
      'model/w',
      '--set',
      'license=MIT',
      '--force',
      '--out',
      out,
      '--verify',
    );
    vi.unstubAllEnvs();
    expect(saved.out).toContain('Written: model/w, carton.toml, MANIFEST\n');
    expect(asked).toEqual(['/w']);
    const open = await openPackage(memorySource('out.carton', new Uint8Array(await readFile(out))));
    expect(open.source('model/w')?.size).toBe(WEIGHTS.length);
    expect(await readdir(temporary)).toEqual([]);
    await rm(folder, { recursive: true });
    await rm(temporary, { recursive: true });
  });
});
