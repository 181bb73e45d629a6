import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { memorySource } from '../../../source/memory.ts';
import { buildNpy } from '../../../testing/builders/numpy-files.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { countingSource } from '../../../testing/counting-source.ts';
import { openPackage } from '../../registry.ts';
import { tabsOf } from '../../views.ts';

const open = (name: string, content: string | Uint8Array, asBytes = false) =>
  openPackage(memorySource(name, typeof content === 'string' ? encodeUtf8(content) : content), { asBytes });
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

describe('a file that is not a package', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['config.json', '{}', 'JSON'],
    ['a.csv', 'a,b\n', 'CSV'],
    ['a.txt', 'a', 'Plain text'],
    ['readme.md', '# A', 'Markdown'],
    ['a.bin', new Uint8Array([0, 1, 2]), 'Binary data'],
    ['a.h5', ascii('\x89HDF\r\n\x1a\n\x00'), 'Looks like an HDF5 file'],
    ['a', ascii('\x89PNG\r\n\x1a\n\x00'), 'PNG picture'],
    ['empty', '', 'An empty file'],
  ])('%s opens as one file: %s', async (name, content, formatName) => {
    const { package: shown, source } = await open(name, content);
    expect(shown).toMatchObject({ format: 'file', formatName, name, findings: [], can: { verify: false } });
    expect(shown.files).toEqual([{ path: name, size: shown.size, role: 'other', hash: 'none', kind: 'file' }]);
    expect(source(name)?.size).toBe(shown.size);
    expect(source('other')).toBeUndefined();
  });

  it('takes a few small reads, however long it is', async () => {
    const source = countingSource(memorySource('a.bin', new Uint8Array(5_000_000)));
    await openPackage(source);
    expect(source.bytes).toBeLessThan(100_000);
  });

  it('says what is there instead of a file', async () => {
    const codes = async (name: string, content: string) =>
      (await open(name, content)).package.findings.map(({ code }) => code);
    expect(await codes('model.bin', pointer)).toEqual(['file/lfs-pointer']);
    expect(await codes('model.bin', '<!doctype html><title>Login</title>')).toEqual(['file/web-page']);
    expect(await codes('page.html', '<!doctype html><title>A page</title>')).toEqual([]);
    expect(await codes('model.bin', '{"error":"Not found"}')).toEqual(['file/refusal']);
    expect(await codes('answer.json', '{"error":"Not found"}')).toEqual([]);
    const image = '{"schemaVersion":2,"layers":[{"mediaType":"application/vnd.oci.image.layer.v1.tar+gzip"}]}';
    expect(await codes('latest', image)).toEqual(['file/image-manifest']);
  });

  it('has an Overview: its kind, its size, what it stands for, and its content', async () => {
    const shown = async (name: string, content: string) => (await open(name, content)).package;
    expect(tabsOf('file')[0]).toBe('overview');
    expect(await shown('model.bin', pointer)).toMatchObject({
      preview: 'model.bin',
      facts: [
        { label: 'Kind', value: 'Looks like a Git LFS pointer' },
        { label: 'Size', value: '130 B' },
        { label: 'Size of the real file', value: '12 KB' },
        { label: 'SHA-256 of the real file (oid)', value: 'a'.repeat(64), code: true },
      ],
    });
    const page = await shown(
      'model.bin',
      '<!doctype html><TITLE lang="en">Sign in &ndash;\n A&#39;s &lt;b&gt; &nope;</TITLE>',
    );
    expect(page.facts.at(-1)).toEqual({ label: 'Title of the page', value: "Sign in – A's <b> &nope;" });
    expect(page.findings[0]?.message).toContain('Sign in');
    expect(page.onlyFiles).toContain('a message from the host');
    expect((await shown('a.html', '<!doctype html><title></title>')).facts).toEqual([
      { label: 'Kind', value: 'HTML' },
      { label: 'Size', value: '30 B' },
    ]);
    expect((await shown('a.py', 'import a')).onlyFiles).toBeUndefined();
  });

  it('that is a pickle compressed otherwise than with gzip or zlib says so', async () => {
    const opened = await open('model.joblib', 'BZh91AY&SY');
    expect(opened.package.onlyFiles).toContain('compressed with bzip2, so what loading it imports is unknown');
    expect((await opened.audit()).runs?.weight).toBe('warning');
  });

  it('is looked through for pickles', async () => {
    const kindOf = async (name: string, content: string) =>
      (await (await open(name, ascii(content))).audit()).runs?.facts[0]?.kind;
    expect(await kindOf('a.txt', "cposix\nsystem\n(S'id'\ntR.")).toBe('unpickles');
    // What ends before it calls anything is a list of words.
    expect(await kindOf('a.txt', 'cposix\nsystem\n')).toBeUndefined();
    expect(await kindOf('a.bin', '\0\0\x80\x3f')).toBeUndefined();
  });
});

describe('a file that claims to be of a known format', () => {
  it.each<[string, string, string]>([
    ['a.carton', 'no zip', 'zip/not-a-zip'],
    ['a.carton', '', 'zip/not-a-zip'],
    ['a.zip', 'no zip', 'zip/not-a-zip'],
    ['a.npz', 'no zip', 'zip/not-a-zip'],
    ['a.npy', 'no array', 'numpy/not-npy'],
    ['anything', 'PK\x03\x04', 'zip/truncated'],
  ])('%s of %j: %s', async (name, content, code) => {
    await expect(open(name, content)).rejects.toMatchObject({ code });
    expect((await open(name, content, true)).package.format).toBe('file');
  });

  it('says what it looks like instead', async () => {
    await expect(open('a.carton', pointer)).rejects.toThrow('It looks like a Git LFS pointer.');
    await expect(open('a.npy', '<html>')).rejects.toThrow('It looks like a web page.');
    await expect(open('a.safetensors', '<!DOCTYPE html><html>')).rejects.toMatchObject({
      code: 'safetensors/not-safetensors',
      message: '“a.safetensors” does not begin like a safetensors file. It looks like a web page.',
    });
    // Said once.
    await expect(open('a.safetensors', pointer)).rejects.toThrow(
      /^“a\.safetensors” is a Git LFS pointer: the weights are not in it\. The file itself has 12,345 bytes\.$/,
    );
    await expect(open('a.carton', ascii('\x89HDF\r\n\x1a\n\x00'))).rejects.toThrow('It looks like an HDF5 file.');
    await expect(open('a.npy', buildNpy({ version: [9, 0] }))).rejects.not.toThrow('It looks like');
  });

  it('opens as bytes also where nothing is wrong with it', async () => {
    expect((await open('a.zip', buildZip([{ name: 'a', data: 'x' }]), true)).package).toMatchObject({
      format: 'file',
      formatName: 'Looks like a zip archive',
      onlyFiles: 'Shown as it is, byte for byte.',
    });
    expect((await open('a.npy', buildNpy(), true)).package.format).toBe('file');
  });
});
