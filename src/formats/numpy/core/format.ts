import { notAnArchive } from '../../../archive/container.ts';
import { BadFileError } from '../../../base/errors.ts';
import { quote } from '../../../base/text.ts';
import { walkBefore } from '../../../pickle/head.ts';
import { headOf } from '../../../source/head.ts';
import type { Format } from '../../format.ts';
import { hasMagic } from './header.ts';
import { openNpy } from './npy.ts';
import { isNpz, openNpz } from './npz.ts';
import './findings.ts';

/** Arrays as numpy.save and numpy.savez write them. NumPy tells them apart by their first bytes; so is it done here. */
export const format: Format = {
  async match(container, { signal }) {
    const { source, name } = container;
    if (!source) return false;
    const head = await headOf(source, signal);
    if (hasMagic(head)) return true;
    const archive = await container.archive(signal);
    if (archive) return isNpz(archive, head);
    // What is neither, NumPy takes for a pickle.
    return /\.np[yz]$/i.test(name) && (await walkBefore(source, signal)) === undefined;
  },

  async open(container, { signal }) {
    const { source, name } = container;
    const isArray = source && hasMagic(await headOf(source, signal));
    if (isArray) return openNpy(container, source, signal);
    const archive = await container.archive(signal);
    if (archive) return openNpz(container, archive, signal);
    if (!source || /\.npz$/i.test(name)) throw notAnArchive(container);
    const what = source.size === 0 ? 'The file is empty.' : `${quote(name)} does not begin like a .npy file.`;
    throw new BadFileError('numpy/not-npy', what);
  },
};
