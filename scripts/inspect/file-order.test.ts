import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plannedSource } from '../../src/archive/plan.ts';
import type { OpenPackage } from '../../src/formats/format.ts';
import { openPackage } from '../../src/formats/registry.ts';
import { memorySource } from '../../src/source/memory.ts';
import { bytesOf, jpegOf } from '../../src/testing/builders/photo-builder.ts';
import { buildZip } from '../../src/testing/builders/zip-builder.ts';
import { CARTON_TOML_TEXT, inspect, makeInspected } from '../../src/testing/inspected.ts';
import { argumentsOf } from './arguments.ts';
import { planOf } from './save.ts';

const TOML = `model_description = "![](@misc/a.png)"\n${CARTON_TOML_TEXT}`;
const SIGNAL = new AbortController().signal;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'order-'));
  await writeFile(join(folder, 'new.txt'), 'new content');
});
afterAll(() => rm(folder, { recursive: true }));

const opened = async (more?: Record<string, string>): Promise<OpenPackage> =>
  openPackage(memorySource('a.carton', await packed(more)));

async function packed(more: Record<string, string> = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { createHash } = await import('node:crypto');
  const files: Record<string, string> = {
    'carton.toml': TOML,
    'misc/a.png': 'picture',
    'model/sub/b': 'b',
    'model/sub/c': 'c',
    'tensor_data/index.toml': 'tensor = []\n',
    ...more,
  };
  const lines = Object.entries(files).map(
    ([path, text]) => `${path}=${createHash('sha256').update(text).digest('hex')}\n`,
  );
  const entries = Object.entries({ ...files, MANIFEST: lines.join('') }).map(([name, data]) => ({ name, data }));
  return buildZip(entries);
}

/** The package that these options give, opened from the plan. */
async function edited(...options: string[]): Promise<{ open: OpenPackage; text(path: string): Promise<string> }> {
  const given = argumentsOf(['a.carton', ...options, '--out', 'b.carton']);
  if (given === 'help') throw new Error('help');
  const open = await openPackage(plannedSource(await planOf(await opened(), given, SIGNAL)));
  return {
    open,
    async text(path) {
      const source = open.source(path);
      return Buffer.from((await source?.read(0, source.size)) ?? 'none').toString();
    },
  };
}

const put = (path: string) => `--put=${path}=${join(folder, 'new.txt')}`;

describe('changes of files on the command line', () => {
  it('say which new names some systems cannot unpack', async () => {
    const notes = async (...options: string[]) => {
      const given = argumentsOf(['a.carton', ...options, '--out', 'b.carton']);
      return given === 'help' ? [] : (await planOf(await opened(), given, SIGNAL)).review.notes;
    };
    expect(await notes(put('Manifest'))).toEqual([expect.stringContaining('differ only in case')]);
    expect(await notes('--rename=model/sub=model/con')).toEqual([
      expect.stringContaining('Windows cannot unpack'),
      expect.stringContaining('Windows cannot unpack'),
    ]);
    expect(await notes(put('misc/new.txt'), put('model/sub/b'))).toEqual([]);
    await writeFile(join(folder, 'photo.jpg'), bytesOf(jpegOf({}), 'a film'));
    expect(await notes(`--put=misc/a.png=${join(folder, 'photo.jpg')}`)).toEqual([
      expect.stringMatching(
        /^misc\/a\.png could not be checked completely\. There are bytes after the picture’s end\./,
      ),
    ]);
  });

  it('are made in the order given, among those of fields', async () => {
    const made = await edited(
      ...['--rename', 'misc/a.png=misc/b.png', '--set', 'license=MIT', put('misc/a.png')],
      ...['--rename', 'model/sub/=model/other', '--remove', 'model/other/c'],
    );
    expect(await made.text('misc/b.png')).toBe('picture');
    expect(await made.text('misc/a.png')).toBe('new content');
    expect(await made.text('model/other/b')).toBe('b');
    expect(await made.text('model/other/c')).toBe('none');
    expect(made.open.package.description).toBe('![](@misc/b.png)');
    expect(made.open.package.license).toBe('MIT');
    expect((await made.open.verify?.())?.mismatches).toEqual([]);
  });

  it('leave the order to whoever asks: what was set before a rename follows it', async () => {
    const made = await edited('--set', 'model_description="@misc/a.png"', '--rename', 'misc/a.png=misc/b.png');
    expect(made.open.package.description).toBe('@misc/b.png');
  });

  it('rename a folder with what names its files', async () => {
    const given = argumentsOf(['a.carton', '--rename', 'tensor_data/old=tensor_data/new', '--out', 'b.carton']);
    if (given === 'help') throw new Error('help');
    const index = (file: string) =>
      `[[tensor]]\nname = "a"\ndtype = "uint8"\nshape = [1] # one\nfile = "${file}"\ninner = []\n`;
    const files = { 'tensor_data/index.toml': index('old/a.bin'), 'tensor_data/old/a.bin': 'a' };
    const open = await openPackage(plannedSource(await planOf(await opened(files), given, SIGNAL)));
    const source = open.source('tensor_data/index.toml');
    expect(Buffer.from((await source?.read(0, source.size)) ?? '').toString()).toBe(index('new/a.bin'));
    expect(open.package.findings.filter(({ code }) => code.startsWith('tensor/'))).toEqual([]);
  });

  it.each([
    [['--rename', 'none=x'], 'no file none'],
    [['--rename', 'misc/a.png=model/sub/b'], 'already a file'],
    [['--rename', 'misc/a.png=../b'], '“..”'],
    [['--remove', 'carton.toml'], 'Edit tab'],
    [['--rename', 'misc/a.png=MANIFEST'], 'MANIFEST is written'],
    [['--remove', 'misc/a.png', '--remove', 'misc/a.png'], 'no file misc/a.png'],
    [['--put', 'misc/x=/nowhere/at/all'], '--put: there is no file /nowhere/at/all.'],
    [['--put', 'model=x'], 'already a folder'],
    [['--put', 'misc/x'], 'PATH=FILE'],
    [['--rename', 'a='], 'OLD=NEW'],
  ])('are rejected before anything is written: %j', async (options, why) => {
    await expect(edited(...options)).rejects.toThrow(why);
  });

  it('print the warnings that the old package did not have', async () => {
    const [from, kept, out] = ['pictured', 'kept', 'bare'].map((name) => join(folder, `${name}.carton`)) as [
      string,
      string,
      string,
    ];
    await writeFile(from, await packed());
    const changed = await inspect(from, '--remove', 'model/sub/b', '--out', kept);
    expect([changed.code, changed.out]).toEqual([0, expect.not.stringContaining('New warnings')]);
    const removed = await inspect(from, '--remove', 'misc/a.png', '--out', out);
    expect([removed.code, removed.out]).toEqual([
      0,
      expect.stringMatching(/\nNew warnings\n {2}warning {2}meta\/misc-missing .*misc\/a\.png/),
    ]);
    const again = await inspect(out, '--remove', 'model/sub/b', '--out', `${out}2`);
    expect([again.code, again.out]).toEqual([0, expect.not.stringContaining('New warnings')]);
    const json = await inspect(from, '--remove', 'misc/a.png', '--out', `${out}3`, '--json');
    expect(JSON.parse(json.out).saved.newWarnings).toEqual([expect.objectContaining({ code: 'meta/misc-missing' })]);
  });

  it('save, and say what became of each file', async () => {
    const inspected = await makeInspected();
    const out = join(inspected, 'files.carton');
    const { code, out: said } = await inspect(join(inspected, 'right.carton'), put('misc/new.txt'), '--out', out);
    expect([code, said]).toEqual([0, expect.stringContaining('Written: misc/new.txt (new), MANIFEST')]);
    const { out: json } = await inspect(out, '--remove', 'misc/new.txt', '--out', `${out}2`, '--json', '--verify');
    expect(JSON.parse(json)).toMatchObject({
      saved: {
        files: [
          { path: 'misc/new.txt', kind: 'removed' },
          { path: 'MANIFEST', kind: 'changed' },
        ],
      },
      verified: { mismatches: [] },
    });
    await rm(inspected, { recursive: true });
  });
});
