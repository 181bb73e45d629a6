import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sourceContainer } from '../../../archive/container.ts';
import { memorySource } from '../../../source/memory.ts';
import { buildTar } from '../../../testing/builders/tar-builder.ts';
import { openPackage } from '../../registry.ts';
import { mayBePackage, tabsOf } from '../../views.ts';

const tar = (...names: string[]) => buildTar(names.map((name) => ({ name, data: 'x' })));
const open = (...names: string[]) => openPackage(memorySource('file.tar', tar(...names)));

describe('a tar that is not a package', () => {
  it.each([
    ['A package of tvmc (TVM)', ['mod.so', 'mod.json', 'mod.params'], ['tar/tvmc-package']],
    ['A compiled library of TVM', ['lib0.o', 'lib1.o'], ['tar/tvm-library']],
    ['A Spark model', ['model/metadata/part-00000', 'model/stages/0_x/metadata/part-00000'], []],
    ['A NeMo model', ['./model_config.yaml', './model_weights.ckpt'], []],
    ['A TensorFlow SavedModel', ['1/saved_model.pb', '1/variables/variables.index'], []],
    ['A tar archive', ['a.txt', '._mod.so', '._mod.json'], ['tar/mac-files']],
    ['A tar archive without files', [], ['tar/empty']],
  ])('is named %s', async (name, names, codes) => {
    const { package: pkg, source } = await open(...names);
    expect(pkg).toMatchObject({ format: 'tar', formatName: name, can: { verify: false, save: false } });
    expect(pkg.onlyFiles).toContain(name);
    expect(pkg.findings.map(({ code }) => code)).toEqual(codes);
    expect(pkg.files.map(({ path }) => path)).toEqual(names.map((path) => path.replace('./', '')));
    const [first] = pkg.files;
    if (first) expect(await source(first.path)?.read(0, 1)).toEqual(new Uint8Array([120]));
  });

  it('opens whatever its name is, and says what is named a tar but is not one', async () => {
    expect((await openPackage(memorySource('model.bin', tar('a')))).package.format).toBe('tar');
    await expect(openPackage(memorySource('a.tar', new Uint8Array(2000).fill(7)))).rejects.toMatchObject({
      code: 'tar/not-a-tar',
    });
    await expect(openPackage(memorySource('a.tar', new Uint8Array(gzipSync('x'))))).rejects.toThrow('gzip');
    const broken = buildTar([{ name: 'a', data: 'x', checksum: 'wrong' }]);
    await expect(openPackage(memorySource('a', broken))).rejects.toMatchObject({ code: 'tar/bad-checksum' });
    expect((await openPackage(memorySource('a', broken), { asBytes: true })).package.format).toBe('file');
  });

  it('has a tab of its files, and is offered to be opened in another package', () => {
    expect(tabsOf('tar')[0]).toBe('files');
    expect(mayBePackage('x/model.TAR', new Uint8Array(0))).toBe(true);
  });

  it('is looked through for pickles', async () => {
    const opened = await open('a.pkl');
    expect(opened.package.runs?.sentence).toBe('A tar archive runs nothing by itself');
    expect((await opened.audit()).runs).toBeDefined();
  });

  it('on a host lists the rest of its files when it is asked to', async () => {
    const bytes = buildTar(Array.from({ length: 80 }, (_, at) => ({ name: `f${at}`, data: new Uint8Array(200_000) })));
    const source = Object.assign(memorySource('a.tar', bytes), { servedFrom: 'host' });
    const opened = await openPackage(sourceContainer(source));
    expect(opened.package.files.length).toBeLessThan(70);
    expect(opened.package.more?.action).toMatch(/^List all files \(reads about \d+ KB\)$/);
    const whole = await opened.readMore?.();
    expect([whole?.package.files.length, whole?.package.more]).toEqual([80, undefined]);
  });
});
