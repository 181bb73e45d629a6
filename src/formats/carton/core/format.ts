import type { Archive } from '../../../archive/archive.ts';
import { openArchive } from '../../../archive/open.ts';
import { BadFileError, TooLargeError, UnsupportedError } from '../../../base/errors.ts';
import { type Container, type Format, isArchive, type OpenContext } from '../../format.ts';
import { CARTON_TOML } from './carton-toml.ts';
import { MANIFEST } from './manifest.ts';
import { openCarton } from './open.ts';
import './findings.ts';

export const format: Format = {
  id: 'carton',

  async match(container, context) {
    try {
      const archive = await archiveOf(container, context);
      if (/\.carton$/i.test(archive.name)) return true;
      return archive.entries.some(({ path }) => path === CARTON_TOML || path === MANIFEST);
    } catch (error) {
      // No archive at all: the fallback says so.
      if (error instanceof BadFileError || error instanceof UnsupportedError || error instanceof TooLargeError)
        return false;
      throw error;
    }
  },

  async open(container, context) {
    return openCarton(await archiveOf(container, context), context.signal);
  },
};

async function archiveOf(container: Container, { signal }: OpenContext): Promise<Archive> {
  return isArchive(container) ? container : openArchive(container, signal ? { signal } : {});
}
