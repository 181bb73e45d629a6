import type { Format } from '../../format.ts';
import { MAX_MANIFEST_BYTES } from './limits.ts';
import { kindsOfSections, LEAST_SECTIONS } from './manifest.ts';
import { openModel } from './open.ts';
import { MANIFEST } from './paths.ts';
import './findings.ts';

export const format: Format = {
  async match(container, { signal }) {
    if (/\.mldef$/i.test(container.name)) return true;
    const archive = await container.archive(signal);
    const source = archive?.open(MANIFEST);
    if (!source || source.size > MAX_MANIFEST_BYTES) return false;
    return kindsOfSections(await source.read(0, source.size, signal)) >= LEAST_SECTIONS;
  },

  async open(container, { signal }) {
    return openModel(container, signal);
  },

  drafts: async () => (await import('./drafts.ts')).drafts,
  fields: async () => (await import('./field-guide.ts')).MANIFEST_FIELDS,
  maker: async () => (await import('./maker.ts')).MLDEF_MAKER,
};
