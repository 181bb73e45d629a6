import type { CheckItem, ContentSearch, KnownOfPackage } from '../model/checklist.ts';
import type { CallOptions } from '../worker/protocol.ts';
import type { MakeSlice } from './app-state.ts';
import { openedOf, openPackage } from './load.ts';

/** The checklist of the package that is shown, as it was last known. */
export interface ShownChecklist {
  items: readonly CheckItem[];
  handle: number;
  /** The id of the draft that it is about. Undefined for the package as it was opened. */
  of: number | undefined;
}

export interface ChecklistSlice {
  checklist: ShownChecklist | undefined;
  /**
   * Makes the checklist of the package that is shown, with its draft. The first time, where searching the contents of
   * files takes long, it is there before they are searched, and again afterwards.
   */
  readChecklist(known: KnownOfPackage, options: CallOptions): Promise<void>;
  /** As `readChecklist`, after searching all files whole. Reports progress in bytes. */
  searchContents(known: KnownOfPackage, options: CallOptions): Promise<void>;
}

declare module './app-state.ts' {
  interface AppState extends ChecklistSlice {}
}

/** How long the first checklist waits for the search of contents, in milliseconds: that of most packages. */
const PATIENCE_MS = 400;

export const checklistSlice: MakeSlice<ChecklistSlice> = (set, get, { client, onPackageChanged }) => {
  onPackageChanged((_, reason) => (reason === 'grown' ? {} : { state: { checklist: undefined } }));

  async function read(known: KnownOfPackage, search: ContentSearch, options: CallOptions): Promise<ShownChecklist> {
    const { load, draft } = get();
    const { handle } = openPackage(load);
    const { draft: saved, id: of } = draft?.shownDraft ?? {};
    const items = await client.call('checklist', { handle, draft: saved, known, search }, options);
    return { items, handle, of };
  }

  function show(checklist: ShownChecklist): void {
    if (openedOf(get().load)?.handle === checklist.handle) set({ checklist });
  }

  return {
    checklist: undefined,
    async readChecklist(known, options) {
      let isDone = get().checklist !== undefined;
      const timer = setTimeout(async () => {
        const first = isDone ? undefined : await read(known, 'none', options).catch(() => undefined);
        if (first && !isDone) show(first);
      }, PATIENCE_MS);
      try {
        show(await read(known, 'usual', options));
      } finally {
        isDone = true;
        clearTimeout(timer);
      }
    },
    async searchContents(known, options) {
      show(await read(known, 'whole', options));
    },
  };
};
