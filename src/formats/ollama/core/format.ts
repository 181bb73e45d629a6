import type { Container } from '../../../archive/container.ts';
import { BadFileError } from '../../../base/errors.ts';
import { Report } from '../../../base/report.ts';
import type { Format } from '../../format.ts';
import { openStore } from './open.ts';
import { findStore, type Store } from './store.ts';
import '../../../model/findings.ts';
import './findings.ts';

/**
 * What `match` has found, until `open` takes it: looking through a folder for manifests reads each file that may be
 * one.
 */
const matched = new WeakMap<Container, { store: Store; report: Report }>();

async function find(container: Container, signal: AbortSignal | undefined) {
  const report = new Report();
  const store = await findStore(container, report, signal);
  return store && { store, report };
}

export const format: Format = {
  async match(container, { signal }) {
    const found = await find(container, signal);
    if (found) matched.set(container, found);
    return found !== undefined;
  },

  async open(container, context) {
    const found = matched.get(container) ?? (await find(container, context.signal));
    matched.delete(container);
    if (!found) throw new BadFileError('ollama/bad-json', 'There is no manifest of a model here.');
    return openStore(container, found.store, found.report, context);
  },
};
