import { MAX_AUTO_DOWNLOAD_BYTES, MAX_AUTO_VERIFY_BYTES } from '../base/limits.ts';
import { fileIndex } from '../model/file-index.ts';
import { isRemote, type Opened } from './load.ts';

/**
 * Why a package is not verified until people ask. `embedded`: it is remote, and shown in a frame of another page.
 * `remote`: it is remote and too large. `large`: its content takes long to read. `overlap`: its entries share bytes,
 * which are read once for each.
 */
export type VerifyHold = 'embedded' | 'remote' | 'large' | 'overlap';

/** What keeps an opened package from being verified unasked; undefined where nothing does. */
export function verifyHoldOf({ package: pkg, descriptor }: Opened, embedded: boolean): VerifyHold | undefined {
  if (isRemote(descriptor)) {
    if (embedded) return 'embedded';
    if (pkg.size > MAX_AUTO_DOWNLOAD_BYTES) return 'remote';
  }
  if (pkg.findings.some(({ code }) => code === 'zip/overlap')) return 'overlap';
  return fileIndex(pkg.files).totals.readBytes < MAX_AUTO_VERIFY_BYTES ? undefined : 'large';
}
