import { BadFileError } from '../../../base/errors.ts';
import type { Format } from '../../format.ts';
import { isArchive } from '../../weight-file.ts';
import { hasMagic, MAGIC } from './header/header.ts';
import { openSingle } from './open.ts';
import { openSplit } from './open-split.ts';
import { splitModel } from './split.ts';
import './findings.ts';

export const format: Format = {
  async match(container, { signal }) {
    const { source, name } = container;
    if (!source) return (await splitModel(container, signal)) !== undefined;
    const head = await source.read(0, Math.min(source.size, MAGIC.length), signal);
    if (hasMagic(head)) return true;
    // The name alone says that a broken file was meant as one. An archive of that name is an archive.
    return /\.gguf$/i.test(name) && !(await isArchive(container, signal));
  },

  async open(container, { signal }) {
    const split = await splitModel(container, signal);
    if (split) return openSplit(split, false, signal);
    const { source } = container;
    if (!source) throw new BadFileError('gguf/not-gguf', 'The folder has no files of a GGUF model.');
    return openSingle(container, source, signal);
  },

  fields: async () => (await import('./edit/field-guide.ts')).HEADER_FIELDS,
};
