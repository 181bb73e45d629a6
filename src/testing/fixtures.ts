import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url));

/** Whether the shared fixtures lie beside the repository. What needs them is skipped, visibly, where they do not. */
export const hasFixtures = existsSync(ROOT);

/** The path of a shared fixture, as `carton/media.carton`. */
export function fixture(path: string): string {
  return ROOT + path;
}
