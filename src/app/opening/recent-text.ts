import { hostText } from '../../base/host.ts';
import type { Recent } from '../../state/recents.ts';

/** How a recent is shown: where it is from, then what it is called. Names are a stranger's: show them by `NameText`. */
export interface RecentText {
  /** A host, or this computer. */
  from: string;
  /** The file's or folder's name, where the title is another. */
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
