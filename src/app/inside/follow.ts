import { placeHref } from '../../model/place.ts';
import type { InnerChoice, Levels } from '../../state/level/levels.ts';
import { replaceFragment } from '../page-address.ts';

/**
 * Opens the packages that the address leads into, one inside the other. Where one cannot be opened, the address becomes
 * that of its file.
 *
 * @param choice how the innermost one is opened; by default as it was, if it is open
 */
export async function followInside(levels: Levels, choice: InnerChoice = {}): Promise<void> {
  const followed = await levels.follow(window.location.hash, choice);
  if (typeof followed === 'string') return;
  const { inside, path } = followed;
  replaceFragment(placeHref({ tab: 'files', item: path }, inside));
}
