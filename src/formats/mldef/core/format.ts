import type { Format } from '../../format.ts';
import { MAX_MANIFEST_BYTES } from './limits.ts';
import { kindsOfSections } from './manifest.ts';
import { openModel } from './open.ts';
import { MANIFEST } from './paths.ts';
import './findings.ts';

/** Sections of a model that a manifest.json must have where the name of the package does not say that it is one. */
const LEAST_SECTIONS = 2;

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

  fields: async () => (await import('./field-guide.ts')).MANIFEST_FIELDS,
};
