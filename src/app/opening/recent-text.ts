import { hostText } from '../../base/host.ts';
import type { Recent } from '../../state/recents.ts';

/** The texts of a recent: where it is from, then its name. Names are a stranger's: show them with `NameText`. */
export interface RecentText {
  /** A host, or this computer. */
  from: string;
  /** The name of the file or folder, if the title differs from it. */
  file: string | undefined;
  /** The title, else the name. */
  name: string;
  /** Whether people must choose it again. */
  isLost: boolean;
}

export function recentText(recent: Recent): RecentText {
  const { kind, title, name } = recent;
  const local = kind === 'folder' ? 'Folder on this computer' : 'This computer';
  return {
    from: kind === 'url' ? hostText(new URL(recent.url).host) : local,
    file: title === undefined || title === name ? undefined : name,
    name: title ?? name,
    isLost: kind === 'folder' || (kind === 'file' && recent.handle === undefined),
  };
}
