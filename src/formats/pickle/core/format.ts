import type { TarArchive } from '../../../archive/tar/tar.ts';
import { begins } from '../../../base/bytes.ts';
import { BadFileError } from '../../../base/errors.ts';
import { quote } from '../../../base/text.ts';
import { beginsAsPickle, walkBefore } from '../../../pickle/head.ts';
import { compressionOf, hasPickleName } from '../../../pickle/signs.ts';
import { headOf } from '../../../source/head.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { Format } from '../../format.ts';
import { openPickle } from './pickle-file.ts';
import { isTorchArchive, openTorchArchive } from './torch-archive.ts';
import { isTorchFile, openTorchFile } from './torch-file.ts';
import { isTorchTar, openTorchTar } from './torch-tar.ts';
import '../../../pickle/findings.ts';

/** Endings of files that are pickles and nothing else. */
const ENDING = /\.(?:pkl|pickle|pck|joblib|dill)$/i;

/**
 * Pickles, as Python and joblib write them, and the files of PyTorch, which are pickles with tensors. Protocol 2 and
 * later are known by their first bytes. Earlier ones look like text, so that the name must say what they are.
 */
export const format: Format = {
  async match(container, { signal }) {
    const { source, name } = container;
    if (!source) return false;
    const archive = await container.archive(signal);
    if (archive) return isTorchArchive(archive) || isTorchTar(archive) || hidesPickle(source, name, signal);
    const head = await headOf(source, signal);
    // A zip is not a pickle, whatever its name, and a compressed file has not been looked into.
    if (compressionOf(head) !== undefined || begins(head, 'PK\x03\x04')) return false;
    return ENDING.test(name) || beginsAsPickle(source, signal);
  },

  async open(container, { signal }) {
    const { source, name } = container;
    const archive = await container.archive(signal);
    if (archive && isTorchArchive(archive)) return openTorchArchive(container, archive, signal);
    if (archive && isTorchTar(archive)) return openTorchTar(container, archive as TarArchive, signal);
    if (source && isTorchFile(await headOf(source, signal))) return openTorchFile(container, source, signal);
    if (!source || source.size === 0) throw new BadFileError('pickle/not-a-pickle', 'The file is empty.');
    const opened = await openPickle(container, source, signal, archive !== undefined);
    if (opened) return opened;
    throw new BadFileError('pickle/not-a-pickle', `${quote(name)} does not begin like a pickle.`);
  },
};

/**
 * Whether an archive with the name of a pickle begins as one: what reads pickles does not look at its end, where a zip
 * has its directory, and a tar begins with a name that can be any.
 */
async function hidesPickle(source: ByteSource, name: string, signal: AbortSignal | undefined): Promise<boolean> {
  return hasPickleName(name) && (await walkBefore(source, signal)) !== undefined;
}
