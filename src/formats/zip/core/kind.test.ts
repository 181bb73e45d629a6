import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../source/memory.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { openPackage } from '../../registry.ts';

const open = (...names: string[]) =>
  openPackage(memorySource('file.zip', buildZip(names.map((name) => ({ name, data: 'x' })))));

describe('a zip that is not a carton', () => {
  it.each([
    ['A Python wheel', ['pkg/__init__.py', 'pkg-1.0.dist-info/WHEEL', 'pkg-1.0.dist-info/METADATA']],
    ['A Keras model', ['metadata.json', 'config.json', 'model.weights.h5']],
    ['A TensorFlow SavedModel', ['export/saved_model.pb', 'export/variables/variables.index']],
    ['A Word document (.docx)', ['[Content_Types].xml', '_rels/.rels', 'word/document.xml']],
    ['An Excel workbook (.xlsx)', ['[Content_Types].xml', 'xl/workbook.xml']],
    ['A PowerPoint presentation (.pptx)', ['[Content_Types].xml', 'ppt/presentation.xml']],
    ['An EPUB book', ['mimetype', 'META-INF/container.xml', 'content.opf']],
    ['An OpenDocument file', ['mimetype', 'META-INF/manifest.xml', 'content.xml']],
    ['An Android app (.apk)', ['AndroidManifest.xml', 'classes.dex', 'META-INF/MANIFEST.MF']],
    ['A Java archive (.jar)', ['META-INF/MANIFEST.MF', 'a/B.class']],
    ['A container image', ['oci-layout', 'index.json', 'blobs/sha256/aa']],
    ['A zip archive', ['a.txt', 'y.npy']],
  ])('is named %s', async (name, names) => {
    const opened = await open(...names);
    expect(opened.package.format).toBe('zip');
    expect(opened.package.formatName).toBe(name);
    expect(opened.package.files.map(({ path }) => path)).toEqual(names);
    const source = opened.source(names[0] ?? '');
    expect(await source?.read(0, source.size)).toEqual(new Uint8Array([120]));
  });

  it('is said to be empty', async () => {
    expect((await open()).package.formatName).toBe('A zip archive without files');
  });

  it('has no tensors', async () => {
    await expect((await open('a')).tensor('t')).rejects.toMatchObject({ code: 'reference/tensor-missing' });
  });
});
