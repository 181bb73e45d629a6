import type { Format } from '../../format.ts';
import { findLibrary, openLibrary } from './open.ts';
import './findings.ts';

export const format: Format = {
  async match(container, { signal }) {
    return (await findLibrary(container, signal)) !== undefined;
  },

  async open(container, { signal }) {
    return openLibrary(container, false, signal);
  },
};
