import type { Opened, SourceDescriptor } from '../../state/load.ts';
import type { KeptStates } from '../../widgets/kept-state.ts';

const OF_PACKAGES = new WeakMap<SourceDescriptor, Map<string, KeptStates>>();

/** What the tabs of a package leave for when they are shown again, for as long as it is open. */
export function keptViews({ descriptor, inside = [] }: Opened): KeptStates {
  const levels = OF_PACKAGES.get(descriptor) ?? new Map<string, KeptStates>();
  OF_PACKAGES.set(descriptor, levels);
  const place = JSON.stringify(inside);
  const kept: KeptStates = levels.get(place) ?? new Map();
  levels.set(place, kept);
  return kept;
}
