import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildNpy } from '../testing/builders/numpy-files.ts';
import { buildSafetensors, entryText } from '../testing/builders/safetensors-builder.ts';
import { buildZip } from '../testing/builders/zip-builder.ts';
import { isPackageError, openPackage, type PackageChange, UsageError } from './library.ts';

const sample = new Uint8Array(readFileSync(new URL('../../public/sample.carton', import.meta.url)));
const openSample = () => openPackage(sample, { name: 'sample.carton' });

describe('openPackage', () => {
  it('opens bytes, a Blob, a File and the files of a folder alike', async () => {
    const buffer = sample.slice().buffer;
    for (const from of [sample, buffer, new Blob([sample]), new File([sample], 'sample.carton')]) {
      const model = await openPackage(from, { name: 'sample.carton' });
      expect([model.format, model.size, model.title]).toEqual([
        'carton',
        sample.length,
        'Circles, squares and triangles',
      ]);
    }
    const model = await openSample();
    const files = new Map(
      await Promise.all(
        model.files.map(async ({ path }) => [path, new Blob([await model.readFile(path)] as BlobPart[])] as const),
      ),
    );
    const folder = await openPackage({ name: 'folder', files });
    expect([folder.format, folder.files.length]).toEqual(['carton', model.files.length]);
    expect((await folder.verify()).mismatches).toEqual([]);
  });

  it('takes gzip off', async () => {
    const model = await openPackage(gzipSync(buildNpy()), { name: 'a.npy.gz' });
    expect([model.name, model.format]).toEqual(['a.npy', 'numpy']);
  });

  it('rejects with a code where nothing can be said of the file, and when canceled', async () => {
    const error = await openPackage(new TextEncoder().encode('no zip'), { name: 'a.carton' }).catch((found) => found);
    expect(isPackageError(error) && [error.code, error.tag]).toEqual(['zip/not-a-zip', 'bad-file']);
    const canceled = await openPackage(sample, { signal: AbortSignal.abort() }).catch((found) => found);
    expect(isPackageError(canceled) && canceled.tag).toBe('cancelled');
    for (const from of ['a.carton', null, undefined, { files: 5 }])
      expect(await openPackage(from as never).catch((found) => found)).toBeInstanceOf(UsageError);
  });
});

describe('an open package', () => {
  it('reads parts of files, whole or as a stream', async () => {
    const model = await openSample();
    const [{ path, size = 0 } = { path: '' }] = model.files;
    const whole = await model.readFile(path);
    expect(whole.length).toBe(size);
    expect(await model.readFile(path, { start: 5, end: 9 })).toEqual(whole.slice(5, 9));
    const streamed = await new Response(model.streamFile(path, { start: 5 })).bytes?.();
    expect(streamed ?? whole.slice(5)).toEqual(whole.slice(5));
    const gone = await model.readFile('gone').catch((found) => found);
    expect([gone.code, gone.message]).toEqual(['source/no-such-file', '“sample.carton” does not have “gone”.']);
    expect(() => model.streamFile('gone')).toThrow('does not have “gone”');
    expect((await model.readFile(path, { end: size + 1 }).catch((found) => found)).code).toBe('source/out-of-range');
  });

  it('reads values of tensors, part by part', async () => {
    const values = new Float32Array([1, 2, 3, 4]);
    const model = await openPackage(
      buildSafetensors(`{${entryText('w', 'F32', [2, 2], 0, 16)}}`, new Uint8Array(values.buffer)),
      { name: 'w.safetensors' },
    );
    expect(model.tensors).toEqual([{ name: 'w', dtype: 'float32', shape: [2n, 2n], problem: undefined }]);
    expect((await model.readTensor('w')).values).toEqual(values);
    expect(await model.readTensor('w', { start: 1, end: 3 })).toMatchObject({ values: new Float32Array([2, 3]) });
    expect((await model.readTensor('x').catch((found) => found)).code).toBe('reference/tensor-missing');
    expect(model.canVerify).toBe(false);
    await expect(model.verify()).rejects.toThrow(UsageError);
  });

  it('has names of the language as any others', async () => {
    const names = ['__proto__', 'constructor'];
    const entries = names.map((name, i) => entryText(name, 'F32', [1], 4 * i, 4 * i + 4)).join();
    const weights = await openPackage(buildSafetensors(`{${entries}}`, new Uint8Array(8)), { name: 'w.safetensors' });
    expect(weights.tensors.map(({ name }) => name)).toEqual(names);
    for (const name of names) expect((await weights.readTensor(name)).values).toHaveLength(1);
    const model = await openSample();
    for (const name of names) {
      expect((await model.readFile(name).catch((found) => found)).code).toBe('source/no-such-file');
      expect((await model.readTensor(name).catch((found) => found)).code).toBe('reference/tensor-missing');
    }
    const plan = await model.plan(names.map((name) => ({ put: name, content: name })));
    const saved = await openPackage(await plan.toBlob(), { name: 'new.carton' });
    expect(new TextDecoder().decode(await saved.readFile('__proto__'))).toBe('__proto__');
    expect((await saved.verify()).mismatches).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('does nothing once it is closed', async () => {
    const model = await openSample();
    const plan = await model.plan([]);
    await model.close();
    await model.close();
    const calls = [
      () => model.readFile('carton.toml'),
      () => model.readTensor('_tensor_0'),
      () => model.verify(),
      () => model.audit(),
      () => model.plan([]),
      () => plan.toBlob(),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ name: 'UsageError', code: 'usage/closed' });
    for (const call of [() => model.streamFile('carton.toml'), () => plan.stream()])
      expect(call).toThrow('was closed.');
  });

  it('plans several changes at once, each of the package as it is', async () => {
    const model = await openSample();
    const licenses = Array.from({ length: 8 }, (_, i) => `License ${i}`);
    const saved = licenses.map(async (to) => {
      const plan = await model.plan([{ set: 'license', to }]);
      return (await openPackage(await plan.toBlob(), { name: 'new.carton' })).license;
    });
    expect(await Promise.all(saved)).toEqual(licenses);
  });

  it('verifies and says what does not match', async () => {
    const model = await openSample();
    const progress: number[] = [];
    const found = await model.verify({ onProgress: (done) => progress.push(done) });
    expect([found.files, found.mismatches]).toEqual([22, []]);
    // With the list of hashes itself.
    expect(progress.at(-1)).toBeGreaterThan(found.bytes);
    const changed = new Map([
      ['carton.toml', new Blob([await model.readFile('carton.toml'), '\n'] as BlobPart[])],
      ['MANIFEST', new Blob([await model.readFile('MANIFEST')] as BlobPart[])],
    ]);
    const broken = await (await openPackage({ name: 'folder', files: changed })).verify();
    expect(broken.mismatches).toEqual(['carton.toml']);
    expect(broken.findings[0]).toMatchObject({ severity: 'error', path: 'carton.toml' });
  });

  it('tells what loading it would run', async () => {
    const { sentence, weight, facts } = await (await openSample()).audit();
    expect([sentence, weight]).toEqual(['Loading it runs Python', 'warning']);
    expect(facts[0]?.kind).toBe('runs');
    const pickle = new TextEncoder().encode("cos\nsystem\n(S'true'\ntR.");
    const evil = await openPackage(pickle, { name: 'a.pkl' });
    const found = await evil.audit();
    expect(found.weight).toBe('error');
    expect([...evil.findings, ...found.findings].some(({ severity }) => severity === 'error')).toBe(true);
  });
});

describe('a plan', () => {
  it('changes fields and files, and gives the new package as a Blob or a stream', async () => {
    const model = await openSample();
    const plan = await model.plan([
      { set: 'license', to: 'MIT' },
      { set: ['input', 0, 'description'], to: 'One picture' },
      { put: 'misc/notes.md', content: '# Notes' },
      { rename: 'misc/notes.md', to: 'misc/more.md' },
      { put: 'misc/more.md', content: new Uint8Array([35]) },
    ]);
    expect(plan.losses.concat(plan.newErrors as never)).toEqual([]);
    expect(plan.changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'added misc/more.md',
      'changed carton.toml',
      'changed MANIFEST',
    ]);
    const blob = await plan.toBlob();
    expect(blob.size).toBe(plan.size);
    expect(new Uint8Array(await new Response(plan.stream()).arrayBuffer())).toEqual(
      new Uint8Array(await blob.arrayBuffer()),
    );
    const saved = await openPackage(blob, { name: 'new.carton' });
    expect([saved.license, (await saved.verify()).mismatches]).toEqual(['MIT', []]);
    expect(await saved.readFile('misc/more.md')).toEqual(new Uint8Array([35]));
    expect(new TextDecoder().decode(await saved.readFile('carton.toml'))).toContain('description = "One picture"');
  });

  it('gives the same bytes where nothing changes', async () => {
    const model = await openSample();
    const plan = await model.plan([{ set: 'license', to: 'Apache-2.0' }]);
    expect(new Uint8Array(await (await plan.toBlob()).arrayBuffer())).toEqual(sample);
  });

  it('makes references follow renamed files', async () => {
    const model = await openSample();
    const old = model.files.find(({ path }) => path.startsWith('misc/'))?.path ?? '';
    const plan = await model.plan([{ rename: old, to: 'misc/renamed' }]);
    const saved = await openPackage(await plan.toBlob(), { name: 'new.carton' });
    expect(new TextDecoder().decode(await saved.readFile('carton.toml'))).toContain('@misc/renamed');
    expect(saved.findings).toEqual(model.findings);
  });

  it('is not saved where it brings errors, unless it is forced', async () => {
    const model = await openSample();
    const plan = await model.plan([{ set: ['input', 0, 'dtype'], to: 'float33' }]);
    expect(plan.newErrors.length).toBeGreaterThan(0);
    await expect(plan.toBlob()).rejects.toThrow(UsageError);
    expect(() => plan.stream()).toThrow('Nothing was saved.');
    expect((await plan.toBlob({ force: true })).size).toBe(plan.size);
  });

  it('moves and removes the files of a folder', async () => {
    const model = await openSample();
    const plan = await model.plan([{ rename: 'misc/', to: 'more' }, { remove: 'more/_example_misc_file_0' }]);
    const paths = plan.changes.map(({ kind, path }) => `${kind} ${path}`);
    expect(paths).toContain('renamed more/_example_misc_file_1');
    expect(paths).toContain('removed misc/_example_misc_file_0');
    expect((await model.plan([{ remove: 'misc' }])).changes.filter(({ kind }) => kind === 'removed')).toHaveLength(4);
  });

  const itself: Record<string, unknown> = {};
  itself.itself = itself;
  const refused: [change: unknown, code: string, why: string][] = [
    [{ set: 'licence', to: 'MIT' }, '/unknown-field', 'has no key licence. The nearest key is license.'],
    [{ set: ['__proto__', 'x'], to: 'MIT' }, '/unknown-field', 'has no key __proto__.'],
    [{ set: ['input', 9, 'name'], to: 'x' }, '/unknown-field', 'input has no item 9.'],
    [{ put: '../a', content: '' }, '/bad-name', '../a'],
    [{ put: 'MANIFEST', content: '' }, '/own-file', 'MANIFEST cannot be changed as a file.'],
    [{ rename: 'gone', to: 'b' }, '/no-such-file', 'sample.carton has no file gone.'],
    [
      { rename: 'misc/_example_misc_file_0', to: 'misc/_example_misc_file_1' },
      '/bad-name',
      'misc/_example_misc_file_1',
    ],
    [{ rename: 'misc', to: '../misc' }, '/bad-name', '..'],
    [{ remove: 'gone' }, '/no-such-file', 'sample.carton has no file gone.'],
    [{ remove: 'carton.toml' }, '/own-file', 'carton.toml cannot be changed as a file.'],
    // Without TypeScript.
    [{}, '', 'Each change has either set, put, rename or remove.'],
    [null, '', 'Each change has either'],
    [{ set: 'license', to: 'MIT', remove: 'misc' }, '', 'Each change has either'],
    [{ set: [], to: 'MIT' }, '', 'set takes the key of a field.'],
    [{ set: 'license' }, '', 'license takes Unicode text'],
    [{ set: 'license', to: new Date() }, '', 'license takes'],
    [{ set: 'license', to: '\ud800' }, '', 'license takes'],
    [{ set: 'license', to: itself }, '', 'license takes'],
    [{ put: 'a' }, '', 'put a: its content must be'],
    [{ put: 5, content: '' }, '', 'put takes the path of a file.'],
    [{ rename: 'misc' }, '', 'rename needs'],
  ];
  it.each(refused)('refuses %o', async (change, code, why) => {
    const error = await (await openSample()).plan([change as PackageChange]).catch((found) => found);
    expect(error).toBeInstanceOf(UsageError);
    expect([error.code, error.message]).toEqual([`usage${code}`, expect.stringContaining(why)]);
  });

  it('says why a package cannot be saved', async () => {
    const model = await openPackage(buildNpy(), { name: 'a.npy' });
    expect(model.canEdit).toEqual({ fields: false, files: false });
    await expect(model.plan([])).rejects.toMatchObject({ code: 'usage/cannot-edit' });
    const zip = await openPackage(buildZip([{ name: 'a', data: 'a' }]), { name: 'a.zip' });
    await expect(zip.plan([{ set: 'x', to: 1 }])).rejects.toThrow('This format has no fields to set: ');
  });
});
