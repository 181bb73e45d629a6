import { placeHref } from '../../model/place.ts';
import type { Levels } from '../../state/levels.ts';
import { replaceFragment } from '../page-address.ts';

/**
 * Opens the packages that the address leads into, one inside the other. Where one cannot be opened, the address becomes
 * that of its file.
 *
 * @param decodesAll whether people agreed to decode more than is decoded unasked
 */
export async function followInside(levels: Levels, decodesAll = false): Promise<void> {
  const followed = await levels.follow(window.location.hash, decodesAll);
  if (typeof followed === 'string') return;
  const { inside, path } = followed;
  replaceFragment(placeHref({ tab: 'files', item: path }, inside));
}
