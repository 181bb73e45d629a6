import { MAX_AUTO_VERIFY_BYTES } from '../base/limits.ts';
import { fileIndex } from './file/file-index.ts';
import type { Package } from './package.ts';

/**
 * What in a package itself keeps it from being verified unasked. `large`: its content takes long to read. `overlap`:
 * its entries share bytes, which are read once for each.
 */
export type ContentHold = 'large' | 'overlap';

/** Undefined where nothing in the package keeps it from that. */
export function contentHoldOf({ files, findings }: Pick<Package, 'files' | 'findings'>): ContentHold | undefined {
  if (findings.some(({ code }) => code === 'zip/overlap')) return 'overlap';
  return fileIndex(files).totals.readBytes < MAX_AUTO_VERIFY_BYTES ? undefined : 'large';
}
