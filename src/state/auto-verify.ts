import { MAX_AUTO_DOWNLOAD_BYTES } from '../base/limits.ts';
import { type ContentHold, contentHoldOf } from '../model/content-hold.ts';
import { isRemote, type Opened } from './load.ts';

/**
 * Why a package is not verified until people ask. `embedded`: it is remote, and shown in a frame of another page.
 * `remote`: it is remote and too large.
 */
export type VerifyHold = 'embedded' | 'remote' | ContentHold;

/** What keeps an opened package from being verified unasked; undefined where nothing does. */
export function verifyHoldOf({ package: pkg, descriptor }: Opened, embedded: boolean): VerifyHold | undefined {
  if (isRemote(descriptor)) {
    if (embedded) return 'embedded';
    if (pkg.size > MAX_AUTO_DOWNLOAD_BYTES) return 'remote';
  }
  return contentHoldOf(pkg);
}
