import type { MakeSlice } from './app-state.ts';
import { type Opened, openedOf } from './load.ts';
import { type KeptRecents, MAX_RECENTS, type Recent, recentOfOpened, sameRecent } from './recents.ts';

/** What was open before. It stays in this browser. */
export interface RecentSlice {
  /** The newest first. Empty until `lookForRecents` has looked. */
  recents: readonly Recent[];
  /** Whether what is opened is kept here. Undefined until that is known, and where nothing can be kept. */
  keepsRecents: boolean | undefined;
  /** The id of the open package in `recents`, once it is kept there. */
  openedRecent: string | undefined;
  /** Reads what is kept, also by other tabs. Never rejects. */
  lookForRecents(): Promise<void>;
  /** Forgets one of them. Never rejects. */
  removeRecent(id: string): Promise<void>;
  /** Forgets all of them. Never rejects. */
  clearRecents(): Promise<void>;
  /** Keeps what is opened from now on, or forgets all and keeps nothing any more. Never rejects. */
  setKeepsRecents(isOn: boolean): Promise<void>;
}

declare module './app-state.ts' {
  interface AppState extends RecentSlice {}
}

export const recentSlice: MakeSlice<RecentSlice> = (set, get, { recents: storage, onPackageChanged }) => {
  const show = ({ isOn, list }: KeptRecents) => set({ recents: list, keepsRecents: isOn });

  async function change(to: (kept: KeptRecents) => KeptRecents): Promise<void> {
    try {
      if (storage) show(await storage.change(to));
    } catch {
      // Where nothing can be written, nothing is kept.
    }
  }

  async function record(opened: Opened): Promise<void> {
    const found = recentOfOpened(opened, Date.now());
    if (!found || !storage) return;
    try {
      const { isOn, list } = await storage.read();
      if (!isOn) return;
      const before = await sameRecent(list, found);
      const recent = before ? renewed(before, found) : found;
      await change((kept) => (kept.isOn ? { isOn: true, list: withRecent(kept.list, recent) } : kept));
      const isOpen = openedOf(get().load)?.descriptor === opened.descriptor;
      if (isOpen && get().recents[0]?.id === recent.id) set({ openedRecent: recent.id });
    } catch {
      // As above.
    }
  }

  onPackageChanged((opened, reason) => {
    if (reason === 'revived' || reason === 'grown') return {};
    return { state: { openedRecent: undefined }, begin: () => opened && void record(opened) };
  });

  return {
    recents: [],
    keepsRecents: undefined,
    openedRecent: undefined,
    async lookForRecents() {
      try {
        if (storage) show(await storage.read());
      } catch {
        // What cannot be read is not there.
      }
    },
    removeRecent: (id) => change(({ isOn, list }) => ({ isOn, list: list.filter((recent) => recent.id !== id) })),
    clearRecents: () => change(({ isOn }) => ({ isOn, list: [] })),
    setKeepsRecents: (isOn) => change(({ list }) => ({ isOn, list: isOn ? list : [] })),
  };
};

function withRecent(list: readonly Recent[], recent: Recent): Recent[] {
  return [recent, ...list.filter(({ id }) => id !== recent.id)].slice(0, MAX_RECENTS);
}

/** An earlier recent, updated. The handle from an earlier drop stays, also if the file is chosen later. */
function renewed(before: Recent, now: Recent): Recent {
  const { id } = before;
  const handle = before.kind === 'file' && now.kind === 'file' ? (now.handle ?? before.handle) : undefined;
  return now.kind === 'file' && handle ? { ...now, id, handle } : { ...now, id };
}
