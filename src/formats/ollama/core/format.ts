import { Report } from '../../../base/report.ts';
import type { Format } from '../../format.ts';
import { openStore } from './open.ts';
import { findStore } from './store.ts';
import './findings.ts';

export const format: Format = {
  id: 'ollama',

  async match(container, { signal }) {
    return (await findStore(container, new Report(), signal)) !== undefined;
  },

  async open(container, { signal }) {
    return openStore(container, signal);
  },
};
