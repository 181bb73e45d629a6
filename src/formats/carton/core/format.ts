import { notAnArchive } from '../../../archive/container.ts';
import type { Format } from '../../format.ts';
import { openCarton } from './open.ts';
import { CARTON_TOML, MANIFEST } from './paths.ts';
import './findings.ts';

export const format: Format = {
  async match(container, { signal }) {
    const archive = await container.archive(signal);
    if (/\.carton$/i.test(container.name)) return true;
    if (!archive) return false;
    return archive.entries.some(({ path }) => path === CARTON_TOML || path === MANIFEST);
  },

  async open(container, { signal }) {
    const archive = await container.archive(signal);
    if (!archive) throw notAnArchive(container);
    return openCarton(archive, signal);
  },

  drafts: async () => (await import('./drafts.ts')).drafts,
  fields: async () => (await import('./edit/field-guide.ts')).CARTON_FIELDS,

  maker: async () => (await import('./make/maker.ts')).CARTON_MAKER,
};
