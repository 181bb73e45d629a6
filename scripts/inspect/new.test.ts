import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mldefModel } from '../../src/testing/builders/mldef-builder.ts';
import { exifOf, jpegOf } from '../../src/testing/builders/photo-builder.ts';
import { CARTON_TOML_TEXT, inspect, makeInspected } from '../../src/testing/inspected.ts';
import { hasPython, referenceRules } from '../../src/testing/reference-rules.ts';
import { writeNew } from './new.ts';

let folder = '';
const at = (...parts: string[]) => join(folder, ...parts);

beforeAll(async () => {
  folder = await makeInspected();
  await mkdir(at('model', '.git'), { recursive: true });
  await mkdir(at('model', 'data'));
  await mkdir(at('empty'));
  await writeFile(at('model', 'main.py'), 'def get_model(): ...\n');
  await writeFile(at('model', 'data', 'weights.bin'), new Uint8Array(3_000_000));
  await writeFile(at('model', '.git', 'config'), '[core]\n');
  await writeFile(at('model', '.env'), 'TOKEN=1\n');
  await writeFile(at('model', 'a.png'), 'picture');
  const readme = '---\nlicense: apache-2.0\n---\n# Cats\n\n![](a.png) [use](use.md)\n';
  await writeFile(at('model', 'README.md'), readme);
});

afterAll(() => rm(folder, { recursive: true }));

describe('inspect --new', () => {
  it('makes the same carton of a folder each time, and says what it left out', async () => {
    const first = await inspect('--new', at('model'), '--out', at('a.carton'), '--json', '--verify');
    expect(first.code).toBe(0);
    const found = JSON.parse(first.out);
    expect(found).toMatchObject({
      name: 'a.carton',
      format: 'carton',
      title: 'model',
      verified: { files: 6, mismatches: [] },
      description: '# Cats\n\n![](@misc/a.png) [use](use.md)',
      license: 'Apache-2.0',
    });
    expect(found.files.map(({ path }: { path: string }) => path)).toEqual([
      'carton.toml',
      'misc/a.png',
      'model/README.md',
      'model/data/weights.bin',
      'model/main.py',
      'tensor_data/index.toml',
      'MANIFEST',
    ]);
    expect(found.carton.runner).toMatchObject({ runner_name: 'python', opts: { entrypoint_package: 'main' } });
    const notes = found.made.notes.join('\n');
    expect(notes).toMatch(/Left out: \.env \(keys and passwords\)\. Anyone/);
    expect(notes).toContain('README.md is the description.\nThese lead nowhere from it: use.md.');
    expect(notes).toMatch(/Left out: \.git\/config\. Version history/);
    const second = await inspect('--new', `${at('model')}/`, '--out', at('b.carton'));
    expect([second.code, second.out]).toEqual([
      0,
      expect.stringContaining(`Made ${at('b.carton')}, which will not load: carton.lock is missing.\n`),
    ]);
    const hash = async (name: string) =>
      createHash('sha256')
        .update(await readFile(at(name)))
        .digest('hex');
    expect(await hash('b.carton')).toBe(await hash('a.carton'));
  });

  it('packs no secret under the name of a link, and says which links it leaves out and which names are bad', async () => {
    const root = at('linked');
    await mkdir(join(root, 'sub'), { recursive: true });
    await writeFile(join(root, 'a.txt'), 'a');
    await writeFile(join(root, 'con.txt'), 'named as a device');
    const gps = { latitude: [48, 30, 0, 'S'], longitude: [16, 15, 0, 'E'] } as const;
    await writeFile(join(root, 'photo.jpg'), jpegOf({ exif: exifOf({ gps }) }));
    await writeFile(join(root, '.env'), 'TOKEN=1\n');
    for (const [target, name] of [
      ['.env', 'settings.txt'],
      ['a.txt', 'same.txt'],
      ['sub', 'folder'],
      ['nothing', 'dangling'],
      ['.', 'loop'],
    ] as const)
      await symlink(target, join(root, name));
    const { code, out } = await inspect('--new', root, '--out', at('linked.carton'), '--json');
    expect(code).toBe(0);
    const { files, made } = JSON.parse(out);
    const paths = files.map(({ path }: { path: string }) => path);
    expect(paths.filter((path: string) => path.startsWith('model/'))).toEqual([
      'model/a.txt',
      'model/con.txt',
      'model/photo.jpg',
      'model/same.txt',
    ]);
    const notes = made.notes.join('\n');
    expect(notes).toContain('Left out: .env, settings.txt (keys and passwords)');
    expect(notes).toMatch(/Left out: dangling, folder, loop\. Links/);
    expect(notes).toContain('Windows cannot unpack “con.txt”');
    expect(notes).toContain('photo.jpg was taken at 48.5000° S, 16.2500° E.');
  });

  it('makes a carton of another package with what that says, and lists what it leaves behind', async () => {
    await writeFile(at('a.mldef'), mldefModel());
    const made = await inspect('--new', at('a.mldef'), '--out', at('from-mldef.carton'), '--json', '--verify');
    expect(made.code).toBe(0);
    const found = JSON.parse(made.out);
    expect(found).toMatchObject({ format: 'carton', title: 'Thermostat', summary: 'Says when to heat' });
    expect(found.description).toBe('Tags: home, energy');
    expect(found.inputs).toMatchObject([{ name: 'room', dtype: 'float64', shape: [2] }]);
    expect(found.files.map(({ path }: { path: string }) => path)).toContain('model/layers/w.float32');
    const notes = found.made.notes.join('\n');
    expect(notes).toContain('The types of inputs and outputs are float64');
    expect(notes).toContain('Left behind: Author (A. Author, a@example.com).');
    const none = await inspect('--new', at('gone'), '--out', at('none.carton'));
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('is not a folder or a file.')]);
  });

  it('cuts the places out of photos where that is asked for, and says so', async () => {
    const root = at('photos');
    await mkdir(root);
    const gps = { latitude: [48, 30, 0, 'S'], longitude: [16, 15, 0, 'E'] } as const;
    const photo = jpegOf({ exif: exifOf({ gps }) });
    await writeFile(join(root, 'photo.jpg'), photo);
    const kept = await inspect('--new', root, '--out', at('kept.carton'), '--json');
    expect(JSON.parse(kept.out).made.notes.join()).toContain('--cut-places cuts that out.');
    const made = await inspect('--new', root, '--cut-places', '--out', at('cut.carton'), '--json', '--verify');
    expect(made.code).toBe(0);
    const { files, made: told } = JSON.parse(made.out);
    expect(told.notes.join()).toContain('photo.jpg was taken at 48.5000° S, 16.2500° E. That was cut out.');
    const { size, sha256 } = files.find(({ path }: { path: string }) => path === 'model/photo.jpg');
    expect(size).toBe(photo.length);
    expect(sha256).not.toBe(createHash('sha256').update(photo).digest('hex'));
    const photoAt = `misc/photo.jpg=${join(root, 'photo.jpg')}`;
    const put = await inspect(
      at('cut.carton'),
      '--put',
      photoAt,
      '--cut-places',
      '--out',
      at('put-cut.carton'),
      '--json',
    );
    const after = JSON.parse(put.out).files.find(({ path }: { path: string }) => path === 'misc/photo.jpg');
    expect(after.sha256).toBe(sha256);
    const wrong = await inspect(at('cut.carton'), '--cut-places', '--out', at('no.carton'));
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--cut-places needs --new or --put.')]);
  });

  it.skipIf(!hasPython)('makes a carton of a folder with the two fields that the format requires', async () => {
    const root = at('two-fields');
    await mkdir(join(root, 'model'), { recursive: true });
    const two = '[runner]\nrunner_name = "noop"\nrequired_framework_version = "=1.12.1"\n';
    await writeFile(join(root, 'carton.toml'), two);
    await writeFile(join(root, 'model', 'a'), 'a');
    const opened = await inspect(root);
    expect([opened.code, opened.out]).toEqual([0, expect.stringContaining('carton/unpacked')]);
    const made = await inspect('--new', root, '--compression', 'stored', '--out', at('two-fields.carton'));
    expect(made.code).toBe(0);
    expect(referenceRules(at('two-fields.carton'))).toEqual(['carton.toml', 'model/a', 'tensor_data/index.toml']);
    const again = await inspect(at('two-fields.carton'), '--json', '--verify');
    expect([again.code, JSON.parse(again.out).findings]).toEqual([0, []]);
  });

  it('lists no secret of an unpacked carton in MANIFEST, although LINKS has its hash', async () => {
    const root = at('with-secret');
    await mkdir(root);
    const hash = 'ab'.repeat(32);
    await writeFile(join(root, 'carton.toml'), CARTON_TOML_TEXT);
    await writeFile(join(root, '.env'), 'TOKEN=1\n');
    await writeFile(join(root, 'MANIFEST'), `.env=${hash}\n`);
    await writeFile(join(root, 'LINKS'), `version = 1\n\n[urls]\n${hash} = ["https://x.example/a"]\n`);
    const { signal } = new AbortController();
    const notes = await writeNew(
      { folder: root, compression: 'stored' },
      at('with-secret.carton'),
      'with-secret.carton',
      signal,
    );
    expect(notes.join(' ')).toContain('“.env” was left out or put elsewhere, so MANIFEST does not list it.');
  });

  it('writes nothing until there is an answer for each file that may contain a secret', async () => {
    const root = at('secrets');
    await mkdir(join(root, 'certs'), { recursive: true });
    // Put together here, so that no scanner of secrets finds one in this file.
    const dashes = '-'.repeat(5);
    const key = 'Zb3'.repeat(12);
    for (const [path, text] of Object.entries({
      'infer.py': 'def get_model(): ...\n',
      '.aws_credentials': '[default]\n',
      'token.txt': 'see the wiki\n',
      'prod.env': `A=1\nHF_TOKEN=hf_${key.slice(2)}\n`,
      'notes.txt': `To log in:\n\n${dashes}BEGIN RSA PRIVATE KEY${dashes}\n${key}\n`,
      'certs/ca.pem': 'public',
    }))
      await writeFile(join(root, path), text);
    const asked = await inspect('--new', root, '--out', at('secrets.carton'), '--force', '--json');
    expect(asked.code).toBe(2);
    expect(asked.out).not.toContain(key.slice(2));
    const { error } = JSON.parse(asked.out);
    expect(error.message.split('\n')).toEqual([
      'Nothing was written: 4 files may contain secrets. Decide for each with --keep PATH or --leave-out PATH.',
      '  .aws_credentials  Its name suggests credentials',
      '  notes.txt  Line 3: private key',
      '  prod.env  Its name suggests environment variables; Line 2: Hugging Face token',
      '  token.txt  Its name suggests access tokens or passwords',
    ]);
    expect(error.secrets[1]).toEqual({
      path: 'notes.txt',
      secrets: [{ rule: 'private-key', what: 'private key', line: 3 }],
    });
    // One answer is not enough.
    const answers = ['--leave-out', '.aws_credentials', '--leave-out', 'prod.env', '--keep', 'certs/ca.pem'];
    const some = await inspect('--new', root, ...answers, '--out', at('secrets.carton'));
    expect([some.code, some.err]).toEqual([2, expect.stringContaining('2 files may contain secrets')]);
    expect(await readdir(folder)).not.toContain('secrets.carton');
    const all = [...answers, '--keep', 'notes.txt', '--leave-out', 'token.txt'];
    const made = await inspect('--new', root, ...all, '--out', at('secrets.carton'), '--json');
    expect(made.code).toBe(0);
    const { files, made: told } = JSON.parse(made.out);
    expect(files.flatMap(({ path }: { path: string }) => (path.startsWith('model/') ? path : []))).toEqual([
      'model/certs/ca.pem',
      'model/infer.py',
      'model/notes.txt',
    ]);
    expect(told.notes).toContain('notes.txt was packed, and may contain secrets: Line 3: private key.');
    const put = ['--put', `misc/notes.txt=${join(root, 'notes.txt')}`, '--out', at('put-secret.carton')];
    const noted = await inspect(at('secrets.carton'), ...put);
    expect(noted.out).toContain('misc/notes.txt may contain secrets: Line 3: private key.');
  });

  it('says what it did not search for secrets, and takes answers about files that are there', async () => {
    const made = await inspect('--new', at('model'), '--leave-out', 'data', '--out', at('left.carton'), '--json');
    const { files, made: told } = JSON.parse(made.out);
    expect(files.map(({ path }: { path: string }) => path)).not.toContain('model/data/weights.bin');
    expect(told.notes.join()).not.toContain('searched');
    const whole = await inspect('--new', at('model'), '--out', at('whole.carton'), '--json');
    expect(JSON.parse(whole.out).made.notes).toContain(
      'Not fully searched for secrets: data/weights.bin. Only files of up to 1 MiB each and 64 MiB in all are.',
    );
    for (const [options, why] of [
      [['--keep', 'none.txt'], '--keep: the folder has no file none.txt.'],
      [['--leave-out', 'none'], '--leave-out: the folder has no file none.'],
      [['--leave-out', 'main.py', '--keep', 'main.py'], 'Say either --keep or --leave-out of main.py.'],
    ] as const) {
      const { code, err } = await inspect('--new', at('model'), ...options, '--out', at('no.carton'));
      expect([code, err]).toEqual([2, expect.stringContaining(why)]);
    }
    const { code, err } = await inspect(at('a.carton'), '--keep', 'main.py', '--out', at('no.carton'));
    expect([code, err]).toEqual([2, expect.stringContaining('--keep needs --new.')]);
  });

  it('says so where a name is not UTF-8', async () => {
    await mkdir(at('names'));
    await writeFile(Buffer.concat([Buffer.from(`${at('names')}/`), Buffer.of(0x61, 0xff)]), 'x');
    const { code, err } = await inspect('--new', at('names'), '--out', at('no.carton'));
    expect([code, err]).toEqual([2, expect.stringMatching(/cannot be read/)]);
    expect(err).not.toContain('Something went wrong');
  });

  it('sets fields of the new carton, and chooses its runner and compression', async () => {
    const options = ['--runner', 'noop', '--compression', 'stored', '--set', 'license=MIT', '--json'];
    const { code, out } = await inspect('--new', at('model'), ...options, '--out', at('c.carton'));
    expect(code).toBe(0);
    const found = JSON.parse(out);
    expect(found).toMatchObject({ license: 'MIT', carton: { runner: { runner_name: 'noop' } } });
    expect(new Set(found.files.map(({ storage }: { storage: string }) => storage))).toContain('Stored');
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('fits the entry point to the functions of its file, as the page does', async () => {
    const root = at('functions');
    await mkdir(root);
    const made = async (python: string, out: string) => {
      await writeFile(join(root, 'infer.py'), python);
      const found = JSON.parse((await inspect('--new', root, '--out', at(out), '--json')).out);
      return { fn: found.carton.runner.opts.entrypoint_fn, notes: found.made.notes.join('\n') };
    };
    const fitted = await made('def load():\n  ...\n', 'load.carton');
    expect(fitted.fn).toBe('load');
    expect(fitted.notes).not.toContain('defines');
    expect(await made('def a(): ...\ndef b(): ...\n', 'two.carton')).toEqual({
      fn: 'get_model',
      notes: expect.stringContaining('No definition of get_model found in model/infer.py. It defines a, b.'),
    });
  });

  it('says what there is to say of the edits of the new carton too', async () => {
    const gps = { latitude: [48, 30, 0, 'S'], longitude: [16, 15, 0, 'E'] } as const;
    await writeFile(at('put.jpg'), jpegOf({ exif: exifOf({ gps }) }));
    const options = ['--put', `misc/put.jpg=${at('put.jpg')}`, '--json'];
    const { out } = await inspect('--new', at('model'), ...options, '--out', at('put.carton'));
    expect(JSON.parse(out).made.notes.join('\n')).toContain('misc/put.jpg was taken at 48.5000° S, 16.2500° E.');
  });

  it('writes nothing where it cannot make a carton', async () => {
    for (const [folderName, ...options] of [
      ['none'],
      ['empty'],
      ['model', '--runner', 'x'],
      ['model', '--compression', 'x'],
      ['model', '--set', 'runner.required_framework_version=bad'],
    ] as const) {
      const { code } = await inspect('--new', at(folderName), ...options, '--out', at('no.carton'));
      expect(code).toBe(2);
    }
    expect((await inspect('--new', at('model'), '--out', at('a.carton'))).code).toBe(2);
    await symlink('/etc/hostname', at('empty', 'link'));
    expect((await inspect('--new', at('empty'), '--out', at('no.carton'))).code).toBe(2);
    expect((await readdir(folder)).filter((name) => /no\.carton|\.part$/.test(name))).toEqual([]);
  });
});
