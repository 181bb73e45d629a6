import { BadFileError } from '../../../base/errors.ts';
import { quote } from '../../../base/text.ts';
import { isCompressed } from '../../../model/pickle.ts';
import { begins } from '../../../model/signature.ts';
import { beginsAsPickle, headOf } from '../../../pickle/head.ts';
import type { Format } from '../../format.ts';
import { openPickle } from './pickle-file.ts';
import { isTorchArchive, openTorchArchive } from './torch-archive.ts';
import { isTorchFile, openTorchFile } from './torch-file.ts';
import '../../../pickle/findings.ts';

/** Endings of files that are pickles and nothing else. */
const ENDING = /\.(?:pkl|pickle|pck|joblib|dill)$/i;

/**
 * Pickles, as Python and joblib write them, and the files of PyTorch, which are pickles with tensors. Protocol 2 and later are known by their first bytes. Earlier ones look like
 * text, so that the name must say what they are.
 */
export const format: Format = {
  id: 'pickle',

  async match(container, { signal }) {
    const { source, name } = container;
    if (!source) return false;
    const archive = await container.archive(signal);
    if (archive) return isTorchArchive(archive);
    const head = await headOf(source, signal);
    // A zip is no pickle, whatever its name, and what is compressed is a file that nobody has looked into.
    if (isCompressed(head) || begins(head, 'PK\x03\x04')) return false;
    return ENDING.test(name) || beginsAsPickle(source, signal);
  },

  async open(container, { signal }) {
    const { source, name } = container;
    const archive = await container.archive(signal);
    if (archive) return openTorchArchive(container, archive, signal);
    if (source && isTorchFile(await headOf(source, signal))) return openTorchFile(container, source, signal);
    if (!source || source.size === 0) throw new BadFileError('pickle/not-a-pickle', 'The file is empty.');
    const opened = await openPickle(container, source, signal);
    if (opened) return opened;
    throw new BadFileError('pickle/not-a-pickle', `${quote(name)} does not begin like a pickle.`);
  },
};
